/** The words of a name for comparison: upper case, accents folded, apostrophes joined, hyphens split. */
export function nameWords(name: string): string[] {
  const folded = name
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .toUpperCase();
  return folded.match(/[\p{L}\p{N}]+/gu)?.filter((word) => /\p{L}/u.test(word)) ?? [];
}

/** A name as a bank writes it, in capitals only, as a person writes it: "JANE SMITH-LEE" is "Jane Smith-Lee". */
export const properName = (name: string): string =>
  name === name.toUpperCase()
    ? name.toLowerCase().replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => word[0]!.toUpperCase() + word.slice(1))
    : name;

/** Joins two words into one key, independent of their order. */
export const wordPairKey = (one: string, other: string): string =>
  one < other ? `${one} ${other}` : `${other} ${one}`;

/**
 * The key by which a name is found in a bank's text: its two longest words, or the only one. '' for a name without
 * letters.
 */
export function payerNameKey(name: string): string {
  const words = [...new Set(nameWords(name))].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const [first = '', second] = words;
  return (second === undefined ? first : wordPairKey(first, second)).slice(0, 200);
}
