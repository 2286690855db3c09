import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import { moneyWayNames } from '#domain/ledgerCalls';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import type { dataProvider } from '../data/dataProvider.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { TextLink } from '../ui/common/TextLink.js';
import { ExportMenu } from '../ui/exports/ExportMenu.js';
import { paymentPath } from '../ui/paths.js';
import { monthName } from './monthName.js';
import { monthRange } from './monthRange.js';

/** The number of bookings that came late in a month, which open as a list with their own days; nothing without any. */
export function LateBookings({ month, lines }: { month: string; lines: readonly { late: number }[] }) {
  const translate = useTranslate();
  const { getLateBookings } = useDataProvider<typeof dataProvider>();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', 'books', 'late', month],
    queryFn: ({ signal }) => getLateBookings(month, signal),
    enabled: isOpen,
  });
  const count = lines.reduce((sum, { late }) => sum + late, 0);
  if (!count) return null;
  const label = (name: string, options?: object) => translate(`resources.reports.books.${name}`, options);
  const more = data ? data.total - data.bookings.length : 0;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {label('late', { smart_count: count, month: monthName(month) })}
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {label(isOpen ? 'hideLate' : 'showLate')}
        </Button>
        <ExportMenu
          resource="books"
          query={monthRange(month, null, null)}
          label="resources.reports.books.export"
        />
      </Box>
      {isOpen && error && !data ? (
        <ErrorAlert error={error} fallback={messages.fetchBooks} onRetry={() => void refetch()} />
      ) : isOpen && !data ? (
        <CircularProgress size={20} />
      ) : (
        isOpen && (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {data?.bookings.map(
              ({ _id, paymentId, referenceNumber, day, bookedOn, way, amount, currency }) => (
                <li key={_id}>
                  {label('lateBooking', {
                    ...{ day: formatDay(day), bookedOn: formatDay(bookedOn), way: moneyWayNames[way] },
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
