import type { Dispatch } from 'react';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import { CardNotice } from '../card/CardNotice.js';
import { isCardPurchase } from '../card/cardPurchase.js';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import { methodsAt, partsAt } from '../methods.js';
import { type KnownLocation, priceAt } from '../offer.js';
import { FailureAlert } from '../parts/FailureAlert.js';
import { PartsChoice } from '../parts/PartsChoice.js';
import { Total } from '../parts/Total.js';
import { CreditCardOption } from './CreditCardOption.js';
import { TransferOption } from './TransferOption.js';
import { fill } from '#domain/texts/catalogue';
import { useTexts } from '../texts/language.js';

interface PaymentStepProps {
  location: KnownLocation;
  options: CheckoutOptions;
  state: CheckoutState;
  dispatch: Dispatch<CheckoutAction>;
  onBack: () => void;
}

/** Shows the total and the ways to pay it at the visitor's location, the preferred one first. */
export function PaymentStep({ location, options, state, dispatch, onBack }: PaymentStepProps) {
  const t = useTexts();
  const { creditCardLink } = options.locations[location.country];
  const { methods, preferredMethod } = methodsAt(options, location);
  const { parts, submission } = state;
  const offered = partsAt(options, location);
  const { amount } = priceAt(options, location);
  const preferredFirst = [preferredMethod, ...methods.filter((method) => method !== preferredMethod)];
  return (
    <>
      <CardNotice
        arrived={state.purchases.findLast(isCardPurchase)}
        failedReference={state.card?.failedReference}
        onShow={() => dispatch({ type: 'wentTo', step: 'thankYou' })}
      />
      <p className="total-line payment-total">
        <span>
          {t.total}
          <small>{fill(t.productTaxIncluded, { product: t.product })}</small>
        </span>
        <Total country={location.country} amount={amount} />
      </p>
      {submission.status === 'failed' && <FailureAlert failure={submission.failure} />}
      {offered && <PartsChoice total={amount} offered={offered} areChosen={!!parts} dispatch={dispatch} />}
      <ul className="methods">
        {preferredFirst.map((method) =>
          method === 'creditCard' ? (
            <CreditCardOption
              key={method}
              link={creditCardLink}
              isPreferred={method === preferredMethod}
              hasEvents={options.cardEvents === true}
              areInParts={!!parts}
              card={state.card}
              terms={options.terms}
              acceptedTerms={state.acceptedTerms}
              dispatch={dispatch}
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
          {t.back}
        </button>
      </div>
    </>
  );
}
