import { byLanguage, type Language, languages } from '#domain/platform/languages';
import { texts } from '#domain/texts/texts';
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

const words = byLanguage(wordsOf);

/** Returns the words of a text that only the texts of other languages have; names are left out. */
export function foreignWords(text: string, language: Language, names: readonly string[] = []): string[] {
  const known = new Set([...words[language], ...names.map((name) => name.toLowerCase())]);
  return [...new Set(wordsIn(text))].filter(
    (word) => !known.has(word) && languages.some((other) => words[other].has(word)),
  );
}
