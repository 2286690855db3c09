import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { messages } from '../../../domain/messages.js';
import type { ResourceName } from '../apiErrors.js';
import { EmptyState } from '../common/EmptyState.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import { ActivityItem } from './ActivityItem.js';
import { ActivityRows } from './ActivityRows.js';
import { useActivity } from './useActivity.js';

/** The audit trail of a record, loaded as it is shown. */
export function ActivityList({ resource, id }: { resource: ResourceName; id: string }) {
  const translate = useTranslate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchNextPageError, isFetchingNextPage } =
    useActivity(resource, id);
  const all = data?.pages.flatMap(({ entries }) => entries) ?? [];
  // An entry that was added meanwhile moves the last one of a page onto the next as well.
  const entries = [...new Map(all.map((entry) => [entry._id, entry])).values()];
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch());

  if (!data && !error)
    return (
      <Box role="status" aria-label={translate('admin.activity.loading')} sx={{ px: 2, pb: 2 }}>
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={48} />
        ))}
      </Box>
    );
  return (
    <>
      {data && entries.length === 0 && <EmptyState title={translate('admin.activity.empty')} />}
      {entries.length > 0 && (
        <ActivityRows aria-label={translate('admin.activity.title')}>
          {entries.map((entry) => (
            <ActivityItem key={entry._id} entry={entry} />
          ))}
        </ActivityRows>
      )}
      {error && (!data || isFetchNextPageError) && (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchActivity} onRetry={retry} />
        </Box>
      )}
      {hasNextPage && !error && (
        <Box sx={{ px: 2, pb: 2, textAlign: 'center' }}>
          <Button variant="outlined" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {translate('admin.activity.more')}
          </Button>
        </Box>
      )}
    </>
  );
}
