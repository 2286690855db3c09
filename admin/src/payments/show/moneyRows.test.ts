import { expect, it } from 'vitest';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import type { Receipt } from '#domain/bank/matches';
import type { PaymentCard } from '#domain/payments/payment-card';
import { moneyRows } from './moneyRows.js';

const at = '2026-11-21T10:00:00.000Z';
let count = 0;
const entry = (fields: Partial<LedgerEntry>): LedgerEntry => {
  const _id = String(++count);
  return {
    _id,
    step: _id,
    kind: 'receipt',
    day: '2026-11-21',
    bookedOn: '2026-11-21',
    at,
    by: 'ann',
    ...fields,
  };
};
const ledger = (entries: LedgerEntry[], unproven = 0): PaymentLedger => ({
  entries,
  unproven,
  received: 0,
  refunded: 0,
  net: 0,
  shortfall: 0,
  due: 0,
  surplus: 0,
  sale: 0,
  kept: 0,
  fee: 0,
  receivable: 0,
  refundable: 0,
  currency: 'CAD',
  bookings: [],
  version: 1,
});
const voided = { at, by: 'bob', bookedOn: '2026-11-22' };

it('lists the last recorded first, with the sign of each and what is kept after it', () => {
  const receipt = entry({ way: 'bank', amount: 100.1 });
  const rows = moneyRows(
    ledger([
      receipt,
      entry({ way: 'cash', amount: 0.2, voided }),
      entry({ kind: 'refund', way: 'cheque', amount: 40.05 }),
      entry({ kind: 'refundReturned', way: 'bank', amount: 40.05 }),
      entry({ kind: 'reversal', way: 'bank', of: receipt._id, amount: 100.1 }),
      entry({ kind: 'chargeback', way: 'card', amount: 10 }),
    ]),
    [],
  );
  expect(rows.map(({ amount, net }) => [amount, net])).toEqual([
    [-10, -10],
    [-100.1, 0],
    [40.05, 100.1],
    [-40.05, 60.05],
    [0.2, undefined],
    [100.1, 100.1],
  ]);
});

it('lists a word with the amount that no receipt shows, and none of the statuses that are no money', () => {
  const said = (status: LedgerEntry['status'], fields: Partial<LedgerEntry> = {}) =>
    entry({ kind: 'said', status, ...fields });
  const rows = moneyRows(
    ledger(
      [
        said('paid', { word: true }),
        said('pending'),
        said('refunded', { step: 's' }),
        entry({ kind: 'refund', way: 'cash', amount: 5, step: 's' }),
        said('paid', { word: true }),
        said('confirmed'),
      ],
      95,
    ),
    [],
  );
  expect(rows.map(({ entry: { kind }, unproven }) => [kind, unproven])).toEqual([
    ['said', 95],
    ['refund', undefined],
    ['said', undefined],
  ]);
});

it('names the row of the bank, the page of the card provider, and what an admin can undo', () => {
  const receipt = { transactionId: 't', payer: 'ANN', text: 'E-TRANSFER', bankAccount: 'RBC' };
  const card: PaymentCard = {
    provider: 'stripe',
    sessionId: 'cs_1',
    paymentIntentId: 'pi_1',
    live: true,
    state: 'paid',
    refunded: 0,
  };
  const rows = moneyRows(
    ledger([
      entry({ way: 'bank', amount: 1, evidence: { transactionId: 't' } }),
      entry({ way: 'card', amount: 1 }),
      entry({ way: 'other', amount: 1 }),
      entry({ way: 'cash', amount: 1, voided }),
    ]),
    [receipt as Receipt],
    card,
  );
  expect(rows.map(({ source, address, isUndoable }) => [source?.payer, address, isUndoable])).toEqual([
    [undefined, undefined, false],
    [undefined, undefined, true],
    [undefined, 'https://dashboard.stripe.com/payments/pi_1', false],
    ['ANN', undefined, false],
  ]);
});
