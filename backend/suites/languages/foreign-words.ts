import type { Language } from '#domain/platform/languages';
import { texts } from '#domain/texts/both';
import { words as paperWords } from '../../src/documents/pdf/words.js';
import { mailTexts } from '../../src/mail/templates/order-facts.js';

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** Every word of the texts in a language, without placeholders. */
const wordsOf = (language: Language): Set<string> =>
  new Set(
    wordsIn(
      JSON.stringify([texts[language], mailTexts[language], paperWords[language]]).replace(
        /\{\w+\}|"[^"]*":|\\u00a0/g,
        ' ',
      ),
    ),
  );

const words = { en: wordsOf('en'), fr: wordsOf('fr') };

/** Returns the words of a text that only the texts of the other language have; names are left out. */
export function foreignWords(text: string, language: Language, names: readonly string[] = []): string[] {
  const [own, other] = language === 'fr' ? [words.fr, words.en] : [words.en, words.fr];
  const known = new Set(names.map((name) => name.toLowerCase()));
  return [...new Set(wordsIn(text))].filter((word) => other.has(word) && !own.has(word) && !known.has(word));
}
