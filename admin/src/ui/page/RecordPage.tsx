import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { useRememberOpened } from './openedRecords.js';
import { PageSkeleton } from './PageSkeleton.js';
import { PageTitle } from './PageTitle.js';
import { useBack } from './useBack.js';

interface RecordPageProps {
  /** The state of the record's query, as react-admin's controllers return it. */
  state: { record?: unknown; error?: unknown; refetch: () => unknown };
  /** Shown for a failure without a message of its own; by default the message of the record's page. */
  failure?: string;
  children: ReactNode;
}

/** A page about one record: its outline while it loads, and the error if it fails to. */
export function RecordPage({ state: { record, error, refetch }, failure, children }: RecordPageProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const back = useBack();
  useRememberOpened(resource, record);
  const missing = error instanceof HttpError && error.status === 404;
  // The page first shows the cached record, which a colleague may have deleted meanwhile.
  if (record && !missing) return children;
  if (!error) return <PageSkeleton />;
  return (
    <>
      <PageTitle title={translate(`resources.${resource}.name`, { smart_count: 1 })} />
      <Alert severity="error" sx={{ my: 2 }}>
        {errorMessage(error, failure ?? defaultErrorMessage(resource, 'details'))}
      </Alert>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" component={Link} to={back.to} startIcon={<ArrowBackIcon />}>
          {back.label}
        </Button>
        {!missing && (
          <Button variant="outlined" onClick={() => refetch()}>
            {translate('admin.error.retry')}
          </Button>
        )}
      </Stack>
    </>
  );
}
