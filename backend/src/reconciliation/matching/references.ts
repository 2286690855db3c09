import { referenceKey, referencePrefix } from '../../../../domain/payments.js';
import { isWithinOneEdit, normalizeText } from './normalize.js';

/** What every generated reference begins with, as it is compared. */
const prefix = referenceKey(referencePrefix);
const partLength = 6;
const codeLength = 2 * partLength;
/** A reference that is cut off is looked for from so many characters on: the prefix and the customer's six. */
const minimumCut = prefix.length + partLength;

/** References with a mistake that are looked for in one text: each is looked up by some eighty keys. */
const maximumNear = 4;

/** Letters that are read as digits in both halves, and in the half of decimal digits alone. */
const lookAlikes: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', S: '5', Z: '2', G: '6' };
const decimalLookAlikes: Record<string, string> = { ...lookAlikes, D: '0', B: '8', A: '4', T: '7' };
/** Hexadecimal digits that are taken for each other: not read as such, but close. */
const hexTwins: Record<string, string> = { B: '8', 8: 'B', D: '0', 0: 'D', A: '4', 4: 'A' };

/** A reference that stands whole in a text. */
interface FoundReference {
  key: string;
  /** True where the text itself has a boundary after the last character. */
  isBounded: boolean;
}

/** What may be a reference with a mistake in it, and what it is looked up by. */
export interface NearReference {
  /** Everything that was read, the prefix included. */
  written: string;
  /** Keys that it may stand for. */
  readonly keys: string[];
  /** Parts of six characters, as `referenceParts` holds them. */
  parts: string[];
  /** The start that can be read, the prefix included. */
  start: string;
  /** True where the text ends there, so that the reference may be cut off. */
  isCut: boolean;
}

export interface ReferencesInText {
  found: FoundReference[];
  near: NearReference[];
}

const readHex = (character = ''): string | undefined =>
  /^[\dA-F]$/.test(character) ? character : lookAlikes[character];
const readDecimal = (character = ''): string | undefined =>
  /^\d$/.test(character) ? character : decimalLookAlikes[character];

/** The code as far as it can be read: up to twelve characters. */
function readCode(text: string): string {
  let code = '';
  for (const [index, character] of [...text.slice(0, codeLength)].entries()) {
    const read = index < partLength ? readHex(character) : readDecimal(character);
    if (!read) break;
    code += read;
  }
  return code;
}

/** A prefix as it is compared: its look-alikes are those of letters. */
const canonical = (text: string): string => text.replaceAll('5', 'S').replace(/[0Q]/g, 'O');

/** Where codes begin: behind each prefix, whole or, where none is near, with one mistake in it. */
function codeStarts(key: string): { start: number; isWhole: boolean }[] {
  const text = canonical(key);
  const wholes: number[] = [];
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) wholes.push(at);
  const starts = wholes.map((at) => ({ start: at + prefix.length, isWhole: true }));
  const mistaken = new Set<number>();
  for (let at = 0; at + codeLength + prefix.length - 1 <= text.length; at++) {
    // After any one mistake, one of the prefix's first two letters stands in one of the first two places.
    if (!/[CR]/.test(text.slice(at, at + 2))) continue;
    if (wholes.some((whole) => Math.abs(whole - at) <= 2)) continue;
    for (const length of [prefix.length - 1, prefix.length, prefix.length + 1])
      if (isWithinOneEdit(text.slice(at, at + length), prefix)) mistaken.add(at + length);
  }
  return [...starts, ...[...mistaken].map((start) => ({ start, isWhole: false }))];
}

/** All ways to read hexadecimal digits that are taken for each other. */
function twinsOf(code: string): string[] {
  let codes = [''];
  for (const [index, character] of [...code].entries()) {
    const twin = index < partLength ? hexTwins[character] : undefined;
    codes = codes.flatMap((start) => [start + character, ...(twin ? [start + twin] : [])]);
  }
  return codes.filter((other) => other !== code);
}

/** The keys of codes with two characters swapped, and of those with other hexadecimal digits that look alike. */
function nearKeys(read: string, code: string): string[] {
  const swapped = Array.from({ length: Math.min(read.length, codeLength) - 1 }, (_, at) =>
    readCode(read.slice(0, at) + read[at + 1] + read[at] + read.slice(at + 2, codeLength)),
  );
  const codes = [...swapped, ...(code.length === codeLength ? twinsOf(code) : [])].filter(
    ({ length }) => length === codeLength,
  );
  return [...new Set(codes)].map((other) => prefix + other);
}

/** What a code with a mistake is looked up by. */
function nearReference(rest: string, code: string): NearReference {
  const observed = [...rest.slice(0, codeLength + 1)];
  // As it would be read where that is possible, so that a look-alike is no further mistake.
  const read = observed
    .map(
      (character, index) => (index < partLength ? readHex(character) : readDecimal(character)) ?? character,
    )
    .join('');
  const written = prefix + read;
  const parts = new Set<string>();
  // From the last letter of the prefix on: the parts before it are those of every reference.
  for (let at = prefix.length - 1; at + partLength <= written.length; at++)
    parts.add(written.slice(at, at + partLength));
  let keys: string[] | undefined;
  return {
    written,
    // On demand: most stand beside a reference that is found, and are never looked up.
    get keys() {
      return (keys ??= nearKeys(read, code));
    },
    parts: [...parts],
    start: prefix + code,
    isCut: false,
  };
}

/** The first of them that were written differently. */
const mostDistinct = (near: readonly NearReference[]): NearReference[] =>
  [...new Map(near.map((one) => [`${one.written} ${one.isCut}`, one])).values()].slice(0, maximumNear);

/** Finds generated references in a bank's text or a message: wrapped, glued, with look-alikes or a mistake. */
export function findReferences(text: string): ReferencesInText {
  const { key, endsHere } = normalizeText(text);
  const found = new Map<string, boolean>();
  const near: NearReference[] = [];
  for (const { start, isWhole } of codeStarts(key)) {
    const rest = key.slice(start);
    const code = readCode(rest);
    const isComplete = code.length === codeLength;
    const last = key[start + codeLength - 1] ?? '';
    const isBounded = isComplete && endsHere[start + codeLength - 1] === true;
    const isDigit = (character = '') => /^\d$/.test(character);
    // A letter is read as a digit at the end of a word only: the T of "48291 THANKS" is no 7.
    const isRead = isComplete && (isBounded || (isDigit(last) && !isDigit(key[start + codeLength])));
    if (!isWhole) {
      const whole = prefix + code;
      if (isRead) near.push({ written: whole, keys: [whole], parts: [], start: whole, isCut: false });
      continue;
    }
    if (isRead) found.set(prefix + code, (found.get(prefix + code) ?? false) || isBounded);
    const certain = isComplete && !isRead && !isDigit(last) ? code.slice(0, -1) : code;
    const isCut =
      !isRead &&
      prefix.length + certain.length >= minimumCut &&
      endsHere[start + certain.length - 1] === true &&
      !isDigit(rest[certain.length]);
    near.push(Object.assign(nearReference(rest, code), { start: prefix + certain, isCut }));
  }
  return {
    found: [...found].map(([foundKey, isBounded]) => ({ key: foundKey, isBounded })),
    near: mostDistinct(near),
  };
}

/** True where the reference is one edit away from what was written, or the same but for look-alikes. */
export function isCloseReference({ written, keys }: NearReference, key: string): boolean {
  if (keys.includes(key)) return true;
  return [key.length - 1, key.length, key.length + 1].some(
    (length) => written.length >= length && isWithinOneEdit(written.slice(0, length), key),
  );
}

/** The shortest reference that admins typed and that is looked for in texts. */
const minimumTyped = 6;
const maximumTyped = 64;
/** The longest run of words that is tried as a reference, and the most runs of one text. */
const maximumWords = 5;
const maximumRuns = 200;

const generatedInText = /CRTS[^\p{L}\p{N}]*OTN[^\p{L}\p{N}]*[\dA-F]{6}[^\p{L}\p{N}]*\d{6}(?!\d)/gu;

/**
 * Every run of words of the text that may be a reference which an admin typed: whole words, at least one digit. A run
 * that takes in only a part of a generated reference is none: each would be looked up, in vain.
 */
export function typedReferences(text: string): string[] {
  const whole = text.normalize('NFKC').toUpperCase();
  const found = [...whole.matchAll(/[\p{L}\p{N}]+/gu)];
  const generated = [...whole.matchAll(generatedInText)].map(({ 0: { length }, index }) => [
    index,
    index + length,
  ]);
  const isInside = (at: number) => generated.some(([start = 0, end = 0]) => at > start && at < end);
  const keys = new Set<string>();
  for (const [first, { index: start }] of found.entries()) {
    if (isInside(start)) continue;
    let joined = '';
    for (let last = first; last < Math.min(first + maximumWords, found.length); last++) {
      const [word = ''] = found[last] ?? [];
      const end = (found[last]?.index ?? 0) + word.length;
      joined += word;
      if (joined.length > maximumTyped || keys.size >= maximumRuns) break;
      if (joined.length < minimumTyped || !/\d/.test(joined) || isInside(end) || isGenerated(joined))
        continue;
      keys.add(joined);
      // As it is stored where it has other marks than spaces and hyphens in it: "INV/2026/1".
      const key = referenceKey(whole.slice(start, end));
      if (key.length <= maximumTyped) keys.add(key);
    }
  }
  return [...keys];
}

/** True for the key of a reference that the server made. */
export const isGenerated = (key: string): boolean => /^CRTSOTN[\dA-F]{6}\d{6}$/.test(key);
