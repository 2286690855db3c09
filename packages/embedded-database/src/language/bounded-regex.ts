import { countSteps } from '../values/time-limit.js';
import { interruptible } from './interruptible.js';
import { toRegExp } from './regex.js';

/** Maximum number of steps of a match that runs without a time limit; they take some ten milliseconds. */
const MAX_STEPS = 10_000_000;
/** Steps of a match in a microsecond. */
const STEPS_PER_MICROSECOND = 1000;

/**
 * Returns a bound on the steps of a match that tries all ways from all positions: factor × length to the power of degree.
 * Each repetition may end anywhere, and each alternative may match. A group that is repeated has no bound: its degree is
 * Infinity.
 * @param source of a regular expression that was compiled with the flag u
 */
function costOfMatch(source: string) {
  // A back reference may match as much as the whole text; other escapes, and sets, match a character.
  const shape = source
    .replace(/\\(?:[1-9]|k<[^>]+>)/g, 'a*')
    .replace(/\\(?:[pPu]\{[^}]*\}|[^])/g, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\(\?(?:<?[=!]|:|<[^>]+>)/g, '(');
  let { length: size } = shape;
  let factor = 2 ** shape.replace(/[^|]/g, '').length;
  let degree = source.startsWith('^') ? 0 : 1;
  for (const [, group, once, least, comma, most] of shape.matchAll(
    /(\))?(?:(\?)|[*+]|\{(\d+)(,?)(\d*)\})\??/g,
  )) {
    const to = once ? 1 : least && (!comma || most) ? Number(most || least) : Infinity;
    if (group && to > 1) return { factor, degree: Infinity };
    if (to === Infinity) degree++;
    else factor *= to - Number(least ?? 0) + 1;
    size += Number(most || (least ?? 0));
  }
  return Number.isFinite(factor) ? { factor: factor * (size + 1), degree } : { factor, degree: Infinity };
}

/** A client's regular expression whose matches are limited in time, as they block other commands. */
export class BoundedRegex {
  private readonly regex: RegExp;
  private readonly cost: ReturnType<typeof costOfMatch>;

  /** @throws MongoError as toRegExp does */
  constructor(pattern: string, options = '') {
    this.regex = toRegExp(pattern, options);
    this.cost = costOfMatch(this.regex.source);
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
