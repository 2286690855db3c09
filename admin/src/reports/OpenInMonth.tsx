import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { dataProvider } from '../data/dataProvider.js';
import { useCalendar } from '../data/useCalendar.js';
import { useCounts } from '../data/useCounts.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';

/** Says what is still open up to a day: unmatched transactions, held card events, and gaps between statements. */
export function OpenInMonth({ until }: { until: string }) {
  const translate = useTranslate();
  const { getOpenUntil } = useDataProvider<typeof dataProvider>();
  const hasCards = useCounts().data?.cards !== undefined;
  const end = useCalendar().endOf(until).toISOString();
  const { data, error, refetch } = useQuery({
    queryKey: ['bank-transactions', 'openUntil', until, end, hasCards],
    queryFn: ({ signal }) => getOpenUntil({ until, end, hasCards }, signal),
    staleTime: 0,
  });
  const label = (name: string, options?: object) =>
    translate(`resources.reports.books.open.${name}`, options);
  if (error && !data)
    return <ErrorAlert error={error} fallback={messages.fetchBooks} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={72} sx={{ mt: 1 }} />;
  const { transactions, cardEvents, gaps } = data;
  const texts = [
    transactions.count > 0 &&
      label(transactions.isMore ? 'transactionsMore' : 'transactions', { smart_count: transactions.count }),
    cardEvents > 0 && label('cardEvents', { smart_count: cardEvents }),
    gaps > 0 && label('gaps', { smart_count: gaps }),
  ].filter(Boolean);
  return texts.length ? (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {texts.map((text) => (
        <div key={text as string}>{text}</div>
      ))}
    </Alert>
  ) : (
    <Alert severity="success" sx={{ mt: 1 }}>
      {label('none')}
    </Alert>
  );
}
