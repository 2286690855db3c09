import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress.js';
import { Alert } from './Alert.js';

/** Says that the purchase is not complete yet, or that it repeats the completed ones. */
export function PurchaseNotice({ purchases }: { purchases: Purchase[] }) {
  if (purchases.length === 0)
    return (
      <Alert tone="info">
        <strong>Your purchase is not complete yet.</strong> Nothing is reserved until you fill in your details
        below and press “Complete Purchase”.
      </Alert>
    );
  const paid = purchases.find(isCardPurchase);
  if (paid)
    return (
      <Alert tone="warning">
        <strong>You have paid by card already.</strong> Your card payment is recorded as{' '}
        {paid.referenceNumber}. A transfer is a second payment.
      </Alert>
    );
  return (
    <Alert tone="info">
      <strong>You have already completed a purchase.</strong> It is recorded as{' '}
      {purchases.map(({ referenceNumber }) => referenceNumber).join(', ')} and stays pending. The same details
      give the same reference again; changed details make a second payment.
    </Alert>
  );
}
