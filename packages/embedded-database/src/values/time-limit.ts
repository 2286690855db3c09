import { fail, type MongoError } from './errors.js';

/** Time in milliseconds that the work on one document may block other commands, unless maxTimeMS is shorter. */
export const MAX_HOLD_MS = 5000;
/** Number of steps, of about a microsecond each, between two checks of the time. */
const STEPS_PER_LOOK = 1024;

/** The running slice's deadline, and the time since when it is known to be long; milliseconds of Date.now(). */
let deadline = Infinity;
let longSince: number | undefined;
let steps = 0;

/**
 * Runs a slice of a command under the command's deadline, which its long loops and regular expressions check.
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

/** Returns the milliseconds until the deadline. @throws MongoError 50 if it has passed */
export function timeLeft(): number {
  const left = deadline - Date.now();
  if (left <= 0) throw timeIsUp();
  return left;
}

export const timeIsUp = (): MongoError => fail(50, 'operation exceeded time limit');

/** Returns true if the running slice has spent long on one document, so that it should pause before the next. */
export const isPauseDue = (): boolean => longSince !== undefined;

/**
 * Counts work whose amount depends on one document: iterations over an array, steps of a regular expression.
 * @param count in steps of about a microsecond
 * @throws MongoError 50 if the command's deadline has passed, or one document has taken MAX_HOLD_MS
 */
export function countSteps(count = 1): void {
  steps += count;
  if (steps < STEPS_PER_LOOK) return;
  steps = 0;
  longSince ??= Date.now();
  timeLeft();
  if (Date.now() - longSince > MAX_HOLD_MS)
    throw fail(50, `operation exceeded time limit: one document took over ${MAX_HOLD_MS} ms`);
}
