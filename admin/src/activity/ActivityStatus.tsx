import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import type { useActivity } from './useActivity.js';

interface ActivityStatusProps {
  activity: ReturnType<typeof useActivity>;
  /** Number of placeholder rows while the first entries load. */
  skeletons: number;
}

/** The end of an audit trail: placeholders while it loads, the error, or the button for older entries. */
export function ActivityStatus({ activity, skeletons }: ActivityStatusProps) {
  const translate = useTranslate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchNextPageError, isFetchingNextPage } =
    activity;

  if (!data && !error)
    return (
      <Box role="status" aria-label={translate('admin.activity.loading')} sx={{ px: 2, pb: 2 }}>
        {Array.from({ length: skeletons }, (_, row) => (
          <Skeleton key={row} height={48} />
        ))}
      </Box>
    );
  if (error)
    return (
      (!data || isFetchNextPageError) && (
        <Box sx={{ p: 2 }}>
          <ErrorAlert
            error={error}
            fallback={messages.fetchActivity}
            onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          />
        </Box>
      )
    );
  return (
    hasNextPage && (
      <Box sx={{ p: 2, textAlign: 'center' }}>
        <Button variant="outlined" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate('admin.activity.more')}
        </Button>
      </Box>
    )
  );
}
