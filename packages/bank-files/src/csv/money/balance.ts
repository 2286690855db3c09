import type { CsvMapping } from '../../common/contract.js';
import { type Cents, negated, parseCents, sumOfCents } from '../../common/amounts.js';
import {
  type AccountProof,
  firstWrong,
  proveBalances,
  type ProofCents,
  proveRunning,
  proveTotals,
} from '../../common/proof.js';
import type { StatementRows } from '../../common/statement-row.js';
import { cellOf, type CsvRecord } from '../records.js';

/** The columns of the running balance and of the fees that it takes, where they prove the amounts. */
export interface BalanceColumns {
  balance?: number | undefined;
  fee?: number | undefined;
}

/** Returns the change of the balance by a row of an amount, less its fee, and the balance after it, if there is one. */
export function balanceAt(
  record: CsvRecord | undefined,
  cents: Cents,
  { balance, fee }: BalanceColumns,
  { decimal = '.' }: CsvMapping,
): { cents: Cents; balance: Cents | undefined } {
  const taken = Math.abs(parseCents(cellOf(record, fee), decimal) ?? 0);
  return { cents: cents - taken, balance: parseCents(cellOf(record, balance), decimal) };
}

/** The number of changes of a balance that have the amount as it was read, and with the other sign only. */
export interface ComparedBalance {
  agreeing: number;
  contradicting: number;
}

/** Compares the amounts with the balances after neighbouring rows, oldest or newest first; days may be unknown. */
export function compareBalance(
  points: readonly ({ day: string | undefined; cents: Cents; balance: Cents | undefined } | undefined)[],
): ComparedBalance {
  const result = { agreeing: 0, contradicting: 0 };
  for (const [index, point] of points.entries()) {
    const above = points[index - 1];
    if (above?.balance === undefined || point?.balance === undefined) continue;
    const change = point.balance - above.balance;
    const [day, dayAbove] = [point.day ?? '', above.day ?? ''];
    const changes = [
      ...(dayAbove <= day ? [point.cents] : []),
      ...(dayAbove >= day ? [negated(above.cents)] : []),
    ];
    const [fits, denies] = [changes.includes(change), changes.map(negated).includes(change)];
    // Equal amounts of one day fit either way, in either order of the rows.
    if (fits && !denies) result.agreeing += 1;
    else if (denies && !fits) result.contradicting += 1;
  }
  return result;
}

/** Lines of banks with the balance before and after the rows, and the sums of what came in and went out. */
const lines = {
  opening:
    /^(?:(?:opening|beginning|starting|previous|initial)\s+balance|balance\s+(?:brought\s*)?forward|solde\s+(?:d[’']ouverture|initial|de\s+d[ée]but|pr[ée]c[ée]dent)|anfangssaldo|alter\s+(?:konto)?saldo|saldo\s+(?:anterior|inicial))/i,
  closing:
    /^(?:(?:closing|ending|final)\s+balance|solde\s+(?:de\s+(?:fin|cl[ôo]ture)|final)|nouveau\s+solde|endsaldo|neuer\s+(?:konto)?saldo|saldo\s+final)/i,
  credits: /^total\s+(?:credits?|deposits?|money\s+in)|^total\s+(?:des\s+)?cr[ée]dits/i,
  debits: /^total\s+(?:debits?|withdrawals?|money\s+out)|^total\s+(?:des\s+)?d[ée]bits/i,
};

const maximumText = 100;

/** Returns the amount of the line of this kind: the last one of its cells. */
function statedBy(records: readonly CsvRecord[], kind: RegExp, mapping: CsvMapping): Cents | undefined {
  const record = records.find(({ cells }) =>
    cells.some((cell) => cell.length <= maximumText && kind.test(cell)),
  );
  const amounts = record?.cells.flatMap((cell) => parseCents(cell, mapping.decimal ?? '.') ?? []);
  return amounts?.at(-1);
}

function proveByLines(
  records: readonly CsvRecord[],
  rows: StatementRows['rows'],
  mapping: CsvMapping,
): ProofCents | undefined {
  const [opening, closing, credits, debits] = [lines.opening, lines.closing, lines.credits, lines.debits].map(
    (kind) => statedBy(records, kind, mapping),
  );
  const cents = rows.map((row) => row.cents);
  const balances = proveBalances([opening, closing], sumOfCents(cents));
  const sumOf = (sign: 1 | -1) => Math.abs(sumOfCents(cents.filter((one) => Math.sign(one) === sign)));
  const totals = proveTotals([
    ...(credits === undefined ? [] : [{ stated: Math.abs(credits), found: sumOf(1) }]),
    ...(debits === undefined ? [] : [{ stated: Math.abs(debits), found: sumOf(-1) }]),
  ]);
  return firstWrong([balances, totals]);
}

/** Returns the control sums of each account of a CSV file: its running balance, or lines of balances and totals. */
export function csvProofs(
  all: readonly CsvRecord[],
  { rows, skipped }: StatementRows,
  mapping: CsvMapping,
  columns: BalanceColumns,
): AccountProof[] {
  const records = new Map(all.map((record) => [record.line, record]));
  const accounts = [...new Set(rows.map(({ account }) => account ?? ''))];
  return accounts.flatMap((account): AccountProof[] => {
    const own = rows.filter((row) => (row.account ?? '') === account);
    const running = proveRunning(
      own.map(({ row, cents }) => ({ row, ...balanceAt(records.get(row), cents, columns, mapping) })),
    );
    // Rows that are left out, but for those of no amount, may be in the bank's sums.
    const isWhole =
      accounts.length === 1 && skipped.every(({ reason }) => reason === 'balance' || reason === 'zero');
    const proof = running ?? (isWhole ? proveByLines(all, own, mapping) : undefined);
    return proof ? [{ account, ...proof }] : [];
  });
}
