import type { Cents } from '#domain/platform/money';
import { nameKeysIn, payerKey } from './names.js';
import { normalizeText } from './normalize.js';
import { findReferences, type ReferencesInText, typedReferences } from './references.js';

/** The texts of a transaction. */
export interface MatchedText {
  payer?: string;
  text: string;
  bankId?: string;
}

/** Keys in a transaction's texts that identify payments. */
export interface Evidence extends ReferencesInText {
  /** Keys of references that an admin may have typed into a payment. */
  typed: string[];
  /** Keys of names. */
  names: string[];
  /** Numbers that may be those of Interac notices. */
  noticeNumbers: string[];
  /** Numbers of six digits, which may be the last ones of a reference. */
  digits: string[];
  /** '' where the payer is unknown. */
  payerKey: string;
}

const maximumNumbers = 40;

/**
 * Interac's reference numbers consist of letters and digits: "C1AVzjTtqRCM". The older ones, CA and six more, may be
 * letters alone: such a word is a number where a notice has it.
 */
const isNoticeNumber = (word: string): boolean =>
  /^CA[A-Z]{6}$/.test(word) || (word.length >= 8 && word.length <= 24 && /\d/.test(word));

/** Returns possible numbers of notices in the text and the bank's id. */
function noticeNumbersIn({ text, bankId = '' }: MatchedText): string[] {
  const words = `${text} ${bankId}`.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => normalizeText(word).key).filter(isNoticeNumber))].slice(
    0,
    maximumNumbers,
  );
}

/** Extracts all evidence from a transaction's texts. Payer and text are read separately: no name spans both. */
export function readEvidence(transaction: MatchedText): Evidence {
  const { payer = '', text } = transaction;
  const texts = payer && !text.includes(payer) ? [payer, text] : [text];
  const references = texts.map(findReferences);
  const found = new Map<string, boolean>();
  for (const { key, isBounded } of references.flatMap((one) => one.found))
    found.set(key, (found.get(key) ?? false) || isBounded);
  return {
    found: [...found].map(([key, isBounded]) => ({ key, isBounded })),
    near: references.flatMap(({ near }) => near),
    typed: [...new Set(texts.flatMap(typedReferences))],
    names: [...new Set(texts.flatMap(nameKeysIn))],
    noticeNumbers: noticeNumbersIn(transaction),
    digits: texts.flatMap(
      (one) => one.normalize('NFKC').match(/(?<![\p{L}\p{N}])\d{6}(?![\p{L}\p{N}])/gu) ?? [],
    ),
    payerKey: payerKey(payer),
  };
}

/** Maximum number of keys of a transaction; each is an entry of an index. */
const maximumKeys = 100;

/** The form of the keys of outgoing money, which payments that may give money back look for. */
const outgoingKey = (key: string): string => `-${key}`;

/**
 * Returns the keys by which a later payment or notice finds an open transaction: `r:` a reference, `p:` a part of a
 * mistyped one, `n:` a name, `i:` the number of a notice; of outgoing money `-r:` and `-n:`. They depend on its texts only.
 */
export function openKeys(
  transaction: MatchedText & { cents: Cents },
  evidence: Evidence = readEvidence(transaction),
): string[] {
  const { found, near, typed, noticeNumbers } = evidence;
  const written = [...found.map(({ key }) => `r:${key}`), ...typed.map((key) => `r:${key}`)];
  if (transaction.cents < 0) {
    const names = evidence.names.map((name) => `n:${name}`);
    return [...new Set([...written, ...names].map(outgoingKey))].slice(0, maximumKeys);
  }
  // Only the payer's name counts where the bank states the payer.
  const names = transaction.payer ? nameKeysIn(transaction.payer) : evidence.names;
  const isFound = (start: string) => found.some(({ key }) => start.startsWith(key));
  const mistaken = near.filter((one) => !isFound(one.written));
  const keys = [
    ...written,
    ...mistaken.flatMap(({ parts }) => parts.map((part) => `p:${part}`)),
    ...names.map((name) => `n:${name}`),
    ...noticeNumbers.map((number) => `i:${number}`),
  ];
  return [...new Set(keys)].slice(0, maximumKeys);
}

/** Returns the keys by which the outgoing money of a payment is found, of its own keys. */
export const refundKeys = (keys: readonly string[]): string[] => keys.map(outgoingKey);

/** Returns the keys of a payment, in the form of `openKeys`. */
export const keysOfPayment = (
  payment: { referenceKeys: string[]; referenceParts: string[] },
  name: string,
): string[] => [
  ...payment.referenceKeys.map((key) => `r:${key}`),
  ...payment.referenceParts.map((part) => `p:${part}`),
  ...(name ? [`n:${name}`] : []),
];
