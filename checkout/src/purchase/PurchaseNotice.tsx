import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress/progress.js';
import { Alert } from '../parts/Alert.js';
import { useTexts } from '../texts/language.js';
import { Filled } from '../parts/Filled.js';

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
        <strong>{t.paidByCard}</strong>{' '}
        <Filled text={t.transferIsSecond} values={{ reference: paid.referenceNumber }} />
      </Alert>
    );
  return (
    <Alert tone="info">
      <strong>{t.completedAlready}</strong>{' '}
      <Filled
        text={t.sameDetails}
        values={{ references: purchases.map(({ referenceNumber }) => referenceNumber).join(', ') }}
      />
    </Alert>
  );
}
