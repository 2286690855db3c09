import vm from 'node:vm';
import { fail } from '../values/errors.js';
import { countSteps, timeIsUp, timeLeft } from '../values/time-limit.js';

/** Time limit of one match, in milliseconds; MongoDB limits steps, to 10 million. */
const MATCH_MS = 200;

/** Maximum number of attempts at a match, if the machine is too busy to run it. */
const MAX_ATTEMPTS = 3;

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
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    const timeout = Math.min(MATCH_MS, Math.ceil(timeLeft()));
    const { user } = process.cpuUsage();
    const result = runFor(timeout, run);
    if (result) {
      countSteps((performance.now() - started) * 1000);
      return result.value;
    }
    // The timer may be up to a millisecond earlier than the clock: libuv counts from the start of a millisecond.
    if (timeout < MATCH_MS) throw timeIsUp();
    timeLeft();
    // On a busy machine the time may have passed without the match running.
    const isStarved = process.cpuUsage().user - user < (timeout * 1000) / 4;
    if (!isStarved || attempt >= MAX_ATTEMPTS)
      throw fail(
        51156,
        `Error occurred while executing the regular expression. Result code: match limit exceeded (${MATCH_MS} ms)`,
      );
  }
}

/** Returns undefined if the time was up first. */
function runFor<T>(timeout: number, run: () => T): { value: T } | undefined {
  isRunning = true;
  context.run = run;
  try {
    return { value: script.runInContext(context, { timeout, displayErrors: false }) as T };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    isRunning = false;
    context.run = undefined;
  }
}
