import { fail } from '../values/errors.js';

const invalid = (message: string) => fail(51091, `Regular expression is invalid: ${message}`);

/** Maximum length of a pattern, as in MongoDB. */
const MAX_PATTERN = 32_764;

/** JavaScript equivalents of PCRE escapes outside of character classes. */
const escapes: Record<string, string> = {
  A: '^',
  z: '$',
  Z: '(?=\\n?$)',
  S: '[^ \\t\\n\\v\\f\\r]',
  b: '\\b',
  B: '\\B',
};
/** JavaScript equivalents of PCRE escapes within a character class; outside they get brackets. */
const sets: Record<string, string> = {
  s: ' \\t\\n\\v\\f\\r',
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
    // JavaScript's own, of newer versions, would not reach the translation of `.`, `^` and `$`.
    if (this.take(/\(\?[a-z-]+[:)]/)) throw invalid('options for a part are not supported');
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
        // No line begins behind a newline at the end.
        return this.flags.includes('m') ? '(?:^|(?<=\\n)(?!$))' : '^';
      case '$':
        return this.flags.includes('m') ? '(?=\\n|$)' : escapes.Z!;
      case '{':
      case '}':
      case ']':
        return `\\${character}`;
      default:
        return character;
    }
  }

  private escape(inBrackets: boolean): string {
    const hex = this.take(/x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{1,2}))|0([0-7]{0,2})/);
    if (hex)
      return `\\u{${hex[3] === undefined ? (hex[1] ?? hex[2]!) : parseInt(hex[3] || '0', 8).toString(16)}}`;
    const control = this.take(/c[a-zA-Z]/);
    if (control) return `\\${control[0]}`;
    const property = this.take(/([pP])(?:([A-Z])|\{(\^?)([A-Za-z_]+)\})/);
    if (property) return unicodeSet(property);
    const reference = inBrackets ? undefined : this.take(/[1-9]|k<[^>]+>/);
    if (reference) return `\\${reference[0]}`;
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
      if (this.take(/\[[:.=]/)) throw invalid('POSIX sets are not supported');
      if (this.take(/\\(?=[dDwWpPsS])/)) {
        // PCRE2 takes a hyphen beside a set for a mistyped range.
        if (before === 'hyphen') throw notInRange();
        out += this.escape(true);
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
 * Returns the JavaScript regular expression of MongoDB's (PCRE) pattern and options i, m, s, u.
 * https://www.mongodb.com/docs/manual/reference/operator/query/regex/
 * @throws MongoError 51091 for a pattern that cannot be compiled, 51108 for an unknown option
 */
export function toRegExp(pattern: string, options: string): RegExp {
  if (pattern.includes('\0')) throw fail(2, 'Regular expression cannot contain an embedded null byte');
  if (pattern.length > MAX_PATTERN) throw invalid('the pattern is too long');
  const [start, inline = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? [''];
  const flags = options + inline;
  const unknown = /[^imsu]/.exec(flags);
  if (unknown) throw fail(51108, `invalid flag in regex options: ${unknown[0]}`);
  const source = new Translator(pattern.slice(start.length), flags).run();
  try {
    const regex = new RegExp(source, flags.includes('i') ? 'iu' : 'u');
    // V8 compiles an expression at its second run, and runs it ten times faster from then on.
    regex.test('');
    return regex;
  } catch (error) {
    throw invalid((error as Error).message);
  }
}

/** Returns the prefix of all strings that a pattern matches; empty if it may match any string. */
export function literalPrefix(pattern: string, options: string): string {
  const [anchor] = /^(?:\^|\\A)/.exec(pattern) ?? [];
  // With m, ^ also matches the beginning of a line. An alternative may begin with any text.
  if (anchor === undefined || options.includes('i') || (anchor === '^' && options.includes('m'))) return '';
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
