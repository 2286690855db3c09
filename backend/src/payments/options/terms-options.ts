import { createHash } from 'node:crypto';
import { isTermsLink, type Terms, type TermsTexts } from '#domain/payments/terms';
import { type Language, languages } from '#domain/platform/languages';
import { field, refuseUnknownKeys } from './option-fields.js';

/** Longest text of the terms in a language, in characters: each checkout loads it. */
const maximumTerms = 50_000;

/** Returns the version of terms: the first 12 hex digits of the SHA-256 of their JSON, with sorted languages, in UTF-8. */
const versionOf = (texts: TermsTexts): string =>
  createHash('sha256').update(JSON.stringify(texts, languages.toSorted()), 'utf8').digest('hex').slice(0, 12);

function text(value: unknown, language: Language): string {
  const own = field(value, 'terms.', language, maximumTerms);
  if (/^\S+:\/\/\S+$/.test(own) && !(isTermsLink(own) && URL.canParse(own)))
    throw new Error(`terms.${language} takes a text, or an address that starts with https://`);
  return own;
}

/** Checks the terms of the parsed options file: { en, fr? }, by language. Throws an Error that names the field. */
export function readTerms(value: unknown): Terms {
  refuseUnknownKeys(value, 'terms', languages);
  const texts: TermsTexts = { en: text(value, 'en') };
  for (const language of languages)
    if ((value as Partial<TermsTexts>)[language] !== undefined) texts[language] = text(value, language);
  return { version: versionOf(texts), ...texts };
}
