import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { useGetOne } from 'react-admin';
import { messages } from '#domain/messages';
import type { Statement } from '#domain/reconciliation';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import type { WithId } from '../../data/withId.js';
import { pageQuery } from '../../data/queryClient.js';
import { DraftReview } from './DraftReview.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { ImportOutcome } from './ImportOutcome.js';
import type { StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { AccessDenied } from '../../ui/page/AccessDenied.js';
import { pages } from '#domain/pages';

interface StatementDraftSectionProps {
  id: string;
  /** True just after the upload, whose answer is the draft: it is not asked for again. */
  isUploaded: boolean;
  onMoved: (draft: StatementDraftRecord) => void;
  onClose: () => void;
  onLeft: () => void;
}

/** The statement of the address: the review of a draft, or the result of its import. */
export function StatementDraftSection(props: StatementDraftSectionProps) {
  const { id, isUploaded, onMoved, onClose, onLeft } = props;
  const { data, error, refetch } = useGetOne<StatementDraftRecord | WithId<Statement>>(
    'statements',
    { id },
    { ...pageQuery, refetchOnMount: isUploaded ? false : 'always' },
  );
  useEffect(() => onLeft, [onLeft]);
  // The review of a draft shows the account's name.
  const { isPending: isNaming } = useBankAccounts();
  const loading = (
    <div aria-busy="true">
      <Skeleton variant="rounded" height={360} />
    </div>
  );
  if (!data)
    return error ? (
      <ErrorAlert error={error} fallback={messages.fetchStatement} onRetry={() => void refetch()} />
    ) : (
      loading
    );
  if (data.state === 'imported') return <ImportOutcome statement={data} onClose={onClose} />;
  // A list's record has no preview: the draft itself is still loading then.
  return 'preview' in data && !isNaming ? (
    <Permitted to="write" resource="statements" otherwise={<AccessDenied back={pages.importStatement} />}>
      <DraftReview draft={data} onMoved={onMoved} onClose={onClose} />
    </Permitted>
  ) : (
    loading
  );
}
