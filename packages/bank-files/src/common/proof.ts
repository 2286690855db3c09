import type { ProofMeans } from './contract.js';
import { type Cents, sumOfCents } from './amounts.js';
import { withoutEmpty } from './without-empty.js';

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

/** Returns the proof by the balances around booked entries of a sum; none without both. */
export function proveBalances(
  [opening, closing]: readonly (Cents | undefined)[],
  sum: Cents,
  row?: number,
): ProofCents | undefined {
  if (opening === undefined || closing === undefined) return undefined;
  const difference = closing - opening - sum;
  return {
    by: 'balance',
    agrees: difference === 0,
    opening,
    closing,
    ...(difference !== 0 && { difference, ...(row !== undefined && { row }) }),
  };
}

/** Returns the first of these proofs that does not agree, else the first one. */
export const firstWrong = <Proof extends ProofCents>(
  proofs: readonly (Proof | undefined)[],
): Proof | undefined => proofs.find((proof) => proof?.agrees === false) ?? proofs.find((proof) => proof);

/** Returns those that are left of balances when each of others is taken away once. */
function without(balances: readonly (Cents | undefined)[], others: readonly (Cents | undefined)[]) {
  const counts = new Map<Cents | undefined, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return balances.filter((balance) => {
    const count = counts.get(balance) ?? 0;
    counts.set(balance, count - 1);
    return count <= 0;
  });
}

/**
 * Returns the proof of statements together: that of the first one that does not agree, else of all. The statements of
 * an account stand in any order: but for the earliest one, each opens with the closing balance of another one.
 */
export function joinProofs(proofs: readonly AccountProof[]): ProofCents | undefined {
  const proof = firstWrong(proofs);
  if (!proof) return undefined;
  const { by, agrees, opening, closing, difference, row } = proof;
  const balances = proofs.length === 1 && { opening, closing };
  const isOfOne = proofs.every((other) => other.account === proof.account && other.by === 'balance');
  if (balances || !agrees || !isOfOne)
    return { by, ...withoutEmpty({ agrees, ...balances, difference, row }) };
  const [openings, closings] = [proofs.map((one) => one.opening), proofs.map((one) => one.closing)];
  const [begin = opening, ...gaps] = without(openings, closings);
  const [end = begin] = without(closings, openings);
  return gaps.length
    ? { by, agrees: false }
    : { by, agrees, ...withoutEmpty({ opening: begin, closing: end }) };
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
    by: 'totals',
    agrees: !wrong.length,
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
function runThrough(ordered: readonly RunningRow[]) {
  const breaks: { difference: Cents; row: number }[] = [];
  let runs = 0;
  let last: Cents | undefined;
  let sum: Cents = 0;
  for (const { row, cents, balance } of ordered) {
    sum += cents;
    if (balance === undefined) continue;
    const difference = last === undefined ? undefined : balance - last - sum;
    if (difference === 0) runs += 1;
    else if (difference !== undefined) breaks.push({ difference, row });
    last = balance;
    sum = 0;
  }
  return { ordered, runs, breaks };
}

/** Returns the proof by a running balance in either order; none where it runs on between fewer than half of its rows. */
export function proveRunning(rows: readonly RunningRow[]): ProofCents | undefined {
  const orders = [rows, rows.toReversed()].map(runThrough);
  const { ordered, runs, breaks } = orders.sort((one, other) => other.runs - one.runs)[0]!;
  if (runs === 0 || runs < breaks.length) return undefined;
  const isBalanced = ({ balance }: RunningRow) => balance !== undefined;
  const first = ordered.findIndex(isBalanced);
  const before = ordered.slice(0, first + 1).map(({ cents }) => cents);
  return {
    by: 'running',
    agrees: !breaks.length,
    opening: ordered[first]!.balance! - sumOfCents(before),
    closing: ordered.findLast(isBalanced)!.balance!,
    ...breaks[0],
  };
}
