import { Alert } from './Alert.js';
import { useTexts } from '../texts/language.js';

interface RetryAlertProps {
  message: string;
  onRetry: () => void;
}

/** Says that loading failed, with a button to try again. */
export function RetryAlert({ message, onRetry }: RetryAlertProps) {
  const t = useTexts();
  return (
    <Alert tone="error" urgent>
      <p>{message}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t.tryAgain}
      </button>
    </Alert>
  );
}
