import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button, CircularProgress, GlobalStyles } from '@mui/material';
import { useState } from 'react';
import type { BooksMonth } from '#domain/ledger/books';
import { formatDay } from '#domain/platform/dates';
import { moneyWayNames } from '#domain/ledger/ledger-calls';
import { formatMoney, formatNamedMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { useRead } from '../../data/useCall.js';
import { ErrorAlert } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { TitledDialog } from '../../ui/common/TitledDialog.js';
import { TextLink } from '../../ui/common/fields.js';
import { ExportMenu } from '../../ui/exports/ExportsProvider.js';
import { paymentPath } from '../../ui/paths.js';
import { monthName, monthRange } from './bookMonths.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The number of bookings that came late in a month, which open as a list with their own days; nothing without any. */
export function LateBookings({ month, lines }: { month: string; lines: readonly { late: number }[] }) {
  const label = useTexts('resources.reports.books');
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useRead(
    ['payments', 'books', 'late', month],
    'GET /books/late',
    { query: { month } },
    { enabled: isOpen },
  );
  const count = lines.reduce((sum, { late }) => sum + late, 0);
  if (!count) return null;
  const more = data ? data.total - data.bookings.length : 0;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {label('late', { smart_count: count, month: monthName(month) })}
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span>{label(isOpen ? 'hideLate' : 'showLate')}</span>
        </Button>
        <ExportMenu
          resource="books"
          query={monthRange(month, null, null)}
          label="resources.reports.books.export"
        />
      </Box>
      {isOpen && error && !data ? (
        <ErrorAlert error={error} refetch={refetch} />
      ) : isOpen && !data ? (
        <CircularProgress size={20} />
      ) : (
        isOpen && (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {data?.bookings.map(
              ({ _id, paymentId, referenceNumber, day, bookedOn, way, amount, currency }) => (
                <li key={_id}>
                  {label('lateBooking', {
                    day: formatDay(day),
                    bookedOn: formatDay(bookedOn),
                    way: moneyWayNames[way],
                    amount: formatNamedMoney(amount, currency),
                  })}{' '}
                  <TextLink to={paymentPath(paymentId)} underline="always">
                    {referenceNumber}
                  </TextLink>
                </li>
              ),
            )}
            {more > 0 && <li>{label('moreLate', { smart_count: more })}</li>}
          </Box>
        )
      )}
    </>
  );
}

interface MonthSheetProps {
  line: BooksMonth;
  isClosed: boolean;
  onClose: () => void;
}

const ways = ['bank', 'card', 'cash', 'cheque', 'other'] as const;

/** The whole line of a month in one currency, as a sum from its opening to its closing; on paper it stands alone. */
export function MonthSheet({ line, isClosed, onClose }: MonthSheetProps) {
  const translate = useTranslate();
  const { month, currency, usd, count, late } = line;
  const label = textsOf(translate, 'resources.reports.books');
  const title = label('sheet', { month: monthName(month), currency });
  const money = (value: number) => formatNamedMoney(value, currency);
  const row = (name: Parameters<typeof label>[0], value: string, isSum = false) => {
    const Name = isSum ? 'th' : 'td';
    return (
      <tr key={name}>
        <Name scope={isSum ? 'row' : undefined}>{label(name)}</Name>
        <td data-align="right">{isSum ? <strong>{value}</strong> : value}</td>
      </tr>
    );
  };
  return (
    <TitledDialog
      title={`${title}${isClosed ? ` · ${label('closed')}` : ''}`}
      content={{ sx: { px: 1 } }}
      actions={
        <>
          <ExportMenu
            resource="books"
            query={monthRange(month, null, null)}
            label="resources.reports.books.export"
          />
          <Button startIcon={<PrintIcon />} onClick={() => print()}>
            {label('print')}
          </Button>
          <Button autoFocus onClick={onClose}>
            {translate('ra.action.close')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <GlobalStyles styles={onPaper} />
      <Table aria-label={title}>
        <tbody>
          {row('opening', money(line.opening), true)}
          {row('plusReceived', money(line.received))}
          {ways
            .filter((way) => line.ways[way] !== 0)
            .map((way) => (
              <tr key={way}>
                <td data-inner>{moneyWayNames[way]}</td>
                <td data-align="right" data-inner>
                  {money(line.ways[way])}
                </td>
              </tr>
            ))}
          {row('lessRefunded', money(line.refunded))}
          {row('plusShortfalls', money(line.shortfalls))}
          {row('lessSales', money(line.sales))}
          {row('plusReturns', money(line.returns))}
          {row('closing', money(line.closing), true)}
          {row('count', formatCount(count))}
          {row('usd', formatMoney(usd, 'USD'))}
          {row('lateCount', formatCount(late))}
          {line.fees !== undefined && row('fees', money(line.fees))}
        </tbody>
      </Table>
    </TitledDialog>
  );
}

/** Prints the dialog alone, in dark on white. */
const onPaper = {
  '@media print': {
    '#root, .MuiBackdrop-root, .MuiDialogActions-root': { display: 'none !important' },
    '.MuiDialog-root, .MuiDialog-container': { position: 'static !important', height: 'auto !important' },
    '.MuiDialog-paper': { boxShadow: 'none !important', maxWidth: 'none !important', margin: '0 !important' },
    '.MuiDialog-paper, .MuiDialog-paper *': {
      color: '#000 !important',
      background: 'transparent !important',
      borderColor: '#999 !important',
      overflow: 'visible !important',
    },
    body: { background: '#fff !important', overflow: 'visible !important' },
  },
} as const;
