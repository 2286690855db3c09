import vm from 'node:vm';
import { MongoError } from '../values/errors.js';
import { countSteps, timeLeft } from '../values/time-limit.js';

/** Time limit of the matches of one document, in milliseconds; MongoDB limits steps, to 10 million. */
const MATCH_MS = 200;

const context = vm.createContext({ run: undefined as unknown });
const script = new vm.Script('run()');
let isRunning = false;

/**
 * Runs a match with a time limit, as a vm script: V8 interrupts regular expressions there only. This costs about a
 * tenth of a millisecond; a nested run is under the outer limit.
 * @param run must have no side effects, as it may be interrupted anywhere, without its finally blocks
 * @throws MongoError 51156 if it takes too long, 50 if the running command's deadline has passed
 */
export function interruptible<T>(run: () => T): T {
  if (isRunning) return run();
  const timeout = Math.min(MATCH_MS, Math.ceil(timeLeft()));
  const started = performance.now();
  isRunning = true;
  context.run = run;
  try {
    const found = script.runInContext(context, { timeout, displayErrors: false }) as T;
    countSteps((performance.now() - started) * 1000);
    return found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    timeLeft();
    throw new MongoError(
      51156,
      `Error occurred while executing the regular expression. Result code: match limit exceeded (${MATCH_MS} ms)`,
    );
  } finally {
    isRunning = false;
    context.run = undefined;
  }
}
