import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asCents, plainCents, toCents } from '#domain/platform/money';
import { takesMoney } from '#domain/bank/match-outcome';
import type { BankTransaction } from '#domain/bank/reconciliation';
import type { ListedPaymentRecord } from '../../../data/records.js';
import {
  foundPayment,
  linesToAsk,
  type MatchablePayment,
  matchInput,
  openWhereQuoted,
  planMatch,
  suggestLine,
} from './matchPlan.js';

const transaction = (fields: Partial<BankTransaction> = {}): BankTransaction => ({
  _id: 't',
  bankAccountId: 'a',
  statementId: 's',
  day: '2026-11-21',
  text: 'E-TRANSFER',
  amount: 2231.61,
  rest: 2231.61,
  currency: 'CAD',
  state: 'review',
  candidates: [],
  allocations: [],
  version: 3,
  createdAt: '',
  shortfallLimit: 50,
  ...fields,
});

const payment = (fields: Partial<MatchablePayment> = {}): MatchablePayment => ({
  id: 'p',
  referenceNumber: 'CRTS-OTN-9F3A2C-482913',
  customer: 'Ann',
  status: 'pending',
  currency: 'CAD',
  open: toCents(2256.61),
  ...fields,
});

test('a transfer that is short by what may be accepted makes the payment paid only when that is chosen', () => {
  const short = transaction();
  const lines = [suggestLine(payment(), short, toCents(short.rest))];
  const plan = planMatch(short, lines, false);
  expect(plan).toMatchObject({ left: 0, canAcceptShortfall: true, isValid: true });
  expect(plan.outcomes).toEqual([{ missing: toCents(25) }]);
  expect(planMatch(short, lines, true).outcomes).toEqual([{ missing: toCents(25), becomes: 'paid' }]);
  expect(matchInput(short, lines, { acceptShortfall: true, note: ' fees ' })).toEqual({
    allocations: [{ paymentId: 'p', amount: 2231.61, status: 'pending' }],
    acceptShortfall: true,
    note: 'fees',
    version: 3,
  });
});

test('a transfer of a part says what is due next by the plan, and what a quoted part settles', () => {
  const planned = {
    status: 'pending' as const,
    amount: 2256.61,
    due: 2256.61,
    quoted: { amount: 1457.81, currency: 'USD' as const },
    plan: [
      { amount: 564.15, due: '2026-11-20' },
      { amount: 692.46, due: '2027-01-19' },
      { amount: 1000, due: '2027-02-19' },
    ],
  };
  const nextAfter = (amount: number) => {
    const row = transaction({ amount, rest: amount });
    return planMatch(row, [suggestLine(payment({ planned }), row, toCents(amount))], false).outcomes[0];
  };
  expect(nextAfter(564.15)).toEqual({
    missing: toCents(1692.46),
    next: { cents: toCents(692.46), day: '2027-01-19', isAll: false },
  });
  expect(nextAfter(1356.61)).toMatchObject({ next: { cents: toCents(900), isAll: true } });
  expect(nextAfter(2256.61)).toEqual({ missing: 0, becomes: 'paid' });
  const quoted = { shown: toCents(1457.81), currency: 'USD' as const };
  const line = { payment: payment({ planned, quoted }), amount: '364.45', settles: '' };
  expect(openWhereQuoted(line, 'USD')).toEqual({ shown: toCents(364.45), settles: toCents(564.15) });
});

test('charges of the bank explain a shortfall of exactly their sum', () => {
  const planOf = (charges: number, currency: 'CAD' | 'USD' = 'CAD') => {
    const short = transaction({ charges, currency });
    return planMatch(short, [suggestLine(payment(), short, toCents(short.rest))], false);
  };
  expect(planOf(25).charges).toBe(toCents(25));
  expect(planOf(24)).not.toHaveProperty('charges');
  expect(planOf(25, 'USD')).not.toHaveProperty('charges');
});

test('what is missing beyond the limit cannot be accepted', () => {
  const short = transaction({ amount: 2200, rest: 2200 });
  const plan = planMatch(short, [suggestLine(payment(), short, toCents(2200))], true);
  expect(plan).toMatchObject({ canAcceptShortfall: false, isValid: true });
  expect(plan.outcomes).toEqual([{ missing: toCents(56.61) }]);
});

test('a transfer over several payments is split to the cent, and more than is left or open is refused', () => {
  const whole = transaction({ amount: 4513.22, rest: 4513.22 });
  const first = suggestLine(payment(), whole, toCents(4513.22));
  const second = suggestLine(payment({ id: 'q' }), whole, toCents(2256.61));
  expect([first.amount, second.amount]).toEqual(['2256.61', '2256.61']);
  expect(planMatch(whole, [first, second], false)).toMatchObject({ left: 0, isValid: true });
  expect(planMatch(whole, [first, { ...second, amount: '2256.62' }], false)).toMatchObject({
    isValid: false,
    outcomes: [{ becomes: 'paid' }, { most: toCents(2256.61) }],
  });
  expect(planMatch(transaction({ rest: 100 }), [first], false)).toMatchObject({
    left: toCents(-2156.61),
    isValid: false,
  });
});

test('another currency needs what it settles, and the price as the visitor was shown it is offered', () => {
  const shown = transaction({ amount: 1997, rest: 1997 });
  const abroad = payment({
    currency: 'USD',
    open: toCents(2050),
    quoted: { shown: toCents(1997), currency: 'CAD' },
  });
  const line = suggestLine(abroad, shown, toCents(1997));
  expect(planMatch(shown, [line], false)).toMatchObject({
    isValid: false,
    outcomes: [{ settlesError: 'number' }],
  });
  expect(openWhereQuoted(line, 'CAD')).toEqual({ shown: toCents(1997), settles: toCents(2050) });
  expect(openWhereQuoted({ ...line, amount: '1996.99' }, 'CAD')).toBeUndefined();
  expect(planMatch(shown, [{ ...line, settles: '2050' }], false)).toMatchObject({
    isValid: true,
    outcomes: [{ becomes: 'paid' }],
  });
});

test('a refund of everything that was received is asked first, and so is a cancelled payment that becomes paid', () => {
  const outgoing = transaction({ amount: -2256.61, rest: -2256.61 });
  const received = payment({ status: 'paid', open: toCents(0), refundable: toCents(2256.61) });
  const refund = [suggestLine(received, outgoing, toCents(2256.61))];
  const plan = planMatch(outgoing, refund, false);
  expect(plan.outcomes).toMatchObject([{ left: 0, becomes: 'refunded' }]);
  expect(linesToAsk(refund, plan)).toEqual([{ payment: received, becomes: 'refunded' }]);

  const incoming = transaction({ amount: 2256.61, rest: 2256.61 });
  const cancelled = [suggestLine(payment({ status: 'cancelled' }), incoming, toCents(2256.61))];
  expect(linesToAsk(cancelled, planMatch(incoming, cancelled, false))).toHaveLength(1);
  const part = [{ ...cancelled[0]!, amount: '100' }];
  expect(linesToAsk(part, planMatch(incoming, part, false))).toHaveLength(0);
});

test.each([
  [0.3, ['0.10', '0.20']],
  [1.1, ['0.70', '0.40']],
  [100, ['33.33', '33.33', '33.34']],
  [4.35, ['1.45', '1.45', '1.45']],
  [1_000_000_000.01, ['999999999.99', '0.02']],
])('a transfer of %d is allocated whole by parts of %j', (rest, parts) => {
  const whole = transaction({ amount: rest, rest });
  const lines = parts.map((amount, at) => ({
    payment: payment({ id: String(at), open: toCents(Number(amount)) }),
    amount,
    settles: '',
  }));
  expect(planMatch(whole, lines, false)).toMatchObject({
    allocated: toCents(rest),
    left: 0,
    isValid: true,
    canAcceptShortfall: false,
    outcomes: parts.map(() => ({ missing: 0, becomes: 'paid' })),
  });
});

test('a cent more than is left is too much, a cent less is left, and a shortfall is accepted up to its limit', () => {
  const whole = transaction({ amount: 0.3, rest: 0.3, shortfallLimit: 0.1 });
  const planned = (amount: string, open: number) =>
    planMatch(whole, [{ payment: payment({ open: toCents(open) }), amount, settles: '' }], true);
  expect(planned('0.31', 1)).toMatchObject({ left: -1, isValid: false });
  expect(planned('0.29', 0.29)).toMatchObject({ left: 1, isValid: true });
  // 0.3 - 0.2 is less than 0.1 in decimals, 0.4 - 0.3 more.
  expect(planned('0.30', 0.4)).toMatchObject({ canAcceptShortfall: true, outcomes: [{ becomes: 'paid' }] });
  expect(planned('0.20', 0.3)).toMatchObject({ canAcceptShortfall: true, outcomes: [{ becomes: 'paid' }] });
  expect(planned('0.20', 0.31)).toMatchObject({ canAcceptShortfall: false });
});

test('the parts of any split are exact: none is left, and the call has the same decimals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 50 }),
      (parts) => {
        const rest = parts.reduce((total, part) => total + part, 0) / 100;
        const whole = transaction({ amount: rest, rest });
        const lines = parts.map((part, at) => ({
          payment: payment({ id: String(at), open: asCents(part) }),
          settles: '',
          amount: plainCents(asCents(part)),
        }));
        expect(planMatch(whole, lines, false)).toMatchObject({ left: 0, isValid: true });
        const { allocations } = matchInput(whole, lines, { acceptShortfall: false, note: '' });
        expect(allocations.map(({ amount }) => amount)).toEqual(parts.map((part) => part / 100));
      },
    ),
  );
});

test.each<[string, Partial<ListedPaymentRecord>, number, number | undefined]>([
  ['of an open one is due', { status: 'pending', received: 400, due: 600 }, 600, 400],
  ['of a word is unproven', { status: 'paid', unproven: 900, received: 100 }, 900, 1000],
  ['of a settled one is nothing', { status: 'paid', received: 1500, surplus: 500 }, 0, 1500],
  ['of a shortfall is nothing', { status: 'paid', received: 975, shortfall: 25 }, 0, 975],
  [
    'of a refunded one is what went out beyond what came in',
    { status: 'refunded', refunded: 25 },
    25,
    undefined,
  ],
])('the part %s, and what may go back follows from the money', (_, fields, open, refundable) => {
  const found = foundPayment({
    _id: 'p',
    referenceNumber: 'CRTS-OTN-P',
    amount: 1000,
    currency: 'CAD',
    customer: null,
    received: 0,
    refunded: 0,
    due: 0,
    surplus: 0,
    unproven: 0,
    ...fields,
  } as ListedPaymentRecord);
  expect(found.open).toBe(toCents(open));
  expect(found.refundable).toBe(refundable === undefined ? undefined : toCents(refundable));
  expect(takesMoney(found, false)).toBe(open > 0);
  expect(takesMoney(found, true)).toBe(refundable !== 0);
});

test('a refund says what more may go back, and asks whether it is the one that was recorded by hand', () => {
  const row = transaction({ amount: -200.5, rest: -200.5 });
  const byHand = { _id: 'e', amount: 200.5, way: 'other' as const, day: '2026-11-28' };
  const paid = payment({ status: 'paid', open: toCents(0), refundable: toCents(2056.11) });
  const line = suggestLine({ ...paid, refundsByHand: [byHand] }, row, toCents(200.5));
  expect(planMatch(row, [suggestLine(paid, row, toCents(200.5))], false)).toMatchObject({
    isValid: true,
    outcomes: [{ left: toCents(1855.61) }],
  });
  const asked = planMatch(row, [line], false);
  expect(asked).toMatchObject({ isAnswered: false, isValid: false, outcomes: [{ asked: byHand }] });
  const answered = (instead: string | null) => planMatch(row, [{ ...line, instead }], false);
  expect(answered('e')).toMatchObject({ isValid: true, outcomes: [{ left: toCents(2056.11) }] });
  expect(answered(null)).toMatchObject({ isValid: true, outcomes: [{ left: toCents(1855.61) }] });
  expect(matchInput(row, [{ ...line, instead: null }], { acceptShortfall: false, note: '' })).toMatchObject({
    allocations: [{ paymentId: 'p', amount: 200.5, instead: null }],
  });
  // Of a payment of which all was given back by hand nothing more may go back but that.
  const whole = { ...paid, status: 'refunded' as const, refundable: toCents(0), refundsByHand: [byHand] };
  expect(takesMoney(whole, true)).toBe(true);
  expect(suggestLine(whole, row, toCents(200.5)).amount).toBe('200.50');
});
