import { MongoError } from '../values/errors.js';

export const invalid = (message: string) =>
  new MongoError(51091, `Regular expression is invalid: ${message}`);

/** Maximum length of a pattern, as in MongoDB. */
const MAX_PATTERN = 32_764;

const END = '(?![^])';
/** JavaScript equivalents of PCRE escapes outside of character classes. */
const escapes: Record<string, string> = {
  A: '(?<![^])',
  G: '(?<![^])',
  z: END,
  Z: `(?=\\n?${END})`,
  R: '(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])',
  N: '[^\\n]',
  S: '[^ \\t\\n\\v\\f\\r]',
  H: '[^\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000]',
  V: '[^\\n\\v\\f\\r\\x85\\u2028\\u2029]',
  b: '\\b',
  B: '\\B',
};
/** JavaScript equivalents of PCRE escapes within a character class; outside they get brackets. */
const sets: Record<string, string> = {
  s: ' \\t\\n\\v\\f\\r',
  h: '\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000',
  v: '\\n\\v\\f\\r\\x85\\u2028\\u2029',
  d: '\\d',
  D: '\\D',
  w: '\\w',
  W: '\\W',
};
const characters: Record<string, string> = {
  a: '\\x07',
  e: '\\x1b',
  f: '\\f',
  n: '\\n',
  r: '\\r',
  t: '\\t',
};
const posixSets: Record<string, string> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\x00-\\x7f',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: ' \\t\\n\\v\\f\\r',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};

const literal = (character: string) =>
  /[\^$\\.*+?()[\]{}|/-]/.test(character)
    ? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
    : character;

/** Translates a PCRE pattern, the syntax of MongoDB, to JavaScript's with the flag u. */
class Translator {
  private at = 0;
  private out = '';

  constructor(
    private readonly pattern: string,
    private readonly flags: string,
  ) {}

  run(): string {
    while (this.at < this.pattern.length) this.out += this.item();
    return this.out;
  }

  /** Consumes the match of an expression at the current position, if any. */
  private take(expression: RegExp): RegExpExecArray | undefined {
    const sticky = new RegExp(expression.source, 'yu');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.pattern) ?? undefined;
    if (found) this.at = sticky.lastIndex;
    return found;
  }

  private item(): string {
    if (this.flags.includes('x') && this.take(/\s+|#[^\n]*/)) return '';
    const group = this.take(/\(\?(?:#[^)]*\)|P?<(?![=!])([^>]+)>|'([^']+)'|P=([^)]+)\))/);
    if (group) {
      const name = group[1] ?? group[2];
      return name ? `(?<${name}>` : group[3] ? `\\k<${group[3]}>` : '';
    }
    if (this.take(/\(\*UTF8?\)/)) return '';
    if (this.take(/\[/)) return this.brackets();
    const quantifier = this.take(/\{\d+(?:,\d*)?\}/);
    if (quantifier) return quantifier[0];
    const [character] = this.take(/[^]/)!;
    switch (character) {
      case '\\':
        return this.escape(false);
      case '.':
        return this.flags.includes('s') ? '[^]' : '[^\\n]';
      case '^':
        return this.flags.includes('m') ? '(?<![^\\n])' : '^';
      case '$':
        return this.flags.includes('m') ? '(?![^\\n])' : escapes.Z!;
      case '{':
      case '}':
      case ']':
        return `\\${character}`;
      default:
        return character;
    }
  }

  private escape(inBrackets: boolean): string {
    const quoted = this.take(/Q([^]*?)(?:\\E|$)/);
    if (quoted) return [...quoted[1]!].map(literal).join('');
    if (this.take(/E/)) return '';
    const hex = this.take(/x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{1,2}))|0([0-7]{0,2})/);
    if (hex)
      return `\\u{${hex[3] === undefined ? (hex[1] ?? hex[2]!) : parseInt(hex[3] || '0', 8).toString(16)}}`;
    const control = this.take(/c[a-zA-Z]/);
    if (control) return `\\${control[0]}`;
    const property = this.take(/([pP])(?:([A-Z])|\{(\^?)([A-Za-z_]+)\})/);
    if (property) return unicodeSet(property);
    const reference = inBrackets ? undefined : this.take(/[1-9]|k(?:<([^>]+)>|\{([^}]+)\}|'([^']+)')/);
    if (reference) {
      const name = reference[1] ?? reference[2] ?? reference[3];
      return name ? `\\k<${name}>` : `\\${reference[0]}`;
    }
    const found = this.take(/[^]/);
    if (!found) throw invalid('\\ at end of pattern');
    const [character] = found;
    if (!/[a-zA-Z0-9]/.test(character)) return literal(character);
    const set = sets[character];
    if (set !== undefined) return inBrackets || set.length === 2 ? set : `[${set}]`;
    const translated = characters[character] ?? (inBrackets ? undefined : escapes[character]);
    if (translated !== undefined) return translated;
    if (inBrackets && character === 'b') return '\\x08';
    if (inBrackets && character === 'S') return '\\S';
    throw invalid(`\\${character} is not supported`);
  }

  private brackets(): string {
    let out = this.take(/\^/) ? '[^' : '[';
    /** The item before: a character that a range may begin with, the hyphen of a range, or neither. */
    let before = 'other' as 'character' | 'hyphen' | 'other';
    const add = (text: string) => {
      out += text;
      before = before === 'hyphen' ? 'other' : 'character';
    };
    if (this.take(/\]/)) add('\\]');
    while (!this.take(/\]/)) {
      const posix = this.take(/\[:(\^?)([a-z]+):\]/);
      if (posix || this.take(/(?=\\[dDwWpPsShv])/)) {
        // PCRE2 takes a hyphen beside a set for a mistyped range.
        if (before === 'hyphen') throw notInRange();
        const set = posix ? posixSets[posix[2]!] : this.take(/\\/) && this.escape(true);
        if (set === undefined || posix?.[1]) throw invalid(`${posix![0]} is not supported`);
        out += set;
        before = 'other';
        if (this.take(/-(?!\])/)) throw notInRange();
        continue;
      }
      const found = this.take(/[^]/);
      if (!found) throw invalid('missing terminating ] for character class');
      const [character] = found;
      if (character === '-' && before === 'character' && !this.take(/(?=\])/)) {
        out += '-';
        before = 'hyphen';
      } else {
        add(character === '\\' ? this.escape(true) : literal(character));
      }
    }
    return `${out}]`;
  }
}

const notInRange = () => invalid('invalid range in character class');

const general = /^(?:[CLMNPSZ][a-z]?|Any)$/;

function unicodeSet([, letter, single, negated, long]: RegExpExecArray): string {
  const name = single ?? long!;
  const kind = negated ? (letter === 'p' ? 'P' : 'p') : letter!;
  return `\\${kind}{${general.test(name) ? name : `Script=${name}`}}`;
}

/**
 * Returns the JavaScript regular expression of MongoDB's (PCRE) pattern and options i, m, s, x, u.
 * https://www.mongodb.com/docs/manual/reference/operator/query/regex/
 * @throws MongoError 51091 for a pattern that cannot be compiled, 51108 for an unknown option
 */
export function toRegExp(pattern: string, options = ''): RegExp {
  if (pattern.includes('\0'))
    throw new MongoError(2, 'Regular expression cannot contain an embedded null byte');
  if (pattern.length > MAX_PATTERN) throw invalid('the pattern is too long');
  const [start, inline = ''] = /^\(\?([imsx]+)\)/.exec(pattern) ?? [''];
  const flags = options + inline;
  const unknown = /[^imsxu]/.exec(flags);
  if (unknown) throw new MongoError(51108, `invalid flag in regex options: ${unknown[0]}`);
  const source = new Translator(pattern.slice(start.length), flags).run();
  try {
    return new RegExp(source, flags.includes('i') ? 'iu' : 'u');
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

/**
 * Returns the prefix of all strings that a pattern matches; empty if it may match any string.
 * @param options of the pattern, as in toRegExp
 */
export function literalPrefix(pattern: string, options: string): string {
  const [anchor] = /^(?:\^|\\A)/.exec(pattern) ?? [];
  // With m, ^ also matches the beginning of a line. An alternative may begin with any text.
  if (anchor === undefined || /[ix]/.test(options) || (anchor === '^' && options.includes('m'))) return '';
  if (pattern.includes('|')) return '';
  const characters: string[] = [];
  let rest = pattern.slice(anchor.length);
  for (
    let found;
    (found = /^(?:\\([^a-zA-Z0-9])|([^\\^$.*+?()[\]{}]))/u.exec(rest));
    rest = rest.slice(found[0].length)
  )
    characters.push(found[1] ?? found[2]!);
  // A repeated character may also be absent.
  if (/^[*?{]/.test(rest)) characters.pop();
  return characters.join('');
}
