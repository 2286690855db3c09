import type { Language, OwnText } from '../platform/languages.js';
import { details } from '../texts/en/details.js';

/** The terms of sale in each language: a text with line breaks, or an address that starts with https://. */
export type TermsTexts = OwnText;

/** The terms in force. `version` changes with any of the texts. */
export interface Terms extends TermsTexts {
  version: string;
}

/** The terms that a visitor has accepted; `at` is an instant, and `language` that of the page. */
export interface AcceptedTerms {
  version: string;
  at: string;
  language: Language;
}

export const termsMessages = {
  notAccepted: details.termsNotAccepted,
  changed: details.termsChanged,
} as const;

/** A version: the first 12 hex digits of a SHA-256. */
export const termsVersionPattern = '^[0-9a-f]{12}$';

/** Returns the text or address of a language, else the English one. */
export const termsIn = (terms: TermsTexts, language: Language): string => terms[language] ?? terms.en;

/** True for terms that are an address. */
export const isTermsLink = (text: string): boolean => /^https:\/\/\S+$/.test(text);
