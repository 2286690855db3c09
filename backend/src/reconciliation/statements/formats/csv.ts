import { type Currency } from '#domain/money';
import { type CsvColumn, type CsvMapping, statementLimits } from '#domain/reconciliation';
import type { ReadingDecision, StatementQuestion, YearOption } from '#domain/statement-reading';
import { parseCents } from './amounts.js';
import { guessColumnsByRole, isAnyCurrency, isCurrencyCode } from './column-names.js';
import { compareBalance } from './csv-balance.js';
import { chooseCurrency, isCurrencyName } from './csv-currency.js';
import {
  amountDecision,
  currencyDecision,
  dateDecision,
  decimalDecision,
  directionDecision,
  orderDecision,
  statusDecision,
} from './csv-decisions.js';
import {
  balanceColumn,
  completeMapping,
  describeColumns,
  findHeader,
  guessMapping,
  isHeader,
  layoutFingerprint,
  rowsBelow,
  widthOf,
} from './csv-layout.js';
import { csvProofs } from './csv-proof.js';
import { type CsvRows, readRows } from './csv-rows.js';
import { type CsvRecord, detectDelimiter, splitRecords, unwrapRows, valuesOf } from './csv-records.js';
import { markPending } from './csv-sections.js';
import {
  contentsOf,
  hasSeen,
  isReadAsSeen,
  isSameMapping,
  type KnownLayout,
  type SeenContents,
} from './csv-seen.js';
import { createStatusReader } from './csv-status.js';
import { chooseYear, withAnyYear, yearlessColumns } from './csv-years.js';
import { type Evidence, recordOf, weights } from './evidence.js';
import { FileRefusedError, type StatementRows, tooManyRows } from './statement-row.js';

/** The content of a CSV file with the mapping that it was read by. */
export interface CsvReading extends Omit<CsvRows, 'isReversed' | 'accountRecord'> {
  columns: CsvColumn[];
  mapping: CsvMapping;
  /** The key under which the layout is remembered. */
  fingerprint: string;
  /** The contents to remember once the reading is confirmed. */
  contents: SeenContents;
  /** True where an admin has confirmed the reading, for this file or for earlier ones like it. */
  isConfirmed: boolean;
  /** The decisions that the reading was made by; those that are open are asked about. */
  decisions: ReadingDecision[];
  /** The years that dates without one may be of, where that is open. */
  years?: YearOption[];
  /** The columns that may be the one of the amounts' currency, where that is open. */
  currencyColumns?: number[];
  questions: StatementQuestion[];
}

export interface CsvOptions {
  /** The admin's own mapping, which is not changed. */
  mapping?: CsvMapping;
  /** The mapping whose reading of this file an admin has confirmed; true for the one that this call reads by. */
  confirmed?: CsvMapping | true;
  /** Returns what is known of this layout from earlier files. */
  remembered?: (fingerprint: string) => KnownLayout | undefined;
}

/** Returns the evidence of a running balance that changes the other way than the amounts, if it does. */
function contraryBalance(
  records: readonly CsvRecord[],
  read: StatementRows,
  mapping: CsvMapping,
  column: number | undefined,
): Evidence | undefined {
  if (column === undefined) return undefined;
  const rows = new Map(read.rows.map((row) => [row.row, row]));
  const points = records.map(({ line, cells }) => {
    const row = rows.get(line);
    const balance = parseCents(cells[column] ?? '', mapping.decimal ?? '.');
    return row && balance !== undefined ? { day: row.day, cents: row.cents, balance } : undefined;
  });
  const { contradicting } = compareBalance(points);
  const says = `the balance changes the other way in ${contradicting} rows`;
  return contradicting > 0 ? { says, weight: -2 * weights.proof } : undefined;
}

/** Refuses a file whose lines above the header name another currency than the account's. */
function refuseOtherCurrency(preamble: readonly CsvRecord[], account: Currency): void {
  for (const { cells } of preamble)
    for (const [index, cell] of cells.entries()) {
      const [name = '', own] = cell.split(':', 2);
      const currency = (own?.trim() || (cells[index + 1] ?? '')).toUpperCase();
      if (isCurrencyName(name) && isCurrencyCode(currency) && currency !== account)
        throw new FileRefusedError(`The file is in ${currency}, the account in ${account}`);
    }
}

/** Reads a CSV file by the admin's mapping, the remembered one of its layout, or a guess. */
export function readCsv(
  file: string,
  account: Currency,
  { mapping: told, confirmed, remembered }: CsvOptions = {},
): CsvReading {
  const text = unwrapRows(file);
  const delimiter = told?.delimiter ?? detectDelimiter(text, (cells) => isHeader({ cells }));
  const records = markPending(splitRecords(text, delimiter));
  const width = widthOf(records);
  if (width < 2) throw new FileRefusedError('This is not a bank file: it has one column only');
  const names = guessColumnsByRole(findHeader(records)?.cells ?? []).date;
  const yearless = yearlessColumns(records, names, told?.date);
  let all = withAnyYear(records, yearless);
  const header = told ? all.find(({ line }) => line === told.headerRow) : findHeader(all);
  if (header)
    refuseOtherCurrency(
      all.filter(({ line }) => line < header.line),
      account,
    );
  const { rows: found, lists } = rowsBelow(all, header);
  let rows = found;
  if (!rows.length) throw new FileRefusedError('The file has no transactions');
  if (rows.length > statementLimits.rows) throw tooManyRows();
  const fingerprint = layoutFingerprint(header, width);
  const layout = remembered?.(fingerprint);
  const guess = told ? undefined : guessMapping(rows, delimiter, account, header);
  const mapping = told
    ? completeMapping(told, rows, true)
    : completeMapping(
        layout ? adapt(layout, guess!.mapping, { rows, account, header }) : guess!.mapping,
        rows,
      );
  const years = yearless.includes(mapping.date) ? chooseYear(records, mapping) : undefined;
  if (years) {
    all = years.write(records);
    ({ rows } = rowsBelow(all, header));
  }
  const context = { rows, mapping, header, isTold: told !== undefined, isRemembered: layout !== undefined };
  const currencies = guess?.currencies ?? chooseCurrency(rows, mapping, account, header);
  const currency = currencyDecision(context, currencies);
  const decided = (further: readonly Evidence[] = []): ReadingDecision[] => {
    const amount = amountDecision(context, [...(guess?.amounts ?? []), ...further]);
    return [
      dateDecision(context),
      ...(mapping.date < 0 ? [] : [orderDecision(context)]),
      amount,
      ...(amount.reads ? [decimalDecision(context)] : []),
      ...(years ? [{ ...years.record, isOpen: years.record.isOpen && !amount.isOpen }] : []),
      // The currency is that of the amount's column: first, it has to be known.
      ...(currency ? [{ ...currency, isOpen: currency.isOpen && !amount.isOpen }] : []),
    ];
  };
  const first = decided();
  if (first.some(({ isOpen }) => isOpen)) return describe(mapping, noRows, first);
  if (!told && mapping.currency !== undefined) refuseForeign(rows, mapping.currency, account);
  const balance = balanceColumn(mapping, rows, header);
  const options = { header, balance, lists, isKnown: !!layout?.seen, currency: currencies.choice?.value };
  const { isReversed, accountRecord, ...read } = readRows(rows, mapping, account, options);
  const by = { ...mapping, ...(isReversed && { reversed: true as const }) };
  const status = statusDecision(context, read, guess?.status?.record);
  const direction = directionDecision({ ...context, mapping: by }, read);
  const decisions = [...first, status, direction, accountRecord].filter((one) => one !== undefined);
  if (read.statusWords || read.directionWords) return describe(by, read, decisions);
  const failing = told ? undefined : failingColumn(read);
  if (failing) return describe(mapping, read, [...decisions.filter(({ on }) => on !== failing.on), failing]);
  const contrary = told ? undefined : contraryBalance(rows, read, mapping, balance);
  if (!contrary)
    return describe(mapping, { ...read, proofs: csvProofs(all, read, mapping, balance) }, decisions);
  return describe(
    withoutAmounts(mapping),
    noRows,
    [...decided([contrary]), status, direction].filter((one) => one !== undefined),
  );

  function describe(by: CsvMapping, result: CsvRows, decisions: ReadingDecision[]): CsvReading {
    const contents = contentsOf(rows, by);
    const open = decisions.filter(({ isOpen }) => isOpen).map(({ on }) => on);
    // A remembered layout is confirmed for contents that an admin has seen read by it.
    const isSeen =
      layout?.seen !== undefined &&
      hasSeen(layout.seen, contents) &&
      isReadAsSeen(layout, by, completeMapping(withoutMarks(by), rows));
    const isYes = confirmed === true || (confirmed !== undefined && isSameMapping(confirmed, by));
    // Only a person can say that the file has no text: by a mapping without it, and the yes to it.
    const isWithoutText = !by.text.length && by.payer === undefined;
    const isConfirmed = !open.length && (isSeen || (isYes && !(isWithoutText && !told)));
    const further: StatementQuestion[] = isWithoutText ? ['text', 'confirm'] : ['confirm'];
    return {
      ...{
        ...result,
        columns: describeColumns(header, rowsBelow(records, header).rows, width),
        mapping: by,
        fingerprint,
      },
      ...{ contents, isConfirmed, decisions },
      ...(open.includes('year') && { years: years!.options }),
      ...(open.includes('currency') && { currencyColumns: currencies.columns }),
      // Without rows, there is nothing to confirm.
      questions: isConfirmed || !result.rows.length ? open : [...open, ...further],
    };
  }
}

/** Refuses a file in whose column of currencies every row has another one than the account's. */
function refuseForeign(rows: readonly CsvRecord[], column: number, account: Currency): void {
  const codes = new Set(valuesOf(rows, column).map((text) => text.toUpperCase()));
  if (codes.size && !codes.has(account) && [...codes].every(isAnyCurrency))
    throw new FileRefusedError(
      `The file is in ${[...codes].slice(0, 5).join(', ')}, the account in ${account}`,
    );
}

/** Returns the decision on the column that no row can be read by, if there is one. */
function failingColumn({ rows, unreadable }: StatementRows): ReadingDecision | undefined {
  const reasons = new Set(unreadable.map(({ reason }) => reason));
  if (rows.length || reasons.size !== 1) return undefined;
  const [reason = ''] = reasons;
  const on = { 'The date cannot be read': 'date', 'The amount cannot be read': 'amount' } as const;
  const failing = Object.hasOwn(on, reason) ? on[reason as keyof typeof on] : undefined;
  const evidence = [{ says: `${reason} in any row`, weight: -weights.proof }];
  return failing && recordOf(failing, { reads: '', evidence });
}

const noRows: CsvRows = { rows: [], skipped: [], unreadable: [] };

/** The mapping with what a file itself may determine left open. */
function withoutMarks(mapping: CsvMapping): CsvMapping {
  const columns = { ...mapping };
  delete columns.dateOrder;
  delete columns.decimal;
  return columns;
}

function withoutAmounts(mapping: CsvMapping): CsvMapping {
  const others = { ...mapping };
  for (const field of ['amount', 'in', 'out', 'direction', 'decimal'] as const) delete others[field];
  return others;
}

/**
 * The mapping of an earlier file of the layout, which may have had incoming money only, so that its amounts needed no
 * direction; no row in another currency, or none that is not booked; or no known column of text, before anybody has
 * confirmed it.
 */
function adapt(
  { mapping, seen }: KnownLayout,
  guess: CsvMapping,
  {
    rows,
    account,
    header,
  }: { rows: readonly CsvRecord[]; account: Currency; header?: CsvRecord | undefined },
): CsvMapping {
  const needsDirection =
    mapping.direction === undefined && mapping.amount === guess.amount && guess.direction !== undefined;
  const needsText = !seen && !mapping.text.length && mapping.payer === undefined;
  const needsCurrency =
    mapping.currency === undefined &&
    guess.currency !== undefined &&
    valuesOf(rows, guess.currency).some((text) => text.toUpperCase() !== account);
  const stateOf = createStatusReader(rows, guess, header);
  const needsStatus =
    mapping.status === undefined &&
    guess.status !== undefined &&
    valuesOf(rows, guess.status).some((text) => stateOf(text).state !== 'booked');
  const columns = { ...mapping };
  // The year is that of one file.
  delete columns.year;
  return {
    ...columns,
    // The header may be on another line than in the earlier file.
    ...{ delimiter: guess.delimiter, ...(guess.headerRow && { headerRow: guess.headerRow }) },
    ...(needsDirection && { direction: guess.direction }),
    ...(needsCurrency && { currency: guess.currency }),
    ...(needsStatus && { status: guess.status }),
    ...(needsText && { text: guess.text }),
  };
}
