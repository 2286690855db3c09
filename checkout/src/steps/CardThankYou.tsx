import { formatNamedMoney } from '#domain/money';
import { locationName } from '#domain/locations';
import { paymentMethodNames } from '#domain/payments';
import { Alert } from '../parts/Alert.js';
import { PaymentPagePanel } from '../parts/PaymentPagePanel.js';
import { PurchaseActions } from '../parts/PurchaseActions.js';
import { PurchaseSummary } from '../parts/PurchaseSummary.js';
import { ReferencePanel } from '../parts/ReferencePanel.js';
import { TestNotice } from '../parts/TestNotice.js';
import type { CardPurchase, Purchase } from '../progress.js';

interface CardThankYouProps {
  purchase: CardPurchase;
  /** Purchases that were completed before this one. */
  earlier: Purchase[];
  onRestart: () => void;
}

/** Shows the reference of a card payment that has arrived. */
export function CardThankYou({ purchase, earlier, onRestart }: CardThankYouProps) {
  const { referenceNumber, orderPath, state, summary } = purchase;
  return (
    <div className="purchase">
      {state === 'paid' ? (
        <Alert tone="success">
          <strong>Your card payment has arrived.</strong> There is nothing left to do.
        </Alert>
      ) : (
        <Alert tone="info">
          <strong>Your purchase has been recorded.</strong> Your payment is still being processed, which can
          take a few days. There is nothing left to do.
        </Alert>
      )}
      {summary.test && <TestNotice />}
      <ReferencePanel reference={referenceNumber} earlier={earlier} />
      <PaymentPagePanel path={orderPath}>
        See at any time how your payment stands, and print your receipt once it has arrived.
      </PaymentPagePanel>
      <PurchaseSummary
        method={paymentMethodNames.creditCard}
        amount={formatNamedMoney(summary.amount, summary.currency)}
        location={locationName(summary)}
        payer={summary}
      />
      <PurchaseActions onRestart={onRestart} />
    </div>
  );
}
