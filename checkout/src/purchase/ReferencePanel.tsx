import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress/progress.js';
import { CopyButton } from '../parts/CopyButton.js';
import { useTexts } from '../texts/language.js';
import { Filled } from '../parts/Filled.js';

interface ReferencePanelProps {
  reference: string;
  /** Purchases that were completed before this one. */
  earlier: Purchase[];
}

/** The reference of a purchase, with a button to copy it. */
export function ReferencePanel({ reference, earlier }: ReferencePanelProps) {
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
