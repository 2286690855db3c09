import type { ClientSession } from 'mongodb';
import type { Model, Types } from 'mongoose';
import { daysAfter } from '#domain/platform/dates';
import type { BankTransaction } from '../transactions/bank-transaction.schema.js';
import type { StatementRow } from '#bank-files';
import { type KnownTransaction, knownFields, nearDays } from './known-transactions.js';

/** Returns the days of the rows, with those near them: never all days between the first and the last one. */
function daysOf(rows: readonly Pick<StatementRow, 'day'>[]): string[] {
  const days = new Set<string>();
  for (const day of new Set(rows.map((row) => row.day)))
    for (let distance = -nearDays; distance <= nearDays; distance++) days.add(daysAfter(day, distance));
  return [...days];
}

/** Returns the stored transactions of an account that these rows of a file may be, or be suspected of, by day. */
export function storedOf(
  transactions: Pick<Model<BankTransaction>['collection'], 'find'>,
  bankAccountId: Types.ObjectId,
  rows: readonly Pick<StatementRow, 'day'>[],
  session?: ClientSession,
): Promise<KnownTransaction[]> {
  if (!rows.length) return Promise.resolve([]);
  return transactions
    .find<KnownTransaction>(
      { bankAccountId, day: { $in: daysOf(rows) } },
      { ...(session && { session }), projection: knownFields },
    )
    .sort({ day: 1, createdAt: 1, _id: 1 })
    .toArray();
}
