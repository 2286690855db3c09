import { MongoError } from './errors.js';

/** The work at one document may hold up others for so long, where no maxTimeMS ends it sooner. */
const MAX_HOLD_MS = 5000;
/** After so many steps, of about a microsecond each, the clock is looked at. */
const STEPS_PER_LOOK = 1024;

/** Of the slice of a command that runs: when the command has to end, and since when the slice is known to be long. */
let deadline = Infinity;
let longSince: number | undefined;
let steps = 0;

/**
 * Runs a slice of a command under the command's deadline, which long loops and regular expressions in it look at.
 * @param until in milliseconds of Date.now()
 */
export function underDeadline<T>(until: number, slice: () => T): T {
  const [outer, outerSince] = [deadline, longSince];
  deadline = until;
  longSince = undefined;
  try {
    return slice();
  } finally {
    deadline = outer;
    longSince = outerSince;
  }
}

/** @throws MongoError 50 where the time of the running command is over */
export function timeLeft(): number {
  const left = deadline - Date.now();
  if (left <= 0) throw new MongoError(50, 'operation exceeded time limit');
  return left;
}

/** Whether the running slice has been at one document for long, so that it should pause before the next. */
export const isPauseDue = (): boolean => longSince !== undefined;

/**
 * Counts work of which one document may bring much: the rounds of a loop over an array, the steps of a match.
 * @param count in steps of about a microsecond
 * @throws MongoError 50 where the command's time is over, or others have waited for too long
 */
export function countSteps(count = 1): void {
  steps += count;
  if (steps < STEPS_PER_LOOK) return;
  steps = 0;
  longSince ??= Date.now();
  timeLeft();
  if (Date.now() - longSince > MAX_HOLD_MS)
    throw new MongoError(50, `operation exceeded time limit: one document took over ${MAX_HOLD_MS} ms`);
}
