import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress.js';
import { CopyButton } from './CopyButton.js';
import { fill } from '#domain/texts/catalogue';
import { useTexts } from '../language.js';

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
        <strong className="reference-number">{reference}</strong>
        <CopyButton text={reference} what="reference" />
      </p>
      <p>{t.saveReference}</p>
      {pending && <p>{fill(t.alsoPending, { references: pending })}</p>}
      {paidByCard && <p>{fill(t.paidBefore, { references: paidByCard })}</p>}
    </section>
  );
}
