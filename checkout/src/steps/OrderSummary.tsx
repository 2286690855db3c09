import type { ComponentType } from 'react';
import { locationText } from '#domain/places/location-text';
import type { CheckoutState } from '../progress/checkoutState.js';
import { knownLocation, priceAt } from '../offer.js';
import type { OptionsResult } from '../useOptions.js';
import type { TotalProps } from '../parts/Total.js';
import { useTexts } from '../texts/language.js';

interface OrderSummaryProps {
  state: CheckoutState;
  result: OptionsResult;
  /** Undefined until it is loaded. */
  Total: ComponentType<TotalProps> | undefined;
}

/** The product and its total; beside the steps, or on a phone as a bar that stays at the top. */
export function OrderSummary({ state, result, Total }: OrderSummaryProps) {
  const t = useTexts();
  const unknown = <span className="muted">{t.notChosen}</span>;
  const location = knownLocation(state.location);
  const options = result.status === 'ready' ? result.options : undefined;
  return (
    <aside className="summary" aria-label={t.orderSummary}>
      <h2>{t.orderSummary}</h2>
      <p className="summary-product">
        {t.product}
        <small>{t.taxIncluded}</small>
      </p>
      <dl>
        <div className="summary-row">
          <dt>{t.location}</dt>
          <dd>{locationText(state.location, t) || unknown}</dd>
        </div>
        <div className="summary-row">
          <dt>{t.paymentMethod}</dt>
          <dd>{state.method ? t.methodCards[state.method] : unknown}</dd>
        </div>
        <div className="summary-row summary-total">
          <dt>{t.total}</dt>
          <dd>
            {location && options && Total ? (
              <Total country={location.country} amount={priceAt(options, location).amount} />
            ) : (
              <span className="muted">{t.dependsOnLocation}</span>
            )}
          </dd>
        </div>
      </dl>
    </aside>
  );
}
