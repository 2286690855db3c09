import type { CsvMapping, ReadingDecision } from '../common/contract.js';
import { looksLikeAmount, parseCents } from '../common/amounts.js';
import { isCurrencyCode } from '../common/currencies.js';
import { columnNamed } from '../common/decide.js';
import { isTextColumn, namedAs } from './column-names.js';
import { nameKey } from '../common/name-key.js';
import type { CsvLists } from './header.js';
import { usedColumns } from './mapping.js';
import { amountBy } from './money/money.js';
import { cellOf, columnsOf, type CsvRecord, type CsvTable, valuesOf } from './records.js';
import { looksLikeDay, parseDay } from '../common/days.js';
import { isAccountNumber } from '../common/own-account.js';

/** Maximum number of accounts in one file, besides those that a column of their numbers tells apart. */
const maximumAccounts = 10;

/** Parts of names of columns about accounts, and of those about the other party's. */
const accountPart = /account|konto|compte|cuenta|^conta\b|rekening|folio|บัญชี/;
const otherParty =
  /counter|gegen|tegen|partner|payee|benef|recipient|receiver|sender|from|(?<![kc]on)to$|^to|other|customer|kunde|debtor|creditor|auftragg|zahlung|ordenante|destin|origin|transfer|type|category/;

/** A row with what tells accounts apart: its day, amount and balance after it. */
interface Point {
  day: string;
  cents: number;
  balance: number;
}

/** True where the balance jumps: it changes by the amount of neither row. */
const isJump = (above: Point, here: Point): boolean => {
  const change = Math.abs(here.balance - above.balance);
  return !Number.isNaN(change) && change !== Math.abs(here.cents) && change !== Math.abs(above.cents);
};

/** A long number, with no letters but those of an IBAN: an account of a few digits is told by the name of its column only. */
const longNumber = /^(?:[A-Z]{2}\d{2}|(?!.*\p{L}{3})).*\d{6}/u;

/** True for a column of accounts: by its name, by long numbers, or as the balance runs on in the rows of each only. */
function isOfAccounts(
  values: readonly string[],
  points: readonly Point[],
  name: string | undefined,
): boolean {
  const different = [...new Set(values)];
  const isOther = (text: string) =>
    !text || (looksLikeAmount(text) && /[.,]/.test(text)) || looksLikeDay(text) || isCurrencyCode(text);
  if (different.length < 2 || different.length > maximumAccounts || different.length === values.length)
    return false;
  if (different.some(isOther)) return false;
  if (accountPart.test(name ?? '')) return true;
  if (different.every((text) => longNumber.test(text))) return true;
  const borders = values.flatMap((value, at) => (at > 0 && value !== values[at - 1] ? [at] : []));
  const jumps = points.flatMap((here, at) => (at > 0 && isJump(points[at - 1]!, here) ? [at] : []));
  return name === undefined && borders.length === different.length - 1 && borders.join() === jumps.join();
}

function accountColumn(
  { rows, header }: CsvTable,
  points: readonly Point[],
  used: readonly number[],
): number | undefined {
  const nameOf = (column: number) => nameKey(cellOf(header, column));
  const free = columnsOf(rows).filter(
    (column) =>
      !used.includes(column) && !isTextColumn(cellOf(header, column)) && !otherParty.test(nameOf(column)),
  );
  const textsOf = (column: number) => rows.map((row) => cellOf(row, column));
  const named = namedAs('account', header?.cells).filter(
    (column) => free.includes(column) && textsOf(column).some(isAccountNumber),
  );
  // A number that is the same in every row is the file's own; the others are those of the other parties then.
  const countOf = (column: number) => new Set(valuesOf(rows, column)).size;
  const single = named.find((column) => countOf(column) === 1);
  // A balance that runs on from row to row is of one account.
  const isOne = points.slice(1).every((here, at) => {
    const above = points[at]!;
    return !Number.isNaN(here.balance - above.balance) && !isJump(above, here);
  });
  if (isOne && points.length > 2) return single;
  const several = named.find(
    (column) => countOf(column) <= maximumAccounts || countOf(column) < valuesOf(rows, column).length,
  );
  const other = free.find((column) => isOfAccounts(textsOf(column), points, header && nameOf(column)));
  return single ?? several ?? other;
}

/** Returns the rows that begin another list: after a further header, and where the balance jumps as the days begin anew. */
function listBorders(
  rows: readonly CsvRecord[],
  points: readonly Point[],
  lists: readonly number[],
): [number, string][] {
  const found = new Map<number, string>();
  const isJumpAt = (at: number) => isJump(points[at - 1]!, points[at]!);
  for (const line of lists) {
    const at = rows.findIndex((row) => row.line > line);
    if (at > 0 && (Number.isNaN(points[at]!.balance) || isJumpAt(at)))
      found.set(at, `a further header is on line ${line}`);
  }
  const steps = points.map(({ day }, at) =>
    at === 0 ? 0 : Math.sign(Date.parse(day) - Date.parse(points[at - 1]!.day)),
  );
  const order = Math.sign(steps.reduce((sum, step) => sum + step, 0));
  const jumps = points.flatMap((_, at) => (at > 0 && isJumpAt(at) ? [at] : []));
  if (order !== 0 && 2 * jumps.length < points.length - 1)
    for (const at of jumps)
      if (!found.has(at) && steps[at] === -order)
        found.set(at, `the balance jumps on line ${rows[at]!.line}, where the days begin anew`);
  return [...found].slice(0, maximumAccounts).sort(([one], [other]) => one - other);
}

/** Tells the account of each row, where the file says one: by a column, else by the list that the row is in. */
export function readAccounts(
  { rows, header, lists }: CsvLists,
  mapping: CsvMapping,
  balance: number | undefined,
): { accountOf: (record: CsvRecord) => string | undefined; decision?: ReadingDecision } {
  const isDated = (row: CsvRecord) => looksLikeDay(cellOf(row, mapping.date));
  const dated = rows.filter(isDated);
  const points = dated.map((row): Point => {
    const centsAt = (column: number | undefined) => parseCents(cellOf(row, column), mapping.decimal ?? '.');
    const cents = amountBy(mapping, (column) => centsAt(column) ?? 0);
    const day = parseDay(cellOf(row, mapping.date), mapping.dateOrder) ?? '';
    return { day, cents, balance: centsAt(balance) ?? NaN };
  });
  // The column of the payer may be of the account's name.
  const used = usedColumns({ ...mapping, payer: undefined });
  const column = accountColumn({ rows: dated, header }, points, used);
  if (column !== undefined) {
    const reads = `the account is in ${columnNamed(column, header?.cells)}`;
    // A row without one among those of several accounts is of none that is known.
    const other = new Set(valuesOf(dated, column)).size > 1 ? 'unnamed' : undefined;
    return {
      accountOf: (row) => (isDated(row) ? cellOf(row, column) || other : undefined),
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
      on: 'account',
      reads: 'each list is of an account of its own',
      by: 'proof',
      says,
      isOpen: false,
    },
  };
}
