import type { CheckoutOptions, TransferMethod } from '#domain/visitor/checkout';
import { fillInstructions } from '#domain/payments/instructions';
import { quotedCurrency } from '#domain/platform/money';
import { areInEnglish, instructionsFor } from '../methods.js';
import { type KnownLocation, priceAt } from '../offer.js';
import { filling } from '#domain/texts/en/filling';
import { Instructions } from '../parts/Instructions.js';
import { Total } from '../parts/Total.js';
import { useTexts } from '../language.js';

interface TransferInstructionsProps {
  location: KnownLocation;
  method: TransferMethod;
  options: CheckoutOptions;
  /** The name typed so far. */
  name: string;
}

/** The account instructions and the amount. */
export function TransferInstructions({ location, method, options, name }: TransferInstructionsProps) {
  const t = useTexts();
  const { amount } = priceAt(options, location);
  const isEnglish = areInEnglish(options, location.country, method);
  const text = fillInstructions(
    instructionsFor(options, location.country, method),
    { amount: { value: amount, currency: quotedCurrency }, name },
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
    </section>
  );
}
