import type { ReactNode } from 'react';
import { fillInstructions } from '#domain/payments/instructions';
import { formatNamedMoney, plainAmount, quotedCurrency } from '#domain/platform/money';
import { maskEmail } from '#domain/visitor/orders';
import { locationText } from '#domain/places/location-text';
import { filling } from '#domain/texts/en/filling';
import { EmailText } from '#browser/EmailText';
import type { CardPurchase, Purchase, TransferPurchase } from '../progress/progress.js';
import { Alert } from '../parts/Alert.js';
import { CopyButton } from '../parts/CopyButton.js';
import { Filled } from '../parts/Filled.js';
import { Instructions } from '../parts/Instructions.js';
import { PartsList } from '../parts/PartsList.js';
import { SampleNotice, TestNotice } from '../parts/SampleNotice.js';
import { Total } from '../parts/Total.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { isCardPurchase } from '../card/cardPurchase.js';

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

interface CardThankYouProps {
  purchase: CardPurchase;
  /** Purchases that were completed before this one. */
  earlier: Purchase[];
  onRestart: () => void;
}

/** Shows the reference of a card payment that has arrived. */
export function CardThankYou({ purchase, earlier, onRestart }: CardThankYouProps) {
  const t = useTexts();
  const language = useLanguage();
  const { referenceNumber, orderPath, state, summary } = purchase;
  return (
    <div className="purchase">
      {state === 'paid' ? (
        <Alert tone="success">
          <strong>{t.cardArrived}</strong> {t.nothingLeft}
        </Alert>
      ) : (
        <Alert tone="info">
          <strong>{t.recorded}</strong> {t.cardProcessing}
        </Alert>
      )}
      {summary.test && <TestNotice />}
      <ReferencePanel reference={referenceNumber} earlier={earlier} />
      <PaymentPagePanel path={orderPath}>{t.cardPageText}</PaymentPagePanel>
      <PurchaseSummary
        method={t.methods.creditCard}
        amount={<span translate="no">{formatNamedMoney(summary.amount, summary.currency, language)}</span>}
        location={locationText(summary, t)}
        payer={summary}
      />
      <PurchaseActions onRestart={onRestart} />
    </div>
  );
}

/** The actions below a purchase that is recorded. */
function PurchaseActions({ onRestart, children }: { onRestart: () => void; children?: ReactNode }) {
  const t = useTexts();
  return (
    <div className="actions">
      {children}
      <button type="button" className="button" onClick={() => print()}>
        {t.print}
      </button>
      <button type="button" className="button" onClick={onRestart}>
        {t.startNew}
      </button>
    </div>
  );
}

interface PurchaseSummaryProps {
  method: string;
  amount: ReactNode;
  location: string;
  payer: { fullName: string; email: string; phone: string };
}

/** The purchase and its payer. A card page may not ask for all of it. */
function PurchaseSummary({ method, amount, location, payer }: PurchaseSummaryProps) {
  const t = useTexts();
  const rows: [term: string, text: ReactNode, kept?: 'kept'][] = [
    [t.paymentMethod, method],
    [t.amount, amount],
    [t.location, location],
    [t.name, payer.fullName, 'kept'],
    [t.email, payer.email && <EmailText key="email" email={payer.email} />],
    [t.phone, payer.phone, 'kept'],
  ];
  return (
    <section className="panel" aria-labelledby="order">
      <h2 id="order">{t.orderSummary}</h2>
      <dl>
        {rows
          .filter(([, text]) => text !== '')
          .map(([term, text, kept]) => (
            <div className="summary-row" key={term}>
              <dt>{term}</dt>
              <dd translate={kept && 'no'}>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** Leads to the payment's own page; its children say what that is good for. */
function PaymentPagePanel({ path, children }: { path: string; children: ReactNode }) {
  const t = useTexts();
  return (
    <section className="panel payment-page" aria-labelledby="payment-page">
      <h2 id="payment-page">{t.paymentPage}</h2>
      <p>{children}</p>
      <p className="copied">
        <a className="button button-primary" href={path}>
          {t.openPage}
        </a>
        <CopyButton text={new URL(path, location.href).href} what="link" />
      </p>
    </section>
  );
}

/** The reference of a purchase, with a button to copy it. */
function ReferencePanel({ reference, earlier }: { reference: string; earlier: Purchase[] }) {
  const t = useTexts();
  const referencesOf = (purchases: Purchase[]) =>
    purchases.map(({ referenceNumber }) => referenceNumber).join(', ');
  const pending = referencesOf(earlier.filter((purchase) => !isCardPurchase(purchase)));
  const paidByCard = referencesOf(earlier.filter(isCardPurchase));
  return (
    <section className="panel reference" aria-labelledby="reference">
      <h2 id="reference">{t.referenceNumber}</h2>
      <p className="copied">
        <strong className="reference-number" translate="no">
          {reference}
        </strong>
        <CopyButton text={reference} what="reference" />
      </p>
      <p>{t.saveReference}</p>
      {pending && (
        <p>
          <Filled text={t.alsoPending} values={{ references: pending }} />
        </p>
      )}
      {paidByCard && (
        <p>
          <Filled text={t.paidBefore} values={{ references: paidByCard }} />
        </p>
      )}
    </section>
  );
}
