import {
  type CsvColumn,
  type CsvMapping,
  type DecidedBy,
  type ReadingDecision,
  statementLimits,
  type StatementQuestion,
} from '../common/contract.js';
import { parseCents } from '../common/amounts.js';
import { looksLikeDay } from '../common/days.js';
import { columnNamed, openDecision, type Option } from '../common/decide.js';
import { FileRefusedError, type StatementRows, tooManyRows } from '../common/statement-row.js';
import { type Answers, answersOf } from './answers.js';
import { compareBalance } from './money/balance.js';
import { decideColumns } from './columns.js';
import { refuseNamed } from './currency.js';
import type { Directions } from './money/direction.js';
import { directionWord } from './money/direction-words.js';
import { withExamples } from './examples.js';
import { describeColumns, findHeader, isHeader, layoutFingerprint, rowsBelow } from './header.js';
import { knownLayout } from './layouts.js';
import { signMark } from './money/marks.js';
import { namedAs } from './column-names.js';
import { csvProofs } from './money/proof.js';
import { columnsOf, type CsvRecord, detectDelimiter, splitRecords, unwrapRows, widthOf } from './records.js';
import { directRows, type ReadRow, readRows } from './rows.js';
import {
  contentsOf,
  hasSeen,
  isReadAsSeen,
  isSameMapping,
  type KnownLayout,
  type SeenContents,
} from './seen.js';
import { markPending } from './sections.js';
import { decideSigns } from './money/signs.js';
import { statusWord } from './status.js';
import { hasWords } from './text.js';
import { withAnyYear, yearlessColumns } from './years.js';

/** The content of a CSV file with the mapping that it was read by. */
export interface CsvReading extends StatementRows {
  columns: CsvColumn[];
  mapping: CsvMapping;
  /** The key under which the layout is remembered. */
  fingerprint: string;
  /** The contents to remember once the reading is confirmed. */
  contents: SeenContents;
  /** True where a person has confirmed the reading, for this file or for earlier ones like it, or the bank's layout is known. */
  isConfirmed: boolean;
  decisions: ReadingDecision[];
  questions: StatementQuestion[];
  /** True where a row has its category, or the like, for want of another text. */
  hasSpare?: true;
}

export interface CsvOptions {
  /** The whole mapping as a person says it: a column that is not in it has no part. */
  mapping?: CsvMapping;
  /** Single parts as a person says them, where no whole mapping is said. */
  answers?: Answers;
  /** The mapping whose reading of this file a person has confirmed; true for the one that this call reads by. */
  confirmed?: CsvMapping | true;
  /** Returns what is known of this layout from earlier files. */
  remembered?: (fingerprint: string) => KnownLayout | undefined;
}

/** Reads a CSV file by what a person says of it, what it proves, what is remembered and known of its layout. */
export function readCsv(file: string, account: string, options: CsvOptions = {}): CsvReading {
  const { mapping: told, confirmed, remembered } = options;
  const said: Answers = told ? answersOf(told) : (options.answers ?? {});
  const text = unwrapRows(file);
  const delimiter = said.delimiter ?? detectDelimiter(text, (cells) => isHeader({ cells }));
  const records = markPending(splitRecords(text, delimiter));
  const width = widthOf(records);
  if (width < 2) throw new FileRefusedError('This is not a bank file: it has one column only');
  const yearless = yearlessColumns(
    records,
    namedAs('date', findHeader(records)?.cells),
    said.date ?? undefined,
  );
  let all = withAnyYear(records, yearless);
  const header =
    said.headerRow === undefined ? findHeader(all) : all.find(({ line }) => line === said.headerRow);
  const { rows: found, lists } = rowsBelow(all, header);
  let rows = found;
  if (!rows.length) throw new FileRefusedError('The file has no transactions');
  if (rows.length > statementLimits.rows) throw tooManyRows();
  const fingerprint = layoutFingerprint(header, width);
  const layout = remembered?.(fingerprint);
  const known = header && !told ? knownLayout(header.cells, account) : undefined;
  const sources = { rows, records, header, account, said, remembered: layout, known, yearless };
  const columns = decideColumns(sources);
  const mapping: CsvMapping = { delimiter, ...columns.mapping };
  if (columns.years) {
    all = columns.years.write(records);
    ({ rows } = rowsBelow(all, header));
  }
  refuseOutside(all, rows, mapping, account);
  if (columns.decisions.some(({ isOpen }) => isOpen)) return describe(noRows, columns.decisions);
  const { date, amount, in: moneyIn, out, direction, currency, status, bankId } = mapping;
  const used = [date, amount, moneyIn, out, direction, currency, status, bankId].filter(
    (one) => one !== undefined,
  );
  const read = readRows(rows, mapping, account, {
    header,
    balance: columns.balance,
    lists,
    used,
    currency: columns.shownCurrency,
  });
  const statuses = [...read.statusWords.keys()].map(openStatus);
  const balance = columns.balance ?? namedAs('balance', header?.cells)[0];
  const compare = (directionOf: Directions['directionOf']) =>
    compareRows(rows, read.directed, directionOf, mapping, { balance, fee: columns.fee });
  const before = layout?.seen ? 'remembered' : known ? 'known' : undefined;
  const { directionOf, decisions: signs } = decideSigns(read.directed, {
    ...{ mapping, said, before, possible: columns.possibleDirections, names: header?.cells, compare },
  });
  const further = [...statuses, ...signs, ...(read.account ? [read.account] : [])];
  const decisions = [...columns.decisions, ...further];
  if (decisions.some(({ isOpen }) => isOpen)) return describe(noRows, decisions);
  const directed = directRows(read.directed, mapping, directionOf, header);
  const unreadable = [...read.unreadable, ...directed.unreadable].sort((a, b) => a.row - b.row);
  const result = { rows: directed.rows, skipped: read.skipped, unreadable };
  const doubts = told
    ? []
    : doubtsOf(result, mapping.amount === undefined && isContradicted(compare(directionOf)));
  if (doubts.length)
    return describe(
      noRows,
      decisions.map((one) => (doubts.includes(one.on) ? reopened(one) : one)),
    );
  const proofs = csvProofs(all, result, mapping, { balance, fee: columns.fee });
  const reading = describe(
    { ...result, proofs, ...(read.hasSpare && { hasSpare: true as const }) },
    decisions,
  );
  const isCompared = proofs.some(({ by }) => by === 'running');
  return {
    ...reading,
    columns: reading.columns.map((column) =>
      isCompared && column.index === balance ? { ...column, isBalance: true } : column,
    ),
  };

  function describe(
    result: StatementRows & Pick<CsvReading, 'hasSpare'>,
    made: ReadingDecision[],
  ): CsvReading {
    const contents = contentsOf(rows, mapping);
    // A remembered layout is confirmed for contents that a person has seen read by it.
    const isSeen =
      layout?.seen !== undefined && hasSeen(layout.seen, contents) && isReadAsSeen(layout, mapping, made);
    const isYes = confirmed === true || (confirmed !== undefined && isSameMapping(confirmed, mapping));
    const hasRows = result.rows.length > 0;
    const text = decideText(isSeen, isYes && told !== undefined, hasRows);
    const all = [...made, text].map((one) => withExamples(one, rows, mapping, isOfWord));
    const open = [...new Set(all.filter(({ isOpen }) => isOpen).map(({ on }) => on))];
    // A bank's own layout needs no yes, unless a person or an earlier file says otherwise.
    const isKnown = known !== undefined && !layout && !Object.keys(said).length;
    const isConfirmed = !open.length && (isSeen || isYes || isKnown);
    return {
      ...{ ...result, columns: describeColumns(header, rowsBelow(records, header).rows, width) },
      ...{ mapping, fingerprint, contents, isConfirmed, decisions: all },
      // Without rows, there is nothing to confirm.
      questions: isConfirmed || !hasRows ? open : [...open, 'confirm'],
    };
  }

  /** Returns the decision on the columns of the text: that there are none, only a person can say. */
  function decideText(isSeen: boolean, isToldAndYes: boolean, hasRows: boolean): ReadingDecision {
    const { text: texts, payer } = mapping;
    const own = [...texts, ...(payer === undefined ? [] : [payer])];
    const names = own.map((column) => columnNamed(column, header?.cells)).join(', ');
    const options = textColumns(rows, mapping).map((column): Option<number[]> => ({
      ...{
        value: [column],
        reads: `the text is in ${columnNamed(column, header?.cells)}`,
        columns: [column],
      },
      answer: { answers: { text: [column] } },
    }));
    const none: Option<number[]> = {
      value: [],
      reads: 'no column is the text',
      columns: [],
      answer: { answers: { text: [] } },
    };
    const isSaid = told ? isToldAndYes : said.text !== undefined;
    const settle = (by: DecidedBy, reads: string): ReadingDecision => ({
      on: 'text',
      reads,
      by,
      isOpen: false,
    });
    if (!names && !isSaid && !isSeen) return { ...openDecision('text', [...options, none]), isOpen: hasRows };
    const by = said.text !== undefined ? 'said' : layout?.seen ? 'remembered' : known ? 'known' : 'likely';
    return settle(by, names ? `the text is in ${names}` : none.reads);
  }

  function isOfWord({ cells }: CsvRecord, word: string): boolean {
    const { status, direction, amount } = mapping;
    const isStatus = status !== undefined && statusWord(cells[status] ?? '') === word;
    return (
      isStatus ||
      (direction === undefined
        ? signMark(cells[amount ?? -1] ?? '')
        : directionWord(cells[direction] ?? '')) === word
    );
  }
}

const isContradicted = ({ agreeing, contradicting }: ReturnType<typeof compareBalance>): boolean =>
  contradicting > agreeing;

const noRows: StatementRows = { rows: [], skipped: [], unreadable: [] };

/** Returns a decision that the rows contradict, to be made by a person. */
const reopened = ({ on, choices = [] }: ReadingDecision): ReadingDecision => ({
  ...{ on, reads: '', isOpen: true, choices },
});

/** Refuses a file whose lines above or below the rows name another currency, where no column of the rows names the account's. */
function refuseOutside(
  all: readonly CsvRecord[],
  rows: readonly CsvRecord[],
  { date, currency }: CsvMapping,
  account: string,
): void {
  if (currency !== undefined) return;
  const dated = rows.filter(({ cells }) => looksLikeDay(cells[date] ?? ''));
  const [first, last] = [dated[0]?.line ?? 0, dated.at(-1)?.line ?? Infinity];
  const header = all.findLast(({ line, cells }) => line < first && isHeader({ cells }));
  refuseNamed(
    all.filter((record) => record !== header && (record.line < first || record.line > last)),
    account,
  );
}

/** Compares the rows with the running balance, less the fees that it takes. */
function compareRows(
  records: readonly CsvRecord[],
  directed: readonly ReadRow[],
  directionOf: Directions['directionOf'],
  { decimal = '.' }: CsvMapping,
  { balance, fee }: { balance: number | undefined; fee: number | undefined },
): ReturnType<typeof compareBalance> {
  if (balance === undefined) return { agreeing: 0, contradicting: 0 };
  const rows = new Map(directed.map((row) => [row.row, row]));
  const points = records.map(({ line, cells }) => {
    const row = rows.get(line);
    const after = parseCents(cells[balance] ?? '', decimal);
    const taken = Math.abs(parseCents(cells[fee ?? -1] ?? '', decimal) ?? 0);
    const cents = row && (directionOf(row) ?? NaN) * Math.abs(row.cents) - taken;
    return row && after !== undefined ? { day: row.day, cents: cents!, balance: after } : undefined;
  });
  return compareBalance(points);
}

/** Returns what the rows raise doubts of: none can be read, or the balance changes the other way than two columns say. */
function doubtsOf({ rows, unreadable }: StatementRows, isContradicted: boolean): ReadingDecision['on'][] {
  const [reason, ...others] = new Set(unreadable.map((row) => row.reason));
  const isNone = !rows.length && !others.length;
  return [
    ...(isNone && reason === 'The date cannot be read' ? (['date'] as const) : []),
    ...((isNone && reason === 'The amount cannot be read') || isContradicted ? (['amount'] as const) : []),
  ];
}

/** Returns the decision on a word of the status column that is not known. */
function openStatus(word: string): ReadingDecision {
  const options = (['booked', 'pending'] as const).map((value): Option<string> => ({
    ...{ value, reads: `"${word}" is ${value === 'booked' ? 'booked' : 'not booked yet'}` },
    answer: { answers: { statuses: { [word]: value } } },
  }));
  return { ...openDecision('status', options), word };
}

/** Returns the columns with words that have no other part. */
function textColumns(rows: readonly CsvRecord[], mapping: CsvMapping): number[] {
  const used = Object.entries(mapping).flatMap(([part, column]: [string, unknown]) =>
    typeof column === 'number' && part !== 'headerRow' && part !== 'year' ? [column] : [],
  );
  return columnsOf(rows).filter((column) => !used.includes(column) && hasWords(rows, column));
}
