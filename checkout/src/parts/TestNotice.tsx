import { testNote } from '#domain/orders';
import { Alert } from './Alert.js';

/** Marks a payment of the card provider's test mode. */
export const TestNotice = () => (
  <Alert tone="warning">
    <strong>{testNote}</strong>
  </Alert>
);
