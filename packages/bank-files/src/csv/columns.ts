import type { CsvMapping, ReadingDecision } from '../common/contract.js';
import type { Answers } from './mapping.js';
import { decideDecimal, looksLikeAmount } from '../common/amounts.js';
import { areWrittenAnew, dateOrderOf, decideDateOrder, looksLikeDay, parseDay } from '../common/days.js';
import { columnNamed, type Decided, decide, partOption } from '../common/decide.js';
import { refuseForeign } from '../common/own-currency.js';
import { FileRefusedError } from '../common/statement-row.js';
import { withoutEmpty } from '../common/without-empty.js';
import { readCurrency } from './currency.js';
import { directionColumns } from './money/direction.js';
import type { BankMapping } from './layouts.js';
import {
  areSame,
  type MaybeMoney,
  type Money,
  moneyColumns,
  moneyCurrencies,
  moneyOf,
  moneyOption,
  readMoney,
} from './money/money.js';
import { byName, isNamedAs, isTextColumn, namedAs, rankOf } from './column-names.js';
import { cellOf, columnsOf, type CsvRecord, type CsvTable, valuesOf } from './records.js';
import type { KnownLayout } from './seen.js';
import { isNotBooked, statusColumns } from './status.js';
import { isSummary } from './summary.js';
import { findText, payerColumn } from './text.js';
import { chooseYear } from './years.js';

/** All that a file's columns are decided by. */
export interface ColumnSources extends CsvTable {
  /** Every record, with lines outside the rows and dates as they are written. */
  records: readonly CsvRecord[];
  account: string;
  said: Answers;
  remembered?: KnownLayout | undefined;
  known?: BankMapping | undefined;
  /** The columns whose dates have no year. */
  yearless: readonly number[];
}

/** Number of rows by which the content of columns is told: from the beginning, so that balances run on. */
const sampledRows = 1000;

/** Returns the records with what passes the test, or all of them where none does. */
const preferred = (
  records: readonly CsvRecord[],
  test: (record: CsvRecord) => boolean,
): readonly CsvRecord[] => {
  const passing = records.filter(test);
  return passing.length ? passing : records;
};

/**
 * Returns the columns of days: filled wherever an amount is booked, if some are, as the day of each row has to be. What is
 * not booked has no day of booking yet.
 */
function dateColumns({ rows, header }: CsvTable): number[] {
  const isOfDays = (column: number) => {
    const values = valuesOf(rows, column).filter((text) => !isNotBooked(text));
    return values.length > 0 && values.filter(looksLikeDay).length >= 0.8 * values.length;
  };
  const days = columnsOf(rows).filter(isOfDays);
  const booked = preferred(rows, ({ cells }) => !cells.some(isNotBooked));
  const isFull = (column: number) => valuesOf(booked, column).length >= 0.8 * booked.length;
  const full = days.filter(isFull);
  // Days that cannot be read, as "260701", may be those of booking beside the value dates.
  const isUnread = (column: number) =>
    !days.includes(column) &&
    isDateName(cellOf(header, column)) &&
    isFull(column) &&
    valuesOf(booked, column).every((text) => /\d{4}/.test(text) && !looksLikeDay(text));
  // One of booking has none in rows that are not booked yet.
  const isOfBooking = (column: number) =>
    days.includes(column) && rankOf('date', cellOf(header, column)) === 0;
  const mayBe = columnsOf(rows).filter(
    (column) => full.includes(column) || isUnread(column) || isOfBooking(column),
  );
  return byName('date', full.length ? mayBe : days, header?.cells);
}

/** True for a name with the word for a date: "Value" or "Posted" alone may name another part. */
const isDateName = (name: string): boolean => isNamedAs(name, 'date') && /date|datum|fecha/i.test(name);

/** Decides what each column of a file is: parts that are open are missing in the mapping. */
export function decideColumns(sources: ColumnSources) {
  const { rows: whole, records, header, account, said, remembered, known, yearless } = sources;
  const names = header?.cells;
  const before = remembered?.mapping;
  // Balances and totals, and notes, say nothing of the columns.
  const isPaidRow = ({ cells }: CsvRecord) => cells.some(looksLikeDay) && cells.some(looksLikeAmount);
  const isNoSummary = ({ cells }: CsvRecord) => !cells.some(isSummary);
  const rows = preferred(preferred(whole.slice(0, sampledRows), isPaidRow), isNoSummary);
  // Two columns that are alike in the first rows, or a column that is empty there, may have more in later ones.
  const later = whole.slice(sampledRows).filter((record) => isPaidRow(record) && isNoSummary(record));
  const all = [...rows, ...later];
  const columns = names ? [...names.keys()] : columnsOf(rows);
  const without = (...taken: readonly (number | undefined)[]) =>
    columns.filter((column) => !taken.includes(column));
  const decisions: ReadingDecision[] = [];
  const add = <Value>({ value, decision }: Decided<Value>): Value | undefined => {
    decisions.push(decision);
    return value;
  };

  const dates = dateColumns({ rows, header });
  const dateOption = (column: number) =>
    partOption('date', column, `the day is in ${columnNamed(column, names)}`, [column]);
  const order = dateOrderOf(dates.flatMap((column) => valuesOf(rows, column)));
  const areSameDays = (one: number, other: number) =>
    all.every((row) => {
      const [text, second] = [cellOf(row, one), cellOf(row, other)];
      return text === second || (order && text !== '' && parseDay(text, order) === parseDay(second, order));
    });
  const date = add(
    decide('date', dates.map(dateOption), {
      said: typeof said.date === 'number' && said.date >= 0 ? dateOption(said.date) : undefined,
      // A column of earlier files that has no days now says nothing.
      remembered: before && dates.includes(before.date) ? dateOption(before.date) : undefined,
      known: known && dateOption(known.date),
      areAlike: areSameDays,
    }),
  );
  if (areWrittenAnew(valuesOf(whole, date)))
    throw new FileRefusedError(
      'A spreadsheet has written some dates anew, perhaps the month for the day: import the file as the bank wrote it',
    );
  const dateOrder =
    date === undefined
      ? undefined
      : add(
          decideDateOrder(valuesOf(whole, date), {
            said: said.dateOrder,
            known: known?.dateOrder,
            account,
            remembered: before?.dateOrder === 'YMD' ? remembered?.seen?.dateOrder : before?.dateOrder,
          }),
        );

  const paid = preferred(rows, (row) => looksLikeDay(cellOf(row, date)));
  const ids = namedAs('bankId', names);
  const accounts = namedAs('account', names);
  const dayTexts = paid.map((row) => cellOf(row, date ?? dates[0]));
  const ownOrder = dateOrderOf(dayTexts.filter(Boolean));
  const days = dayTexts.map((text) => parseDay(text, ownOrder));
  const reading = readMoney({ rows: paid, header }, without(...dates), days, later, account);
  const optionOf = (money: MaybeMoney | undefined) =>
    money && moneyColumns(money).length ? moneyOption(moneyOf(money), names) : undefined;
  const isStill = before && moneyColumns(before).every((column) => column < columns.length);
  const money = add(
    decide<Money>('amount', reading.options, {
      said: optionOf(said),
      proof: reading.proof,
      known: optionOf(known),
      remembered: isStill ? optionOf(before) : undefined,
      areAlike: (one, other) => areSame(one, other) || reading.areAlike(one, other),
    }),
  );
  refuseOthers(money ? [money] : reading.options.map(({ value }) => value), names, account);
  const amounts = money ? moneyColumns(money) : [];
  const texts = amounts.flatMap((column) => valuesOf(whole, column));
  const decimal = money && add(decideDecimal(texts, said.decimal, before?.decimal));
  const years = yearless.includes(date ?? -1)
    ? chooseYear(records, { date, dateOrder, year: said.year ?? undefined } as CsvMapping)
    : undefined;
  if (years) decisions.push(years.decision);
  const isRemembered = before !== undefined && (!money || areSame(moneyOf(before), money));
  const isPaid = (row: CsvRecord) => amounts.some((column) => looksLikeAmount(cellOf(row, column)));
  const currencies = money
    ? readCurrency({ rows: whole.filter(isPaid), header }, amounts, account, {
        said: said.currency,
        remembered: isRemembered ? (before.currency ?? null) : undefined,
        known: known && (known.currency ?? null),
      })
    : { columns: [], decided: undefined };
  const currency = currencies.decided && add(currencies.decided);

  const taken = [date, ...dates, ...amounts, ...reading.columns, ...currencies.columns, ...ids];
  const statuses = statusColumns({ rows: all, header }, without(...taken));
  const directions =
    money?.amount === undefined
      ? { certain: [], possible: [] }
      : directionColumns({ rows: paid, header }, money.amount, without(...taken, ...accounts, ...statuses));
  // A column that earlier files left empty may say it now, unless the amounts' own marks were said.
  const ofBank = known && !isRemembered ? known.direction : directions.certain[0];
  const isOfMarks = before?.directions !== undefined && before.direction === undefined;
  const earlier = before?.direction ?? (isOfMarks ? undefined : ofBank);
  const direction = said.direction === undefined ? earlier : (said.direction ?? undefined);
  const status = decideStatus();
  const payers = namedAs('payer', names).filter((column) => ![...taken, direction, status].includes(column));
  const payer = pick('payer', () => payerColumn({ rows, header }, payers));
  const bankId = pick('bankId', () => ids[0]);

  return {
    mapping: {
      ...withoutEmpty({ headerRow: header?.line }),
      date: date ?? -1,
      ...money,
      text: said.text ?? findTexts(),
      ...withoutEmpty({
        dateOrder,
        decimal,
        year: years && !years.decision.isOpen ? years.year : said.year,
        currency,
        direction,
        status,
        payer,
        bankId,
        reversed: orBefore('reversed'),
        directions: isRemembered || said.directions !== undefined ? orBefore('directions') : undefined,
        statuses: orBefore('statuses'),
        contradictions: orBefore('contradictions'),
      }),
    },
    decisions,
    years,
    balance: reading.running?.balance,
    fee: reading.running?.fee,
    shownCurrency: currencies.columns[0],
    possibleDirections: direction === undefined && said.direction !== null ? directions.possible : [],
  };

  /** Decides on the status: the first of several columns counts, as the words of each are known. */
  function decideStatus(): number | undefined {
    const option = (column: number | null) =>
      column === null
        ? partOption('status', column, 'no column says the status')
        : partOption('status', column, `the status is in ${columnNamed(column, names)}`, [column]);
    const of = (column: number | null | undefined) => (column === undefined ? undefined : option(column));
    const found = statuses.slice(0, 1).map(option);
    const own = { said: of(said.status), remembered: of(before?.status), known: of(known?.status) };
    if (!found.length && !own.said && !own.remembered && !own.known) return undefined;
    return add(decide<number | null>('status', found, own)) ?? undefined;
  }

  /** Returns a column that decides on no money, by what is said and known of it, else by its name. */
  function pick(part: 'payer' | 'bankId', find: () => number | undefined): number | undefined {
    if (said[part] !== undefined) return said[part] ?? undefined;
    return before || known ? (before ?? known)?.[part] : find();
  }

  /** Returns what a person says now, null for none, else what was said before. */
  function orBefore<Part extends keyof CsvMapping>(part: Part) {
    return said[part] === undefined ? before?.[part] : said[part];
  }

  /** Returns the columns of the text; a file whose only words are its directions has them as its text, too. */
  function findTexts(): number[] {
    if (before && (before.text.length || before.payer !== undefined || remembered?.seen)) return before.text;
    if (known) return known.text;
    const others = [...accounts, ...namedAs('balance', names), ...namedAs('fee', names)];
    const found = findText({ rows, header }, without(...taken, ...others, direction, status, payer, bankId));
    if (found.length || payer !== undefined || direction === undefined) return found;
    return isTextColumn(names?.[direction] ?? '') ? [direction] : [];
  }
}

/** Refuses a file whose amounts can be of columns in other currencies only. */
function refuseOthers(options: readonly Money[], names: readonly string[] = [], account: string): void {
  const codes = options.map((money) => moneyCurrencies(money, names).filter((code) => code !== undefined));
  if (codes.every((own) => own.length && !own.includes(account))) refuseForeign(codes.flat(), account);
}
