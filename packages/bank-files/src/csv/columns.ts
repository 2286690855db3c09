import type { CsvMapping, ReadingDecision } from '../common/contract.js';
import type { Answers } from './answers.js';
import { decideDecimal, looksLikeAmount } from '../common/amounts.js';
import { columnCurrency } from '../common/currencies.js';
import { dateOrderOf, decideDateOrder, looksLikeDay, parseDay } from '../common/days.js';
import { columnNamed, type Decided, decide, type Option } from '../common/decide.js';
import { readCurrency, refuseAmounts } from './currency.js';
import { directionColumns } from './money/direction.js';
import type { BankLayout } from './layouts.js';
import { areSame, type Money, moneyColumns, moneyOf, moneyOption, readMoney } from './money/money.js';
import { byName, isTextColumn, namedAs } from './column-names.js';
import { columnsOf, type CsvRecord, valuesOf } from './records.js';
import type { KnownLayout } from './seen.js';
import { statusColumns } from './status.js';
import { isSummary } from './summary.js';
import { findText, payerColumn } from './text.js';
import { chooseYear, type YearReading } from './years.js';

/** All that a file's columns are decided by. */
export interface ColumnSources {
  rows: readonly CsvRecord[];
  /** Every record, with lines outside the rows and dates as they are written. */
  records: readonly CsvRecord[];
  header: CsvRecord | undefined;
  account: string;
  said: Answers;
  remembered?: KnownLayout | undefined;
  known?: BankLayout | undefined;
  /** The columns whose dates have no year. */
  yearless: readonly number[];
}

/** The parts that the columns are read as: those that are open are missing. */
export interface Columns {
  mapping: Omit<CsvMapping, 'delimiter'>;
  decisions: ReadingDecision[];
  years?: YearReading | undefined;
  /** The columns of the running balance and of the fees that it takes, as the amounts prove them. */
  balance?: number | undefined;
  fee?: number | undefined;
  /** The likeliest column of currencies, by which rows are shown where they are not read by one. */
  shownCurrency?: number | undefined;
  /** The column that says the direction by words that are not known, offered where no sign shows it. */
  possibleDirections: number[];
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

/** Returns the columns of days: filled wherever an amount is, if some are, as the day of each row has to be. */
function dateColumns(rows: readonly CsvRecord[], header: CsvRecord | undefined): number[] {
  const isOfDays = (column: number) => {
    const values = valuesOf(rows, column);
    return values.length > 0 && values.filter(looksLikeDay).length >= 0.8 * values.length;
  };
  const days = columnsOf(rows).filter(isOfDays);
  // A text may be a day; the day is not in a column of texts where another one has it.
  const others = days.filter((column) => !isTextColumn(header?.cells[column] ?? ''));
  const found = others.length ? others : days;
  const full = found.filter((column) => valuesOf(rows, column).length >= 0.8 * rows.length);
  return byName('date', full.length ? full : found, header?.cells);
}

/** Decides what each column of a file is. */
export function decideColumns(sources: ColumnSources): Columns {
  const { rows: whole, records, header, account, said, remembered, known, yearless } = sources;
  const names = header?.cells;
  const before = remembered?.mapping;
  // Balances and totals, and notes, say nothing of the columns.
  const isPaidRow = ({ cells }: CsvRecord) => cells.some(looksLikeDay) && cells.some(looksLikeAmount);
  const rows = preferred(
    preferred(whole.slice(0, sampledRows), isPaidRow),
    ({ cells }) => !cells.some((cell) => isSummary(cell) === true),
  );
  const columns = names ? [...names.keys()] : columnsOf(rows);
  const decisions: ReadingDecision[] = [];
  const add = <Value>({ value, decision }: Decided<Value>): Value | undefined => {
    decisions.push(decision);
    return value;
  };

  const dates = dateColumns(rows, header);
  const dateOption = (value: number): Option<number> => ({
    ...{ value, reads: `the day is in ${columnNamed(value, names)}`, columns: [value] },
    answer: { answers: { date: value } },
  });
  const order = dateOrderOf(dates.flatMap((column) => valuesOf(rows, column)));
  const areAlike = (one: number, other: number) =>
    rows.every(({ cells }) => {
      const [text = '', second = ''] = [cells[one], cells[other]];
      return text === second || (order && text !== '' && parseDay(text, order) === parseDay(second, order));
    });
  const of = (column: number | null | undefined) =>
    typeof column === 'number' && column >= 0 ? dateOption(column) : undefined;
  const date =
    add(
      decide('date', dates.map(dateOption), {
        said: of(said.date),
        // A column of earlier files that has no days now says nothing.
        remembered: before && dates.includes(before.date) ? of(before.date) : undefined,
        known: of(known?.mapping.date),
        areAlike,
      }),
    ) ?? -1;
  const isDated = (record: CsvRecord) => looksLikeDay(record.cells[date] ?? '');
  const dateOrder =
    date < 0
      ? undefined
      : add(
          decideDateOrder(valuesOf(whole, date), {
            said: said.dateOrder ?? undefined,
            remembered: before?.dateOrder === 'YMD' ? remembered?.seen?.dateOrder : before?.dateOrder,
            known: known?.mapping.dateOrder,
            isMonthFirst: account === 'CAD' || account === 'USD',
          }),
        );

  const paid = preferred(rows, isDated);
  const ids = namedAs('bankId', names);
  const accounts = namedAs('account', names);
  const free = columns.filter(
    (column) => !dates.includes(column) && !ids.includes(column) && !accounts.includes(column),
  );
  const reading = readMoney(paid, free, { date: date < 0 ? dates[0] : date, currency: account, header });
  const optionOf = (money: Money | undefined) =>
    money && moneyColumns(money).length ? moneyOption(moneyOf(money), names) : undefined;
  const isSaid = [said.amount, said.in, said.out].some((column) => typeof column === 'number');
  const money = add(
    decide<Money>('amount', reading.options, {
      said: isSaid ? optionOf(withoutNull({ amount: said.amount, in: said.in, out: said.out })) : undefined,
      proof: reading.proof,
      remembered:
        before && moneyColumns(before).every((column) => column < columns.length)
          ? optionOf(before)
          : undefined,
      known: optionOf(known?.mapping),
      areAlike: (one, other) => areSame(one, other) || reading.areAlike(one, other),
    }),
  );
  refuseForeign(money ? [money] : reading.options.map(({ value }) => value), names ?? [], account);
  const amounts = money ? moneyColumns(money) : [];
  const decimal = money
    ? add(
        decideDecimal(
          amounts.flatMap((column) => valuesOf(whole, column)),
          {
            said: said.decimal ?? undefined,
            remembered: before?.decimal,
          },
        ),
      )
    : undefined;
  const years = yearless.includes(date)
    ? chooseYear(records, { date, dateOrder, year: said.year ?? undefined } as CsvMapping)
    : undefined;
  if (years) decisions.push(years.decision);
  const isRemembered = before !== undefined && (!money || areSame(moneyOf(before), money));
  const rememberedOr = (column: number | undefined) => (isRemembered ? (column ?? null) : undefined);
  const currencies = money
    ? readCurrency(whole.filter(isPaid), amounts, account, header, {
        ...{
          said: said.currency,
          remembered: rememberedOr(before?.currency),
          known: known && (known.mapping.currency ?? null),
        },
      })
    : { columns: [] };
  const currency = currencies.decided ? (add(currencies.decided) ?? undefined) : undefined;

  const taken = [date, ...dates, ...amounts, ...reading.columns, ...currencies.columns, ...ids];
  const statuses = statusColumns(
    rows,
    columns.filter((column) => !taken.includes(column)),
    header,
  );
  const directions =
    money?.amount === undefined
      ? { certain: [], possible: [] }
      : directionColumns(
          paid,
          money.amount,
          columns.filter((column) => ![...taken, ...accounts, ...statuses].includes(column)),
          header,
        );
  // A column that earlier files left empty may say it now, unless the amounts' own marks were said.
  const ofBank = known && !isRemembered ? known.mapping.direction : directions.certain[0];
  const isOfMarks = before?.directions !== undefined && before.direction === undefined;
  const earlier = before?.direction ?? (isOfMarks ? undefined : ofBank);
  const direction = said.direction === undefined ? earlier : (said.direction ?? undefined);
  const status = statusOf(said.status, before?.status, known && (known.mapping.status ?? null), statuses);
  const payers = namedAs('payer', names).filter((column) => ![...taken, direction, status].includes(column));
  const payer = pick(said.payer, before, 'payer', known, () => payerColumn(rows, payers, header));
  const bankId = pick(said.bankId, before, 'bankId', known, () => ids[0]);
  const open = columns.filter(
    (column) =>
      ![
        ...taken,
        ...accounts,
        ...namedAs('balance', names),
        ...namedAs('fee', names),
        direction,
        status,
        payer,
        bankId,
      ].includes(column),
  );
  const text = said.text ?? texts();

  return {
    mapping: {
      ...(header && { headerRow: header.line }),
      ...{ date, ...money, text },
      ...withoutNull({
        dateOrder,
        decimal,
        year: years && !years.decision.isOpen ? years.year : said.year,
        currency,
        direction,
        status,
        payer,
        bankId,
      }),
      ...withoutNull({
        reversed: orBefore(said.reversed, before?.reversed),
        directions: orBefore(said.directions, isRemembered ? before?.directions : undefined),
        statuses: orBefore(said.statuses, before?.statuses),
        contradictions: orBefore(said.contradictions, before?.contradictions),
      }),
    },
    ...{ decisions, years, balance: reading.balance, fee: reading.fee, shownCurrency: currencies.columns[0] },
    possibleDirections: direction === undefined && said.direction !== null ? directions.possible : [],
  };

  function isPaid({ cells }: CsvRecord): boolean {
    return amounts.some((column) => looksLikeAmount(cells[column] ?? ''));
  }

  /** Decides on the status: the first of several columns counts, as the words of each are known. */
  function statusOf(
    own: number | null | undefined,
    earlier: number | undefined,
    ofBank: number | null | undefined,
    found: readonly number[],
  ): number | undefined {
    const optionOfStatus = (value: number | null): Option<number | null> => ({
      value,
      reads: value === null ? 'no column says the status' : `the status is in ${columnNamed(value, names)}`,
      answer: { answers: { status: value } },
      columns: value === null ? [] : [value],
    });
    const ofColumn = (column: number | null | undefined) =>
      column === undefined ? undefined : optionOfStatus(column);
    if (own === undefined && earlier === undefined && typeof ofBank !== 'number' && !found.length)
      return undefined;
    const decided = decide('status', found.slice(0, 1).map(optionOfStatus), {
      ...{
        said: ofColumn(own),
        remembered: ofColumn(earlier),
        known: typeof ofBank === 'number' ? ofColumn(ofBank) : undefined,
      },
    });
    return add(decided) ?? undefined;
  }

  /** Returns the columns of the text; a file whose only words are its directions has them as its text, too. */
  function texts(): number[] {
    if (before && (before.text.length || before.payer !== undefined || remembered?.seen)) return before.text;
    if (known) return known.mapping.text;
    const found = findText(rows, open, header);
    if (found.length || payer !== undefined || direction === undefined) return found;
    return isTextColumn(names?.[direction] ?? '') ? [direction] : [];
  }
}

/** Returns what a person says now, null for none, else what was said before. */
const orBefore = <Value>(
  said: Value | null | undefined,
  before: Value | undefined,
): Value | null | undefined => (said === undefined ? before : said);

/** Returns a column that decides on no money, by what is said and known of it, else by its name. */
function pick(
  said: number | null | undefined,
  before: CsvMapping | undefined,
  part: 'payer' | 'bankId',
  known: BankLayout | undefined,
  find: () => number | undefined,
): number | undefined {
  if (said !== undefined) return said ?? undefined;
  if (before) return before[part];
  return known ? known.mapping[part] : find();
}

/** Refuses a file whose amounts can be of columns in other currencies only. */
function refuseForeign(options: readonly Money[], names: readonly string[], account: string): void {
  const isForeign = (money: Money) => {
    const codes = moneyColumns(money).flatMap((column) => columnCurrency(names[column] ?? '') ?? []);
    return codes.length > 0 && !codes.includes(account);
  };
  if (options.length && options.every(isForeign))
    refuseAmounts(options.flatMap(moneyColumns), names, account);
}

/** The parts that are said, without those that are null. */
const withoutNull = <Parts extends object>(parts: Parts) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null)) as {
    [Part in keyof Parts]?: NonNullable<Parts[Part]>;
  };
