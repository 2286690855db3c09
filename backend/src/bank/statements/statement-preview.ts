import type { SkipReason } from '#bank-files/contract';
import { dayMs } from '#domain/platform/dates';
import { type Currency, sumOfCents, toAmount } from '#domain/platform/money';
import { type PreviewRow, previewRows, type StatementPreview } from '#domain/bank/reconciliation';
import type { StatementReading } from '#bank-files';
import type { ComparedRow } from './known-transactions.js';
import { presentProof } from './present-proof.js';
import type { Statement } from './statement.schema.js';

/** The rows of a file after the admin's decisions. */
export interface DecidedRows {
  /** The rows that are not excluded. */
  compared: ComparedRow[];
  suspected: number[];
  unreadable: { row: number; reason: string }[];
  skipped: Partial<Record<SkipReason, number>>;
}

/** Applies the admin's decisions: leaves out excluded rows, and takes included ones as new although suspected. */
export function decideRows(
  reading: StatementReading,
  rows: ComparedRow[],
  { excluded, included }: { excluded: readonly number[]; included: readonly number[] },
): DecidedRows {
  const [isExcluded, isIncluded] = [new Set(excluded), new Set(included)];
  const skipped: DecidedRows['skipped'] = {};
  const skip = (reason: SkipReason) => (skipped[reason] = (skipped[reason] ?? 0) + 1);
  for (const { reason } of reading.skipped) skip(reason);
  const unreadable = reading.unreadable.filter(({ row }) => !isExcluded.has(row));
  const compared = rows
    .filter(({ row }) => !isExcluded.has(row.row))
    .map((one) =>
      one.status === 'suspected' && isIncluded.has(one.row.row) ? { ...one, status: 'new' as const } : one,
    );
  const left = reading.unreadable.length - unreadable.length + rows.length - compared.length;
  if (left) skipped.excluded = left;
  const suspected = compared.filter(({ status }) => status === 'suspected').map(({ row }) => row.row);
  return { compared, suspected, unreadable, skipped };
}

/** Returns the result that an import would have; `previous` is the statement before. */
export function describePreview(
  reading: StatementReading,
  { compared, suspected, unreadable, skipped }: DecidedRows,
  currency: Currency,
  previous?: Pick<Statement, 'to' | 'proof'> | null,
): StatementPreview {
  const previousTo = previous?.to;
  const proof = reading.proof && presentProof(reading.proof, previous?.proof);
  const { questions, fileAccounts, decisions } = reading;
  const days = reading.rows.map(({ day }) => day).sort();
  const [from = null, to = null] = [days[0], days.at(-1)];
  const added = compared.filter(({ status }) => status === 'new');
  const gapDays =
    from && previousTo ? Math.round((Date.parse(from) - Date.parse(previousTo)) / dayMs) - 1 : 0;
  const present = ({
    row: { row, day, cents, payer, text, bankId, currency: named },
    status,
  }: ComparedRow): PreviewRow => ({
    row,
    day,
    amount: toAmount(cents),
    currency,
    ...(payer && { payer }),
    text,
    ...(bankId && { bankId }),
    ...(named && { fileCurrency: named }),
    status,
  });
  return {
    rows: compared.slice(0, previewRows).map(present),
    new: added.length,
    known: compared.filter(({ status }) => status === 'known').length,
    suspected,
    skipped,
    unreadable,
    questions,
    examples: [1, -1].flatMap((sign) => {
      const first = [...added, ...compared].find(({ row }) => Math.sign(row.cents) === sign);
      return first ? [present(first)] : [];
    }),
    ...(fileAccounts && { fileAccounts }),
    decisions,
    suspectedRows: compared.filter(({ status }) => status === 'suspected').map(present),
    total: toAmount(sumOfCents(added.map(({ row }) => row.cents))),
    from,
    to,
    ...(proof && { proof }),
    ...(gapDays > 0 && { gapDays }),
  };
}
