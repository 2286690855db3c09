import { expect, it } from 'vitest';
import type { Candidate } from '#domain/bank/candidates';
import { toCents } from '#domain/platform/money';
import type { BankTransaction } from '#domain/bank/reconciliation';
import type { TransactionRecord } from '../../data/records.js';
import { type Incoming, offsetAmount, offsetRefusal, returnsOf } from './offsetPlan.js';

const outgoing = { rest: -500, currency: 'CAD', bankAccountId: 'a' } as BankTransaction;
const incoming = {
  _id: 'i',
  day: '2026-11-05',
  amount: 500,
  currency: 'CAD',
  text: 'E-TRANSFER',
  rest: 0,
  payments: [],
} satisfies Incoming;

it('a reversal takes back a whole transaction of the same account', () => {
  expect(offsetAmount('reversal', outgoing, incoming)).toBe(toCents(500));
  expect(offsetRefusal('reversal', outgoing, incoming)).toBeUndefined();
  expect(offsetRefusal('reversal', outgoing, { ...incoming, bankAccountId: 'b' })).toBe('account');
  expect(offsetRefusal('reversal', outgoing, { ...incoming, amount: 600 })).toBe('left');
  expect(offsetRefusal('reversal', outgoing, { ...incoming, isReversed: true })).toBe('reversed');
});

it('a return takes back what is left over, at most what went out', () => {
  expect(offsetRefusal('return', outgoing, incoming)).toBe('nothing');
  expect(offsetRefusal('return', outgoing, { ...incoming, rest: 40 })).toBeUndefined();
  expect(offsetAmount('return', outgoing, { ...incoming, rest: 40 })).toBe(toCents(40));
  expect(offsetAmount('return', outgoing, { ...incoming, rest: 700 })).toBe(toCents(500));
  expect(offsetRefusal('return', outgoing, { ...incoming, currency: 'USD', rest: 40 })).toBe('currency');
});

it('a refund comes back with what arrived, at most what went out', () => {
  const arrived = { rest: 300, currency: 'CAD', bankAccountId: 'b' } as BankTransaction;
  expect(offsetRefusal('refundReturned', arrived, { ...incoming, amount: -500 })).toBeUndefined();
  expect(offsetAmount('refundReturned', arrived, { ...incoming, amount: -500 })).toBe(toCents(300));
  expect(offsetAmount('refundReturned', { ...arrived, rest: 700 }, { ...incoming, amount: -500 })).toBe(
    toCents(500),
  );
});

it('what is left over is returned by an untouched row of that payer and amount, on that day or later', () => {
  const second = {
    payer: 'Zoë Smith',
    rest: 500,
    currency: 'CAD' as const,
    day: '2026-11-05',
    candidates: [] as Candidate[],
  };
  const row = (id: string, fields: Partial<TransactionRecord> = {}) =>
    ({
      id,
      amount: -500,
      rest: -500,
      currency: 'CAD',
      day: '2026-11-06',
      text: 'E-TRANSFER ZOE  SMITH',
      ...fields,
    }) as TransactionRecord;
  const found = [
    row('same'),
    row('later', { payer: 'SMITH', text: 'to zoe smith', day: '2026-11-08' }),
    row('other payer', { text: 'E-TRANSFER ZOE SMITHSON' }),
    row('other amount', { amount: -500.01, rest: -500.01 }),
    row('other currency', { currency: 'USD' }),
    row('before it', { day: '2026-11-04' }),
    row('matched', { rest: 0 }),
    row('incoming', { amount: 500, rest: 500 }),
  ];
  expect(returnsOf(second, found).map(({ id }) => id)).toEqual(['later', 'same']);
  expect(returnsOf({ ...second, payer: '' }, found)).toEqual([]);
  const settled = { why: ['settled'], customer: { _id: 'c', fullName: 'Zoe Smithson' } };
  const named = { ...second, payer: '', candidates: [settled as Candidate] };
  expect(returnsOf(named, found).map(({ id }) => id)).toEqual(['other payer']);
});
