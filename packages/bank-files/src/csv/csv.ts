import {
  type CsvColumn,
  type CsvMapping,
  type ReadingDecision,
  statementLimits,
  type StatementQuestion,
} from '../common/contract.js';
import { signed } from '../common/amounts.js';
import { columnNamed, openDecision, partOption } from '../common/decide.js';
import { FileRefusedError, type StatementRows, tooManyRows } from '../common/statement-row.js';
import { readAccounts } from './accounts.js';
import { type Answers, answersOf, isSameMapping, usedColumns } from './mapping.js';
import { balanceAt, compareBalance, csvProofs } from './money/balance.js';
import { decideColumns } from './columns.js';
import { refuseOutside } from './currency.js';
import { withExamples } from './examples.js';
import { describeColumns, findHeader, isHeader, layoutFingerprint, rowsBelow } from './header.js';
import { knownLayout } from './layouts.js';
import { namedAs } from './column-names.js';
import { columnsOf, detectDelimiter, splitRecords, unwrapRows, widthOf } from './records.js';
import { type DirectionOf, directRows, readRows } from './rows.js';
import { contentsOf, hasSeen, isReadAsSeen, type KnownLayout, type SeenContents } from './seen.js';
import { markPending } from './sections.js';
import { decideSigns } from './money/signs.js';
import { hasWords } from './text.js';
import { withAnyYear, yearlessColumns } from './years.js';

/** The content of a CSV file with the mapping that it was read by. */
export interface CsvReading extends StatementRows {
  columns: CsvColumn[];
  mapping: CsvMapping;
  /** The key under which the layout is remembered: that of the columns; the format of other files. */
  fingerprint: string;
  /** The contents to remember once the reading is confirmed. */
  contents: SeenContents;
  /** True where a person has confirmed the reading, for this file or for earlier ones like it, or the bank's layout is known. */
  isConfirmed: boolean;
  /** The reading of each part of the file, and what settles it; those that are open have choices. */
  decisions: ReadingDecision[];
  questions: StatementQuestion[];
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
  const dates = namedAs('date', findHeader(records)?.cells);
  const yearless = yearlessColumns(records, dates, said.date ?? undefined);
  let all = withAnyYear(records, yearless);
  const header =
    said.headerRow === undefined ? findHeader(all) : all.find(({ line }) => line === said.headerRow);
  const names = header?.cells;
  let table = rowsBelow(all, header);
  if (!table.rows.length) throw new FileRefusedError('The file has no transactions');
  if (table.rows.length > statementLimits.rows) throw tooManyRows();
  const fingerprint = layoutFingerprint(header, width);
  const layout = remembered?.(fingerprint);
  const known = names && !told ? knownLayout(names, account) : undefined;
  const sources = { ...table, records, account, said, remembered: layout, known, yearless };
  const columns = decideColumns(sources);
  const mapping: CsvMapping = { delimiter, ...columns.mapping };
  if (columns.years) {
    all = columns.years.write(records);
    table = rowsBelow(all, header);
  }
  const { rows } = table;
  refuseOutside(all, rows, mapping, account);
  if (columns.decisions.some(({ isOpen }) => isOpen)) return describe(noRows, columns.decisions);
  const accounts = readAccounts(table, mapping, columns.balance);
  const read = readRows(table, mapping, account, accounts.accountOf, columns.shownCurrency);
  const ofBalance = { balance: columns.balance ?? namedAs('balance', names)[0], fee: columns.fee };
  const readAt = new Map(read.directed.map((one) => [one.row.row, one]));
  const compare = (directionOf: DirectionOf) =>
    compareBalance(
      rows.map((record) => {
        const one = readAt.get(record.line);
        const direction = one && directionOf(one);
        const cents = direction ? signed(direction, one.row.cents) : NaN;
        return one && { day: one.row.day, ...balanceAt(record, cents, ofBalance, mapping) };
      }),
    );
  const { directionOf, decisions: signs } = decideSigns(read.directed, {
    mapping,
    said,
    possible: columns.possibleDirections,
    names,
    compare,
    before: layout?.seen ? 'remembered' : known && 'known',
  });
  const statuses = [...read.statusWords].map(openStatus);
  const decisions = [...columns.decisions, ...statuses, ...signs, ...[accounts.decision ?? []].flat()];
  if (decisions.some(({ isOpen }) => isOpen)) return describe(noRows, decisions);
  const directed = directRows(read.directed, mapping, directionOf, header);
  const unreadable = [...read.unreadable, ...directed.unreadable].sort((a, b) => a.row - b.row);
  const result = { rows: directed.rows, skipped: read.skipped, unreadable, hasSpare: read.hasSpare };
  const { agreeing, contradicting } = compare(directionOf);
  const isContradicted = mapping.amount === undefined && contradicting > agreeing;
  const mayBeOther = (on: ReadingDecision['on']) =>
    decisions.some(({ on: its, by }) => its === on && by !== 'said' && by !== 'only');
  const doubt = told ? undefined : doubtOf(result, mayBeOther, isContradicted);
  if (doubt)
    return describe(
      noRows,
      decisions.map((one) => (one.on === doubt ? reopened(one) : one)),
    );
  const proofs = csvProofs(all, result, mapping, ofBalance);
  const isCompared = proofs.some(({ by }) => by === 'running');
  return describe({ ...result, proofs }, decisions, isCompared ? ofBalance.balance : undefined);

  function describe(result: StatementRows, made: ReadingDecision[], balance?: number): CsvReading {
    const contents = contentsOf(rows, mapping);
    // A remembered layout is confirmed for contents that a person has seen read by it.
    const isSeen =
      layout?.seen !== undefined && hasSeen(layout.seen, contents) && isReadAsSeen(layout, mapping, made);
    const isYes = confirmed === true || (confirmed !== undefined && isSameMapping(confirmed, mapping));
    const hasRows = result.rows.length > 0;
    const isTextSaid = told ? isYes : said.text !== undefined;
    const ofText = decideText(isTextSaid || isSeen, hasRows);
    const isAnyYear = yearless.length > 0 && !columns.years;
    const all = [...made, ofText].map((one) => withExamples(one, rows, mapping, isAnyYear));
    const open = [...new Set(all.filter(({ isOpen }) => isOpen).map(({ on }) => on))];
    // A bank's own layout needs no yes, unless a person or an earlier file says otherwise.
    const isKnown = known !== undefined && !layout && !Object.keys(said).length;
    const isConfirmed = !open.length && (isSeen || isYes || isKnown);
    return {
      ...result,
      columns: describeColumns(rowsBelow(records, header), width, balance),
      mapping,
      fingerprint,
      contents,
      isConfirmed,
      decisions: all,
      // Without rows, there is nothing to confirm.
      questions: isConfirmed || !hasRows ? open : [...open, 'confirm'],
    };
  }

  /** Returns the decision on the columns of the text: that there are none, only a person can say. */
  function decideText(isSettled: boolean, hasRows: boolean): ReadingDecision {
    const own = [...mapping.text, ...[mapping.payer ?? []].flat()];
    const optionOf = (column: number) =>
      partOption('text', [column], `the text is in ${columnNamed(column, names)}`, [column]);
    const none = partOption('text', [], 'no column is the text');
    if (!own.length && !isSettled) {
      const used = usedColumns(mapping);
      const free = columnsOf(rows).filter((column) => !used.includes(column) && hasWords(rows, column));
      const options = free.map(optionOf);
      return { ...openDecision('text', [...options, none]), isOpen: hasRows };
    }
    const by = said.text !== undefined ? 'said' : layout?.seen ? 'remembered' : known ? 'known' : 'likely';
    const reads = `the text is in ${own.map((column) => columnNamed(column, names)).join(', ')}`;
    return { on: 'text', reads: own.length ? reads : none.reads, by, isOpen: false };
  }
}

const noRows: StatementRows = { rows: [], skipped: [], unreadable: [] };

/** Returns a decision that the rows contradict, to be made by a person. */
const reopened = ({ on, choices = [] }: ReadingDecision): ReadingDecision => ({
  on,
  reads: '',
  isOpen: true,
  choices,
});

/** Returns what the rows raise a doubt of: another column may have what none can be read by, or the balance contradicts two. */
function doubtOf(
  { rows, unreadable }: StatementRows,
  mayBeOther: (on: ReadingDecision['on']) => boolean,
  isContradicted: boolean,
): ReadingDecision['on'] | undefined {
  const [reason, ...others] = new Set(unreadable.map((row) => row.reason));
  const ofAll = rows.length || others.length ? undefined : reason;
  if (ofAll === 'The date cannot be read' && mayBeOther('date')) return 'date';
  const isUnread = ofAll === 'The amount cannot be read' && mayBeOther('amount');
  return isUnread || isContradicted ? 'amount' : undefined;
}

function openStatus(word: string): ReadingDecision {
  const options = (['booked', 'pending'] as const).map((value) => {
    const reads = `"${word}" is ${value === 'booked' ? 'booked' : 'not booked yet'}`;
    return partOption('statuses', { [word]: value }, reads);
  });
  return { ...openDecision('status', options), word };
}
