import { createHash } from 'node:crypto';
import { isTermsLink, type Terms, type TermsTexts } from '#domain/payments/terms';
import { field, refuseUnknownKeys } from './option-fields.js';

/** Longest text of the terms in a language, in characters: each checkout loads it. */
const maximumTerms = 50_000;

/** Returns the version of terms: the first 12 hex digits of the SHA-256 of their JSON, with sorted languages, in UTF-8. */
const versionOf = ({ en, fr }: TermsTexts): string =>
  createHash('sha256').update(JSON.stringify({ en, fr }), 'utf8').digest('hex').slice(0, 12);

function text(value: unknown, language: string): string {
  const own = field(value, 'terms.', language, maximumTerms);
  if (/^\S+:\/\/\S+$/.test(own) && !(isTermsLink(own) && URL.canParse(own)))
    throw new Error(`terms.${language} takes a text, or an address that starts with https://`);
  return own;
}

/** Checks the terms of the parsed options file: { en, fr? }. Throws an Error that names the field. */
export function readTerms(value: unknown): Terms {
  refuseUnknownKeys(value, 'terms', ['en', 'fr']);
  const { fr } = value as { fr?: unknown };
  const texts: TermsTexts = { en: text(value, 'en'), ...(fr !== undefined && { fr: text(value, 'fr') }) };
  return { version: versionOf(texts), ...texts };
}
