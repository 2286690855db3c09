import { BSONRegExp, BSONSymbol, Code, Timestamp } from 'bson';
import type { Doc } from '../values/bson.js';
import { toText } from '../values/conversions.js';
import { fail, MongoError } from '../values/errors.js';
import { BoundedRegex } from './bounded-regex.js';
import { isMissing, isNumber, toNumber } from '../values/ranks.js';
import { countSteps } from '../values/time-limit.js';
import { typeName } from '../values/values.js';
import { nullPropagating, type NamedOperator, type Operator } from './operator.js';

/**
 * Converts a value implicitly to text, as MongoDB does: null to '', and not an ObjectId or a boolean.
 * https://www.mongodb.com/docs/manual/reference/operator/aggregation/toLower/
 */
function textOf(value: unknown): string {
  if (isMissing(value)) return '';
  if (value instanceof Code) return value.code;
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`;
  if (typeof value === 'string' || value instanceof Date || value instanceof BSONSymbol || isNumber(value))
    return toText(value);
  throw fail(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

function requireString(name: string, code: number, value: unknown): string {
  if (typeof value !== 'string')
    throw fail(code, `${name} requires a string argument, found: ${typeName(value)}`);
  return value;
}

/** Lowers ASCII letters only, as MongoDB does. */
const lower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upper = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

function substringOfBytes([value, start, length]: unknown[]): string {
  const bytes = Buffer.from(textOf(value));
  if (!isNumber(start)) throw fail(16034, '$substrBytes: starting index must be a numeric type');
  if (!isNumber(length)) throw fail(16035, '$substrBytes: length must be a numeric type');
  const [from, count] = [Math.trunc(toNumber(start)), Math.trunc(toNumber(length))];
  if (from < 0) throw fail(50752, '$substrBytes: starting index must be non-negative');
  const to = count < 0 ? bytes.length : from + count;
  const isInside = (at: number) => at < bytes.length && (bytes[at]! & 0xc0) === 0x80;
  if (isInside(from))
    throw fail(28656, '$substrBytes: Invalid range, starting index is a UTF-8 continuation byte.');
  if (isInside(to))
    throw fail(28657, '$substrBytes: Invalid range, ending index is in the middle of a UTF-8 character.');
  return bytes.subarray(from, to).toString();
}

function substringOfCharacters([value, start, length]: unknown[]): string {
  const text = textOf(value);
  const whole = (at: unknown, name: string, code: number): number => {
    if (!isNumber(at)) throw fail(code, `$substrCP: ${name} must be a numeric type`);
    const number = toNumber(at);
    if ((number | 0) !== number) throw fail(code + 1, `$substrCP: ${name} is no 32-bit integral value`);
    return number;
  };
  const from = whole(start, 'starting index', 34450);
  const count = whole(length, 'length', 34452);
  if (count < 0) throw fail(34454, '$substrCP: length must be a nonnegative integer.');
  if (from < 0) throw fail(34455, '$substrCP: the starting index must be nonnegative integer.');
  return [...text].slice(from, from + count).join('');
}

/** Returns the first position of a part of `size` in a list of `length`; -1 if there is none. */
export function indexWithin(
  name: string,
  [start, end]: unknown[],
  length: number,
  size: number,
  isAt: (at: number) => boolean,
): number {
  const whole = (value: unknown, otherwise: number): number => {
    if (value === undefined) return otherwise;
    const number = isNumber(value) ? toNumber(value) : NaN;
    if ((number | 0) !== number) throw fail(40096, `${name} requires an integral index`);
    if (number < 0) throw fail(40097, `${name} requires a nonnegative index`);
    return number;
  };
  const from = whole(start, 0);
  const to = Math.min(whole(end, length), length);
  for (let at = from; at + size <= to; at++) if (isAt(at)) return at;
  return -1;
}

const indexOf =
  (
    name: string,
    codes: [text: number, part: number],
    split: (text: string) => ArrayLike<unknown>,
  ): Operator =>
  ([value, part, ...bounds]) => {
    if (isMissing(value)) return null;
    const text = split(requireString(name, codes[0], value));
    const wanted = split(requireString(name, codes[1], part));
    return indexWithin(name, bounds, text.length, wanted.length, (at) => {
      for (let n = 0; n < wanted.length; n++) if (text[at + n] !== wanted[n]) return false;
      return true;
    });
  };

export const stringOperators: Record<string, Operator> = {
  $concat: nullPropagating(
    (value) => {
      if (typeof value !== 'string')
        throw fail(16702, `$concat only supports strings, not ${typeName(value)}`);
    },
    (args) => args.join(''),
  ),
  $toLower: ([value]) => lower(textOf(value)),
  $toUpper: ([value]) => upper(textOf(value)),
  $strcasecmp: ([left, right]) =>
    Buffer.compare(Buffer.from(upper(textOf(left))), Buffer.from(upper(textOf(right)))),
  $strLenCP: ([value]) => [...requireString('$strLenCP', 34471, value)].length,
  $strLenBytes: ([value]) => Buffer.byteLength(requireString('$strLenBytes', 34473, value)),
  $substr: substringOfBytes,
  $substrBytes: substringOfBytes,
  $substrCP: substringOfCharacters,
  $indexOfBytes: indexOf('$indexOfBytes', [40091, 40092], (text) => Buffer.from(text)),
  $indexOfCP: indexOf('$indexOfCP', [40093, 40094], (text) => [...text]),
  $split: ([value, separator]) => {
    if (isMissing(value) || isMissing(separator)) return null;
    const text = requireString('$split', 40085, value);
    if (requireString('$split', 40086, separator) === '')
      throw fail(40087, '$split requires a non-empty separator');
    return text.split(separator as string);
  },
};

/** White space of `$trim`; https://www.mongodb.com/docs/manual/reference/operator/aggregation/trim/ */
const whiteSpace = [
  ...'\0 \t\n\v\f\r\u00a0\u1680',
  ...Array.from({ length: 11 }, (_, n) => String.fromCharCode(0x2000 + n)),
];

const trim = (name: string, atStart: boolean, atEnd: boolean): NamedOperator => ({
  required: ['input'],
  optional: ['chars'],
  codes: [50696, 50694, 50695],
  run(args) {
    if (isMissing(args.input)) return null;
    const text = [...requireString(name, 50699, args.input)];
    if ('chars' in args && isMissing(args.chars)) return null;
    const chars = new Set('chars' in args ? requireString(name, 50700, args.chars) : whiteSpace);
    let [from, to] = [0, text.length];
    while (atStart && from < to && chars.has(text[from]!)) from++;
    while (atEnd && to > from && chars.has(text[to - 1]!)) to--;
    return text.slice(from, to).join('');
  },
});

const replace = (
  name: string,
  run: (text: string, find: string, replacement: string) => string,
): NamedOperator => ({
  required: ['input', 'find', 'replacement'],
  optional: [],
  codes: [51751, 51750, 51749],
  missing: { find: 51748, replacement: 51747 },
  run({ input, find, replacement }) {
    for (const [code, value] of [
      [51746, input],
      [51745, find],
      [51744, replacement],
    ] as const)
      if (!isMissing(value)) requireString(name, code, value);
    if (isMissing(input) || isMissing(find) || isMissing(replacement)) return null;
    return run(input as string, find as string, replacement as string);
  },
});

interface Match {
  match: string;
  idx: number;
  captures: (string | null)[];
}

/**
 * Returns the text to search and the expression; undefined if one of them has no value.
 * https://www.mongodb.com/docs/manual/reference/operator/aggregation/regexFindAll/
 */
function regexArguments(name: string, { input, regex, options }: Doc) {
  const pattern = regex instanceof BSONRegExp ? regex.pattern : regex;
  if (!isMissing(input) && typeof input !== 'string')
    throw fail(51104, `${name} needs 'input' to be of type string`);
  if (!isMissing(pattern) && typeof pattern !== 'string')
    throw fail(51105, `${name} needs 'regex' to be of type string or regex`);
  if (!isMissing(options) && typeof options !== 'string')
    throw fail(51106, `${name} needs 'options' to be of type string`);
  if (regex instanceof BSONRegExp && regex.options && !isMissing(options))
    throw fail(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`);
  if (isMissing(input) || isMissing(pattern)) return undefined;
  if (pattern.includes('\0'))
    throw fail(51109, `${name}: regular expression cannot contain an embedded null byte`);
  const flags = (regex instanceof BSONRegExp && regex.options) || (options as string | undefined) || '';
  if (flags.includes('\0')) throw fail(51110, `${name}: options cannot contain an embedded null byte`);
  return { input, regex: compileRegex(name, pattern, flags) };
}

function* matchesOf(input: string, regex: RegExp): Generator<Match> {
  let from = 0;
  let idx = 0;
  do {
    const found = regex.exec(input);
    if (!found) return;
    idx += Array.from(input.slice(from, found.index)).length;
    from = found.index;
    yield {
      match: found[0],
      idx,
      captures: found.slice(1).map((capture) => (capture as string | undefined) ?? null),
    };
    if (found[0] === '') regex.lastIndex += input.codePointAt(found.index)! > 0xffff ? 2 : 1;
  } while (regex.lastIndex < input.length);
}

/** Cache of compiled expressions, as most are the same for every document. */
const compiled = new Map<string, BoundedRegex>();
const MAX_COMPILED = 100;

function compileRegex(name: string, pattern: string, flags: string): BoundedRegex {
  const key = `${flags}/${pattern}`;
  const known = compiled.get(key);
  if (known) return known;
  try {
    const regex = new BoundedRegex(pattern, flags);
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(key, regex);
    return regex;
  } catch (error) {
    if (error instanceof MongoError && error.code === 51091)
      throw fail(51111, `Invalid Regex in ${name}: ${error.message}`);
    throw error;
  }
}

const regexOperator = (
  name: string,
  run: (matches: Generator<Match>) => unknown,
  none: unknown,
): NamedOperator => ({
  required: ['input', 'regex'],
  optional: ['options'],
  codes: [51103, 31024, 31022],
  missing: { regex: 31023 },
  run(args) {
    const found = regexArguments(name, args);
    return found ? found.regex.search(found.input, (regex) => run(matchesOf(found.input, regex))) : none;
  },
});

export const namedTextOperators: Record<string, NamedOperator> = {
  $trim: trim('$trim', true, true),
  $ltrim: trim('$ltrim', true, false),
  $rtrim: trim('$rtrim', false, true),
  $replaceOne: replace('$replaceOne', (text, find, replacement) => text.replace(find, () => replacement)),
  $replaceAll: replace('$replaceAll', (text, find, replacement) =>
    text.replaceAll(find, () => {
      countSteps();
      return replacement;
    }),
  ),
  $regexFind: regexOperator(
    '$regexFind',
    (matches) => (matches.next().value as Match | undefined) ?? null,
    null,
  ),
  $regexFindAll: regexOperator('$regexFindAll', (matches) => [...matches], []),
  $regexMatch: regexOperator('$regexMatch', (matches) => matches.next().done !== true, false),
};
