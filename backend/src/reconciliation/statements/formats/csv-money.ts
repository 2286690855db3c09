import { decideDecimal, isNegativeAmount, looksLikeAmount, parseCents } from './amounts.js';
import { type CsvRecord, valuesOf } from './csv-records.js';
import { decideDateOrder, parseDay } from './days.js';

/** Maximum number of columns that are tried as amounts and balances. */
const maximumColumns = 8;

/** Columns of money, found by their content. */
export interface MoneyColumns {
  amount?: number;
  in?: number;
  out?: number;
  /** True where a running balance or the signs prove them, or there is no other choice. */
  isProven: boolean;
  /** Every column of money, balances among them. */
  all: number[];
}

/** The cents of a column by row: 0 for an empty cell, NaN for one that is no amount. */
type Cents = readonly number[];

/** The orders of days in which the balance can run. */
interface Orders {
  oldestFirst: boolean;
  newestFirst: boolean;
}

function ordersOf(rows: readonly CsvRecord[], date: number | undefined): Orders {
  const dates = date === undefined ? [] : rows.map(({ cells }) => cells[date] ?? '');
  const order = decideDateOrder(dates.filter(Boolean));
  const days = dates.flatMap((text) => parseDay(text, order) ?? []);
  const rises = days.some((day, index) => index > 0 && day > (days[index - 1] ?? ''));
  const falls = days.some((day, index) => index > 0 && day < (days[index - 1] ?? ''));
  return rises === falls
    ? { oldestFirst: true, newestFirst: true }
    : { oldestFirst: rises, newestFirst: falls };
}

/** Counts the changes of the balance that are the row's amount, in the order of days with more of them. */
function countAgreeing(cents: Cents, balance: Cents, orders: Orders, sign: 1 | -1): number {
  let [oldest, newest] = [0, 0];
  for (let row = 1; row < cents.length; row++) {
    const change = (balance[row] ?? NaN) - (balance[row - 1] ?? NaN);
    const [here, above] = [sign * (cents[row] ?? NaN), sign * (cents[row - 1] ?? NaN)];
    if (orders.oldestFirst && here && change === here) oldest += 1;
    if (orders.newestFirst && above && -change === above) newest += 1;
  }
  return Math.max(oldest, newest);
}

/**
 * Finds the columns of money by what they say of each other: a balance that changes by the amounts, a balance before and
 * after each amount, or two columns of which each row fills one.
 */
export function findMoney(
  rows: readonly CsvRecord[],
  columns: readonly number[],
  date: number | undefined,
): MoneyColumns | undefined {
  const all: number[] = [];
  for (const column of columns) if (all.length < maximumColumns && isMoney(rows, column)) all.push(column);
  const decimal = decideDecimal(all.flatMap((column) => valuesOf(rows, column))) ?? '.';
  const cache = new Map<number, Cents>();
  const centsOf = (column: number): Cents => {
    const cents =
      cache.get(column) ??
      rows.map(({ cells }) => (cells[column] ? (parseCents(cells[column], decimal) ?? NaN) : 0));
    cache.set(column, cents);
    return cents;
  };
  const isEmpty = (column: number) =>
    columns.includes(column) && valuesOf(rows, column).length === 0 && column < widthOf(rows) - 1;
  const isSigned = (column: number) => valuesOf(rows, column).some(isNegativeAmount);

  const between = findBetweenBalances(all, centsOf, rows);
  if (between !== undefined) return { amount: between, isProven: true, all };

  const orders = ordersOf(rows, date);
  const pairs = pairsOf(all, centsOf, isEmpty, isSigned);
  const scored = [
    ...pairs.map(([moneyIn, moneyOut]) => {
      const cents = centsOf(moneyIn).map((one, row) => one - Math.abs(centsOf(moneyOut)[row] ?? 0));
      return { found: { in: moneyIn, out: moneyOut }, cents };
    }),
    ...all.map((amount) => ({ found: { amount }, cents: centsOf(amount) })),
  ].map(({ found, cents }) => {
    const used = Object.values(found);
    const counts = all
      .filter((column) => !used.includes(column))
      .map((balance) => ({
        agreeing: countAgreeing(cents, centsOf(balance), orders, 1),
        turned: countAgreeing(cents, centsOf(balance), orders, -1),
      }));
    const best = counts.sort((a, b) => b.agreeing - a.agreeing)[0] ?? { agreeing: 0, turned: 0 };
    return { found, ...best };
  });
  const proven = scored
    .filter(({ agreeing, turned }) => agreeing > 2 * turned)
    .sort((a, b) => b.agreeing - a.agreeing)[0];
  if (proven) return { ...proven.found, isProven: true, all };

  const [pair] = pairs;
  const [one, ...others] = all;
  if (pair) {
    const [moneyIn, moneyOut] = pair;
    return { in: moneyIn, out: moneyOut, isProven: isSigned(moneyOut) && !isSigned(moneyIn), all };
  }
  if (one === undefined) return undefined;
  return { amount: all.find(isSigned) ?? one, isProven: !others.length, all };
}

const widthOf = (rows: readonly CsvRecord[]): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

/** True for a column of amounts; numbers of accounts, branches and cheques have no cents. */
function isMoney(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  const amounts = values.filter(looksLikeAmount);
  const filled = amounts.filter((text) => /[1-9]/.test(text));
  const withCents = filled.filter((text) => /[.,]\d{1,2}\D*$/.test(text));
  return amounts.length >= 0.9 * values.length && filled.length > 0 && 2 * withCents.length >= filled.length;
}

/** True where one row's balance after is the next one's balance before, in either order: gross, fee and net add up, too. */
const runsOn = (before: Cents, after: Cents): boolean =>
  before.some((cents, row) => row > 0 && (cents === after[row - 1] || after[row] === before[row - 1]));

/** Returns the column by which each row's balance before becomes its balance after, if there is one. */
function findBetweenBalances(
  all: readonly number[],
  centsOf: (column: number) => Cents,
  rows: readonly CsvRecord[],
): number | undefined {
  for (const before of all)
    for (const after of all)
      for (const amount of all) {
        if (before >= after || amount === before || amount === after) continue;
        const [from, to, cents] = [centsOf(before), centsOf(after), centsOf(amount)];
        const isFilled = (row: number) => [from, to, cents].every((one) => !Number.isNaN(one[row]));
        const changes = rows.map((_, row) => (to[row] ?? 0) - (from[row] ?? 0));
        if (
          cents.some((one) => one !== 0) &&
          changes.every((change, row) => isFilled(row) && change === cents[row]) &&
          runsOn(from, to) &&
          // A pair of columns for in and out beside a balance can add up like this in one row.
          rows.every(({ cells }) => cells[before] && cells[after])
        )
          return amount;
      }
  return undefined;
}

/**
 * Returns pairs of columns for money in and out, the likelier first: each row fills one of the two, where 0 is empty.
 * Banks without a header have the column of outgoing money first; a column of amounts that all have a minus is it.
 */
function pairsOf(
  all: readonly number[],
  centsOf: (column: number) => Cents,
  isEmpty: (column: number) => boolean,
  isSigned: (column: number) => boolean,
): [moneyIn: number, moneyOut: number][] {
  const pairs: [number, number][] = [];
  const isMostlyFilled = (column: number) => {
    const cents = centsOf(column);
    return cents.filter((one) => one !== 0).length >= 0.9 * cents.length;
  };
  const both = (first: number, second: number) => {
    const isFirstIn = isSigned(second) && !isSigned(first);
    const pair: [number, number] = isFirstIn ? [first, second] : [second, first];
    pairs.push(pair, [pair[1], pair[0]]);
  };
  for (const [index, first] of all.entries())
    for (const second of all.slice(index + 1)) {
      const [one, other] = [centsOf(first), centsOf(second)];
      const filled = one.filter((cents, row) => cents !== 0 || other[row] !== 0).length;
      const exclusive = one.filter((cents, row) => (cents === 0) !== (other[row] === 0)).length;
      const isShared = one.some((cents) => cents !== 0) && other.some((cents) => cents !== 0);
      if (isShared && filled > 0 && exclusive === filled) both(first, second);
    }
  if (pairs.length) return pairs;
  for (const column of all) {
    if (isSigned(column) || !isMostlyFilled(column)) continue;
    if (isEmpty(column - 1) && !all.includes(column - 2)) both(column - 1, column);
    else if (isEmpty(column + 1)) both(column, column + 1);
  }
  return pairs;
}
