import { type Dispatch, useEffect, useEffectEvent } from 'react';
import type { CardArrival } from '#domain/cards/cards';
import { newKey } from '#browser/newKey';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import type { CardTrouble } from '../progress/progress.js';
import { isCardPurchase } from './cardPurchase.js';
import { watchCard } from './watchCard.js';

/** Waits for the payment of the card page that the visitor has opened, and shows its reference once it has arrived. */
export function useCardWatch(state: CheckoutState, dispatch: Dispatch<CheckoutAction>): void {
  const { card, purchases, step } = state;
  const { key, openedAt } = card ?? {};

  const onArrival = useEffectEvent((arrival: CardArrival) => {
    if (!card || arrival.state === 'none' || !arrival.summary) return;
    const { referenceNumber, orderPath, summary } = arrival;
    const known = purchases.find((purchase) => purchase.key === card.key);
    if (arrival.state === 'failed') {
      // Another attempt is another payment, with a key of its own.
      const next = { key: newKey(), failedReference: referenceNumber };
      dispatch({
        type: 'cardChanged',
        change: { card: next, purchases: purchases.filter((one) => one !== known) },
      });
      if (step.name === 'thankYou') dispatch({ type: 'wentTo', step: 'payment' });
      return;
    }
    const isShown = known && isCardPurchase(known) && known.state === arrival.state;
    if (!isShown) {
      const purchase = { key: card.key, state: arrival.state, referenceNumber, orderPath, summary };
      dispatch({ type: 'completed', purchase });
    }
    if (arrival.state === 'paid') dispatch({ type: 'cardChanged', change: { card: undefined } });
  });

  const onTrouble = useEffectEvent((trouble: CardTrouble | undefined) => {
    if (card && card.trouble !== trouble)
      dispatch({ type: 'cardChanged', change: { card: { ...card, trouble } } });
  });

  useEffect(() => {
    if (key && openedAt)
      return watchCard({
        key,
        openedAt,
        onArrival: (arrival) => onArrival(arrival),
        onTrouble: (trouble) => onTrouble(trouble),
      });
  }, [key, openedAt]);
}
