import type { QueryFilter } from 'mongoose';
import { toAmount } from '#domain/platform/money';
import { referenceKey } from '#domain/payments/payments';
import { parseTypedAmount } from '#domain/platform/typed-amount';
import { commonReference, compact, digitsOf, fold, maximumTerm, reversed } from './search-terms.js';

type Condition = QueryFilter<Record<string, unknown>>;

/** Shortest end of a phone number and of a reference that can be searched, in characters. */
const phoneEnd = 4;
const referenceEnd = 4;
/** Shortest beginning of a part of a reference that can be searched, in characters. */
const referenceStart = 4;

/** The possible meanings of one word of a search. */
interface SearchWord {
  /** Prefixes of matching terms. */
  starts: string[];
  /** Exact terms: a whole reference that is too short to be found by its end. */
  whole: string[];
  /** The amount of matching payments. */
  amount?: number;
}

function amountOf(word: string): number | undefined {
  const { cents } = parseTypedAmount(word);
  return cents && cents > 0 ? toAmount(cents) : undefined;
}

function phoneStarts(digits: string): string[] {
  if (digits.length < phoneEnd || digits.length > 20) return [];
  // A number may be stored without North America's country code.
  const local = digits.length === 11 && digits.startsWith('1') ? [`#${reversed(digits.slice(1))}`] : [];
  return [`#${reversed(digits)}`, ...local];
}

/** The beginnings of a reference's parts; none for a beginning of all generated references. */
function referenceStarts(text: string): string[] {
  const key = referenceKey(text);
  if (key.length < referenceStart || commonReference.startsWith(key)) return [];
  const starts = [key, ...(key.startsWith(commonReference) ? [key.slice(commonReference.length)] : [])];
  return starts.map((start) => `=${compact(start).slice(0, maximumTerm)}`).filter((start) => start !== '=');
}

/** Returns the possible meanings of one word of a search; undefined for punctuation only. */
function toWord(text: string): SearchWord | undefined {
  const term = compact(text).slice(0, maximumTerm);
  const amount = amountOf(text);
  // A currency sign, a comma or cents make it an amount only.
  if (amount !== undefined && /[$.,]/.test(text)) return { starts: [], whole: [], amount };
  if (!term) return undefined;
  const digits = /^[\d+().\-/]+$/.test(text) ? digitsOf(text) : '';
  return {
    starts: [
      term,
      `!${term}`,
      ...phoneStarts(digits),
      ...referenceStarts(text),
      ...(term.length >= referenceEnd ? [`<${reversed(term)}`] : []),
    ],
    whole: term.length < referenceEnd ? [`<${reversed(term)}`] : [],
    ...(amount !== undefined && { amount }),
  };
}

const isPhonePart = (word: string): boolean => /^\+?[\d().\-/]+$/.test(word) && /\d/.test(word);

/** Joins words written in groups: a phone number, and a reference that begins with the generated prefix. */
function joinGroups(words: string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const isPhone = before !== undefined && isPhonePart(before) && isPhonePart(word);
    const isCents =
      isPhone && ((amountOf(before) !== undefined && /[.,]/.test(before)) || /^\d+\.\d\d$/.test(word));
    const isReference = before !== undefined && /^crts-?(?:o?t?n?-?)?[0-9a-f]{0,6}-?$/i.test(before);
    if (before !== undefined && ((isPhone && !isCents) || isReference))
      joined[joined.length - 1] = before + word;
    else joined.push(word);
  }
  return joined;
}

/** Drops the name of a currency beside an amount: it is no search term. */
const withoutCurrencies = (words: string[]): string[] =>
  words.some((word) => amountOf(word) !== undefined)
    ? words.filter((word) => !/^(?:CAD|USD|THB)$/i.test(word))
    : words;

/** Joins an amount whose thousands are apart, as in "2 256,61": its cents tell it from a phone number. */
const joinThousands = (text: string): string =>
  text.replace(/(?<!\S)\d{1,3}(?:\s\d{3})+[.,]\d{2}(?!\S)/g, (amount) => amount.replace(/\s/g, ''));

/** The words of a search, at most eight; empty for blanks and punctuation only. */
const parseSearch = (text: string): SearchWord[] =>
  withoutCurrencies(joinGroups(joinThousands(text.normalize('NFKC')).trim().split(/\s+/)))
    .flatMap((word) => toWord(word) ?? [])
    .slice(0, 8);

/** Reads the whole text as one reference: "inv 2026 0042"; undefined for one word, which `parseSearch` reads. */
function wholeReference(text: string): Condition | undefined {
  const key = compact(referenceKey(text));
  if (!/\s/.test(text.trim()) || key.length < referenceStart) return undefined;
  return hasTerm({ starts: [], whole: [`<${reversed(key).slice(0, maximumTerm)}`] });
}

/** Returns the amount that the whole text may be: "1,234.56", "CA$1 234,56". */
export function searchedAmount(text: string): number | undefined {
  const [word, ...others] = parseSearch(text);
  return others.length ? undefined : word?.amount;
}

/** Terms are letters and digits after a mark, so that none of their characters means anything in an expression. */
const hasTerm = ({ starts, whole }: SearchWord): Condition => ({
  terms: { $in: [...starts.map((start) => new RegExp(`^${start}`)), ...whole] },
});

const nothing: Condition = { _id: { $in: [] } };

const allOf = (conditions: Condition[]): Condition =>
  conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? nothing);

/** The condition that a customer is found by every word of the text; nothing is found by none. */
export const searchedCustomers = (text: string): Condition => allOf(parseSearch(text).map(hasTerm));

/** The condition that a free text is found by every one of its words, at most eight: none of them is an amount or a reference. */
export const searchedTexts = (text: string): Condition =>
  allOf(
    text
      .split(/\s+/)
      .map((word) => compact(word).slice(0, maximumTerm))
      .filter((term) => term !== '')
      .slice(0, 8)
      .map((term) => hasTerm({ starts: [term], whole: [] })),
  );

/** The condition that a payment is found by every word of the text, or by the whole of it as a reference. */
export function searchedPayments(text: string): Condition {
  const words = allOf(
    parseSearch(text).map((word) => {
      if (word.amount === undefined) return hasTerm(word);
      const amount = { amount: word.amount };
      return word.starts.length ? { $or: [hasTerm(word), amount] } : amount;
    }),
  );
  const reference = wholeReference(text);
  return reference ? { $or: [reference, words] } : words;
}

/** The conditions on a name part's words that must begin a word: all but the first, which may continue one. */
export const searchedNameParts = (text: string): Condition[] =>
  fold(text)
    .split(/\s+/)
    .slice(1)
    .map((word) => compact(word).slice(0, maximumTerm))
    .filter((term) => term !== '')
    .map((term) => hasTerm({ starts: [term], whole: [] }));

/** Returns whether a condition finds by terms alone: there may be very many matches, which no stored figure counts. */
export const isByTerms = (condition: Condition): boolean => {
  const { $and, $or } = condition as { $and?: Condition[]; $or?: Condition[] };
  return 'terms' in condition || !!$and?.some(isByTerms) || !!$or?.every(isByTerms);
};

/** Returns whether a condition finds by an amount, or by that of some meanings of its words. */
export const isByAmount = (condition: Condition): boolean => {
  const { $and, $or } = condition as { $and?: Condition[]; $or?: Condition[] };
  return 'amount' in condition || !!$and?.some(isByAmount) || !!$or?.some(isByAmount);
};
