import { invalid } from './regex.js';

/** PCRE's parens_nest_limit. */
const MAX_DEPTH = 250;

/** An upper bound on steps: factor × length to the power of degree. */
export interface Cost {
  factor: number;
  degree: number;
}

const ONE: Cost = { factor: 1, degree: 0 };
const times = (left: Cost, right: Cost): Cost => ({
  factor: left.factor * right.factor,
  degree: left.degree + right.degree,
});

/** The cost of a part of a pattern: the number of ways in which it can match, and the length of one in characters. */
interface Part {
  ways: Cost;
  size: number;
}

/**
 * Returns the maximum number of steps of a match that tries all ways from all positions. Repetitions of a part that can
 * match in several ways have no polynomial bound: their degree is Infinity.
 * @param source of a regular expression that was compiled with the flag u
 * @throws MongoError 51091 for brackets that are nested too deeply
 */
export function costOfMatch(source: string): Cost {
  const { ways, size } = new Reader(source).alternatives();
  const { factor, degree } = times(ways, { factor: size + 1, degree: source.startsWith('^') ? 0 : 1 });
  return { factor, degree: Number.isFinite(factor) ? degree : Infinity };
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly source: string) {}

  /** Reads up to a closing bracket, or the end. */
  alternatives(): Part {
    const parts = [this.sequence()];
    while (this.take(/\|/)) parts.push(this.sequence());
    return {
      ways: {
        factor: parts.reduce((sum, { ways }) => sum + ways.factor, 0),
        degree: Math.max(...parts.map(({ ways }) => ways.degree)),
      },
      size: Math.max(...parts.map(({ size }) => size)),
    };
  }

  private sequence(): Part {
    let whole: Part = { ways: ONE, size: 0 };
    while (this.at < this.source.length && !/[|)]/.test(this.source[this.at]!)) {
      const item = this.repeated(this.item());
      whole = { ways: times(whole.ways, item.ways), size: whole.size + item.size };
    }
    return whole;
  }

  private item(): Part {
    if (this.take(/\((?:\?(?:<?[=!]|:|<[^>]+>))?/)) {
      if (++this.depth > MAX_DEPTH) throw invalid('parentheses are too deeply nested');
      const inside = this.alternatives();
      this.at++;
      this.depth--;
      return inside;
    }
    // A back reference may match as much as the whole text.
    if (this.take(/\\(?:[1-9]|k<[^>]+>)/)) return { ways: { factor: 1, degree: 1 }, size: 1 };
    this.take(/\\(?:[pPu]\{[^}]*\}|u\{[^}]*\}|u[^]{4}|x[^]{2}|c?[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/u);
    return { ways: ONE, size: 1 };
  }

  private repeated({ ways, size }: Part): Part {
    const found = this.take(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/);
    if (!found) return { ways, size };
    const [text, least, comma, most] = found;
    const from = least ? Number(least) : text.startsWith('+') ? 1 : 0;
    const to = text.startsWith('?') ? 1 : least && (!comma || most) ? Number(most || least) : Infinity;
    const isOneWay = ways.factor === 1 && ways.degree === 0;
    if (to === Infinity)
      return {
        ways: isOneWay ? { factor: 1, degree: 1 } : { factor: 1, degree: Infinity },
        size: size * (from + 1),
      };
    return {
      ways: { factor: (to - from + 1) * ways.factor ** to, degree: ways.degree * to },
      size: size * to,
    };
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expression.source, `${expression.flags}y`);
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.source) ?? undefined;
    if (found) this.at = sticky.lastIndex;
    return found;
  }
}
