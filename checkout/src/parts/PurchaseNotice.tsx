import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress.js';
import { Alert } from './Alert.js';
import { fill } from '#domain/texts/catalogue';
import { useTexts } from '../language.js';

/** Says that the purchase is not complete yet, or that it repeats the completed ones. */
export function PurchaseNotice({ purchases }: { purchases: Purchase[] }) {
  const t = useTexts();
  if (purchases.length === 0)
    return (
      <Alert tone="info">
        <strong>{t.notComplete}</strong> {t.notReserved}
      </Alert>
    );
  const paid = purchases.find(isCardPurchase);
  if (paid)
    return (
      <Alert tone="warning">
        <strong>{t.paidByCard}</strong> {fill(t.transferIsSecond, { reference: paid.referenceNumber })}
      </Alert>
    );
  return (
    <Alert tone="info">
      <strong>{t.completedAlready}</strong>{' '}
      {fill(t.sameDetails, {
        references: purchases.map(({ referenceNumber }) => referenceNumber).join(', '),
      })}
    </Alert>
  );
}
