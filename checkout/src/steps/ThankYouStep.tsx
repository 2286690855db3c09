import { fillInstructions, plainAmount } from '#domain/instructions';
import { quotedCurrency } from '#domain/money';
import { maskEmail } from '#domain/orders';
import { locationName } from '#domain/locations';
import { paymentMethodNames } from '#domain/payments';
import type { Purchase } from '../progress.js';
import { Alert } from '../parts/Alert.js';
import { CopyButton } from '../parts/CopyButton.js';
import { Instructions } from '../parts/Instructions.js';
import { SampleNotice } from '../parts/SampleNotice.js';
import { Total } from '../parts/Total.js';

interface ThankYouStepProps {
  purchase: Purchase;
  /** References of purchases that were completed before this one. */
  earlier: string[];
  /** Undefined for a purchase whose checkout is over. */
  onBack: (() => void) | undefined;
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
  const rows = [
    ['Payment method', paymentMethodNames[payment.paymentMethod]],
    ['Location', locationName(customer)],
    ['Name', customer.fullName],
    ['Email', customer.email],
    ['Phone', customer.phone],
  ] as const;

  return (
    <div className="purchase">
      <Alert tone="success">
        <strong>Your purchase has been recorded.</strong> It is pending until your transfer arrives.
      </Alert>
      {purchase.sample && <SampleNotice />}
      <section className="panel reference" aria-labelledby="reference">
        <h2 id="reference">Reference number</h2>
        <p className="copied">
          <strong className="reference-number">{referenceNumber}</strong>
          <CopyButton text={referenceNumber} what="reference number" />
        </p>
        <p>Please save this reference number for your records.</p>
        {earlier.length > 0 && <p>Also pending from before: {earlier.join(', ')}</p>}
      </section>
      {purchase.orderPath && (
        <section className="panel payment-page" aria-labelledby="payment-page">
          <h2 id="payment-page">Your payment page</h2>
          <p>
            See at any time how your payment stands, tell us when you have sent it, and print your receipt.
            {purchase.mail && ` We have sent these instructions to ${maskEmail(customer.email)}.`}
          </p>
          <p className="copied">
            <a className="button button-primary" href={purchase.orderPath}>
              Open Your Payment Page
            </a>
            <CopyButton
              text={new URL(purchase.orderPath, location.href).href}
              what="link to your payment page"
            />
          </p>
        </section>
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
      <section className="panel" aria-labelledby="order">
        <h2 id="order">Order summary</h2>
        <dl>
          {rows.slice(0, 1).map(row)}
          <div className="summary-row">
            <dt>Amount</dt>
            <dd>
              <Total country={customer.country} amount={payment.amount} />
            </dd>
          </div>
          {rows.slice(1).map(row)}
        </dl>
      </section>
      <div className="actions">
        {onBack && (
          <button type="button" className="button button-back" onClick={onBack}>
            Back to Payment
          </button>
        )}
        <button type="button" className="button" onClick={() => print()}>
          Print
        </button>
        <button type="button" className="button" onClick={onRestart}>
          Start New Checkout
        </button>
      </div>
    </div>
  );
}

const row = ([term, text]: readonly [string, string]) => (
  <div className="summary-row" key={term}>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
);
