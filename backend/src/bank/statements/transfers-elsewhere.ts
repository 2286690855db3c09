import type { ClientSession } from 'mongodb';
import type { Model, Types } from 'mongoose';
import type { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { lookUp } from '../matching/keyed-lookup.js';
import type { Cents } from '#domain/platform/money';
import { type ComparedRow, emptyTextHash } from './known-transactions.js';

/**
 * True where an incoming transfer of a file is stored in another account: of the same day and amount, with the same text
 * or bank id. Fees of one day are alike in several accounts of a bank; a payer's transfer arrives in one.
 */
export async function hasTransfersElsewhere(
  transactions: Pick<Model<BankTransaction>['collection'], 'find'>,
  bankAccountId: Types.ObjectId,
  rows: readonly ComparedRow[],
  session?: ClientSession,
): Promise<boolean> {
  const arriving = rows.filter(({ row, status }) => status !== 'known' && row.cents > 0);
  const keysOf = (day: string, cents: Cents, textHash: string, bankId?: string) => [
    `${day}|${cents}|text ${textHash}`,
    ...(bankId ? [`${day}|${cents}|id ${bankId}`] : []),
  ];
  const keys = new Set(
    arriving.flatMap(({ row: { day, cents, bankId }, textHash }) =>
      keysOf(day, cents, textHash === emptyTextHash ? '' : textHash, bankId),
    ),
  );
  const stored = await lookUp(
    arriving.map(({ row }) => row.day),
    (days) =>
      transactions
        .find<Pick<BankTransaction, 'day' | 'cents' | 'textHash' | 'bankId'>>(
          { bankAccountId: { $ne: bankAccountId }, day: { $in: days }, cents: { $gt: 0 } },
          { ...(session && { session }), projection: { day: 1, cents: 1, textHash: 1, bankId: 1 } },
        )
        .toArray(),
  );
  return stored.some(({ day, cents, textHash, bankId }) =>
    keysOf(day, cents, textHash, bankId).some((key) => keys.has(key)),
  );
}
