import { type Dispatch, useId } from 'react';
import type { CheckoutOptions, TransferMethod } from '#domain/visitor/checkout';
import { fill } from '#domain/texts/catalogue';
import { type OfferedPart, partsOfTotal, termsOf } from '#domain/visitor/parts-offer';
import { isCardPurchase } from '../card/cardPurchase.js';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import { methodsAt, partsAt } from '../methods.js';
import { type KnownLocation, priceAt } from '../offer.js';
import { FailureAlert } from '../parts/FailureAlert.js';
import { Total } from '../parts/Total.js';
import { CreditCardOption } from './CreditCardOption.js';
import { useTexts } from '../texts/language.js';
import type { CardPurchase } from '../progress/progress.js';
import { Alert } from '../parts/Alert.js';
import { Filled } from '../parts/Filled.js';
import { PartsList } from '../parts/PartsList.js';

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

interface TransferOptionProps {
  method: TransferMethod;
  isPreferred: boolean;
  onChoose: () => void;
}

/** A method that the visitor pays through their own bank; opens the details step. */
function TransferOption({ method, isPreferred, onChoose }: TransferOptionProps) {
  const t = useTexts();
  return (
    <li className={isPreferred ? 'method method-preferred' : 'method'}>
      <div className="method-head">
        <h2>{t.methodCards[method]}</h2>
        {isPreferred && <span className="chip">{t.preferred}</span>}
      </div>
      <p>{t.transferTexts[method]}</p>
      <button
        type="button"
        className={`button method-action ${isPreferred ? 'button-primary' : ''}`}
        onClick={onChoose}
      >
        {t.continueWith[method]}
      </button>
    </li>
  );
}

interface CardNoticeProps {
  /** The card payment of this visit that has arrived. */
  arrived: CardPurchase | undefined;
  /** The reference of the one that did not go through. */
  failedReference: string | undefined;
  onShow: () => void;
}

/** Says above the ways to pay what became of a card payment. */
function CardNotice({ arrived, failedReference, onShow }: CardNoticeProps) {
  const t = useTexts();
  if (failedReference)
    return (
      <Alert tone="error" urgent>
        <strong>{t.cardFailed}</strong>{' '}
        <Filled text={t.cardFailedReference} values={{ reference: failedReference }} />
      </Alert>
    );
  if (arrived)
    return (
      <Alert tone="info">
        <p>
          <Filled
            text={t.cardArrivedBefore}
            values={{ reference: <strong>{arrived.referenceNumber}</strong> }}
          />
        </p>
        <button type="button" className="button" onClick={onShow}>
          {t.showAgain}
        </button>
      </Alert>
    );
}

interface PartsChoiceProps {
  total: number;
  offered: readonly OfferedPart[];
  areChosen: boolean;
  dispatch: Dispatch<CheckoutAction>;
}

/** Asks whether the total is paid at once or in parts. */
function PartsChoice({ total, offered, areChosen, dispatch }: PartsChoiceProps) {
  const t = useTexts();
  const id = useId();
  const way = (isChosen: boolean, text: string, parts?: OfferedPart[]) => (
    <label>
      <input
        type="radio"
        name={id}
        checked={isChosen}
        aria-describedby={parts && `${id}-parts`}
        onChange={() => dispatch({ type: 'partsChosen', parts })}
      />
      {text}
    </label>
  );
  return (
    <fieldset className="parts-choice">
      <legend className="visually-hidden">{t.whenToPay}</legend>
      {way(!areChosen, t.payAtOnce)}
      {way(areChosen, fill(t.payInParts, { count: offered.length }), termsOf(offered))}
      <PartsList id={`${id}-parts`} parts={partsOfTotal(total, offered)} />
    </fieldset>
  );
}
