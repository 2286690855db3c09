import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { formatDateTime, formatDay } from '#domain/dates';
import { messages } from '#domain/messages';
import type { dataProvider } from '../data/dataProvider.js';
import { useToday } from '../data/useCalendar.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';
import { Permitted } from '../ui/page/Permitted.js';
import { bookMonths } from './bookMonths.js';
import { BooksNow } from './BooksNow.js';
import { CloseMonthButton } from './CloseMonthButton.js';
import { LateBookings } from './LateBookings.js';
import { MonthRows } from './MonthRows.js';

/** Months before the others are asked for. */
const shownMonths = 6;

const amounts = ['opening', 'received', 'refunded', 'sales', 'returns', 'closing'] as const;

/** All past months of the books, which the range of the page does not narrow: a line for each currency, and its lock. */
export function Months() {
  const translate = useTranslate();
  const { getBooks } = useDataProvider<typeof dataProvider>();
  const today = useToday();
  const [isWhole, setIsWhole] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', 'books'],
    queryFn: ({ signal }) => getBooks(signal),
  });
  const label = (name: string, options?: object) => translate(`resources.reports.books.${name}`, options);
  const months = data ? bookMonths(data, today) : [];
  // The present month has no row yet: what came late after a closing stands below the others.
  const present = today.slice(0, 7);
  const late = data?.months.filter((line) => line.month === present && line.late > 0) ?? [];
  const shown = isWhole ? months : months.slice(0, shownMonths);

  return (
    <Section
      title={label('title')}
      flush
      isBusy={!data && !error}
      action={
        data && (
          <Permitted to="write" resource="books">
            <CloseMonthButton books={data} months={months} />
          </Permitted>
        )
      }
    >
      <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 1 }}>
        {label('note')}
      </Typography>
      {data?.closedUntil && (
        <Typography variant="body2" sx={{ px: 2, pb: 1, display: 'flex', alignItems: 'center', gap: 1 }}>
          <LockIcon fontSize="small" />
          <span>
            {label('closedUntil', {
              day: formatDay(data.closedUntil),
              name: data.closedBy,
              at: formatDateTime(data.closedAt),
            })}
          </span>
        </Typography>
      )}
      {error && !data ? (
        <Box sx={{ px: 2, pb: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchBooks} onRetry={() => void refetch()} />
        </Box>
      ) : !data ? (
        <Box sx={{ px: 2, pb: 2 }}>
          <Skeleton variant="rounded" height={280} />
        </Box>
      ) : months.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table aria-label={label('title')} isScrollable data-stacked>
          <thead>
            <tr>
              <th scope="col">{label('month')}</th>
              {amounts.map((name) => (
                <th key={name} scope="col" data-align="right">
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map((month) => (
            <MonthRows key={month.month} month={month} amounts={amounts} />
          ))}
        </Table>
      )}
      {shown.length < months.length && (
        <Button onClick={() => setIsWhole(true)} sx={{ mx: 2, my: 1 }}>
          {label('all', { smart_count: months.length })}
        </Button>
      )}
      {late.length > 0 && (
        <Typography component="div" variant="body2" sx={{ px: 2, py: 1 }}>
          <LateBookings month={present} lines={late} />
        </Typography>
      )}
      {data && <BooksNow balances={data.now} />}
    </Section>
  );
}
