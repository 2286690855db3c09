import { type Dispatch, useEffect, useEffectEvent } from 'react';
import type { CardArrival } from '#domain/cards/cards';
import { newKey } from '#browser/newKey';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import type { CardTrouble } from '../progress/progress.js';
import { isCardPurchase } from './cardPurchase.js';
import { call, failureOf, RequestError } from '../api.js';
import { current } from '../texts/language.js';

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

/** Asks the server whether the card payment of a visit has arrived. */
async function fetchCardArrival(key: string): Promise<CardArrival> {
  const { cannotCheckCard } = current().texts;
  const arrival = (await call(`/checkout/card/${key}`, cannotCheckCard)) as CardArrival | undefined;
  if (!arrival?.state) throw new RequestError({ message: cannotCheckCard, fields: {} });
  return arrival;
}

/** Pauses after the first checks, and between all others, in milliseconds. */
const firstPausesMs = [2000, 4000, 8000];
const pauseMs = 15_000;

/** The time after the opening of the card page in which its payment is waited for. */
const waitMs = 60 * 60_000;

/** Failures in a row before the visitor is told. */
const toleratedFailures = 3;

interface CardWatchOptions {
  key: string;
  openedAt: number;
  onArrival: (arrival: CardArrival) => void;
  onTrouble: (trouble: CardTrouble | undefined) => void;
}

/** Asks for a visit's card payment while the page is visible, for an hour. Returns the function that ends it. */
function watchCard({ key, openedAt, onArrival, onTrouble }: CardWatchOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checks = 0;
  let failures = 0;
  let isAsking = false;
  let hasEnded = false;

  /** Checks once; returns the pause that the server asks for in milliseconds. */
  async function check(): Promise<number> {
    try {
      const arrival = await fetchCardArrival(key);
      failures = 0;
      if (!hasEnded) onTrouble(undefined);
      if (!hasEnded) onArrival(arrival);
      return 0;
    } catch (error) {
      failures += 1;
      if (!hasEnded && failures >= toleratedFailures) onTrouble('unreachable');
      return (failureOf(error).retryAfter ?? 0) * 1000;
    }
  }

  async function run() {
    clearTimeout(timer);
    if (isAsking || document.visibilityState !== 'visible') return;
    if (Date.now() >= openedAt + waitMs) return onTrouble('late');
    isAsking = true;
    const wantedMs = await check();
    isAsking = false;
    if (hasEnded) return;
    const nextMs = firstPausesMs[checks] ?? pauseMs;
    checks += 1;
    timer = setTimeout(() => void run(), Math.max(nextMs, wantedMs));
  }

  function onVisibilityChange() {
    checks = 0;
    void run();
  }

  document.addEventListener('visibilitychange', onVisibilityChange);
  void run();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
