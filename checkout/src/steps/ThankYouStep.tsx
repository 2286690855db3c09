import { fillInstructions } from '#domain/instructions';
import { plainAmount, quotedCurrency } from '#domain/money';
import { maskEmail } from '#domain/orders';
import { locationName } from '#domain/locations';
import { paymentMethodNames } from '#domain/payments';
import type { Purchase, TransferPurchase } from '../progress.js';
import { Alert } from '../parts/Alert.js';
import { CopyButton } from '../parts/CopyButton.js';
import { Instructions } from '../parts/Instructions.js';
import { PaymentPagePanel } from '../parts/PaymentPagePanel.js';
import { PurchaseActions } from '../parts/PurchaseActions.js';
import { PurchaseSummary } from '../parts/PurchaseSummary.js';
import { ReferencePanel } from '../parts/ReferencePanel.js';
import { SampleNotice } from '../parts/SampleNotice.js';
import { Total } from '../parts/Total.js';

interface ThankYouStepProps {
  purchase: TransferPurchase;
  /** Purchases that were completed before this one. */
  earlier: Purchase[];
  onBack: () => void;
  onRestart: () => void;
}

/** Shows the reference and repeats the payment instructions. */
export function ThankYouStep({ purchase, earlier, onBack, onRestart }: ThankYouStepProps) {
  const { request, referenceNumber } = purchase;
  const { customer, payment } = request;
  const instructions = fillInstructions(purchase.instructions, {
    reference: referenceNumber,
    amount: { value: payment.amount, currency: quotedCurrency },
    name: customer.fullName,
  });

  return (
    <div className="purchase">
      <Alert tone="success">
        <strong>Your purchase has been recorded.</strong> It is pending until your transfer arrives.
      </Alert>
      {purchase.sample && <SampleNotice />}
      <ReferencePanel reference={referenceNumber} earlier={earlier} />
      {purchase.orderPath && (
        <PaymentPagePanel path={purchase.orderPath}>
          See at any time how your payment stands, tell us when you have sent it, and print your receipt.
          {purchase.mail && ` We have sent these instructions to ${maskEmail(customer.email)}.`}
        </PaymentPagePanel>
      )}
      <section className="panel" aria-labelledby="next">
        <h2 id="next">How to pay</h2>
        <p className="total-line">
          <span>Amount</span>
          <Total country={customer.country} amount={payment.amount} />
          <CopyButton text={plainAmount(payment.amount)} what="amount" />
        </p>
        <Instructions text={instructions} />
        <p className="copied">
          <CopyButton text={instructions} what="instructions" />
        </p>
      </section>
      <PurchaseSummary
        method={paymentMethodNames[payment.paymentMethod]}
        amount={<Total country={customer.country} amount={payment.amount} />}
        location={locationName(customer)}
        payer={customer}
      />
      <PurchaseActions onRestart={onRestart}>
        <button type="button" className="button button-back" onClick={onBack}>
          Back to Payment
        </button>
      </PurchaseActions>
    </div>
  );
}
