import { expect, it } from 'vitest';
import type { AuditEntry } from '#domain/audit';
import type { Payment } from '#domain/payments';
import { timelineOf } from './PaymentHistory.js';

type Change = Payment['statusHistory'][number];

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 22, 10, 0, seconds)).toISOString();
const change = (seconds: number, status: Change['status'], by = 'ann'): Change => ({
  date: at(seconds),
  status,
  by,
});
let count = 0;
const entry = (seconds: number, fields: Partial<AuditEntry>): AuditEntry => ({
  _id: String(++count),
  at: at(seconds),
  by: 'ann',
  action: 'status',
  resource: 'payments',
  ip: '127.0.0.1',
  requestId: 'r',
  ...fields,
});
const paid = { field: 'status', from: 'pending', to: 'paid' };
const noted = { field: 'note', from: null, to: 'Seen' };
const amount = { field: 'amount', from: 1, to: 2 };

it('joins a change of status with its audit entry to one row, with where it was done', () => {
  const rows = timelineOf(
    [change(0, 'pending', 'checkout'), change(60, 'paid')],
    [
      entry(60.2, { changes: [paid, noted] }),
      entry(0.1, { by: 'checkout', action: 'create', changes: [amount] }),
    ],
  );
  expect(rows.map(({ change: one, ip, fields }) => [one?.status, ip, fields])).toEqual([
    ['paid', '127.0.0.1', []],
    ['pending', '127.0.0.1', []],
  ]);
});

it('puts what changed no status between the changes of status, the newest first', () => {
  const rows = timelineOf(
    [change(0, 'pending'), change(60, 'paid')],
    [entry(30, { action: 'update', changes: [amount] })],
  );
  expect(rows.map(({ change: one, action, fields }) => one?.status ?? [action, fields])).toEqual([
    'paid',
    ['update', [amount]],
    'pending',
  ]);
});

it('shows the other fields of a write that set the status too', () => {
  const rows = timelineOf(
    [change(0, 'pending'), change(60, 'paid')],
    [entry(60, { action: 'update', changes: [paid, amount] })],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]?.fields).toEqual([amount]);
});

it('keeps an audit entry whose change of status the history does not have', () => {
  const rows = timelineOf([change(0, 'pending')], [entry(60, { changes: [paid] })]);
  expect(rows[0]).toMatchObject({ action: 'status', fields: [paid] });
});

it('joins two quick changes of one status with an entry each', () => {
  const rows = timelineOf(
    [change(0, 'paid'), change(1, 'paid'), change(2, 'paid')],
    [entry(2, { changes: [paid] }), entry(1, { changes: [paid] }), entry(0, { changes: [paid] })],
  );
  expect(rows).toHaveLength(3);
  expect(rows.every(({ ip }) => ip)).toBe(true);
});
