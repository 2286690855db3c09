import { nameKeysIn, payerKey } from './names.js';
import { normalizeText } from './normalize.js';
import { findReferences, type ReferencesInText, typedReferences } from './references.js';

/** What a transaction says of itself. */
export interface MatchedText {
  payer?: string;
  text: string;
  bankId?: string;
}

/** What a text tells about whose money it is. */
export interface Evidence extends ReferencesInText {
  /** Keys of references that an admin may have typed. */
  typed: string[];
  /** Keys of names. */
  names: string[];
  /** Numbers that may be those of Interac notices. */
  noticeNumbers: string[];
  /** '' where no payer is named. */
  payerKey: string;
}

const maximumNumbers = 40;

/** Interac's reference numbers: letters and digits, "C1AVzjTtqRCM". */
const isNoticeNumber = (word: string): boolean => word.length >= 8 && word.length <= 24 && /\d/.test(word);

/** Numbers of notices in the text and the bank's id. */
function noticeNumbersIn({ text, bankId = '' }: MatchedText): string[] {
  const words = `${text} ${bankId}`.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => normalizeText(word).key).filter(isNoticeNumber))].slice(
    0,
    maximumNumbers,
  );
}

/** Reads everything that a transaction's own texts tell. The payer and the text are read apart: names end with them. */
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
    payerKey: payerKey(payer),
  };
}

/** The most keys that a transaction is found by; each is an entry of an index. */
const maximumKeys = 100;

/**
 * The keys by which an open transaction is found when a payment or a notice arrives later: `r:` a reference, `p:` a
 * part of one with a mistake, `n:` a name, `i:` the number of a notice. They follow from its texts alone.
 */
export function openKeys(transaction: MatchedText, evidence: Evidence = readEvidence(transaction)): string[] {
  const { found, near, typed, noticeNumbers } = evidence;
  // Where the bank names the payer, no other words are taken for a name.
  const names = transaction.payer ? nameKeysIn(transaction.payer) : evidence.names;
  const isFound = (written: string) => found.some(({ key }) => written.startsWith(key));
  const mistaken = near.filter(({ written }) => !isFound(written));
  const keys = [
    ...found.map(({ key }) => `r:${key}`),
    ...typed.map((key) => `r:${key}`),
    ...mistaken.flatMap(({ parts }) => parts.map((part) => `p:${part}`)),
    ...names.map((name) => `n:${name}`),
    ...noticeNumbers.map((number) => `i:${number}`),
  ];
  return [...new Set(keys)].slice(0, maximumKeys);
}

/** The keys of a payment, as open transactions hold them. */
export const keysOfPayment = (
  payment: { referenceKey: string; referenceParts: string[] },
  name: string,
): string[] => [
  `r:${payment.referenceKey}`,
  ...payment.referenceParts.map((part) => `p:${part}`),
  ...(name ? [`n:${name}`] : []),
];
