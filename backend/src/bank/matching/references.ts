import { isGenerated, referenceKey, referencePrefix } from '#domain/payments/payments';
import {
  canonical,
  codeLength,
  partLength,
  readCode,
  readDecimal,
  readHex,
} from '../../payments/lists/reference-letters.js';
import { commonReference as prefix } from '../../platform/search-index/search-terms.js';
import { isWithinOneEdit, normalizeText } from './normalize.js';

/** Length of a generated reference, normalised, in characters. */
export const referenceLength = prefix.length + codeLength;
/** Minimum length of a truncated reference that is looked up, in characters: the prefix and the customer's six. */
const minimumCut = prefix.length + partLength;

/** Maximum number of mistyped references in one text that are looked up, each by some eighty keys. */
const maximumNear = 4;

/** Hexadecimal digits that payers confuse: not replaced, but counted as close. */
const hexTwins: Record<string, string> = { B: '8', 8: 'B', D: '0', 0: 'D', A: '4', 4: 'A' };

/** A possible reference with a mistake in it, and the keys for looking it up. */
export interface NearReference {
  /** All characters read, the prefix included. */
  written: string;
  /** Keys of references that it may stand for. */
  readonly keys: string[];
  /** Parts of six characters, as in `referenceParts`. */
  parts: string[];
  /** The readable start, the prefix included. */
  start: string;
  /** True where the word ends there, so that the reference may be truncated. */
  isCut: boolean;
}

export interface ReferencesInText {
  /** Complete references; `isBounded` is true where the text has a word boundary after the last character. */
  found: { key: string; isBounded: boolean }[];
  near: NearReference[];
}

/** Finds the starts of codes: after each whole prefix and, farther from these, after each with one mistake. */
function codeStarts(key: string): { start: number; isWhole: boolean }[] {
  const text = canonical(key);
  const wholes: number[] = [];
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) wholes.push(at);
  const starts = wholes.map((at) => ({ start: at + prefix.length, isWhole: true }));
  const mistaken = new Set<number>();
  for (let at = 0; at + codeLength + prefix.length - 1 <= text.length; at++) {
    // After any single mistake, one of the first two places still has one of the prefix's first two letters.
    if (!/[CR]/.test(text.slice(at, at + 2))) continue;
    if (wholes.some((whole) => Math.abs(whole - at) <= 2)) continue;
    for (const length of [prefix.length - 1, prefix.length, prefix.length + 1])
      if (isWithinOneEdit(text.slice(at, at + length), prefix)) mistaken.add(at + length);
  }
  return [...starts, ...[...mistaken].map((start) => ({ start, isWhole: false }))];
}

/** Returns all variants of a code by exchanging hexadecimal digits that payers confuse. */
function twinsOf(code: string): string[] {
  let codes = [''];
  for (const [index, character] of [...code].entries()) {
    const twin = index < partLength ? hexTwins[character] : undefined;
    codes = codes.flatMap((start) => [start + character, ...(twin ? [start + twin] : [])]);
  }
  return codes.filter((other) => other !== code);
}

/** Returns the keys of codes with two characters swapped, and of those with confused hexadecimal digits. */
function nearKeys(read: string, code: string): string[] {
  const swapped = Array.from({ length: Math.min(read.length, codeLength) - 1 }, (_, at) =>
    readCode(read.slice(0, at) + read[at + 1] + read[at] + read.slice(at + 2, codeLength)),
  );
  const codes = [...swapped, ...(code.length === codeLength ? twinsOf(code) : [])].filter(
    ({ length }) => length === codeLength,
  );
  return [...new Set(codes)].map((other) => prefix + other);
}

/** Builds the keys for looking up a code with a mistake. */
function nearReference(rest: string, code: string): NearReference {
  const observed = Array.from(rest.slice(0, codeLength + 1));
  // Reads look-alikes as digits where possible, so that they do not count as a further mistake.
  const read = observed
    .map(
      (character, index) => (index < partLength ? readHex(character) : readDecimal(character)) ?? character,
    )
    .join('');
  const written = prefix + read;
  const parts = new Set<string>();
  // Starts at the last letter of the prefix: earlier parts are common to all references.
  for (let at = prefix.length - 1; at + partLength <= written.length; at++)
    parts.add(written.slice(at, at + partLength));
  let keys: string[] | undefined;
  return {
    written,
    // Computed on demand: most are next to a reference that is found, and are never looked up.
    get keys() {
      return (keys ??= nearKeys(read, code));
    },
    parts: [...parts],
    start: prefix + code,
    isCut: false,
  };
}

/** Returns the first of them, without duplicates. */
const mostDistinct = (near: readonly NearReference[]): NearReference[] =>
  [...new Map(near.map((one) => [`${one.written} ${one.isCut}`, one])).values()].slice(0, maximumNear);

/** Finds generated references in a text, also wrapped, joined to words, with look-alikes or with a mistake. */
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
    // The last letter is read as a digit only at the end of a word: the T of "48291 THANKS" is no 7.
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

/** True where the reference is at most one edit away from the text read, or differs by look-alikes only. */
export function isCloseReference({ written, keys }: NearReference, key: string): boolean {
  if (keys.includes(key)) return true;
  return [key.length - 1, key.length, key.length + 1].some(
    (length) => written.length >= length && isWithinOneEdit(written.slice(0, length), key),
  );
}

/** Minimum and maximum length of an admin's own reference that is searched in texts, in characters. */
const minimumTyped = 6;
const maximumTyped = 64;
/** Maximum number of words in a possible reference, and maximum number of possible references in one text. */
const maximumWords = 5;
const maximumRuns = 200;

const generatedInText = new RegExp(
  [...referencePrefix.split('-'), '[\\dA-F]{6}', '\\d{6}(?!\\d)'].join('[^\\p{L}\\p{N}]*'),
  'gu',
);

/**
 * Returns every run of words of the text that may be an admin's own reference: whole words, at least one digit. Omits
 * runs that contain only a part of a generated reference, as they would be looked up in vain.
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
      // The stored key of a reference with marks other than spaces and hyphens: "INV/2026/1".
      const key = referenceKey(whole.slice(start, end));
      if (key.length <= maximumTyped) keys.add(key);
    }
  }
  return [...keys];
}
