import { formatNamedMoney } from '#domain/platform/money';
import { locationText } from '#domain/places/location-text';
import { Alert } from '../parts/Alert.js';
import { PaymentPagePanel } from '../purchase/PaymentPagePanel.js';
import { PurchaseActions } from '../purchase/PurchaseActions.js';
import { PurchaseSummary } from '../purchase/PurchaseSummary.js';
import { ReferencePanel } from '../purchase/ReferencePanel.js';
import { TestNotice } from '../parts/TestNotice.js';
import type { CardPurchase, Purchase } from '../progress/progress.js';
import { useLanguage, useTexts } from '../texts/language.js';

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
