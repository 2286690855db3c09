import vm from 'node:vm';
import { MongoError } from '../values/errors.js';
import { countSteps, timeLeft } from '../values/time-limit.js';

/** The matches of one document may take so long; MongoDB counts steps, 10 million. */
const MATCH_MS = 200;

const context = vm.createContext({ run: undefined as unknown });
const script = new vm.Script('run()');
let isRunning = false;

/**
 * Runs a match that may take longer than others can wait: V8 interrupts regular expressions in scripts alone. This
 * costs about a tenth of a millisecond; what is run within a run is under its limit.
 * @param run changes nothing but what it returns, as it may end anywhere, without its finally blocks
 * @throws MongoError 51156 where it takes too long, 50 where the time of the running command is over
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
