import Skeleton from '@mui/material/Skeleton';
import { useGetOne } from 'react-admin';
import { messages } from '../../../domain/messages.js';
import type { Statement } from '../../../domain/reconciliation.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import type { WithId } from '../dataProvider.js';
import { pageQuery } from '../queryClient.js';
import { DraftReview } from './DraftReview.js';
import { ImportOutcome } from './ImportOutcome.js';
import type { StatementDraftRecord } from './reconciliationMethods.js';

/** The statement that the address names: a draft to be looked at, or what its import led to. */
export function StatementDraftSection({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useGetOne<StatementDraftRecord | WithId<Statement>>(
    'statements',
    { id },
    pageQuery,
  );
  if (!data)
    return error ? (
      <ErrorAlert error={error} fallback={messages.fetchStatement} onRetry={() => void refetch()} />
    ) : (
      <Skeleton variant="rounded" height={360} />
    );
  if (data.state === 'imported') return <ImportOutcome statement={data} onClose={onClose} />;
  // A list's answer carries no preview; the draft's own is on its way then.
  return 'preview' in data ? (
    <DraftReview draft={data} onClose={onClose} />
  ) : (
    <Skeleton variant="rounded" height={360} />
  );
}
