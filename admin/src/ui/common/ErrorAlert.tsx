import { Alert, Button } from '@mui/material';
import { errorMessage } from '#browser/http';
import { useTranslate } from '../i18n/useTranslate.js';

interface ErrorAlertProps {
  error: unknown;
  /** Shown where the error has no message of its own. */
  fallback: string;
  refetch: () => unknown;
}

/** Says why data could not be loaded, with a button to try again. */
export function ErrorAlert({ error, fallback, refetch }: ErrorAlertProps) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={() => void refetch()}>
          {translate('admin.error.retry')}
        </Button>
      }
    >
      {errorMessage(error, fallback)}
    </Alert>
  );
}
