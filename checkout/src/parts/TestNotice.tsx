import { Alert } from './Alert.js';
import { useTexts } from '../texts/language.js';

/** Marks a payment of the card provider's test mode. */
export function TestNotice() {
  const t = useTexts();
  return (
    <Alert tone="warning">
      <strong>{t.test}</strong>
    </Alert>
  );
}
