import type { CheckoutOptions, TransferMethod } from '#domain/visitor/checkout';
import { type OfferedPart, partsOfTotal } from '#domain/visitor/parts-offer';
import { fillInstructions } from '#domain/payments/instructions';
import { quotedCurrency } from '#domain/platform/money';
import { areInEnglish, instructionsFor } from '../methods.js';
import { type KnownLocation, priceAt } from '../offer.js';
import { filling } from '#domain/texts/en/filling';
import { Instructions } from '../parts/Instructions.js';
import { PartsList } from '../parts/PartsList.js';
import { Total } from '../parts/Total.js';
import { useTexts } from '../texts/language.js';

interface TransferInstructionsProps {
  location: KnownLocation;
  method: TransferMethod;
  options: CheckoutOptions;
  /** The parts in which the visitor pays; undefined at once. */
  parts: readonly OfferedPart[] | undefined;
  /** The name typed so far. */
  name: string;
}

/** The account instructions and the amount. */
export function TransferInstructions({ location, method, options, parts, name }: TransferInstructionsProps) {
  const t = useTexts();
  const { amount } = priceAt(options, location);
  const split = parts && partsOfTotal(amount, parts);
  const isEnglish = areInEnglish(options, location.country, method);
  const text = fillInstructions(
    instructionsFor(options, location.country, method),
    { amount: { value: split?.[0]?.amount ?? amount, currency: quotedCurrency }, name },
    isEnglish ? filling : t,
  );
  return (
    <section className="panel" aria-labelledby="transfer-instructions">
      <h2 id="transfer-instructions">{method === 'interac' ? t.transferInstructions : t.accountDetails}</h2>
      <p>{t.referenceLater}</p>
      <Instructions text={text} isEnglish={isEnglish} />
      <p className="total-line">
        <span>{t.paymentTotal}</span>
        <Total country={location.country} amount={amount} />
      </p>
      {split && <PartsList parts={split} />}
    </section>
  );
}
