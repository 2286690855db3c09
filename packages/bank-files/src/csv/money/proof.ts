import type { CsvMapping } from '../../common/contract.js';
import { type Cents, sumOfCents } from '../../common/cents.js';
import { parseCents } from '../../common/amounts.js';
import type { CsvRecord } from '../records.js';
import {
  type AccountProof,
  proveBalances,
  proveRunning,
  proveTotals,
  type ProofCents,
} from '../../common/proof.js';
import type { StatementRows } from '../../common/statement-row.js';

/** Lines of banks with the balance before and after the rows, and the sums of what came in and went out. */
const lines = {
  opening:
    /^(?:(?:opening|beginning|starting|previous|initial)\s+balance|balance\s+(?:brought\s*)?forward|solde\s+(?:d[’']ouverture|initial|de\s+d[ée]but|pr[ée]c[ée]dent)|anfangssaldo|alter\s+(?:konto)?saldo|saldo\s+(?:anterior|inicial))/i,
  closing:
    /^(?:(?:closing|ending|final)\s+balance|solde\s+(?:de\s+(?:fin|cl[ôo]ture)|final)|nouveau\s+solde|endsaldo|neuer\s+(?:konto)?saldo|saldo\s+final)/i,
  credits: /^total\s+(?:credits?|deposits?|money\s+in)|^total\s+(?:des\s+)?cr[ée]dits/i,
  debits: /^total\s+(?:debits?|withdrawals?|money\s+out)|^total\s+(?:des\s+)?d[ée]bits/i,
};

/** Longest text that is taken for such a line, in characters. */
const maximumText = 100;

/** Returns the amount of the line of this kind: the last one of its cells. */
function statedBy(records: readonly CsvRecord[], kind: RegExp, mapping: CsvMapping): Cents | undefined {
  const record = records.find(({ cells }) =>
    cells.some((cell) => cell.length <= maximumText && kind.test(cell)),
  );
  const amounts = record?.cells.flatMap((cell) => parseCents(cell, mapping.decimal ?? '.') ?? []);
  return amounts?.at(-1);
}

/** Returns the proof by lines of balances or totals. */
function proveByLines(
  records: readonly CsvRecord[],
  rows: StatementRows['rows'],
  mapping: CsvMapping,
): ProofCents | undefined {
  const [opening, closing, credits, debits] = [lines.opening, lines.closing, lines.credits, lines.debits].map(
    (kind) => statedBy(records, kind, mapping),
  );
  const cents = rows.map((row) => row.cents);
  const balances = proveBalances({ opening, closing, sum: sumOfCents(cents) });
  const sumOf = (sign: 1 | -1) => Math.abs(sumOfCents(cents.filter((one) => Math.sign(one) === sign)));
  const totals = proveTotals([
    ...(credits === undefined ? [] : [{ stated: Math.abs(credits), found: sumOf(1) }]),
    ...(debits === undefined ? [] : [{ stated: Math.abs(debits), found: sumOf(-1) }]),
  ]);
  return [balances, totals].find((one) => one && !one.agrees) ?? balances ?? totals;
}

/** Returns the control sums of each account of a CSV file: its running balance, or lines of balances and totals. */
export function csvProofs(
  all: readonly CsvRecord[],
  { rows, skipped }: StatementRows,
  mapping: CsvMapping,
  { balance, fee }: { balance: number | undefined; fee: number | undefined },
): AccountProof[] {
  const cells = new Map(all.map((record) => [record.line, record.cells]));
  const { decimal = '.' } = mapping;
  const accounts = [...new Set(rows.map(({ account }) => account ?? ''))];
  return accounts.flatMap((account): AccountProof[] => {
    const own = rows.filter((row) => (row.account ?? '') === account);
    const running =
      balance === undefined
        ? undefined
        : proveRunning(
            own.map(({ row, cents }) => {
              const own = cells.get(row) ?? [];
              const taken = Math.abs(parseCents(own[fee ?? -1] ?? '', decimal) ?? 0);
              return { row, cents: cents - taken, balance: parseCents(own[balance] ?? '', decimal) };
            }),
          );
    // Rows that are left out, but for those of no amount, may be in the bank's sums.
    const isWhole =
      accounts.length === 1 && skipped.every(({ reason }) => reason === 'balance' || reason === 'zero');
    const proof = running ?? (isWhole ? proveByLines(all, own, mapping) : undefined);
    return proof ? [{ account, ...proof }] : [];
  });
}
