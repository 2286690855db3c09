import type { CsvMapping, ReadingDecision } from '../common/contract.js';
import { looksLikeAmount, parseCents } from '../common/amounts.js';
import { isCurrencyCode } from '../common/currencies.js';
import { columnNamed } from '../common/decide.js';
import { namedAs, nameKey } from './names.js';
import { type CsvRecord, valuesOf, widthOf } from './records.js';
import { looksLikeDay, parseDay } from '../common/days.js';
import { directionsOf, directionWord } from './direction-words.js';
import { isAccountNumber } from '../common/own-account.js';

/** Maximum number of accounts in one file, besides those that a column of their numbers tells apart. */
const maximumAccounts = 10;

/** Parts of names of columns about accounts, and of those about the other party's. */
const accountPart = /account|konto|compte|cuenta|^conta\b|rekening|folio|บัญชี/;
const otherParty =
  /counter|gegen|tegen|partner|payee|benef|recipient|receiver|sender|from|(?<![kc]on)to$|^to|other|customer|kunde|debtor|creditor|auftragg|zahlung|ordenante|destin|origin|transfer|type|category/;

/** The account of each row, where the file has several or says which one it is. */
export interface AccountReading {
  accountOf: (record: CsvRecord) => string | undefined;
  decision?: ReadingDecision;
}

export interface AccountOptions {
  header?: CsvRecord | undefined;
  /** Column of the running balance, if any. */
  balance?: number | undefined;
  /** Columns of the mapping, which are of no accounts. */
  used?: readonly number[];
  /** Lines of repeated headers that begin another list. */
  lists: readonly number[];
}

/** A row with what tells accounts apart: its day, amount and balance after it. */
interface Point {
  day: string;
  cents: number | undefined;
  balance: number | undefined;
}

function pointsOf(rows: readonly CsvRecord[], mapping: CsvMapping, balance: number | undefined): Point[] {
  const decimal = mapping.decimal ?? '.';
  const centsOf = (cells: readonly string[], column: number | undefined) =>
    column === undefined ? undefined : parseCents(cells[column] ?? '', decimal);
  return rows.map(({ cells }) => {
    const [moneyIn, moneyOut] = [centsOf(cells, mapping.in), centsOf(cells, mapping.out)];
    const pair =
      moneyIn === undefined && moneyOut === undefined ? undefined : (moneyIn ?? 0) - Math.abs(moneyOut ?? 0);
    return {
      day: parseDay(cells[mapping.date] ?? '', mapping.dateOrder) ?? '',
      cents: mapping.amount === undefined ? pair : centsOf(cells, mapping.amount),
      balance: centsOf(cells, balance),
    };
  });
}

/** True where the balance goes from one row to the next by the amount of either, in either direction. */
function runsOn(above: Point, here: Point): boolean | undefined {
  if (above.balance === undefined || here.balance === undefined) return undefined;
  const change = Math.abs(here.balance - above.balance);
  return change === Math.abs(here.cents ?? NaN) || change === Math.abs(above.cents ?? NaN);
}

/** Counts the neighbours between which the balance runs on, and those between which it jumps. */
function countRuns(points: readonly Point[]): { runs: number; jumps: number } {
  const counts = { runs: 0, jumps: 0 };
  for (let index = 1; index < points.length; index++) {
    const isRunning = runsOn(points[index - 1]!, points[index]!);
    if (isRunning !== undefined) counts[isRunning ? 'runs' : 'jumps'] += 1;
  }
  return counts;
}

/** Returns 1 for rows with the oldest first, -1 for the newest first, 0 where they are in neither order. */
function orderOf(points: readonly Point[]): 1 | -1 | 0 {
  let [rises, falls] = [false, false];
  for (let index = 1; index < points.length; index++) {
    const [above = '', here = ''] = [points[index - 1]?.day, points[index]?.day];
    if (here > above) rises = true;
    if (here < above) falls = true;
  }
  if (rises === falls) return 0;
  return rises ? 1 : -1;
}

/** True where the days begin anew at a place: on both sides they are in one order, and across it they are not. */
function beginsAnew(points: readonly Point[], at: number): boolean {
  const [before, after] = [points.slice(0, at), points.slice(at)];
  const [one, other] = [orderOf(before), orderOf(after)];
  const order = one || other;
  if (!order || (one && other && one !== other)) return false;
  const [last = '', first = ''] = [before.at(-1)?.day, after[0]?.day];
  return order > 0 ? first < last : first > last;
}

/** Returns the indexes at which another value begins. */
const bordersOf = (values: readonly string[]): number[] =>
  values.flatMap((value, index) => (index > 0 && value !== values[index - 1] ? [index] : []));

/** An account of a few digits is told by the name of its column only. */
const longNumber = /\d{6}/;

/** True for a column of a few values that are those of the accounts: by its name, its numbers, the days or the balance. */
function isOfAccounts(
  rows: readonly CsvRecord[],
  points: readonly Point[],
  column: number,
  header?: CsvRecord,
): boolean {
  const values = rows.map(({ cells }) => cells[column] ?? '');
  const different = [...new Set(values)];
  const name = nameKey(header?.cells[column] ?? '');
  if (different.length < 2 || different.length > maximumAccounts || different.length === rows.length)
    return false;
  const isOther = (text: string) =>
    !text || (looksLikeAmount(text) && /[.,]/.test(text)) || looksLikeDay(text) || isCurrencyCode(text);
  if (different.some(isOther)) return false;
  const isNamed = accountPart.test(name) && !otherParty.test(name);
  if (header && !isNamed && otherParty.test(name)) return false;
  const whole = countRuns(points);
  // One balance that runs on through all of them is one account's.
  if (whole.runs > 0 && whole.jumps === 0) return false;
  if (isNamed || different.every((text) => longNumber.test(text) && !/\s\p{L}/u.test(text))) return true;
  const groups = different.map((value) => points.filter((_, index) => values[index] === value));
  const within = groups.reduce((sum, group) => sum + countRuns(group).runs, 0);
  // The last row of one group and the first of the next are no neighbours: so many changes can be one account's.
  const possible = points.length - different.length;
  if (possible > 0 && within === possible && whole.jumps > 0) return true;
  const signs = groups.map((group) => new Set(group.map(({ cents }) => Math.sign(cents ?? 0))));
  const isDirection =
    directionsOf(new Set(different.map(directionWord))).size > 0 ||
    (signs.every((set) => set.size === 1) && new Set(signs.flatMap((set) => [...set])).size > 1);
  const borders = bordersOf(values);
  const areBlocks = borders.length === different.length - 1;
  return !isDirection && areBlocks && name === '' && borders.some((at) => beginsAnew(points, at));
}

/** Returns the column whose numbers or names are those of the accounts, by the rows with a date. */
function accountColumn(
  rows: readonly CsvRecord[],
  points: readonly Point[],
  used: readonly number[],
  header?: CsvRecord,
): number | undefined {
  const names = header?.cells ?? [];
  const free = Array.from({ length: widthOf(rows) }, (_, column) => column).filter(
    (column) => !used.includes(column),
  );
  const isOwn = (column: number) => !otherParty.test(nameKey(names[column] ?? ''));
  const numbersOf = (column: number) => new Set(valuesOf(rows, column));
  const named = namedAs('account', names).filter(
    (column) => free.includes(column) && isOwn(column) && [...numbersOf(column)].some(isAccountNumber),
  );
  // A number that is the same in every row is the file's own; the others are those of the other parties then.
  const single = named.find((column) => numbersOf(column).size === 1);
  if (single !== undefined) return single;
  const few = named.find((column) => numbersOf(column).size <= maximumAccounts);
  return few ?? free.find((column) => isOfAccounts(rows, points, column, header));
}

/**
 * Returns the index of each row that begins another list: after a repeated header, unless the balance runs on through
 * it, and where the balance jumps as the days begin anew.
 */
function listBorders(
  rows: readonly CsvRecord[],
  points: readonly Point[],
  lists: readonly number[],
): [number, string][] {
  const found = new Map<number, string>();
  for (const line of lists) {
    const at = rows.findIndex((row) => row.line > line);
    if (at > 0 && !runsOn(points[at - 1]!, points[at]!)) found.set(at, `a further header is on line ${line}`);
  }
  const { runs, jumps } = countRuns(points);
  for (let at = 2; at < points.length - 1 && jumps > 0 && jumps <= maximumAccounts && runs > jumps; at++)
    if (!found.has(at) && runsOn(points[at - 1]!, points[at]!) === false && beginsAnew(points, at))
      found.set(at, `the balance jumps on line ${rows[at]!.line}, where the days begin anew`);
  return [...found].sort(([one], [other]) => one - other);
}

/** Tells the account of each row: by a column, else by the list that the row is in. */
export function readAccounts(
  rows: readonly CsvRecord[],
  mapping: CsvMapping,
  { header, balance, lists, used = [] }: AccountOptions,
): AccountReading {
  const isDated = ({ cells }: CsvRecord) => looksLikeDay(cells[mapping.date] ?? '');
  const dated = rows.filter(isDated);
  const points = pointsOf(dated, mapping, balance);
  const column = accountColumn(dated, points, used, header);
  if (column !== undefined) {
    const reads = `the account is in ${columnNamed(column, header?.cells)}`;
    return {
      accountOf: (row) => (isDated(row) && row.cells[column]) || undefined,
      decision: { on: 'account', reads, by: 'only', isOpen: false },
    };
  }
  const borders = listBorders(dated, points, lists);
  if (!borders.length) return { accountOf: () => undefined };
  const starts = [0, ...borders.map(([at]) => at)];
  const names = starts.map((start, index) => {
    const [first, last] = [dated[start]!.line, dated[(starts[index + 1] ?? dated.length) - 1]!.line];
    return first === last ? `Line ${first}` : `Lines ${first} to ${last}`;
  });
  const listOf = new Map(
    dated.map((row, index) => [row.line, names[starts.findLastIndex((start) => start <= index)]]),
  );
  const says = borders.map(([, reason]) => reason).join(', ');
  return {
    accountOf: ({ line }) => listOf.get(line),
    decision: {
      ...{ on: 'account', reads: 'each list is of an account of its own', by: 'proof', says, isOpen: false },
    },
  };
}
