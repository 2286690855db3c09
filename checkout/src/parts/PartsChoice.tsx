import { type Dispatch, useId } from 'react';
import { fill } from '#domain/texts/catalogue';
import { type OfferedPart, partsOfTotal, termsOf } from '#domain/visitor/parts-offer';
import type { CheckoutAction } from '../progress/checkoutState.js';
import { useTexts } from '../texts/language.js';
import { PartsList } from './PartsList.js';

interface PartsChoiceProps {
  total: number;
  offered: readonly OfferedPart[];
  areChosen: boolean;
  dispatch: Dispatch<CheckoutAction>;
}

/** Asks whether the total is paid at once or in parts. */
export function PartsChoice({ total, offered, areChosen, dispatch }: PartsChoiceProps) {
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
