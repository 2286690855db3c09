import { act, renderHook } from '@testing-library/react';
import { useReducer } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CardArrival } from '#domain/cards/cards';
import {
  type CheckoutAction,
  type CheckoutState,
  checkoutReducer,
  stateAt,
} from '../progress/checkoutState.js';
import { aCardPurchase } from '../fixtures.js';
import { emptyProgress } from '../progress/progress.js';
import { useCardWatch } from './useCardWatch.js';

const { key, referenceNumber, orderPath, summary } = aCardPurchase();
const arrived = (state: 'paid' | 'processing' | 'failed'): CardArrival => ({
  state,
  paymentId: 'P',
  referenceNumber,
  orderPath,
  summary,
});
const minuteMs = 60_000;

let answer: CardArrival | { status: number; retryAfter?: number };
let asked: { path: string; at: number }[];
let openedAt: number;

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Seconds after the opening at which the server was asked. */
const askedAt = () => asked.map(({ at }) => (at - openedAt) / 1000);

/** The checkout on its payment step, with the card page opened now. */
function aVisit(change: Partial<CheckoutState> = {}) {
  const progress = {
    ...emptyProgress,
    location: { country: 'canada', province: 'ontario', state: '' },
  } as const;
  const start = { ...stateAt(progress, 'payment'), card: { key, openedAt }, ...change };
  const { result } = renderHook(() => {
    const [state, dispatch] = useReducer(checkoutReducer, start);
    useCardWatch(state, dispatch);
    return { state, dispatch };
  });
  return {
    state: () => result.current.state,
    dispatch: (action: CheckoutAction) => act(() => result.current.dispatch(action)),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  openedAt = Date.now();
  asked = [];
  answer = { state: 'none' };
  vi.stubGlobal('fetch', (path: string) => {
    asked.push({ path, at: Date.now() });
    if ('state' in answer) return Promise.resolve(new Response(JSON.stringify(answer)));
    const headers = new Headers(answer.retryAfter ? { 'Retry-After': String(answer.retryAfter) } : {});
    return Promise.resolve(new Response('{}', { status: answer.status, headers }));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the wait for a card payment', () => {
  it('asks after 2, 4, 8 and every 15 seconds while the page is visible, and anew when it is again', async () => {
    aVisit();
    await pass(45_000);
    expect(asked[0]!.path).toBe(`/api/checkout/card/${key}`);
    expect(askedAt()).toEqual([0, 2, 6, 14, 29, 44]);
    setVisibility('hidden');
    await pass(5 * minuteMs);
    expect(asked).toHaveLength(6);
    setVisibility('visible');
    await pass(7000);
    expect(askedAt().slice(6)).toEqual([345, 347, 351]);
  });

  it('ends after an hour, says that nothing has arrived, and begins again when asked to', async () => {
    const visit = aVisit();
    await pass(61 * minuteMs);
    const { length } = asked;
    expect(askedAt().at(-1)).toBeLessThan(3600);
    expect(visit.state().card).toEqual({ key, openedAt, trouble: 'late' });
    await pass(10 * minuteMs);
    expect(asked).toHaveLength(length);
    visit.dispatch({ type: 'cardChanged', change: { card: { key, openedAt: Date.now() } } });
    await pass(0);
    expect(asked).toHaveLength(length + 1);
  });

  it('says after three failures that it cannot check, and no longer once it can', async () => {
    answer = { status: 503 };
    const visit = aVisit();
    await pass(5000);
    expect(visit.state().card?.trouble).toBeUndefined();
    await pass(1000);
    expect(visit.state().card?.trouble).toBe('unreachable');
    answer = { state: 'none' };
    await pass(8000);
    expect(visit.state().card?.trouble).toBeUndefined();
  });

  it('asks no sooner than the server allows', async () => {
    answer = { status: 429, retryAfter: 30 };
    aVisit();
    await pass(31_000);
    expect(askedAt()).toEqual([0, 30]);
  });

  it('asks nothing before the card page was opened', async () => {
    aVisit({ card: { key } });
    await pass(minuteMs);
    expect(asked).toEqual([]);
  });
});

describe('a card payment that has arrived', () => {
  it('leads to the thank-you page, and the next card payment has another key', async () => {
    answer = arrived('paid');
    const visit = aVisit();
    await pass(0);
    expect(visit.state()).toMatchObject({ step: { name: 'thankYou', purchase: aCardPurchase() } });
    expect(visit.state().card).toBeUndefined();
    await pass(minuteMs);
    expect(asked).toHaveLength(1);
  });

  it('is shown while it is processed, once, and again when it is paid', async () => {
    answer = arrived('processing');
    const visit = aVisit();
    await pass(0);
    expect(visit.state().step).toMatchObject({ purchase: { state: 'processing', referenceNumber } });
    visit.dispatch({ type: 'wentTo', step: 'location' });
    await pass(minuteMs);
    expect(visit.state().step.name).toBe('location');
    answer = arrived('paid');
    await pass(15_000);
    expect(visit.state().step).toMatchObject({ name: 'thankYou', purchase: aCardPurchase() });
    expect(visit.state().purchases).toEqual([aCardPurchase()]);
  });

  it('that failed leads back to the ways to pay, with another key', async () => {
    answer = arrived('processing');
    const visit = aVisit();
    await pass(0);
    answer = arrived('failed');
    await pass(2000);
    expect(visit.state()).toMatchObject({
      step: { name: 'payment' },
      purchases: [],
      card: { failedReference: referenceNumber },
    });
    expect(visit.state().card?.key).not.toBe(key);
    await pass(minuteMs);
    expect(asked).toHaveLength(2);
  });
});
