import { Alert } from './Alert.js';
import { useTexts } from '../texts/language.js';

/** Says that loading failed, with a button to try again. */
export function RetryAlert({ message, onRetry }: { message: string; onRetry: () => void }) {
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
