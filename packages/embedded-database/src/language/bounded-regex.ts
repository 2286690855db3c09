import { countSteps } from '../values/time-limit.js';
import { interruptible } from './interruptible.js';
import { costOfMatch, type Cost } from './regex-cost.js';
import { toRegExp } from './regex.js';

/** A match of at most so many steps runs at once; they take some ten milliseconds. */
const MAX_STEPS = 10_000_000;
/** Steps of a match in a microsecond. */
const STEPS_PER_MICROSECOND = 1000;

/** A pattern of a client, whose matches end before others have waited for long. */
export class BoundedRegex {
  private readonly regex: RegExp;
  private readonly cost: Cost;

  /** @throws MongoError as toRegExp does */
  constructor(pattern: string, options = '') {
    this.regex = toRegExp(pattern, options);
    this.cost = costOfMatch(this.regex.source);
    // V8 runs an expression ten times faster from the second time on, when it has compiled it.
    if (this.cost.degree > 1) this.regex.test('');
  }

  /** @throws MongoError 51156 for a match that takes too long, 50 where the time of the running command is over */
  test(text: string): boolean {
    return this.isCheap(text) ? this.regex.test(text) : interruptible(() => this.regex.test(text));
  }

  /**
   * Runs what goes through the matches in a text, by an expression with the flag g.
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
