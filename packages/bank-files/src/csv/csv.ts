import {
  type CsvColumn,
  type CsvMapping,
  type ReadingDecision,
  statementLimits,
  type StatementQuestion,
  type YearOption,
} from '../common/contract.js';
import { parseCents } from '../common/amounts.js';
import { guessColumnsByRole, isAnyCurrency, isCurrencyCode } from './column-names.js';
import { compareBalance } from './balance.js';
import { chooseCurrency, isCurrencyName } from './currency.js';
import {
  amountDecision,
  currencyDecision,
  dateDecision,
  type DecisionContext,
  directionDecision,
  statusDecision,
  textDecision,
} from './decisions.js';
import {
  balanceColumn,
  describeColumns,
  findHeader,
  guessMapping,
  isHeader,
  layoutFingerprint,
  rowsBelow,
} from './layout.js';
import { moneyColumns } from './money.js';
import { csvProofs } from './proof.js';
import { type CsvRows, readRows } from './rows.js';
import { type CsvRecord, detectDelimiter, splitRecords, unwrapRows, valuesOf, widthOf } from './records.js';
import { markPending } from './sections.js';
import {
  contentsOf,
  hasSeen,
  isReadAsSeen,
  isSameMapping,
  type KnownLayout,
  type SeenContents,
} from './seen.js';
import { createStatusReader } from './status.js';
import { chooseYear, withAnyYear, yearlessColumns } from './years.js';
import { decideMarks } from '../common/marks.js';
import { type Evidence, saidBefore, saidNow, weights, where } from '../common/evidence.js';
import { FileRefusedError, type StatementRows, tooManyRows } from '../common/statement-row.js';

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

/** Compares the amounts with the running balance, if there is one: rows in which it changes so, and the other way. */
function compareRows(
  records: readonly CsvRecord[],
  read: StatementRows,
  mapping: CsvMapping,
  column: number | undefined,
): ReturnType<typeof compareBalance> {
  const rows = new Map(read.rows.map((row) => [row.row, row]));
  const points = records.map(({ line, cells }) => {
    const row = rows.get(line);
    const balance =
      column === undefined ? undefined : parseCents(cells[column] ?? '', mapping.decimal ?? '.');
    return row && balance !== undefined ? { day: row.day, cents: row.cents, balance } : undefined;
  });
  return compareBalance(points);
}

/** Refuses a file whose lines above the header name another currency than the account's. */
function refuseOtherCurrency(preamble: readonly CsvRecord[], account: string): void {
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
  account: string,
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
  const columns =
    told ?? (layout ? adapt(layout, guess!.mapping, { rows, account, header }) : guess!.mapping);
  const said = told ? [saidNow] : layout ? [saidBefore] : [];
  const textsOf = ({ date, ...others }: CsvMapping) => ({
    days: valuesOf(rows, date),
    amounts: moneyColumns(others).flatMap((column) => valuesOf(rows, column)),
  });
  const { marks, order, mark } = decideMarks(columns, textsOf(columns), said);
  const mapping = { ...withoutMarks(columns), ...marks };
  const years = yearless.includes(mapping.date) ? chooseYear(records, mapping) : undefined;
  if (years) {
    all = years.write(records);
    ({ rows } = rowsBelow(all, header));
  }
  const context: DecisionContext = { said, rows, mapping, header, guess };
  const currencies = guess?.currencies ?? chooseCurrency(rows, mapping, account, header);
  const decideColumns = (doubts: Doubts): ReadingDecision[] => {
    const amount = amountDecision(context, doubts.amount);
    // Year and currency are those of the columns of the days and the amounts: first, these have to be known.
    const further = [years?.record, currencyDecision(context, currencies)].flatMap((record) =>
      record ? [{ ...record, isOpen: record.isOpen && !amount.isOpen }] : [],
    );
    return [
      dateDecision(context, doubts.date),
      ...(mapping.date < 0 ? [] : [order]),
      ...(amount.reads ? [amount, mark] : [amount]),
      ...further,
    ];
  };
  const first = decideColumns({ date: [], amount: [] });
  if (first.some(({ isOpen }) => isOpen)) return describe(mapping, noRows, first);
  if (!told && mapping.currency !== undefined) refuseForeign(rows, mapping.currency, account);
  const balance = balanceColumn(mapping, rows, header);
  const options = { header, balance, lists, isKnown: !!layout?.seen, currency: currencies.choice?.value };
  const { isReversed, accountRecord, ...read } = readRows(rows, mapping, account, options);
  const by = { ...mapping, ...(isReversed && { reversed: true as const }) };
  const { agreeing, contradicting } = compareRows(rows, read, mapping, balance);
  const status = statusDecision(context, read);
  const direction = directionDecision({ ...context, mapping: by }, read, agreeing);
  const further = [status, direction, accountRecord].filter((one) => one !== undefined);
  if (read.statusWords || read.directionWords) return describe(by, read, [...first, ...further]);
  const decisions = [...(told ? first : decideColumns(doubtsOf(read, contradicting))), ...further];
  if (contradicting && !told) return describe(withoutAmounts(mapping), noRows, decisions);
  const proofs = csvProofs(all, read, mapping, balance);
  const reading = describe(mapping, { ...read, proofs }, decisions);
  const isCompared = proofs.some(({ by }) => by === 'running');
  return {
    ...reading,
    columns: reading.columns.map((column) =>
      isCompared && column.index === balance ? { ...column, isBalance: true } : column,
    ),
  };

  function describe(by: CsvMapping, result: CsvRows, decisions: ReadingDecision[]): CsvReading {
    const contents = contentsOf(rows, by);
    // A remembered layout is confirmed for contents that an admin has seen read by it.
    const isSeen =
      layout?.seen !== undefined &&
      hasSeen(layout.seen, contents) &&
      isReadAsSeen(layout, by, decideMarks({}, textsOf(by)).marks);
    const isYes = confirmed === true || (confirmed !== undefined && isSameMapping(confirmed, by));
    // Only a person can say that the file has no text: by a mapping without it, and the yes to it.
    const text = textDecision(
      { ...context, mapping: by },
      isSeen ? [saidBefore] : isYes && told ? [saidNow] : [],
    );
    const hasRows = result.rows.length > 0;
    const all = [...decisions, { ...text, isOpen: text.isOpen && hasRows }];
    const open = all.filter(({ isOpen }) => isOpen).map(({ on }) => on);
    const isConfirmed = !open.length && (isSeen || isYes);
    return {
      ...{ ...result, columns: describeColumns(header, rowsBelow(records, header).rows, width) },
      ...{ mapping: by, fingerprint, contents, isConfirmed, decisions: all },
      ...(open.includes('year') && { years: years!.options }),
      ...(open.includes('currency') && { currencyColumns: currencies.columns }),
      // Without rows, there is nothing to confirm.
      questions: isConfirmed || !hasRows ? open : [...open, 'confirm'],
    };
  }
}

/** Refuses a file in whose column of currencies every row has another one than the account's. */
function refuseForeign(rows: readonly CsvRecord[], column: number, account: string): void {
  const codes = new Set(valuesOf(rows, column).map((text) => text.toUpperCase()));
  if (codes.size && !codes.has(account) && [...codes].every(isAnyCurrency))
    throw new FileRefusedError(
      `The file is in ${[...codes].slice(0, 5).join(', ')}, the account in ${account}`,
    );
}

/** The evidence against the columns of the days and the amounts. */
type Doubts = Record<'date' | 'amount', Evidence[]>;

/** Returns the doubts that the rows raise: none can be read, or the balance changes the other way than the amounts. */
function doubtsOf({ rows, unreadable }: StatementRows, contradicting: number): Doubts {
  const [reason, ...others] = new Set(unreadable.map((row) => row.reason));
  const weight = -2 * weights.proof;
  const failing = (failure: string) =>
    where(!rows.length && !others.length && reason === failure, `${failure} in any row`, weight);
  const says = `the balance changes the other way in ${contradicting} rows`;
  return {
    date: failing('The date cannot be read'),
    amount: [...failing('The amount cannot be read'), ...where(contradicting, says, weight)],
  };
}

const noRows: CsvRows = { rows: [], skipped: [], unreadable: [] };

/** The mapping with what a file itself may determine left open. */
function withoutMarks({ ...columns }: CsvMapping): CsvMapping {
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
 * direction; no row in another currency, or none that is not booked; or no known column of text, before a person has
 * confirmed it.
 */
function adapt(
  { mapping, seen }: KnownLayout,
  guess: CsvMapping,
  { rows, account, header }: { rows: readonly CsvRecord[]; account: string; header: CsvRecord | undefined },
): CsvMapping {
  const stateOf = createStatusReader(rows, guess, header);
  const needs = {
    direction: () => mapping.amount === guess.amount,
    currency: (text: string) => text.toUpperCase() !== account,
    status: (text: string) => stateOf(text).state !== 'booked',
  };
  const added = (['direction', 'currency', 'status'] as const).filter(
    (role) => mapping[role] === undefined && valuesOf(rows, guess[role] ?? -1).some(needs[role]),
  );
  const needsText = !seen && !mapping.text.length && mapping.payer === undefined;
  const adapted: CsvMapping = {
    ...{ ...mapping, delimiter: guess.delimiter },
    // The header may be on another line than in the earlier file.
    ...(guess.headerRow && { headerRow: guess.headerRow }),
    ...Object.fromEntries(added.map((role) => [role, guess[role]])),
    ...(needsText && { text: guess.text }),
  };
  // The year is that of one file.
  delete adapted.year;
  return adapted;
}
