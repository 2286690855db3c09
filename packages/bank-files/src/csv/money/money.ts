import type { CsvMapping } from '../../common/contract.js';
import {
  amountCurrencies,
  amountSign,
  type Cents,
  decimalOf,
  isNone,
  looksLikeAmount,
  parseCents,
} from '../../common/amounts.js';
import { columnCurrency, currencyOf } from '../../common/currencies.js';
import { looksLikeDay, monthAndDay } from '../../common/days.js';
import { columnNamed, type Option } from '../../common/decide.js';
import { proveRunning } from '../../common/proof.js';
import { withoutEmpty } from '../../common/without-empty.js';
import { type BalanceColumns, compareBalance, type ComparedBalance } from './balance.js';
import { byName, isAmountName, isMoneyName, isNamedAs } from '../column-names.js';
import { cellOf, type CsvRecord, type CsvTable, valuesOf } from '../records.js';

const maximumColumns = 10;

/** The columns of the amounts: one, or one for each direction. */
export type Money = Pick<CsvMapping, 'amount' | 'in' | 'out'>;

/** The same as a person says them: null for none. */
export type MaybeMoney = { [Part in keyof Money]: Money[Part] | null };

export const moneyOf = ({ amount, in: moneyIn, out }: MaybeMoney): Money =>
  withoutEmpty({ amount, in: moneyIn, out });

export const moneyColumns = (money: MaybeMoney): number[] => Object.values(moneyOf(money));

/** Returns the currency that each column of the amounts is named after. */
export const moneyCurrencies = (money: Money, names: readonly string[]): (string | undefined)[] =>
  moneyColumns(money).map((column) => columnCurrency(names[column] ?? ''));

const moneyNames = { amount: 'the amount', in: 'money that came in', out: 'money that went out' };

/** Returns columns of the amounts as an option. */
export function moneyOption(value: Money, names?: readonly string[]): Option<Money> {
  const reads = (['amount', 'in', 'out'] as const).flatMap((role) =>
    value[role] === undefined ? [] : [`${moneyNames[role]} is in ${columnNamed(value[role], names)}`],
  );
  const { amount = null, in: moneyIn = null, out = null } = value;
  return {
    value,
    reads: reads.join(', '),
    columns: moneyColumns(value),
    answer: { answers: { amount, in: moneyIn, out } },
  };
}

/** A column of money by row: undefined for an empty cell, NaN for one that is no amount. */
interface MoneyColumn {
  index: number;
  cents: readonly (number | undefined)[];
  isSigned: boolean;
  /** True for whole numbers under a name that says nothing of money. */
  isWhole: boolean;
}

const hasBoth = ({ cents }: MoneyColumn): boolean =>
  cents.some((one) => one! < 0) && cents.some((one) => one! > 0);

/** True for a figure with cents beside a mark that is not known, as in "B/ 100.00": it may be an amount, and cannot be read. */
const isUnread = (text: string): boolean =>
  /^[^\d%]{0,6}\d[\d.,' ]*[.,]\d{2}[^\d%]{0,6}$/.test(text) && !looksLikeDay(text);

const isSum = (text: string): boolean => /[1-9]/.test(text);

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
  const name = names[column];
  if (!filled.length || amounts.length < 0.9 * values.length) return false;
  // Days without a year, such as "09.03", are amounts as well.
  if (isNamedAs(name, 'date') && values.every((text) => monthAndDay(text) !== undefined)) return false;
  if (values.filter(looksLikeDay).length > 0.5 * values.length) return false;
  const isPlain = (text: string) => !/[.,]\d{1,2}\D*$/.test(text) && !amountCurrencies(text).length;
  return (
    2 * filled.filter(isPlain).length <= filled.length ||
    (!isNamedAs(name, 'bankId', 'account') &&
      (isMoneyName(name) || (isLoose && filled.every((text) => text.length < 10 && !/^0\d/.test(text)))))
  );
}

/** Returns a row's amount, by the cents in its columns. */
export const amountBy = (
  { amount, in: moneyIn, out }: Money,
  centsIn: (column: number | undefined) => Cents,
): Cents => (amount === undefined ? centsIn(moneyIn) - Math.abs(centsIn(out)) : centsIn(amount));

/** Reads which columns the amounts may be in, the likelier first, and which ones the numbers of rows of these days prove. */
export function readMoney(
  { rows, header }: CsvTable,
  free: readonly number[],
  days: readonly (string | undefined)[],
  later: readonly CsvRecord[],
  currency: string,
) {
  const names = header?.cells ?? [];
  const strict = free.filter((column) => isMoney(rows, column, names));
  // Beside balances alone, the amounts are what cannot be read.
  if (strict.every((column) => isNamedAs(names[column], 'balance')))
    strict.push(
      ...free.filter((column) => isAmountName(names[column]) && valuesOf(rows, column).some(isSum)),
    );
  const named = strict.filter((column) => isAmountName(names[column]));
  /** True for a row with its amount in a column of such a name, where 0 fills only one of all amounts. */
  const isCovered = (row: CsvRecord) =>
    named.some((column) => {
      const text = cellOf(row, column);
      return isNamedAs(names[column], 'amount') ? !isNone(text) : isSum(text);
    });
  // Whole numbers may be the amounts of the rows that are not.
  const whole = free.filter(
    (column) =>
      !strict.includes(column) &&
      isMoney(rows, column, names, true) &&
      rows.some((row) => isSum(cellOf(row, column)) && !isCovered(row)),
  );
  const indexes = [...strict, ...whole].slice(0, maximumColumns);
  const decimal = decimalOf(indexes.flatMap((column) => valuesOf(rows, column))) ?? '.';
  const centsIn = (text: string) => (isNone(text) ? undefined : (parseCents(text, decimal) ?? NaN));
  const columnOf = (index: number): MoneyColumn => ({
    index,
    cents: rows.map((row) => centsIn(cellOf(row, index))),
    isSigned: valuesOf(rows, index).some((text) => amountSign(text) < 0),
    isWhole: whole.includes(index),
  });
  const all = indexes.map(columnOf);
  const amountOf = (row: CsvRecord, money: Money) =>
    amountBy(money, (column) => centsIn(cellOf(row, column)) ?? 0);
  const areAlike = (one: Money, other: Money) =>
    [...rows, ...later].every((row) => Object.is(amountOf(row, one), amountOf(row, other)));

  const isEmpty = (column: number) =>
    free.includes(column) &&
    !valuesOf(rows, column).some((text) => /[^\d.,\s-]|[1-9]/.test(text)) &&
    (!header || isAmountName(names[column]));
  const pairs = pairsOf(all, (column) => (isEmpty(column) ? columnOf(column) : undefined), names);
  const paired = pairs.flatMap(moneyColumns);
  // Of names that say nothing, one with amounts of both signs is likelier.
  const ordered = all.toSorted((one, other) => Number(hasBoth(other)) - Number(hasBoth(one)));
  const singles = byName(
    'amount',
    ordered.map(({ index }) => index),
    names,
  ).flatMap((amount): Money[] => (paired.includes(amount) ? [] : [{ amount }]));
  const found = [...pairs, ...singles];
  const isBalance = (money: Money) => isNamedAs(names[money.amount ?? -1], 'balance');
  /** The currencies beside the amounts of each row: of amounts in two, only the account's own is beside some. */
  const besideOf = (money: Money) =>
    moneyColumns(money)
      .flatMap((column) =>
        rows.map((row) =>
          [column - 1, column + 1].flatMap((beside) => currencyOf(cellOf(row, beside)) ?? []),
        ),
      )
      .filter((codes) => codes.length);
  const isOther = (money: Money) => besideOf(money).some((codes) => !codes.includes(currency));
  const areTwo = found.some((money) => besideOf(money).length && !isOther(money));
  // A balance is the last that a person would choose; an amount in another currency, and then columns whose names say
  // nothing of an amount, come after the others.
  const lateness = (money: Money) =>
    4 * Number(isBalance(money)) +
    2 *
      Number((areTwo && isOther(money)) || moneyCurrencies(money, names).some((code) => code !== undefined)) +
    Number(!moneyColumns(money).some((column) => isAmountName(names[column])));
  const isOwn = (money: Money) =>
    !isBalance(money) && moneyCurrencies(money, names).every((code) => code === currency);
  const own = (found.some(isOwn) ? found.filter(isOwn) : found).toSorted(
    (one, other) => lateness(one) - lateness(other),
  );
  const options = own.map((money) => moneyOption(money, header?.cells));
  const centsOf = (money: Money) => rows.map((row) => amountOf(row, money));
  const running = findRunning(options, all, centsOf, areAlike, days);
  return { options, columns: indexes, areAlike, running, proof: running && proofBy(running, header?.cells) };
}

/** Returns the proof of an option in words. */
function proofBy({ option, balance, fee, agreeing, contradicting }: Running, names?: readonly string[]) {
  const less = fee === undefined ? '' : ` less ${columnNamed(fee, names)}`;
  return {
    option,
    says: `${columnNamed(balance, names)} changes by it${less} in ${agreeing + contradicting} rows`,
  };
}

export const areSame = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.in === other.in && one.out === other.out;

/** An option, and the column that it changes as a balance. */
interface Running extends ComparedBalance, BalanceColumns {
  option: Option<Money>;
  balance: number;
}

/** Returns the option by which another column changes from row to row, as a running balance does, fees included. */
function findRunning(
  options: readonly Option<Money>[],
  all: readonly MoneyColumn[],
  centsOf: (money: Money) => Cents[],
  areAlike: (one: Money, other: Money) => boolean,
  days: readonly (string | undefined)[],
): Running | undefined {
  const found: Running[] = [];
  // A balance may stand in some rows only, as at the end of each day; one that never changes proves nothing.
  const sparse: Running[] = [];
  const steps = days.length - 1;
  for (const option of options) {
    const own = moneyColumns(option.value);
    const isPair = option.value.amount === undefined;
    const cents = centsOf(option.value);
    const others = all.filter(({ index }) => !own.includes(index));
    for (const balance of others) {
      const rows = cents.map((one, row) => ({ row, cents: one, balance: balance.cents[row] }));
      const isSparse = balance.cents.includes(undefined) && new Set(balance.cents).size > 2;
      if (isSparse && proveRunning(rows)?.agrees)
        sparse.push({ option, balance: balance.index, agreeing: 1, contradicting: 0 });
      const fees = isPair ? [] : others.filter((other) => other !== balance);
      for (const fee of [undefined, ...fees]) {
        const compared = compareBalance(
          rows.map((one, row) => ({
            day: days[row],
            balance: one.balance,
            cents: one.cents - Math.abs(fee?.cents[row] ?? 0) || NaN,
          })),
        );
        const { agreeing, contradicting } = compared;
        const runs = agreeing + contradicting;
        // A few of many rows agree by chance. Amounts without a sign change the balance either way; of them a single step
        // says nothing: two columns may differ by one of them.
        const isRunning = fee
          ? agreeing === steps && steps > 1
          : (agreeing > 0 || runs > 1) && 2 * runs >= steps && (!isPair || contradicting === 0);
        if (isRunning) found.push({ option, balance: balance.index, fee: fee?.index, ...compared });
      }
    }
  }
  const runs = ({ agreeing, contradicting }: Running) => agreeing + contradicting;
  const [best, ...others] = found.sort(
    (one, other) =>
      runs(other) - runs(one) || other.agreeing - one.agreeing || (one.fee ?? -1) - (other.fee ?? -1),
  );
  if (!best) return sparse[0];
  // Two columns that fit as well prove nothing.
  const isEqual = (one: Running) =>
    runs(one) === runs(best) &&
    one.agreeing === best.agreeing &&
    !areAlike(one.option.value, best.option.value);
  return others.some(isEqual) ? undefined : best;
}

/** Returns pairs of columns for money in and out, the likelier first: each row fills one of the two, where 0 is empty. */
function pairsOf(
  all: readonly MoneyColumn[],
  emptyAt: (index: number) => MoneyColumn | undefined,
  names: readonly string[],
): Money[] {
  const filledOf = ({ cents }: MoneyColumn) => cents.filter((one) => one !== undefined).length;
  const both = (first: MoneyColumn, second: MoneyColumn): Money[] => {
    const isNamedOut = ({ index }: MoneyColumn) => Number(isNamedAs(names[index], 'out'));
    // The name of one tells it, then a minus, then that most rows go out.
    const telling =
      isNamedOut(first) - isNamedOut(second) ||
      Number(first.isSigned) - Number(second.isSigned) ||
      filledOf(first) - filledOf(second);
    const [moneyIn, out] = telling < 0 ? [first.index, second.index] : [second.index, first.index];
    return [
      { in: moneyIn, out },
      { in: out, out: moneyIn },
    ];
  };
  const isFilled = (cents: number | undefined) => cents !== undefined && cents !== 0;
  const isOfBoth = (column: MoneyColumn) => hasBoth(column) && isNamedAs(names[column.index], 'amount');
  const isExclusive = (one: MoneyColumn, other: MoneyColumn): boolean =>
    // Columns in two currencies are not of one each way.
    new Set(moneyCurrencies({ in: one.index, out: other.index }, names).filter(Boolean)).size < 2 &&
    [one, other].every((column) => column.cents.some(isFilled) && !isOfBoth(column)) &&
    one.cents.every((cents, row) => !(isFilled(cents) && isFilled(other.cents[row])));
  const pairs = all.flatMap((first, at) =>
    all.slice(at + 1).flatMap((second) => (isExclusive(first, second) ? both(first, second) : [])),
  );
  if (pairs.length) return pairs;
  return all.flatMap((column) => {
    const { index, cents, isSigned, isWhole } = column;
    const isOther = isNamedAs(names[index], 'amount', 'balance');
    const isDirected = isNamedAs(names[index], 'in', 'out');
    const isPart = cents.filter(isFilled).length < 0.9 * cents.length;
    if (isOther || isWhole || isPart || (isSigned && !isDirected)) return [];
    const isFree = !all.some((one) => one.index === index - 2);
    const [before, after] = [isFree ? emptyAt(index - 1) : undefined, emptyAt(index + 1)];
    return before ? both(before, column) : after ? both(column, after) : [];
  });
}
