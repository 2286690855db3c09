import { createHash } from 'node:crypto';
import { dayMs } from '#domain/platform/dates';
import type { Cents } from '#domain/platform/money';
import type { BankTransaction } from '../transactions/bank-transaction.schema.js';
import type { StatementReading, StatementRow } from '#bank-files';
import { append } from '../matching/keyed-lookup.js';
import { textKey } from '../matching/normalize.js';

/**
 * Number of rows with the day, amount and text of known transactions, but other ids, from which on the bank seems to
 * give new ids with every export. A single one is another transfer, as its id says.
 */
const minimumRenumbered = 2;

/** Days that the same transfer may be apart in two files, as one lists the day of its posting, say. */
export const nearDays = 3;

/** The projection of stored transactions for recognising rows. */
export const knownFields = {
  day: 1,
  cents: 1,
  bundleCents: 1,
  bankId: 1,
  textHash: 1,
  textOccurrence: 1,
  format: 1,
  layout: 1,
  idFingerprint: 1,
} as const;

export type KnownTransaction = Pick<BankTransaction, '_id' | keyof typeof knownFields>;

/** A row of a file, in the cents of the business. */
interface FileRow extends StatementRow {
  cents: Cents;
  bundleCents?: Cents;
  chargesCents?: Cents;
}

export interface HashedRow extends FileRow {
  textHash: string;
}

/** A row with the keys that identify it in other files, and the result of the comparison. */
export interface ComparedRow {
  row: FileRow;
  textHash: string;
  textOccurrence: number;
  idFingerprint?: string;
  textFingerprint?: string;
  status: 'new' | 'known' | 'suspected';
  /** The stored transaction of a known row. */
  known?: KnownTransaction;
}

/** Returns the hash of a text's letters and digits, by which rows of files and transactions are compared. */
export const textHashOf = (text: string): string =>
  createHash('sha256').update(textKey(text)).digest('base64url').slice(0, 22);

/** The hash of a text without letters and digits. */
export const emptyTextHash = textHashOf('');

/** Returns a function that counts the occurrences of each key. */
function createCounter() {
  const counts = new Map<string, number>();
  return (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/**
 * Returns the rows that stood in the file before rows of another day, as where two exports of the same days are one file, or
 * that have the id of an equal one. Transactions of one entry have its id.
 */
function repeatedRows(rows: readonly HashedRow[]): Set<FileRow> {
  const runs = new Map<string, number>();
  let run = 0;
  return new Set(
    rows.filter(({ day, cents, textHash, bankId, bundleCents }, at) => {
      if (day !== rows[at - 1]?.day) run += 1;
      const key = `${day}|${cents}|${textHash}|${bankId}`;
      const before = runs.get(key);
      runs.set(key, run);
      return before !== undefined && (before !== run || (bankId !== undefined && !bundleCents));
    }),
  );
}

/**
 * Recognises the rows of a file among the stored transactions of its account and days: the same day and cents, and the
 * bank id where both have one, else the text; equal rows of a file are counted. An unknown row is suspected where there
 * is a transaction of that day and amount that is none of this file's rows, and that is from a file of another format or
 * layout, which gives another text; or has the same text under another id, if several rows are so. An entry that one
 * format lists whole and another one by its transactions is of the same amount, too. So is a transfer that another
 * format lists up to three days apart.
 */
export function compareRows(
  accountId: string,
  rows: readonly HashedRow[],
  { format, layout }: Pick<StatementReading, 'format' | 'layout'>,
  stored: readonly KnownTransaction[],
): ComparedRow[] {
  const byId = new Map<string, KnownTransaction>();
  const byText = new Map<string, KnownTransaction[]>();
  const storedNumbers = new Set<string>();
  for (const transaction of stored) {
    const { day, cents, textHash, textOccurrence, idFingerprint } = transaction;
    if (idFingerprint) byId.set(idFingerprint, transaction);
    const textId = `${day}|${cents}|${textHash}`;
    append(byText, textId, transaction);
    storedNumbers.add(`${textId}|${textOccurrence}`);
  }
  for (const same of byText.values()) same.sort((a, b) => a.textOccurrence - b.textOccurrence);

  const lastNumbers = new Map<string, number>();
  const countId = createCounter();
  const taken = new Set<KnownTransaction>();
  const take = (known: KnownTransaction | undefined) => {
    if (known) taken.add(known);
    return known;
  };
  // Rows with ids first: a row without one must not take the transaction that another row's id identifies.
  const identified = rows.map((row) => {
    const { day, cents, bankId, textHash } = row;
    const idKey = bankId && `${accountId}|${day}|${cents}|${bankId}`;
    const idFingerprint = idKey ? `${idKey}|${countId(idKey)}` : undefined;
    const known = take(idFingerprint ? byId.get(idFingerprint) : undefined);
    return { row, textHash, idFingerprint, known, textId: `${day}|${cents}|${textHash}` };
  });
  /** Returns the first number that no equal row has, stored or in this file. */
  const freeNumber = (textId: string): number => {
    let number = 1 + (lastNumbers.get(textId) ?? 0);
    while (storedNumbers.has(`${textId}|${number}`)) number += 1;
    lastNumbers.set(textId, number);
    return number;
  };
  const takeByText = (textId: string, hasId: boolean): KnownTransaction | undefined => {
    const same = byText.get(textId) ?? [];
    while (same[0] && taken.has(same[0])) same.shift();
    return take(same.find((one) => !taken.has(one) && !(hasId && one.bankId)));
  };
  const compared = identified.map(({ row, textHash, idFingerprint, textId, ...one }): ComparedRow => {
    const known = one.known ?? takeByText(textId, idFingerprint !== undefined);
    const textOccurrence = known?.textOccurrence ?? freeNumber(textId);
    return {
      row,
      textHash,
      textOccurrence,
      ...(idFingerprint
        ? { idFingerprint }
        : { textFingerprint: `${accountId}|${textId}|${textOccurrence}` }),
      status: known ? 'known' : 'new',
      ...(known && { known }),
    };
  });

  const left = stored.filter((transaction) => !taken.has(transaction));
  const dayAndCents = ({ day, cents }: Pick<StatementRow, 'day' | 'cents'>) => `${day}|${cents}`;
  const wholeAndPart = ({ day, cents, bundleCents }: Pick<StatementRow, 'day' | 'cents' | 'bundleCents'>) =>
    [cents, ...(bundleCents ? [bundleCents] : [])].map((one) => `${day}|${one}`);
  const elsewhere = new Set(
    left.filter((one) => one.format !== format || one.layout !== layout).flatMap(wholeAndPart),
  );
  const sameText = new Set(left.map((one) => `${dayAndCents(one)}|${one.textHash}`));
  const added = compared.filter(({ status }) => status === 'new');
  const renumbered = new Set(
    added.filter(({ row, textHash }) => sameText.has(`${dayAndCents(row)}|${textHash}`)),
  );
  const areRenumbered = renumbered.size >= minimumRenumbered;
  const repeated = repeatedRows(rows);
  for (const one of added)
    if (
      wholeAndPart(one.row).some((key) => elsewhere.has(key)) ||
      (areRenumbered && renumbered.has(one)) ||
      repeated.has(one.row)
    )
      one.status = 'suspected';
  suspectNear(added, left, { format, layout });
  return compared;
}

/**
 * Suspects new rows of the same amount as a transaction that is some days apart: one format lists the day of a
 * transfer, another one that of its posting. A transaction stands for one row only, of its own day if there is one; one
 * of another layout of the same format also has the same text.
 */
function suspectNear(
  added: readonly ComparedRow[],
  left: readonly KnownTransaction[],
  { format, layout }: Pick<StatementReading, 'format' | 'layout'>,
): void {
  const byCents = new Map<number, KnownTransaction[]>();
  for (const one of left) append(byCents, one.cents, one);
  const takeOf = (row: ComparedRow, isIt: (one: KnownTransaction) => boolean): boolean => {
    const same = byCents.get(row.row.cents) ?? [];
    const at = same.findIndex(isIt);
    if (at >= 0) same.splice(at, 1);
    return at >= 0;
  };
  for (const one of added) if (one.status === 'suspected') takeOf(one, ({ day }) => day === one.row.day);
  for (const one of added) {
    const isNear = ({ day }: KnownTransaction) => {
      const distance = Math.abs(Date.parse(day) - Date.parse(one.row.day)) / dayMs;
      return distance >= 1 && distance <= nearDays;
    };
    const isOther = (stored: KnownTransaction) =>
      stored.format !== format ||
      (stored.layout !== undefined && stored.layout !== layout && stored.textHash === one.textHash);
    if (one.status === 'new' && takeOf(one, (stored) => isOther(stored) && isNear(stored)))
      one.status = 'suspected';
  }
}
