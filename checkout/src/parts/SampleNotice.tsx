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
