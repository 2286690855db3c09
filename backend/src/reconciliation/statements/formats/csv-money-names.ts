import type { Currency } from '#domain/money';
import type { CsvMapping } from '#domain/reconciliation';
import { looksLikeAmount, parseCents } from './amounts.js';
import { columnCurrency, guessColumnsByRole, nameKey } from './column-names.js';
import { type CsvRecord, valuesOf } from './csv-records.js';

/** Columns of money that their names tell. */
interface NamedMoney extends Pick<CsvMapping, 'amount' | 'in' | 'out'> {
  /** True where another column may be the amount's, too. */
  isRivalled?: boolean;
}

/** True for a column without values, or with amounts. */
const mayBeMoney = (rows: readonly CsvRecord[], column: number): boolean => {
  const values = valuesOf(rows, column);
  return !values.length || values.some(looksLikeAmount);
};

/** The absolute value of an amount; undefined for an empty cell. */
function sizeOf(text: string): number | undefined {
  const cents = parseCents(text, '.') ?? parseCents(text, ',');
  return cents === undefined ? undefined : Math.abs(cents);
}

/** True where the amounts of two columns differ in a row. */
const differ = (rows: readonly CsvRecord[], one: number, other: number): boolean =>
  rows.some(({ cells }) => {
    const [size, otherSize] = [sizeOf(cells[one] ?? ''), sizeOf(cells[other] ?? '')];
    return size !== undefined && otherSize !== undefined && size !== otherSize;
  });

/**
 * Maps the columns of money by their names. Of several columns of amounts, the only one in the account's currency
 * counts, or a net one; otherwise the first is likely, and two of one name leave open which of them counts.
 */
export function moneyByNames(
  header: CsvRecord,
  rows: readonly CsvRecord[],
  currency: Currency,
): NamedMoney | undefined {
  const names = guessColumnsByRole(header.cells, currency);
  const [listed, [moneyIn], [moneyOut]] = [names.amount, names.in, names.out].map((columns) =>
    columns.filter((column) => mayBeMoney(rows, column)),
  ) as [number[], number[], number[]];
  if (moneyIn !== undefined && moneyOut !== undefined) return { in: moneyIn, out: moneyOut };
  const nameOf = (column: number) => nameKey(header.cells[column] ?? '');
  const own = header.cells.flatMap((cell, column) => (columnCurrency(cell) === currency ? [column] : []));
  const amounts = listed.length ? listed : own.slice(0, 1);
  const ownAmounts = amounts.filter((column) => own.includes(column));
  const [first, second] = amounts;
  if (first !== undefined) {
    const isNet = nameOf(first).startsWith('net');
    const amount = isNet ? first : (ownAmounts[0] ?? first);
    const isRivalled =
      !isNet &&
      ownAmounts.length !== 1 &&
      amounts.some((column) => column !== amount && differ(rows, column, amount));
    if (second !== undefined && nameOf(first) === nameOf(second) && !isNet && ownAmounts.length !== 1)
      return undefined;
    return { amount, ...(isRivalled && { isRivalled }) };
  }
  // Without its counterpart, a column of incoming money has signs for outgoing money.
  if (moneyIn !== undefined) return { amount: moneyIn };
  return moneyOut === undefined ? undefined : { out: moneyOut };
}
