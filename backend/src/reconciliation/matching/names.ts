import { nameWords, wordPairKey } from '../../../../domain/names.js';

/** Words between two words of a name in a text, and the most keys of one text. */
const maximumDistance = 4;
const maximumKeys = 120;
const maximumLength = 200;

/** The keys (`payerNameKey`) of all names that may stand in a text. */
export function nameKeysIn(text: string): string[] {
  const words = nameWords(text).filter((word) => !/\d/.test(word));
  const keys = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (word.length > 1) keys.add(word);
    for (const other of words.slice(index + 1, index + 1 + maximumDistance))
      if (other !== word) keys.add(wordPairKey(word, other));
  }
  return [...keys].filter((key) => key.length <= maximumLength).slice(0, maximumKeys);
}

/** True where every word of the name stands in the text, in any order. */
export function isNameIn(name: string, text: string): boolean {
  const words = new Set(nameWords(text));
  const wanted = nameWords(name);
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

/** A payer as a whole, in any order of the words: who paid under this name before. */
export const payerKey = (payer: string): string =>
  [...new Set(nameWords(payer))].sort().join(' ').slice(0, maximumLength);
