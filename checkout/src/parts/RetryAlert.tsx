import { Alert } from './Alert.js';

interface RetryAlertProps {
  message: string;
  onRetry: () => void;
}

/** Says that loading failed, with a button to try again. */
export function RetryAlert({ message, onRetry }: RetryAlertProps) {
  return (
    <Alert tone="error" urgent>
      <p>{message}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </Alert>
  );
}
