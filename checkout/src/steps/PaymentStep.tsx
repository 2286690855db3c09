import type { Dispatch } from 'react';
import { type CheckoutOptions, productName } from '#domain/checkout';
import type { CheckoutAction } from '../checkoutState.js';
import { type KnownLocation, priceAt } from '../offer.js';
import { Total } from '../parts/Total.js';
import { CreditCardOption } from './CreditCardOption.js';
import { TransferOption } from './TransferOption.js';

interface PaymentStepProps {
  location: KnownLocation;
  options: CheckoutOptions;
  dispatch: Dispatch<CheckoutAction>;
  onBack: () => void;
}

/** Shows the total and the ways to pay it at the visitor's location, the preferred one first. */
export function PaymentStep({ location, options, dispatch, onBack }: PaymentStepProps) {
  const { methods, preferredMethod, creditCardLink } = options.locations[location.country];
  const preferredFirst = [preferredMethod, ...methods.filter((method) => method !== preferredMethod)];
  return (
    <>
      <p className="total-line payment-total">
        <span>
          Total
          <small>{productName}, tax included</small>
        </span>
        <Total country={location.country} amount={priceAt(options, location).amount} />
      </p>
      <ul className="methods">
        {preferredFirst.map((method) =>
          method === 'creditCard' ? (
            <CreditCardOption
              key={method}
              link={creditCardLink}
              onOpen={() => dispatch({ type: 'methodChosen', method })}
            />
          ) : (
            <TransferOption
              key={method}
              method={method}
              isPreferred={method === preferredMethod}
              onChoose={() => dispatch({ type: 'methodChosen', method })}
            />
          ),
        )}
      </ul>
      <div className="actions">
        <button type="button" className="button button-back" onClick={onBack}>
          Back
        </button>
      </div>
    </>
  );
}
