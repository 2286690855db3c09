import type { CsvMapping } from '../../common/contract.js';
import {
  amountCurrencies,
  decimalOf,
  isNegativeAmount,
  looksLikeAmount,
  parseCents,
} from '../../common/amounts.js';
import { columnCurrency } from '../../common/currencies.js';
import { dateOrderOf, looksLikeDay, parseDay } from '../../common/days.js';
import { columnNamed, type Option } from '../../common/decide.js';
import { extractPayer } from '../../common/payer.js';
import { proveRunning } from '../../common/proof.js';
import { compareBalance } from './balance.js';
import { byName, isAmountName, isMoneyName, rankOf } from '../column-names.js';
import { type CsvRecord, valuesOf } from '../records.js';

/** Maximum number of columns that are tried as amounts and balances. */
const maximumColumns = 10;

/** The columns of the amounts: one, or one for each direction. */
export type Money = Pick<CsvMapping, 'amount' | 'in' | 'out'>;

export const moneyOf = ({ amount, in: moneyIn, out }: Money): Money => ({
  ...(amount !== undefined && { amount }),
  ...(moneyIn !== undefined && { in: moneyIn }),
  ...(out !== undefined && { out }),
});

export const moneyColumns = ({ amount, in: moneyIn, out }: Money): number[] =>
  [amount, moneyIn, out].filter((column) => column !== undefined);

const moneyNames = { amount: 'the amount', in: 'money that came in', out: 'money that went out' };

/** Returns columns of the amounts as an option. */
export function moneyOption(value: Money, names?: readonly string[]): Option<Money> {
  const reads = (['amount', 'in', 'out'] as const).flatMap((role) =>
    value[role] === undefined ? [] : [`${moneyNames[role]} is in ${columnNamed(value[role], names)}`],
  );
  const { amount = null, in: moneyIn = null, out = null } = value;
  return {
    ...{ value, reads: reads.join(', '), columns: moneyColumns(value) },
    answer: { answers: { amount, in: moneyIn, out } },
  };
}

/** The columns that the amounts may be in, the likelier first, and what the file's own numbers prove. */
export interface MoneyReading {
  options: Option<Money>[];
  proof?: { option: Option<Money>; says: string };
  /** The columns of the running balance and of the fees that it takes, where they prove the amounts. */
  balance?: number | undefined;
  fee?: number | undefined;
  /** Every column of money. */
  columns: number[];
  /** True where two options read every row alike. */
  areAlike: (one: Money, other: Money) => boolean;
}

/** A column of money by row: 0 for an empty cell, NaN for one that is no amount. */
interface MoneyColumn {
  index: number;
  cents: readonly number[];
  isEmpty: readonly boolean[];
  isSigned: boolean;
  /** True for whole numbers under a name that says nothing of money. */
  isWhole: boolean;
}

/** True for a cell without an amount, for which a dash may stand. */
const isNone = (text = ''): boolean => /^[-\u2010-\u2015\u2212]*$/.test(text);

/** True for a figure with cents beside a mark that is not known, as in "S/ 100.00": it may be an amount, and cannot be read. */
const isUnread = (text: string): boolean =>
  text.length < 30 &&
  /^[^\d%]{0,4}\d[\d.,' ]*[.,]\d{2}[^\d%]{0,4}$/.test(text) &&
  !looksLikeAmount(text) &&
  !looksLikeDay(text);

/** True for a cell with a figure other than zero. */
const isSum = (text = ''): boolean => /[1-9]/.test(text);

/** True for a column of amounts: of numbers alone, such as those of accounts and cheques, a name has to say it. */
function isMoney(
  rows: readonly CsvRecord[],
  column: number,
  names: readonly string[],
  isLoose = false,
): boolean {
  const values = valuesOf(rows, column).filter((text) => !isNone(text));
  const amounts = values.filter((text) => looksLikeAmount(text) || isUnread(text));
  const filled = amounts.filter((text) => /[1-9]/.test(text));
  const name = names[column] ?? '';
  if (!filled.length || amounts.length < 0.9 * values.length) return false;
  // Days without a year, such as "09.03", are amounts as well.
  if (rankOf('date', name) !== undefined && !isMoneyName(name)) return false;
  if (values.filter(looksLikeDay).length > 0.5 * values.length) return false;
  const isPlain = (text: string) => !/[.,]\d{1,2}\D*$/.test(text) && !amountCurrencies(text).length;
  return (
    2 * filled.filter(isPlain).length <= filled.length ||
    isMoneyName(name) ||
    (isLoose && filled.every((text) => text.length < 10 && !/^0\d/.test(text)))
  );
}

/** Reads what the columns of money say of each other. */
export function readMoney(
  rows: readonly CsvRecord[],
  free: readonly number[],
  { date, currency, header }: { date: number | undefined; currency: string; header: CsvRecord | undefined },
): MoneyReading {
  const names = header?.cells ?? [];
  const strict = free.filter((column) => isMoney(rows, column, names));
  const nameOf = (column: number) => names[column] ?? '';
  const named = strict.filter((column) => isAmountName(nameOf(column)));
  /** True for a row with its amount in a column of such a name, where 0 fills only one of all amounts. */
  const isCovered = ({ cells }: CsvRecord) =>
    named.some((column) =>
      rankOf('amount', nameOf(column)) === undefined ? isSum(cells[column]) : !isNone(cells[column]),
    );
  // Whole numbers may be the amounts of the rows that are not.
  const whole = free.filter(
    (column) =>
      !strict.includes(column) &&
      isMoney(rows, column, names, true) &&
      rows.some((row) => isSum(row.cells[column]) && !isCovered(row)),
  );
  const indexes = [...strict, ...whole].slice(0, maximumColumns);
  const decimal = decimalOf(indexes.flatMap((column) => valuesOf(rows, column))) ?? '.';
  const columnOf = (index: number): MoneyColumn => ({
    index,
    cents: rows.map(({ cells }) => (isNone(cells[index]) ? 0 : (parseCents(cells[index]!, decimal) ?? NaN))),
    isEmpty: rows.map(({ cells }) => isNone(cells[index])),
    isSigned: valuesOf(rows, index).some(isNegativeAmount),
    isWhole: whole.includes(index),
  });
  const all = indexes.map(columnOf);
  const centsOf = (money: Money): number[] => {
    const find = (column: number | undefined) =>
      column === undefined
        ? undefined
        : (all.find(({ index }) => index === column) ?? columnOf(column)).cents;
    const [amount, moneyIn, out] = [find(money.amount), find(money.in), find(money.out)];
    return rows.map((_, row) => amount?.[row] ?? (moneyIn?.[row] ?? 0) - Math.abs(out?.[row] ?? 0));
  };
  const areAlike = (one: Money, other: Money) => {
    const [cents, others] = [centsOf(one), centsOf(other)];
    return cents.every(
      (each, row) => each === others[row] || (Number.isNaN(each) && Number.isNaN(others[row])),
    );
  };

  const isEmpty = (column: number) =>
    free.includes(column) &&
    !valuesOf(rows, column).some((text) => /[^\d.,\s-]|[1-9]/.test(text)) &&
    (!header || isAmountName(names[column] ?? ''));
  const pairs = pairsOf(all, (column) => (isEmpty(column) ? columnOf(column) : undefined), rows, names);
  const paired = pairs.flatMap(moneyColumns);
  const singles = byName('amount', indexes, names).flatMap((amount): Money[] =>
    paired.includes(amount) ? [] : [{ amount }],
  );
  const codesOf = (money: Money) => moneyColumns(money).map((column) => columnCurrency(names[column] ?? ''));
  const isOwn = (money: Money) => codesOf(money).every((code) => code === currency);
  const found = [...pairs, ...singles];
  // A balance is the last that a person would choose, and an amount in another currency comes after the others.
  const lateness = (money: Money) =>
    2 * Number(rankOf('balance', names[money.amount ?? -1] ?? '') !== undefined) +
    Number(codesOf(money).some((code) => code !== undefined));
  const own = (found.some(isOwn) ? found.filter(isOwn) : found).toSorted(
    (one, other) => lateness(one) - lateness(other),
  );
  const options = own.map((money) => moneyOption(money, header?.cells));
  const result = { options, columns: indexes, areAlike };
  const texts = rows.map(({ cells }) => cells[date ?? -1] ?? '');
  const order = dateOrderOf(texts.filter(Boolean));
  const days = texts.map((text) => parseDay(text, order));
  const proven = findRunning(options, all, { centsOf, areAlike }, days);
  if (!proven) return result;
  const { option, balance, fee, agreeing, contradicting } = proven;
  const less = fee === undefined ? '' : ` less ${columnNamed(fee, header?.cells)}`;
  const says = `${columnNamed(balance, header?.cells)} changes by it${less} in ${agreeing + contradicting} rows`;
  return { ...result, proof: { option, says }, balance, fee };
}

export const areSame = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.in === other.in && one.out === other.out;

interface Running {
  option: Option<Money>;
  balance: number;
  fee?: number;
  agreeing: number;
  contradicting: number;
}

/** Returns the option by which another column changes from row to row, as a running balance does, fees included. */
function findRunning(
  options: readonly Option<Money>[],
  all: readonly MoneyColumn[],
  { centsOf, areAlike }: { centsOf: (money: Money) => number[] } & Pick<MoneyReading, 'areAlike'>,
  days: readonly (string | undefined)[],
): Running | undefined {
  const found = options.flatMap((option): Running[] => {
    const cents = centsOf(option.value);
    const others = all.filter(({ index }) => !moneyColumns(option.value).includes(index));
    const tries = others.flatMap((balance) => [
      { balance, fee: undefined },
      ...(option.value.amount === undefined
        ? []
        : others.flatMap((fee) => (fee === balance ? [] : [{ balance, fee }]))),
    ]);
    return tries.map(({ balance, fee }) => ({
      ...{ option, balance: balance.index, ...(fee && { fee: fee.index }) },
      ...compareBalance(
        cents.map((one, row) => ({
          ...{ day: days[row], balance: balance.isEmpty[row] ? NaN : balance.cents[row]! },
          cents: (one || NaN) - Math.abs(fee?.cents[row] ?? 0),
        })),
      ),
    }));
  });
  // A few of many rows agree by chance; amounts without a sign change the balance either way.
  const steps = days.length - 1;
  const runs = ({ agreeing, contradicting }: Running) => agreeing + contradicting;
  const isPair = ({ option }: Running) => option.value.amount === undefined;
  // A balance may stand in some rows only, as at the end of each day.
  const sparse = options.flatMap((option): Running[] => {
    const cents = centsOf(option.value);
    const others = all.filter(
      ({ index, isEmpty }) => isEmpty.includes(true) && !moneyColumns(option.value).includes(index),
    );
    return others.flatMap((balance) => {
      const rows = cents.map((one, row) => ({
        row,
        cents: one,
        balance: balance.isEmpty[row] ? undefined : balance.cents[row]!,
      }));
      return proveRunning(rows)?.agrees
        ? [{ option, balance: balance.index, agreeing: 1, contradicting: 0 }]
        : [];
    });
  });
  const [best, ...others] = found
    .filter((one) =>
      one.fee === undefined
        ? // Of amounts without a sign a single step says nothing: two columns may differ by one of them.
          (one.agreeing > 0 || runs(one) > 1) &&
          2 * runs(one) >= steps &&
          (!isPair(one) || one.contradicting === 0)
        : one.agreeing === steps && steps > 1,
    )
    .sort(
      (one, other) =>
        runs(other) - runs(one) ||
        other.agreeing - one.agreeing ||
        Number(one.fee ?? -1) - Number(other.fee ?? -1),
    );
  // Two columns that fit as well prove nothing.
  const isEqual = (one: Running) =>
    runs(one) === runs(best!) &&
    one.agreeing === best!.agreeing &&
    !areAlike(one.option.value, best!.option.value);
  if (best && others.some(isEqual)) return undefined;
  return best ?? sparse[0];
}

/**
 * Returns pairs of columns for money in and out, the likelier first: each row fills one of the two, where 0 is empty. A
 * name tells the column of outgoing money, then a minus; then texts of arrivals tell the other one, and most rows go out.
 */
function pairsOf(
  all: readonly MoneyColumn[],
  emptyAt: (index: number) => MoneyColumn | undefined,
  rows: readonly CsvRecord[],
  names: readonly string[],
): Money[] {
  const arrivals = rows.map(({ cells }) => cells.some((cell) => extractPayer(cell) !== undefined));
  const signsOfOut = ({ index, isSigned, isEmpty }: MoneyColumn): number[] => {
    const filled = arrivals.filter((_, row) => !isEmpty[row]);
    const isNamed = rankOf('out', names[index] ?? '') !== undefined;
    return [Number(isNamed), Number(isSigned), -filled.filter(Boolean).length, filled.length];
  };
  const both = (first: MoneyColumn, second: MoneyColumn): Money[] => {
    const [own, others] = [signsOfOut(first), signsOfOut(second)];
    const telling = own.findIndex((sign, at) => sign !== others[at]);
    const isTurned = telling >= 0 && own[telling]! < others[telling]!;
    const [moneyIn, out] = isTurned ? [first.index, second.index] : [second.index, first.index];
    return [
      { in: moneyIn, out },
      { in: out, out: moneyIn },
    ];
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
    const { index, cents, isSigned, isWhole } = column;
    const isOther = (['amount', 'balance'] as const).some(
      (role) => rankOf(role, names[index] ?? '') !== undefined,
    );
    const isDirected = (['in', 'out'] as const).some(
      (role) => rankOf(role, names[index] ?? '') !== undefined,
    );
    if (isOther || isWhole || (isSigned && !isDirected) || cents.filter(isFilled).length < 0.9 * cents.length)
      return [];
    const isFree = !all.some((one) => one.index === index - 2);
    const [before, after] = [isFree ? emptyAt(index - 1) : undefined, emptyAt(index + 1)];
    return before ? both(before, column) : after ? both(column, after) : [];
  });
}
