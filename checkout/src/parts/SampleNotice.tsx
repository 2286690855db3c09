import { Alert } from './Alert.js';
import { useTexts } from '../texts/language.js';

/** Warns visitors not to follow sample instructions. */
export function SampleNotice() {
  const t = useTexts();
  return (
    <Alert tone="warning">
      <strong>{t.sample}</strong> {t.doNotSend}
    </Alert>
  );
}

/** Marks a payment of the card provider's test mode. */
export function TestNotice() {
  const t = useTexts();
  return (
    <Alert tone="warning">
      <strong>{t.test}</strong>
    </Alert>
  );
}
