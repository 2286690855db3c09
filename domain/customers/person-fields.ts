import { described, matching, type Rule } from '../platform/rules.js';

/** Maximum lengths of a person's fields, in characters; the email's is that of RFC 5321, 4.5.3.1.3. */
export const personLimits = {
  fullName: 120,
  email: 254,
  phone: 40,
  address: 300,
  city: 120,
  postalCode: 20,
  region: 80,
} as const;

// Format characters, such as the zero-width space of a copied text, are invisible: mail to such an address is lost.
// A domain has no empty part: one that ends with the full stop of a sentence gets no mail.
const emailPattern =
  /^[^\s\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cf}@<>()[\]\\,;:".]+(?:\.[^\s\p{Cf}@<>()[\]\\,;:".]+)+$/u;

export const emailFormat = (message: string): Rule =>
  described(matching(emailPattern, message), { format: 'email' });

/** True for text that is an email address, ignoring outer spaces. */
export const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= personLimits.email && emailPattern.test(value.trim());

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
