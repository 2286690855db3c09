import { methodCardTitles, productName } from '#domain/checkout';
import { locationName } from '#domain/locations';
import type { CheckoutState } from '../checkoutState.js';
import { knownLocation, priceAt } from '../offer.js';
import type { OptionsResult } from '../useOptions.js';
import { Total } from './Total.js';

const unknown = <span className="muted">Not chosen</span>;

interface OrderSummaryProps {
  state: CheckoutState;
  result: OptionsResult;
}

/** The product and its total; beside the steps, or on a phone as a bar that stays at the top. */
export function OrderSummary({ state, result }: OrderSummaryProps) {
  const location = knownLocation(state.location);
  const options = result.status === 'ready' ? result.options : undefined;
  return (
    <aside className="summary" aria-label="Order summary">
      <h2>Order summary</h2>
      <p className="summary-product">
        {productName}
        <small>Tax included</small>
      </p>
      <dl>
        <div className="summary-row">
          <dt>Location</dt>
          <dd>{locationName(state.location) || unknown}</dd>
        </div>
        <div className="summary-row">
          <dt>Payment method</dt>
          <dd>{state.method ? methodCardTitles[state.method] : unknown}</dd>
        </div>
        <div className="summary-row summary-total">
          <dt>Total</dt>
          <dd>
            {location && options ? (
              <Total country={location.country} amount={priceAt(options, location).amount} />
            ) : (
              !location && <span className="muted">Depends on your location</span>
            )}
          </dd>
        </div>
      </dl>
    </aside>
  );
}
