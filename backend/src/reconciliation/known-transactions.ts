import { createHash } from 'node:crypto';
import type { StatementFormat } from '../../../domain/reconciliation.js';
import type { BankTransaction } from './bank-transaction.schema.js';
import type { StatementRow } from './formats/statement-row.js';
import { textKey } from './matching/normalize.js';

/** What is read of stored transactions to recognise rows. */
export const knownFields = {
  ...{ day: 1, cents: 1, bankId: 1, textHash: 1, textOccurrence: 1, format: 1, idFingerprint: 1 },
} as const;

export type KnownTransaction = Pick<
  BankTransaction,
  '_id' | 'day' | 'cents' | 'bankId' | 'textHash' | 'textOccurrence' | 'format' | 'idFingerprint'
>;

/** A row with what makes it the same as one of another file, and what it is taken for. */
export interface ComparedRow {
  row: StatementRow;
  textHash: string;
  textOccurrence: number;
  idFingerprint?: string;
  textFingerprint?: string;
  status: 'new' | 'known' | 'suspected';
  /** The stored transaction that it is. */
  known?: KnownTransaction;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Counts how often each key came up. */
function createCounter() {
  const counts = new Map<string, number>();
  return (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/**
 * Recognises the rows of a file among the stored transactions of its account and days: the same day and cents, and the
 * bank id where both have one, else the text; equal rows of a file are counted. A row that is not known is suspected
 * where a transaction of that day and sum came in a file of another format and is none of this file's rows.
 */
export function compareRows(
  accountId: string,
  rows: readonly StatementRow[],
  format: StatementFormat,
  stored: readonly KnownTransaction[],
): ComparedRow[] {
  const byId = new Map<string, KnownTransaction>();
  const byText = new Map<string, KnownTransaction[]>();
  for (const transaction of stored) {
    const { day, cents, textHash, idFingerprint } = transaction;
    if (idFingerprint) byId.set(idFingerprint, transaction);
    const key = `${day}|${cents}|${textHash}`;
    byText.set(key, [...(byText.get(key) ?? []), transaction]);
  }
  for (const same of byText.values()) same.sort((a, b) => a.textOccurrence - b.textOccurrence);

  const countText = createCounter();
  const countId = createCounter();
  const taken = new Set<KnownTransaction>();
  const compared = rows.map((row): ComparedRow => {
    const { day, cents, text, bankId } = row;
    const textHash = hashOf(textKey(text));
    const dayAndText = `${day}|${cents}|${textHash}`;
    const textOccurrence = countText(dayAndText);
    const idKey = bankId && `${accountId}|${day}|${cents}|${bankId}`;
    const idFingerprint = idKey ? `${idKey}|${countId(idKey)}` : undefined;
    const same = (byText.get(dayAndText) ?? []).filter((one) => !taken.has(one));
    const known = idFingerprint ? (byId.get(idFingerprint) ?? same.find((one) => !one.bankId)) : same[0];
    if (known) taken.add(known);
    return {
      row,
      ...{ textHash, textOccurrence },
      ...(idFingerprint
        ? { idFingerprint }
        : { textFingerprint: `${accountId}|${dayAndText}|${textOccurrence}` }),
      status: known ? 'known' : 'new',
      ...(known && { known }),
    };
  });

  const elsewhere = new Set(
    stored
      .filter((transaction) => transaction.format !== format && !taken.has(transaction))
      .map(({ day, cents }) => `${day}|${cents}`),
  );
  for (const one of compared)
    if (one.status === 'new' && elsewhere.has(`${one.row.day}|${one.row.cents}`)) one.status = 'suspected';
  return compared;
}
