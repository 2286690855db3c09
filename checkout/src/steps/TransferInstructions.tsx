import type { CheckoutOptions, TransferMethod } from '../../../domain/checkout.js';
import type { KnownLocation } from '../progress.js';
import { instructionsFor, priceAt } from '../offer.js';
import { Instructions } from '../parts/Instructions.js';
import { Total } from '../parts/Total.js';

interface TransferInstructionsProps {
  location: KnownLocation;
  method: TransferMethod;
  options: CheckoutOptions;
}

/** Where to send how much. */
export function TransferInstructions({ location, method, options }: TransferInstructionsProps) {
  return (
    <section className="panel" aria-labelledby="transfer-instructions">
      <h2 id="transfer-instructions">
        {method === 'interac' ? 'E-Transfer instructions' : 'Account details'}
      </h2>
      <Instructions text={instructionsFor(options, location.country, method)} />
      <p className="total-line">
        <span>Payment total</span>
        <Total country={location.country} amount={priceAt(options, location).amount} />
      </p>
    </section>
  );
}
