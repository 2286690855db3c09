import { expect, it } from 'vitest';
import { toCents } from '#domain/money';
import type { BankTransaction } from '#domain/reconciliation';
import { type Incoming, offsetAmount, offsetRefusal } from './offsetPlan.js';

const outgoing = { rest: -500, currency: 'CAD', bankAccountId: 'a' } as BankTransaction;
const incoming = {
  ...{ _id: 'i', day: '2026-11-05', amount: 500, currency: 'CAD', text: 'E-TRANSFER', rest: 0, payments: [] },
} satisfies Incoming;

it('a reversal takes back a whole transaction of the same account', () => {
  expect(offsetAmount('reversal', outgoing, incoming)).toBe(toCents(500));
  expect(offsetRefusal('reversal', outgoing, incoming)).toBeUndefined();
  expect(offsetRefusal('reversal', outgoing, { ...incoming, bankAccountId: 'b' })).toBe('account');
  expect(offsetRefusal('reversal', outgoing, { ...incoming, amount: 600 })).toBe('whole');
  expect(offsetRefusal('reversal', outgoing, { ...incoming, isReversed: true })).toBe('reversed');
});

it('a return takes back what is left over, at most what went out', () => {
  expect(offsetRefusal('return', outgoing, incoming)).toBe('nothing');
  expect(offsetRefusal('return', outgoing, { ...incoming, rest: 40 })).toBeUndefined();
  expect(offsetAmount('return', outgoing, { ...incoming, rest: 40 })).toBe(toCents(40));
  expect(offsetAmount('return', outgoing, { ...incoming, rest: 700 })).toBe(toCents(500));
  expect(offsetRefusal('return', outgoing, { ...incoming, currency: 'USD', rest: 40 })).toBe('currency');
});
