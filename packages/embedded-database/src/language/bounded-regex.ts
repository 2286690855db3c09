import { countSteps } from '../values/time-limit.js';
import { interruptible } from './interruptible.js';
import { costOfMatch, type Cost } from './regex-cost.js';
import { toRegExp } from './regex.js';

/** Maximum number of steps of a match that runs without a time limit; they take some ten milliseconds. */
const MAX_STEPS = 10_000_000;
/** Steps of a match in a microsecond. */
const STEPS_PER_MICROSECOND = 1000;

/** A client's regular expression whose matches are limited in time, as they block other commands. */
export class BoundedRegex {
  private readonly regex: RegExp;
  private readonly cost: Cost;

  /** @throws MongoError as toRegExp does */
  constructor(pattern: string, options = '') {
    this.regex = toRegExp(pattern, options);
    this.cost = costOfMatch(this.regex.source);
    // V8 compiles an expression at its second run, and runs it ten times faster from then on.
    if (this.cost.degree > 1) this.regex.test('');
  }

  /** @throws MongoError 51156 for a match that takes too long, 50 if the running command's deadline has passed */
  test(text: string): boolean {
    return this.isCheap(text) ? this.regex.test(text) : interruptible(() => this.regex.test(text));
  }

  /**
   * Calls `run` with the expression and the flag g, to iterate over the matches in a text.
   * @throws MongoError as test does
   */
  search<T>(text: string, run: (regex: RegExp) => T): T {
    const all = () => run(new RegExp(this.regex, `${this.regex.flags}g`));
    return this.isCheap(text) ? all() : interruptible(all);
  }

  private isCheap(text: string): boolean {
    const { factor, degree } = this.cost;
    const steps = factor * (text.length + 1) ** degree;
    if (!(steps <= MAX_STEPS)) return false;
    countSteps(steps / STEPS_PER_MICROSECOND);
    return true;
  }
}
