import { fillInstructions } from '#domain/payments/instructions';
import { plainAmount, quotedCurrency } from '#domain/platform/money';
import { maskEmail } from '#domain/visitor/orders';
import { locationText } from '#domain/places/location-text';
import { filling } from '#domain/texts/en/filling';
import type { Purchase, TransferPurchase } from '../progress/progress.js';
import { Alert } from '../parts/Alert.js';
import { CopyButton } from '../parts/CopyButton.js';
import { Filled } from '../parts/Filled.js';
import { Instructions } from '../parts/Instructions.js';
import { PartsList } from '../parts/PartsList.js';
import { PaymentPagePanel } from '../purchase/PaymentPagePanel.js';
import { PurchaseActions } from '../purchase/PurchaseActions.js';
import { PurchaseSummary } from '../purchase/PurchaseSummary.js';
import { ReferencePanel } from '../purchase/ReferencePanel.js';
import { SampleNotice } from '../parts/SampleNotice.js';
import { Total } from '../parts/Total.js';
import { useTexts } from '../texts/language.js';

interface ThankYouStepProps {
  purchase: TransferPurchase;
  /** Purchases that were completed before this one. */
  earlier: Purchase[];
  onBack: () => void;
  onRestart: () => void;
}

/** Shows the reference and repeats the payment instructions. */
export function ThankYouStep({ purchase, earlier, onBack, onRestart }: ThankYouStepProps) {
  const t = useTexts();
  const { request, referenceNumber, plan } = purchase;
  const { customer, payment } = request;
  const parts = plan?.map(({ amount, quoted = amount, due }) => ({ amount: quoted, due }));
  const asked = parts?.[0]?.amount ?? payment.amount;
  const saysAmount = purchase.instructions.includes('{amount}');
  const instructions = fillInstructions(
    purchase.instructions,
    {
      reference: referenceNumber,
      amount: { value: asked, currency: quotedCurrency },
      name: customer.fullName,
    },
    purchase.isInEnglish ? filling : t,
  );

  return (
    <div className="purchase">
      <Alert tone="success">
        <strong>{t.recorded}</strong> {t.pendingUntil}
      </Alert>
      {purchase.sample && <SampleNotice />}
      <ReferencePanel reference={referenceNumber} earlier={earlier} />
      {purchase.orderPath && (
        <PaymentPagePanel path={purchase.orderPath}>
          <Filled
            text={purchase.mail ? `${t.transferPageText} ${t.instructionsSent}` : t.transferPageText}
            values={{ email: maskEmail(customer.email) }}
          />
        </PaymentPagePanel>
      )}
      <section className="panel" aria-labelledby="next">
        <h2 id="next">{t.howToPay}</h2>
        {(parts || !saysAmount) && (
          <p className="total-line">
            <span>{parts ? t.firstPart : t.amount}</span>
            <Total country={customer.country} amount={asked} />
          </p>
        )}
        <Instructions text={instructions} isEnglish={purchase.isInEnglish} />
        <p className="copied">
          <CopyButton text={plainAmount(asked)} what="amount" isNamed />
          <CopyButton text={instructions} what="instructions" isNamed />
        </p>
      </section>
      <PurchaseSummary
        method={t.methods[payment.paymentMethod]}
        amount={
          <>
            <Total country={customer.country} amount={payment.amount} />
            {parts && <PartsList parts={parts} />}
          </>
        }
        location={locationText(customer, t)}
        payer={customer}
      />
      <PurchaseActions onRestart={onRestart}>
        <button type="button" className="button button-back" onClick={onBack}>
          {t.backToPayment}
        </button>
      </PurchaseActions>
    </div>
  );
}
