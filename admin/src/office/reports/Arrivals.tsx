import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined';
import { Button, LinearProgress } from '@mui/material';
import { useState } from 'react';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import type { Arrival, ReportSummary } from '#domain/office/reports';
import { Hint } from '../../ui/common/fields.js';
import { useRead } from '../../data/useCall.js';
import { EmptyState, ErrorAlert, Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { monthName, monthRange } from './bookMonths.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The cells of a sum of received money, beside what it is a sum of. */
function ArrivalCells({
  arrival: { bankAccount, currency, count, amount, allocated },
}: {
  arrival: Arrival;
}) {
  const label = useTexts('resources.reports.arrivals');
  return (
    <>
      <td data-wide="last">{bankAccount}</td>
      <td data-align="right" data-below data-label={label('count')}>
        {formatCount(count)}
      </td>
      <td data-align="right">{formatNamedMoney(amount, currency)}</td>
      <td data-align="right" data-below data-label={label('allocated')}>
        {formatNamedMoney(allocated, currency)}
      </td>
    </>
  );
}

interface ArrivalMonthProps extends Pick<ReportSummary, 'from' | 'to'> {
  arrival: Arrival & { month: string };
}

/** A month's row, which unfolds the bank days of its account within the report's range. */
function ArrivalMonth({ arrival, from, to }: ArrivalMonthProps) {
  const { month, bankAccountId, bankAccount, currency } = arrival;
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const range = monthRange(month, from, to);
  const { data, error, refetch } = useRead(
    ['payments', 'report', range],
    'GET /reports/summary',
    { query: { ...range } },
    { enabled: isOpen },
  );
  const days = data?.arrivals.days.filter(
    (day) => day.bankAccountId === bankAccountId && day.currency === currency,
  );
  return (
    <tbody>
      <tr>
        <td data-nowrap>
          <Button
            size="small"
            color="inherit"
            aria-expanded={isOpen}
            aria-label={translate('resources.reports.arrivals.days', {
              month: monthName(month),
              account: bankAccount,
            })}
            startIcon={<ExpandIcon sx={{ transform: isOpen ? undefined : 'rotate(-90deg)' }} />}
            onClick={() => setIsOpen(!isOpen)}
            sx={{ mx: -1, fontWeight: 400 }}
          >
            {monthName(month)}
          </Button>
        </td>
        <ArrivalCells arrival={arrival} />
      </tr>
      {isOpen && !days && (
        <tr>
          <td colSpan={5} data-wide>
            {error ? (
              <ErrorAlert error={error} refetch={refetch} />
            ) : (
              <LinearProgress aria-label={translate('ra.page.loading')} />
            )}
          </td>
        </tr>
      )}
      {isOpen &&
        days?.map((day) => (
          <tr key={day.day}>
            <td data-nowrap data-inner>
              {formatDay(day.day)}
            </td>
            <ArrivalCells arrival={day} />
          </tr>
        ))}
    </tbody>
  );
}

/** Rows of months before the others are asked for. */
const shownMonths = 6;

/** Received amounts by account and by month, whose bank days unfold, and their part that settles payments. */
export function Arrivals({ from, to, arrivals: { totals, months } }: ReportSummary) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? months : months.slice(0, shownMonths);
  const label = useTexts('resources.reports.arrivals');
  return (
    <Section title={label('title')} flush>
      <Hint sx={{ px: 2, pb: 1 }}>{label('note')}</Hint>
      {totals.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table
          aria-label={label('title')}
          isScrollable
          data-stacked
          columns={[label('month'), label('account')]}
          numbers={[label('count'), label('amount'), label('allocated')]}
        >
          {shown.map((month) => (
            <ArrivalMonth
              key={`${month.month} ${month.bankAccountId} ${month.currency}`}
              arrival={month}
              from={from}
              to={to}
            />
          ))}
          <tbody>
            {totals.map((total) => (
              <tr key={`${total.bankAccountId} ${total.currency}`}>
                <th scope="row">{label('total')}</th>
                <ArrivalCells arrival={total} />
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {shown.length < months.length && (
        <Button onClick={() => setIsWhole(true)} sx={{ mx: 2, my: 1 }}>
          {label('all', { smart_count: months.length })}
        </Button>
      )}
    </Section>
  );
}
