import { isPauseDue } from './time-limit.js';

/** A generator that yields null now and then, where its caller can return to the event loop. */
export type Sliced<T> = Generator<null, T>;

/** Number of items after which a loop yields null. */
export const PAUSE_EVERY = 64;
/** Number of items that are sorted without a pause. */
const SORTED_AT_ONCE = 1024;

/** Runs work until it ends or has run for some time, in milliseconds; returns true if it has ended. */
export function runSlice(work: Sliced<unknown>, milliseconds: number): boolean {
  const end = performance.now() + milliseconds;
  do {
    if (work.next().done) return true;
  } while (performance.now() < end);
  return false;
}

export function* mapInSlices<In, Out>(
  items: readonly In[],
  run: (item: In, at: number) => Out,
): Sliced<Out[]> {
  const out: Out[] = [];
  for (let at = 0; at < items.length; at++) {
    if (at % PAUSE_EVERY === PAUSE_EVERY - 1 || isPauseDue()) yield null;
    out.push(run(items[at]!, at));
  }
  return out;
}

/** Returns a sorted copy; stable. */
export function* sortInSlices<T>(items: readonly T[], compare: (left: T, right: T) => number): Sliced<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += SORTED_AT_ONCE) {
    runs.push(items.slice(at, at + SORTED_AT_ONCE).sort(compare));
    yield null;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(runs[at + 1] ? yield* merge(runs[at]!, runs[at + 1]!, compare) : runs[at]!);
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(lefts: T[], rights: T[], compare: (left: T, right: T) => number): Sliced<T[]> {
  const out: T[] = [];
  for (let left = 0, right = 0; out.length < lefts.length + rights.length;) {
    const isRightNext =
      left === lefts.length || (right < rights.length && compare(rights[right]!, lefts[left]!) < 0);
    out.push(isRightNext ? rights[right++]! : lefts[left++]!);
    if (out.length % SORTED_AT_ONCE === 0) yield null;
  }
  return out;
}
