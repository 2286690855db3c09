import type { ProofMeans } from './contract.js';
import { type Cents, sumOfCents } from './cents.js';

/** A control sum of a file beside its rows, in cents. */
export interface ProofCents {
  by: ProofMeans;
  /** Undefined where the file has nothing to compare with: only the statement before has. */
  agrees?: boolean;
  opening?: Cents;
  closing?: Cents;
  /** The file's sum less that of its rows; missing where they agree. */
  difference?: Cents;
  /** The first row at which they part, where the file tells it. */
  row?: number;
}

/** The proof of one of a file's accounts; '' for a file that names none. */
export interface AccountProof extends ProofCents {
  account: string;
}

/** The balances of an account, and the sum of its booked entries between them. */
interface Balances {
  opening: Cents | undefined;
  closing: Cents | undefined;
  sum: Cents;
}

/** Returns the proof by an opening and a closing balance; none without both. */
export function proveBalances({ opening, closing, sum }: Balances, row?: number): ProofCents | undefined {
  if (opening === undefined || closing === undefined) return undefined;
  const difference = closing - opening - sum;
  return {
    ...{ by: 'balance', agrees: difference === 0, opening, closing },
    ...(difference !== 0 && { difference, ...(row !== undefined && { row }) }),
  };
}

/** A sum in cents, or a count, that a file states, beside that of its entries. */
export interface StatedTotal {
  stated: number;
  found: number;
  isCount?: true;
}

/** Returns the proof by counts and sums; none without any. */
export function proveTotals(totals: readonly StatedTotal[]): ProofCents | undefined {
  if (!totals.length) return undefined;
  const wrong = totals.filter(({ stated, found }) => stated !== found);
  const sum = wrong.find(({ isCount }) => !isCount);
  return {
    ...{ by: 'totals', agrees: !wrong.length },
    // A sum that is wrong, too, tells more than a count.
    ...(sum && { difference: sum.stated - sum.found }),
  };
}

/** A row with the balance after it, if the file has one there. */
export interface RunningRow {
  row: number;
  cents: Cents;
  balance: Cents | undefined;
}

/** Compares the balances of rows from the oldest to the newest; rows without one count at the next that has it. */
function runThrough(rows: readonly RunningRow[]): {
  runs: number;
  first?: RunningRow;
  breaks: (RunningRow & { by: Cents })[];
} {
  const breaks: (RunningRow & { by: Cents })[] = [];
  let runs = 0;
  let last: Cents | undefined;
  let first: RunningRow | undefined;
  let open: Cents[] = [];
  for (const one of rows) {
    open.push(one.cents);
    if (one.balance === undefined) continue;
    first ??= one;
    if (last !== undefined) {
      const by = one.balance - last - sumOfCents(open);
      if (by === 0) runs += 1;
      else breaks.push({ ...one, by });
    }
    last = one.balance;
    open = [];
  }
  return { runs, breaks, ...(first && { first }) };
}

/**
 * Returns the proof by the running balance of the rows, in whichever order it runs on better; none where it runs on
 * between fewer than half of its rows: then it is another column, or the rows of a day are in no order.
 */
export function proveRunning(rows: readonly RunningRow[]): ProofCents | undefined {
  const orders = [rows, [...rows].reverse()].map((ordered) => ({ ordered, ...runThrough(ordered) }));
  const [best] = orders.sort((one, other) => other.runs - one.runs);
  if (!best?.first || best.runs === 0 || best.runs < best.breaks.length) return undefined;
  const { ordered, breaks, first } = best;
  const before = ordered.slice(0, ordered.indexOf(first) + 1).map(({ cents }) => cents);
  const closing = ordered.findLast(({ balance }) => balance !== undefined)?.balance;
  const [broken] = breaks;
  return {
    ...{ by: 'running', agrees: !broken, opening: first.balance! - sumOfCents(before) },
    ...(closing !== undefined && { closing }),
    ...(broken && { difference: broken.by, row: broken.row }),
  };
}
