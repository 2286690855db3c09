import { toAmount } from '#domain/money';
import { parseTypedAmount } from '#domain/typedAmount';
import { referenceKey } from '#domain/payments';

/** Maximum length of a term, in characters: longer words are compared by their beginning. */
const maximumTerm = 64;
/** Shortest end of a phone number and of a reference that can be searched, in characters. */
const phoneEnd = 4;
const referenceEnd = 6;
/** Shortest beginning of a part of a reference that can be searched, in characters. */
const referenceStart = 4;

/** The searched fields of a customer. */
export interface SearchedCustomer {
  fullName?: string;
  email?: string;
  phone?: string;
}

/** The searched fields of a payment, besides those of its customer. */
export interface SearchedPayment {
  referenceNumber?: string;
  formerReferences?: string[];
  transactionId?: string;
  paymentDetails?: Record<string, unknown>;
}

// Letters that Unicode's NFKD does not decompose.
const foldedLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
};

/** Returns text without case and accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => foldedLetters[letter] ?? letter);

/** Keeps letters and digits only, so that o'brien and obrien are the same word. */
const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

const reversed = (text: string): string => [...text].reverse().join('');

/**
 * Returns a word and each of its ends that begins after a punctuation mark: o'brien is found by obrien and by brien.
 */
function wordTerms(text: string): string[] {
  return fold(text)
    .split(/\s+/)
    .flatMap((word) => {
      const parts = word.match(/[\p{L}\p{N}]+/gu) ?? [];
      return parts.map((_, at) => parts.slice(at).join('').slice(0, maximumTerm));
    });
}

/** The terms of a free text: its words. @public */
export const textTerms = (text: string): string[] => distinct(wordTerms(text));

/** The terms of an email address, without the top-level domain, which too many addresses share. */
const emailTerms = (email: string): string[] => wordTerms(email.trim()).slice(0, -1);

const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '').slice(-20);

const phoneTerms = (phone: string): string[] => {
  const digits = digitsOf(phone);
  return digits ? [`#${reversed(digits)}`] : [];
};

/** Removes terms that begin another term: a search by prefix finds that one, too. */
function distinct(terms: string[]): string[] {
  const sorted = [...new Set(terms)].sort();
  return sorted.filter((term, at) => !sorted[at + 1]?.startsWith(term));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const personTerms = ({ fullName, email, phone }: SearchedCustomer): string[] => [
  ...wordTerms(textOf(fullName)),
  ...emailTerms(textOf(email)),
  ...phoneTerms(textOf(phone)),
];

/** The terms of a customer: words of name and email, and the phone number from its end. */
export const customerTerms = (customer: SearchedCustomer): string[] => distinct(personTerms(customer));

/**
 * The terms of a payment: its references from their ends, its transaction id, and the words of its customer and of what
 * the visitor typed.
 */
export function paymentTerms(payment: SearchedPayment, customer: SearchedCustomer | null): string[] {
  const references = [payment.referenceNumber, ...(payment.formerReferences ?? [])]
    .map((reference) => reversed(compact(textOf(reference))))
    .filter(Boolean);
  const transaction = compact(textOf(payment.transactionId));
  return distinct([
    ...references.map((reference) => `<${reference.slice(0, maximumTerm)}`),
    ...(transaction ? [`!${transaction.slice(0, maximumTerm)}`] : []),
    ...personTerms(payment.paymentDetails ?? {}),
    ...personTerms(customer ?? {}),
  ]);
}

/** The possible meanings of one word of a search. */
export interface SearchWord {
  /** Prefixes of matching terms. */
  starts: string[];
  /** Exact terms: a whole reference that is too short to be found by its end. */
  whole: string[];
  /** The amount of matching payments. */
  amount?: number;
  /** The key that a part of a reference may begin with: see payments/reference-search.ts. */
  reference?: string;
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

/** Returns the possible meanings of one word of a search; undefined for punctuation only. */
function toWord(text: string): SearchWord | undefined {
  const term = compact(text).slice(0, maximumTerm);
  const amount = amountOf(text);
  // A currency sign, a comma or cents make it an amount only.
  if (amount !== undefined && /[$.,]/.test(text)) return { starts: [], whole: [], amount };
  if (!term) return undefined;
  const digits = /^[\d+().\-/]+$/.test(text) ? digitsOf(text) : '';
  const reference = referenceKey(text);
  return {
    starts: [
      term,
      `!${term}`,
      ...phoneStarts(digits),
      ...(term.length >= referenceEnd ? [`<${reversed(term)}`] : []),
    ],
    whole: term.length < referenceEnd ? [`<${reversed(term)}`] : [],
    ...(amount !== undefined && { amount }),
    ...(reference.length >= referenceStart && { reference }),
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

/** Parses the words of a search, at most eight; empty for blanks and punctuation only. */
export const parseSearch = (text: string): SearchWord[] =>
  withoutCurrencies(joinGroups(text.normalize('NFKC').trim().split(/\s+/)))
    .flatMap((word) => toWord(word) ?? [])
    .slice(0, 8);

/** Returns the words of a name's part that must begin a word of it: all but the first, which may continue a word. */
export const parseNameParts = (text: string): SearchWord[] =>
  fold(text)
    .split(/\s+/)
    .slice(1)
    .map((word) => compact(word).slice(0, maximumTerm))
    .filter((term) => term !== '')
    .map((term) => ({ starts: [term], whole: [] }));

/**
 * Reads the whole text as one reference, in any form: "inv 2026 0042"; undefined for one word, which `parseSearch`
 * reads.
 */
export function wholeReference(text: string): SearchWord | undefined {
  const key = compact(referenceKey(text));
  if (!/\s/.test(text.trim()) || key.length < 4) return undefined;
  return { starts: [], whole: [`<${reversed(key).slice(0, maximumTerm)}`] };
}

/** Returns whether every word matches a term, the amount, or the beginning of a part of a reference. */
export const matchesAll = (
  words: readonly SearchWord[],
  terms: readonly string[],
  { amount, isReference }: { amount?: number; isReference?: (key: string) => boolean } = {},
): boolean =>
  words.every(
    (word) =>
      (amount !== undefined && word.amount === amount) ||
      (word.reference !== undefined && isReference?.(word.reference)) ||
      terms.some((term) => word.whole.includes(term) || word.starts.some((start) => term.startsWith(start))),
  );
