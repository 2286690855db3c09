import { isCardPurchase } from '../card/cardPurchase.js';
import type { Purchase } from '../progress.js';
import { CopyButton } from './CopyButton.js';

interface ReferencePanelProps {
  reference: string;
  /** Purchases that were completed before this one. */
  earlier: Purchase[];
}

/** The reference of a purchase, with a button to copy it. */
export function ReferencePanel({ reference, earlier }: ReferencePanelProps) {
  const referencesOf = (purchases: Purchase[]) =>
    purchases.map(({ referenceNumber }) => referenceNumber).join(', ');
  const pending = referencesOf(earlier.filter((purchase) => !isCardPurchase(purchase)));
  const paidByCard = referencesOf(earlier.filter(isCardPurchase));
  return (
    <section className="panel reference" aria-labelledby="reference">
      <h2 id="reference">Reference number</h2>
      <p className="copied">
        <strong className="reference-number">{reference}</strong>
        <CopyButton text={reference} what="reference number" />
      </p>
      <p>Please save this reference number for your records.</p>
      {pending && <p>Also pending from before: {pending}</p>}
      {paidByCard && <p>Paid by card before: {paidByCard}</p>}
    </section>
  );
}
