/** Words between two words of a name in a text, and the most keys of one text. */
const maximumDistance = 4;
const maximumKeys = 120;

/** The words of a name as they are compared: upper case, accents folded, apostrophes joined, hyphens split. */
export function nameWords(name: string): string[] {
  const folded = name
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .toUpperCase();
  return folded.match(/[\p{L}\p{N}]+/gu)?.filter((word) => /\p{L}/u.test(word)) ?? [];
}

const pairKey = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** What a name is found by: its two longest words, or the only one. '' for a name without letters. */
export function nameKey(name: string): string {
  const words = [...new Set(nameWords(name))].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const [first = '', second] = words;
  return (second === undefined ? first : pairKey(first, second)).slice(0, 200);
}

/** The keys of all names that may stand in a text. */
export function nameKeysIn(text: string): string[] {
  const words = nameWords(text).filter((word) => !/\d/.test(word));
  const keys = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (word.length > 1) keys.add(word);
    for (const other of words.slice(index + 1, index + 1 + maximumDistance))
      if (other !== word) keys.add(pairKey(word, other));
  }
  return [...keys].filter((key) => key.length <= 200).slice(0, maximumKeys);
}

/** True where every word of the name stands in the text, in any order. */
export function isNameIn(name: string, text: string): boolean {
  const words = new Set(nameWords(text));
  const wanted = nameWords(name);
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

/** A payer as a whole, in any order of the words: who paid under this name before. */
export const payerKey = (payer: string): string =>
  [...new Set(nameWords(payer))].sort().join(' ').slice(0, 200);
