import { act, renderHook } from '@testing-library/react';
import { useReducer } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutRequest } from '#domain/visitor/checkout';
import { type CheckoutState, checkoutReducer, stateAt } from '../progress/checkoutState.js';
import { emptyProgress, type Progress } from '../progress/progress.js';
import { aCardPurchase, aRequest, someOptions } from '../fixtures.js';
import { useSubmission } from './useSubmission.js';

/** A server that stores one payment per key, like the real one; `fate` decides the outcome of the next calls. */
function aServer(namesReference = false) {
  const payments = new Map<string, { body: string; referenceNumber: string }>();
  const keys: string[] = [];
  let fate: 'answers' | 'storesSilently' | 'isAway' | 'conflictsAndLeaves' | Response = 'answers';
  const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  vi.stubGlobal(
    'fetch',
    (_: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      const key = headers['Idempotency-Key']!;
      keys.push(key);
      if (fate instanceof Response) return Promise.resolve(fate);
      if (fate === 'isAway') return Promise.reject(new TypeError('Failed to fetch'));
      const known = payments.get(key);
      if (known && known.body !== body && fate === 'conflictsAndLeaves') fate = 'isAway';
      if (known && known.body !== body) {
        const errors = { referenceNumber: known.referenceNumber };
        return Promise.resolve(
          json(409, { message: 'Made with other details', ...(namesReference && { errors }) }),
        );
      }
      const referenceNumber = known?.referenceNumber ?? `REF-${payments.size + 1}`;
      payments.set(key, { body, referenceNumber });
      if (fate === 'storesSilently') return Promise.reject(new DOMException('timed out', 'TimeoutError'));
      return Promise.resolve(json(201, { referenceNumber, paymentId: 'P' }));
    },
  );
  return { payments, keys, meets: (next: typeof fate) => (fate = next) };
}

const { customer, payment } = aRequest();
const progress: Progress = {
  ...emptyProgress,
  location: { country: 'canada', province: 'ontario', state: '' },
  method: 'bankTransfer',
  details: {
    fullName: customer.fullName,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    city: customer.city,
    postalCode: customer.postalCode,
    transferDate: payment.transferDate,
    transferReference: '',
  },
};

function aForm(start: CheckoutState = stateAt(progress, 'details'), options = someOptions()) {
  const reloadOptions = vi.fn();
  const { result } = renderHook(() => {
    const [state, dispatch] = useReducer(checkoutReducer, start);
    return { state, dispatch, submit: useSubmission(state, dispatch, options, reloadOptions) };
  });
  const input = (isSecondMeant = false) => ({
    details: result.current.state.details,
    website: '',
    isSecondMeant,
  });
  return {
    reloadOptions,
    state: () => result.current.state,
    references: () => result.current.state.purchases.map(({ referenceNumber }) => referenceNumber),
    submit: (isSecondMeant = false) => act(() => result.current.submit(input(isSecondMeant))),
    start: () => act(() => void result.current.submit(input())),
    submitTwice: () =>
      act(async () => {
        const { submit } = result.current;
        await Promise.all([submit(input()), submit(input())]);
      }),
    cancel: () => act(() => result.current.dispatch({ type: 'confirmationDeclined' })),
    chooseParts: (parts: Progress['parts']) =>
      act(() => {
        result.current.dispatch({ type: 'partsChosen', parts });
        result.current.dispatch({ type: 'wentTo', step: 'details' });
      }),
    return: () => act(() => result.current.dispatch({ type: 'returned' })),
    type: (city: string) =>
      act(() => {
        result.current.dispatch({ type: 'wentTo', step: 'details' });
        result.current.dispatch({ type: 'detailsChanged', change: { city } });
      }),
  };
}

let server: ReturnType<typeof aServer>;
beforeEach(() => {
  server = aServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a submission', () => {
  it('leads to the thank-you page with the reference and the instructions', async () => {
    const form = aForm();
    await form.submit();
    expect(form.state().step).toMatchObject({
      name: 'thankYou',
      purchase: { referenceNumber: 'REF-1', instructions: 'Transfer instructions of canada' },
    });
    expect(form.state().attempt).toBeUndefined();
  });

  it('that a limit of mails has met does not promise the instructions by mail', async () => {
    const form = aForm(undefined, { ...someOptions(), mail: true });
    const answer = { referenceNumber: 'REF-1', paymentId: 'P', mail: false };
    server.meets(new Response(JSON.stringify(answer), { status: 201 }));
    await form.submit();
    expect(form.state().step).toMatchObject({ name: 'thankYou', purchase: { mail: false } });
  });

  it('in parts is another payment than the same one at once', async () => {
    const parts = [{ share: 0.5 }, { share: 0.5, days: 30 }];
    const form = aForm(stateAt({ ...progress, parts }, 'details'));
    await form.submit();
    const [first] = [...server.payments.values()];
    expect((JSON.parse(first!.body) as CheckoutRequest).payment.parts).toEqual(parts);
    form.chooseParts(undefined);
    await form.submit();
    expect(form.state().submission.status).toBe('confirming');
    await form.submit(true);
    expect(form.references()).toEqual(['REF-1', 'REF-2']);
  });

  it('in parts that have changed leads back to the payment options, which are loaded again', async () => {
    const form = aForm(stateAt({ ...progress, parts: [{ share: 1 }] }, 'details'));
    const message = 'The parts have changed. Please review your payment options.';
    const errors = { 'payment.parts': message };
    server.meets(new Response(JSON.stringify({ message, errors }), { status: 400 }));
    await form.submit();
    expect(form.state()).toMatchObject({
      step: { name: 'payment' },
      parts: undefined,
      details: progress.details,
      submission: { status: 'failed', failure: { message } },
    });
    expect(form.reloadOptions).toHaveBeenCalledOnce();
  });

  it('is one call, however fast it is made twice', async () => {
    const form = aForm();
    await form.submitTwice();
    expect(server.keys).toHaveLength(1);
  });

  it('waits 100 ms for Interac after the details are saved', async () => {
    vi.useFakeTimers();
    const form = aForm(stateAt({ ...progress, method: 'interac' }, 'details'));
    form.start();
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(server.keys).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(form.references()).toEqual(['REF-1']);
  });

  it('uses its key again after a failure, and after a reload', async () => {
    const form = aForm();
    server.meets('storesSilently');
    await form.submit();
    expect(form.state().submission).toMatchObject({
      failure: { message: 'Network error. Please try again.' },
    });
    server.meets('answers');
    const reloaded = aForm(stateAt(form.state(), 'details'));
    await reloaded.submit();
    expect(reloaded.references()).toEqual(['REF-1']);
    expect(server.payments.size).toBe(1);
    expect(new Set(server.keys).size).toBe(1);
  });

  it('keeps its key when refused details are corrected', async () => {
    const form = aForm();
    server.meets(new Response(JSON.stringify({ message: 'City is required' }), { status: 400 }));
    await form.submit();
    server.meets('answers');
    form.type('Ottawa');
    await form.submit();
    expect(new Set(server.keys).size).toBe(1);
    expect(form.references()).toEqual(['REF-1']);
  });

  it('asks for the options again when the price is no longer the one shown', async () => {
    const form = aForm();
    const message = 'The amount does not match the current price. Please review your payment options.';
    const errors = { 'payment.amount': message };
    server.meets(new Response(JSON.stringify({ message, errors }), { status: 400 }));
    await form.submit();
    expect(form.state().submission).toMatchObject({ failure: { message } });
    expect(form.reloadOptions).toHaveBeenCalledOnce();
  });
});

describe('after a purchase', () => {
  it('the same details give the same reference', async () => {
    const form = aForm();
    await form.submit();
    form.type('Toronto ');
    await form.submit();
    expect(form.references()).toEqual(['REF-1']);
    expect(form.state().step.name).toBe('thankYou');
    expect(server.payments.size).toBe(1);
  });

  it('changed details are a second payment, once that is confirmed', async () => {
    const form = aForm();
    await form.submit();
    form.type('Ottawa');
    await form.submit();
    expect(form.state().submission.status).toBe('confirming');
    expect(server.payments.size).toBe(1);
    await form.submit(true);
    expect(form.references()).toEqual(['REF-1', 'REF-2']);
    form.type('Toronto');
    await form.submit();
    expect(form.references()).toEqual(['REF-2', 'REF-1']);
    expect(server.payments.size).toBe(2);
  });

  it('details changed after an answer got lost find the payment that was made, and ask before a second', async () => {
    const form = aForm();
    server.meets('isAway');
    await form.submit();
    form.type('Ottawa');
    server.meets('storesSilently');
    await form.submit();
    form.type('Hamilton');
    server.meets('answers');
    await form.submit();
    expect(form.state().submission.status).toBe('confirming');
    expect(form.state().purchases[0]).toMatchObject({
      referenceNumber: 'REF-1',
      request: { customer: { city: 'Ottawa' } } as CheckoutRequest,
    });
    expect(server.payments.size).toBe(1);
    await form.submit(true);
    expect(form.references()).toEqual(['REF-1', 'REF-2']);
  });

  it('a key that stands for a payment made elsewhere is given up, and the visitor told', async () => {
    const form = aForm();
    server.meets(new Response(JSON.stringify({ message: 'Made with other details' }), { status: 409 }));
    await form.submit();
    expect(form.state().submission).toMatchObject({ failure: { message: 'Made with other details' } });
    expect(form.state().attempt).toMatchObject({ sent: [] });
    expect(server.keys).not.toContain(form.state().attempt?.key);
    server.meets('answers');
    await form.submit();
    expect(form.references()).toEqual(['REF-1']);
    expect(new Set(server.keys).size).toBe(2);
  });

  it('a transfer beside a card payment is sent only once that is confirmed, also after an answer got lost', async () => {
    const paid = stateAt({ ...progress, purchases: [aCardPurchase()] }, 'details');
    const form = aForm(paid);
    await form.submit();
    expect(form.state().submission.status).toBe('confirming');
    expect(server.keys).toHaveLength(0);
    server.meets('storesSilently');
    await form.submit(true);
    server.meets('answers');
    await form.submit();
    expect(form.state().submission.status).toBe('confirming');
    await form.submit(true);
    expect(form.references()).toEqual([aCardPurchase().referenceNumber, 'REF-1']);
    expect(server.payments.size).toBe(1);
  });

  it('a key is kept when the payment behind it cannot be looked for now', async () => {
    const form = aForm();
    server.meets('storesSilently');
    await form.submit();
    form.type('Ottawa');
    server.meets('conflictsAndLeaves');
    await form.submit();
    expect(form.state().submission).toMatchObject({
      failure: { message: 'Network error. Please try again.' },
    });
    server.meets('answers');
    await form.submit();
    expect(form.references()).toEqual(['REF-1']);
    expect(server.payments.size).toBe(1);
  });
});

describe('with terms', () => {
  const terms = { version: '0123456789ab', en: 'No refunds.' };
  const changed = 'The terms have changed. Please read them again.';

  it('a submission carries their version', async () => {
    const form = aForm(undefined, { ...someOptions(), terms });
    await form.submit();
    const [made] = [...server.payments.values()];
    expect(JSON.parse(made!.body)).toMatchObject({ acceptedTerms: terms.version });
  });

  it('that have changed it asks for the offer again, and is no second payment', async () => {
    const form = aForm(undefined, { ...someOptions(), terms });
    const body = JSON.stringify({ message: changed, errors: { acceptedTerms: changed } });
    server.meets(new Response(body, { status: 409 }));
    await form.submit();
    expect(server.keys).toHaveLength(1);
    expect(form.state().submission).toMatchObject({
      status: 'failed',
      failure: { message: changed, fields: { acceptedTerms: changed } },
    });
    expect(form.reloadOptions).toHaveBeenCalledOnce();
    server.meets('answers');
    await form.submit();
    expect(new Set(server.keys).size).toBe(1);
    expect(form.references()).toEqual(['REF-1']);
  });
});

describe('a copy of the tab', () => {
  beforeEach(() => {
    server = aServer(true);
  });
  const copies = () => {
    const first = aForm();
    return [first, aForm(structuredClone(first.state()))] as const;
  };

  it('answers the same details with the reference of the first', async () => {
    const [first, copy] = copies();
    expect(first.state().attempt).toMatchObject({ key: expect.any(String), sent: [] });
    await first.submit();
    await copy.submit();
    expect(copy.references()).toEqual(['REF-1']);
    expect(server.payments.size).toBe(1);
  });

  it('asks before changed details make a second payment, and names the first', async () => {
    const [first, copy] = copies();
    await first.submit();
    copy.type('Ottawa');
    await copy.submit();
    expect(copy.state().submission).toEqual({ status: 'confirming', reference: 'REF-1' });
    expect(server.payments.size).toBe(1);
    copy.cancel();
    await copy.submit();
    expect(copy.state().submission).toMatchObject({ status: 'confirming', reference: 'REF-1' });
    await copy.submit(true);
    expect(copy.references()).toEqual(['REF-2']);
    expect(server.payments.size).toBe(2);
  });

  it('gives the first reference once its details are those again', async () => {
    const [first, copy] = copies();
    await first.submit();
    copy.type('Ottawa');
    await copy.submit();
    copy.type(progress.details.city);
    await copy.submit();
    expect(copy.references()).toEqual(['REF-1']);
  });
});

it('a page that comes back while it sends is idle; its late failure is not shown, and the next press has the key', async () => {
  const form = aForm();
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<Response>((_, reject) => (fail = reject));
  const answer = fetch;
  const keys: string[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key']!);
    return late;
  });
  form.start();
  expect(form.state().submission.status).toBe('sending');
  form.return();
  expect(form.state().submission.status).toBe('idle');
  await act(async () => {
    fail(new TypeError('Failed to fetch'));
    await late.catch(() => undefined);
  });
  expect(form.state().submission.status).toBe('idle');
  vi.stubGlobal('fetch', answer);
  await form.submit();
  expect(form.references()).toEqual(['REF-1']);
  expect(server.keys).toEqual(keys);
});
