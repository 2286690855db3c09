import type { CsvMapping } from '../common/contract.js';
import { decideDecimal, isNegativeAmount, looksLikeAmount, parseCents } from '../common/amounts.js';
import { columnCurrency, guessColumnsByRole, nameKey } from './column-names.js';
import { compareBalance } from './balance.js';
import { type CsvRecord, valuesOf, widthOf } from './records.js';
import { decideDateOrder, parseDay } from '../common/days.js';
import { columnNamed, type Evidence, type Option, weights, where } from '../common/evidence.js';

/** Maximum number of columns that are tried as amounts and balances. */
const maximumColumns = 8;

/** The columns of the amounts: one, or one for each direction. */
export type Money = Pick<CsvMapping, 'amount' | 'in' | 'out'>;

export const moneyColumns = ({ amount, in: moneyIn, out }: Money): number[] =>
  [amount, moneyIn, out].filter((column) => column !== undefined);

export const isSameMoney = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.in === other.in && one.out === other.out;

const moneyNames = { amount: 'the amount', in: 'money that came in', out: 'money that went out' };

/** Returns columns of the amounts as an option, with what their content says. */
export function moneyOption(
  rows: readonly CsvRecord[],
  value: Money,
  header: CsvRecord | undefined,
  further: readonly Evidence[] = [],
): Option<Money> {
  const values = moneyColumns(value).flatMap((column) => valuesOf(rows, column));
  const amounts = values.filter(looksLikeAmount).length;
  const reads = (['amount', 'in', 'out'] as const).flatMap((role) =>
    value[role] === undefined ? [] : [`${moneyNames[role]} is in ${columnNamed(value[role], header?.cells)}`],
  );
  return {
    ...{ value, reads: reads.join(', ') },
    evidence: [
      ...where(amounts, `${amounts} of ${values.length} values are amounts`, weights.content),
      ...further,
    ],
  };
}

/** The columns that the amounts may be in. */
export interface MoneyOptions {
  options: Option<Money>[];
  differ: (one: Money, other: Money) => boolean;
  /** Every column of money, balances among them, where the names do not tell one. */
  all: number[];
}

/** True for a column without values, or with amounts. */
const mayBeMoney = (rows: readonly CsvRecord[], column: number): boolean => {
  const values = valuesOf(rows, column);
  return !values.length || values.some(looksLikeAmount);
};

/** The absolute value of an amount; undefined for an empty cell. */
function sizeOf(text = ''): number | undefined {
  const cents = parseCents(text, '.') ?? parseCents(text, ',');
  return cents === undefined ? undefined : Math.abs(cents);
}

/**
 * Returns the columns of money that their names tell: a pair, else columns of amounts, of which a net one counts, or the
 * only one in the account's currency. Without its counterpart, a column of incoming money has signs for outgoing money.
 */
function namedOptions(header: CsvRecord, rows: readonly CsvRecord[], currency: string): Option<Money>[] {
  const { cells } = header;
  const names = guessColumnsByRole(cells, currency);
  const [listed, [moneyIn], [moneyOut]] = [names.amount, names.in, names.out].map((columns) =>
    columns.filter((column) => mayBeMoney(rows, column)),
  ) as [number[], number[], number[]];
  const byName = { says: 'its name says so', weight: weights.name };
  const optionOf = (money: Money, further: readonly Evidence[] = []) =>
    moneyOption(rows, money, header, [byName, ...further]);
  if (moneyIn !== undefined && moneyOut !== undefined) return [optionOf({ in: moneyIn, out: moneyOut })];
  const inCurrency = cells.flatMap((cell, column) => (columnCurrency(cell) === currency ? [column] : []));
  const amounts = listed.length ? listed : inCurrency.slice(0, 1);
  const [own, ...others] = amounts.filter((column) => inCurrency.includes(column));
  const isNet = (column: number) => nameKey(cells[column] ?? '').startsWith('net');
  if (amounts.length)
    return amounts
      .toSorted((one, other) => Number(other === own) - Number(one === own))
      .map((amount) =>
        optionOf({ amount }, [
          ...where(isNet(amount), 'what is net is what arrives', 2 * weights.name),
          ...where(!others.length && amount === own, `it alone is named ${currency}`, weights.name),
        ]),
      );
  if (moneyIn !== undefined) return [optionOf({ amount: moneyIn })];
  return moneyOut === undefined ? [] : [optionOf({ out: moneyOut })];
}

/** Returns the columns of the amounts by their names, else by what the columns of money say of each other. */
export function moneyOptions(
  rows: readonly CsvRecord[],
  columns: readonly number[],
  { date, currency, header }: { date: number | undefined; currency: string; header: CsvRecord | undefined },
): MoneyOptions {
  const named = header ? namedOptions(header, rows, currency) : [];
  const [first, second] = named;
  if (!first) return { ...contentOptions(rows, columns, date, header), differ: () => true };
  const nameOf = (column = -1) => nameKey(header?.cells[column] ?? '');
  const differ = ({ amount: one }: Money, { amount: other }: Money) =>
    nameOf(one) === nameOf(other) ||
    rows.some(({ cells }) => {
      const [size, otherSize] = [sizeOf(cells[one ?? -1]), sizeOf(cells[other ?? -1])];
      return size !== undefined && otherSize !== undefined && size !== otherSize;
    });
  // Of two columns of one name, neither is likelier.
  const areTwins =
    second &&
    nameOf(first.value.amount) === nameOf(second.value.amount) &&
    first.evidence.length === second.evidence.length;
  return { options: areTwins ? [] : named, differ, all: [] };
}

/** A column of money by row: 0 for an empty cell, NaN for one that is no amount. */
interface MoneyColumn {
  index: number;
  cents: readonly number[];
  isSigned: boolean;
}

/**
 * Returns the columns of money by what they say of each other: a balance that changes by the amounts, a balance before and
 * after each amount, or two columns of which each row fills one.
 */
function contentOptions(
  rows: readonly CsvRecord[],
  columns: readonly number[],
  date: number | undefined,
  header: CsvRecord | undefined,
): Pick<MoneyOptions, 'options' | 'all'> {
  const indexes: number[] = [];
  for (const column of columns)
    if (indexes.length < maximumColumns && isMoney(rows, column)) indexes.push(column);
  const decimal = decideDecimal(indexes.flatMap((column) => valuesOf(rows, column))) ?? '.';
  const columnOf = (index: number): MoneyColumn => ({
    index,
    cents: rows.map(({ cells }) => (cells[index] ? (parseCents(cells[index], decimal) ?? NaN) : 0)),
    isSigned: valuesOf(rows, index).some(isNegativeAmount),
  });
  const all = indexes.map(columnOf);
  const optionOf = (money: Money, evidence: readonly Evidence[]) =>
    moneyOption(rows, money, header, evidence);

  const between = findBetweenBalances(all, rows);
  const ofBetween = where(true, 'it is the difference of the balances before and after it', weights.proof);
  if (between) return { options: [optionOf({ amount: between.index }, ofBetween)], all: indexes };
  const texts = rows.map(({ cells }) => cells[date ?? -1] ?? '');
  const order = decideDateOrder(texts.filter(Boolean));
  const days = texts.map((text) => parseDay(text, order));
  const emptyAt = (index: number) => {
    const isEmpty = columns.includes(index) && !valuesOf(rows, index).length && index < widthOf(rows) - 1;
    return isEmpty ? columnOf(index) : undefined;
  };
  const scored = [
    ...pairsOf(all, emptyAt).map(([moneyIn, moneyOut]) => ({
      money: { in: moneyIn.index, out: moneyOut.index },
      cents: moneyIn.cents.map((one, row) => one - Math.abs(moneyOut.cents[row]!)),
      evidence: [
        ...where(true, 'each row fills one of the two', weights.content),
        ...where(isMarked(moneyIn, moneyOut), 'the amounts of one alone have a minus', weights.proof),
      ],
    })),
    ...all.map(({ index, cents, isSigned }) => ({
      ...{ money: { amount: index }, cents },
      evidence: where(isSigned, 'its amounts have signs', weights.hint),
    })),
  ].map((option) => {
    const [best] = all
      .filter(({ index }) => !moneyColumns(option.money).includes(index))
      .map((balance) =>
        compareBalance(
          option.cents.map((cents, row) => ({
            ...{ day: days[row], cents: cents || NaN, balance: balance.cents[row]! },
          })),
        ),
      )
      .sort((one, other) => other.agreeing - one.agreeing);
    return { ...option, ...best };
  });
  const [proven] = scored
    // A few of many rows agree by chance.
    .filter(
      ({ agreeing = 0, contradicting = 0 }) =>
        agreeing > 2 * contradicting && 2 * agreeing >= rows.length - 1,
    )
    .sort((one, other) => other.agreeing! - one.agreeing!);
  const options = scored.map((one) => {
    const says = `a balance changes by it in ${one.agreeing} rows`;
    return optionOf(one.money, [...one.evidence, ...where(one === proven, says, weights.proof)]);
  });
  return { options, all: indexes };
}

/** True for a column of amounts; numbers of accounts, branches and cheques have no cents. */
function isMoney(rows: readonly CsvRecord[], column: number): boolean {
  const values = valuesOf(rows, column);
  const amounts = values.filter(looksLikeAmount);
  const filled = amounts.filter((text) => /[1-9]/.test(text));
  const withCents = filled.filter((text) => /[.,]\d{1,2}\D*$/.test(text));
  return amounts.length >= 0.9 * values.length && filled.length > 0 && 2 * withCents.length >= filled.length;
}

/** True where one row's balance after is the next one's balance before, in either order: gross, fee and net add up, too. */
const runsOn = ({ cents: before }: MoneyColumn, { cents: after }: MoneyColumn): boolean =>
  before.some((cents, row) => row > 0 && (cents === after[row - 1] || after[row] === before[row - 1]));

/** Returns the column by which each row's balance before becomes its balance after, if there is one. */
function findBetweenBalances(
  all: readonly MoneyColumn[],
  rows: readonly CsvRecord[],
): MoneyColumn | undefined {
  const pairs = all.flatMap((before, at) => all.slice(at + 1).map((after) => [before, after] as const));
  return pairs
    .filter(([before, after]) => runsOn(before, after))
    .flatMap(([before, after]) =>
      all.filter(
        ({ cents }) =>
          cents.some((one) => one !== 0) &&
          // A pair of columns for in and out beside a balance can add up like this in one row.
          rows.every(
            ({ cells }, row) =>
              cells[before.index] &&
              cells[after.index] &&
              after.cents[row]! - before.cents[row]! === cents[row],
          ),
      ),
    )[0];
}

type Pair = [moneyIn: MoneyColumn, moneyOut: MoneyColumn];

/** True where a minus in one column alone marks it as that of outgoing money. */
const isMarked = (moneyIn: MoneyColumn, moneyOut: MoneyColumn): boolean =>
  moneyOut.isSigned && !moneyIn.isSigned;

/**
 * Returns pairs of columns for money in and out, the likelier first: each row fills one of the two, where 0 is empty.
 * Banks without a header have the column of outgoing money first; a column of amounts that all have a minus is it.
 */
function pairsOf(all: readonly MoneyColumn[], emptyAt: (index: number) => MoneyColumn | undefined): Pair[] {
  const both = (first: MoneyColumn, second: MoneyColumn): Pair[] => {
    const pair: Pair = isMarked(first, second) ? [first, second] : [second, first];
    return [pair, [pair[1], pair[0]]];
  };
  const isFilled = (cents: number | undefined) => cents !== 0;
  const isExclusive = (one: MoneyColumn, other: MoneyColumn): boolean =>
    one.cents.some(isFilled) &&
    other.cents.some(isFilled) &&
    one.cents.every((cents, row) => !(isFilled(cents) && isFilled(other.cents[row])));
  const pairs = all.flatMap((first, at) =>
    all.slice(at + 1).flatMap((second) => (isExclusive(first, second) ? both(first, second) : [])),
  );
  if (pairs.length) return pairs;
  return all.flatMap((column) => {
    const { index, cents, isSigned } = column;
    if (isSigned || cents.filter(isFilled).length < 0.9 * cents.length) return [];
    const isFree = !all.some((one) => one.index === index - 2);
    const [before, after] = [isFree ? emptyAt(index - 1) : undefined, emptyAt(index + 1)];
    return before ? both(before, column) : after ? both(column, after) : [];
  });
}
