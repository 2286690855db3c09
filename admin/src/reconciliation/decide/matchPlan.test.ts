import { expect, test } from 'vitest';
import type { BankTransaction } from '#domain/reconciliation';
import {
  linesToAsk,
  type MatchablePayment,
  matchInput,
  openWhereQuoted,
  parseAmount,
  planMatch,
  suggestLine,
} from './matchPlan.js';

const transaction = (fields: Partial<BankTransaction> = {}): BankTransaction => ({
  ...{ _id: 't', bankAccountId: 'a', statementId: 's', day: '2026-11-21', text: 'E-TRANSFER' },
  ...{ amount: 2231.61, rest: 2231.61, currency: 'CAD', state: 'review', candidates: [], allocations: [] },
  ...{ version: 3, createdAt: '', shortfallLimit: 50 },
  ...fields,
});

const payment = (fields: Partial<MatchablePayment> = {}): MatchablePayment => ({
  ...{ id: 'p', referenceNumber: 'CRTS-OTN-9F3A2C-482913', customer: 'Ann', status: 'pending' },
  ...{ currency: 'CAD', amount: 2256.61, open: 2256.61 },
  ...fields,
});

test.each([
  ['2256.61', 2256.61],
  ['2,256.61', 2256.61],
  ['25,50', 25.5],
  ['CA$2,256.61', 2256.61],
  [' 25 ', 25],
  ['1.005', NaN],
  ['-5', NaN],
  ['', NaN],
  ['1e3', NaN],
])('the typed amount "%s" is read as %d', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test('a transfer that is short by what may be accepted makes the payment paid only when that is chosen', () => {
  const short = transaction();
  const lines = [suggestLine(payment(), short, short.rest)];
  const plan = planMatch(short, lines, false);
  expect(plan).toMatchObject({ left: 0, canAcceptShortfall: true, isValid: true });
  expect(plan.outcomes).toEqual([{ missing: 25 }]);
  expect(planMatch(short, lines, true).outcomes).toEqual([{ missing: 25, becomes: 'paid' }]);
  expect(matchInput(short, lines, { acceptShortfall: true, note: ' fees ' })).toEqual({
    allocations: [{ paymentId: 'p', amount: 2231.61 }],
    ...{ acceptShortfall: true, note: 'fees', version: 3 },
  });
});

test('what is missing beyond the limit cannot be accepted', () => {
  const short = transaction({ amount: 2200, rest: 2200 });
  const plan = planMatch(short, [suggestLine(payment(), short, 2200)], true);
  expect(plan).toMatchObject({ canAcceptShortfall: false, isValid: true });
  expect(plan.outcomes).toEqual([{ missing: 56.61 }]);
});

test('a transfer over several payments is split to the cent, and more than is left or open is refused', () => {
  const whole = transaction({ amount: 4513.22, rest: 4513.22 });
  const first = suggestLine(payment(), whole, 4513.22);
  const second = suggestLine(payment({ id: 'q' }), whole, 2256.61);
  expect([first.amount, second.amount]).toEqual(['2256.61', '2256.61']);
  expect(planMatch(whole, [first, second], false)).toMatchObject({ left: 0, isValid: true });
  expect(planMatch(whole, [first, { ...second, amount: '2256.62' }], false)).toMatchObject({
    isValid: false,
    outcomes: [{ becomes: 'paid' }, { most: 2256.61 }],
  });
  expect(planMatch(transaction({ rest: 100 }), [first], false)).toMatchObject({
    left: -2156.61,
    isValid: false,
  });
});

test('another currency needs what it settles, and the price as the visitor was shown it is offered', () => {
  const shown = transaction({ amount: 1997, rest: 1997 });
  const abroad = payment({
    ...{ currency: 'USD', amount: 1997, open: 1997, quoted: { amount: 1997, currency: 'CAD' } },
  });
  const line = suggestLine(abroad, shown, 1997);
  expect(planMatch(shown, [line], false)).toMatchObject({
    isValid: false,
    outcomes: [{ settlesError: 'number' }],
  });
  expect(openWhereQuoted(line, 'CAD')).toBe(1997);
  expect(planMatch(shown, [{ ...line, settles: '1997' }], false)).toMatchObject({
    isValid: true,
    outcomes: [{ becomes: 'paid' }],
  });
});

test('a refund of everything that was received is asked first, and so is a cancelled payment that becomes paid', () => {
  const outgoing = transaction({ amount: -2256.61, rest: -2256.61 });
  const received = payment({ status: 'paid', open: 0, refundable: 2256.61 });
  const refund = [suggestLine(received, outgoing, 2256.61)];
  const plan = planMatch(outgoing, refund, false);
  expect(plan.outcomes).toEqual([{ missing: 0, becomes: 'refunded' }]);
  expect(linesToAsk(refund, plan)).toEqual([{ payment: received, becomes: 'refunded' }]);

  const incoming = transaction({ amount: 2256.61, rest: 2256.61 });
  const cancelled = [suggestLine(payment({ status: 'cancelled' }), incoming, 2256.61)];
  expect(linesToAsk(cancelled, planMatch(incoming, cancelled, false))).toHaveLength(1);
  const part = [{ ...cancelled[0]!, amount: '100' }];
  expect(linesToAsk(part, planMatch(incoming, part, false))).toHaveLength(0);
});
