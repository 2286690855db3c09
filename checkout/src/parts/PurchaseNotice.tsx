import { Alert } from './Alert.js';

/** Says that the purchase is not complete yet, or that it repeats the completed ones under `references`. */
export function PurchaseNotice({ references }: { references: string[] }) {
  if (references.length === 0)
    return (
      <Alert tone="info">
        <strong>Your purchase is not complete yet.</strong> Nothing is reserved until you fill in your details
        below and press “Complete Purchase”.
      </Alert>
    );
  return (
    <Alert tone="info">
      <strong>You have already completed a purchase.</strong> It is recorded as {references.join(', ')} and
      stays pending. The same details give the same reference again; changed details make a second payment.
    </Alert>
  );
}
