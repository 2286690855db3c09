import { isGenerated, referenceKey, referencePrefix } from '#domain/payments/payments';

/** Maximum length of a term, in characters: longer words are compared by their beginning. */
export const maximumTerm = 64;
/** The prefix of every generated reference: a search for it would match all of them. */
export const commonReference = referenceKey(referencePrefix);
/** Length of the second part of a generated reference, in characters. */
const customerPart = 6;

export interface SearchedCustomer {
  fullName?: string;
  email?: string;
  phone?: string;
  furtherEmails?: string[] | undefined;
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
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Returns text without case and accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => foldedLetters[letter] ?? letter);

/** Returns text as it is searched in: without case and accents, with one form of apostrophe. */
export const searchedText = (text: string): string => fold(text.replace(/[’‘ʼ´`]/g, "'"));

/** Keeps letters and digits only, so that o'brien and obrien are the same word. */
export const compact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

export const reversed = (text: string): string => [...text].reverse().join('');

/** Returns a word and each of its ends after a punctuation mark: o'brien is found by obrien and by brien. */
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

export const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '').slice(-20);

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

const personTerms = ({ fullName, email, phone, furtherEmails = [] }: SearchedCustomer): string[] => [
  ...wordTerms(textOf(fullName)),
  ...[email, ...furtherEmails].flatMap((one) => emailTerms(textOf(one))),
  ...phoneTerms(textOf(phone)),
];

/** The terms of a customer: words of name and email, and the phone number from its end. */
export const customerTerms = (customer: SearchedCustomer): string[] => distinct(personTerms(customer));

/** The parts of a reference by whose beginnings it is found: the whole one, or those after the common prefix. */
function referenceParts(reference: string): string[] {
  const key = referenceKey(reference);
  const starts = isGenerated(key) ? [commonReference.length, commonReference.length + customerPart] : [0];
  return starts.map((start) => compact(key.slice(start))).filter(Boolean);
}

/**
 * The terms of a payment: its references from their ends and by their parts, its transaction id, and the words of its
 * customer and of what the visitor typed.
 */
export function paymentTerms(payment: SearchedPayment, customer: SearchedCustomer | null): string[] {
  const references = [payment.referenceNumber, ...(payment.formerReferences ?? [])].map(textOf);
  const ends = references.map((reference) => reversed(compact(reference))).filter(Boolean);
  const transaction = compact(textOf(payment.transactionId));
  return distinct([
    ...ends.map((end) => `<${end.slice(0, maximumTerm)}`),
    ...references.flatMap(referenceParts).map((part) => `=${part.slice(0, maximumTerm)}`),
    ...(transaction ? [`!${transaction.slice(0, maximumTerm)}`] : []),
    ...personTerms(payment.paymentDetails ?? {}),
    ...personTerms(customer ?? {}),
  ]);
}
