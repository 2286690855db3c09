import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { errorMessage, HttpError } from '../../../../browser/http.js';

/**
 * True for a query whose old data is on the screen and whose refresh failed. A record that was deleted, and a failed
 * further page of an audit trail, are reported in their own place.
 */
const hasFailed = (query: Query): boolean =>
  query.isActive() &&
  query.state.data !== undefined &&
  query.state.error !== null &&
  !(query.state.error instanceof HttpError && query.state.error.status === 404) &&
  !query.state.fetchMeta?.fetchMore;

/** Says at the top of the page that its data could not be refreshed, why, and offers to try again. */
export function RefreshNotice() {
  const translate = useTranslate();
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const message = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => {
      const [failed] = cache.findAll({ predicate: hasFailed });
      return failed && errorMessage(failed.state.error, translate('admin.refresh.reason'));
    },
  );
  if (message === undefined) return null;
  return (
    <Alert
      severity="warning"
      sx={{ position: 'sticky', top: { xs: 64, sm: 72 }, zIndex: 'appBar', mb: 2, boxShadow: 2 }}
      action={
        <Button color="inherit" onClick={() => void client.refetchQueries({ predicate: hasFailed })}>
          {translate('admin.refresh.retry')}
        </Button>
      }
    >
      {translate('admin.refresh.failed', { message })}
    </Alert>
  );
}
