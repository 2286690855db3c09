import { createRequire } from 'node:module';

/** A username as it is compared: without case, and without Unicode forms that look the same. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase();

/** Actors that are no account; reserved as usernames. */
const reserved = new Set(['checkout']);

export const accountNameRule = '1 to 64 letters, digits or . _ @ + -, and is not "checkout"';

export const isAccountName = (name: string): boolean =>
  /^[\w.@+-]{1,64}$/.test(name) && !reserved.has(usernameKey(name));

/** Looser than a visitor's address, as an account may have one of the local network: "admin@localhost". */
export const isAccountEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+$/.test(email);

// OWASP ASVS 5.0, 6.2.1.
const minimumPasswordLength = 8;
/** Longest accepted password, in characters: hashing longer ones would let callers waste the server's time. */
export const maximumPasswordLength = 256;

/** Words of the product that are guessed first; the username and the company's name are added for each password. */
const productWords = 'thailand trip property estate admin password';

/**
 * Returns whether the password is among the most frequent ones in leaks; some 18,000 of these have the minimum length
 * (ASVS 5.0, 6.2.4: at least 3,000). The list is loaded when a password is set, not at startup.
 */
function isCommon(password: string): boolean {
  const { dictionary } = createRequire(import.meta.url)(
    '@zxcvbn-ts/language-common',
  ) as typeof import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
}

/** Returns whether the letters of a password consist of these words only, ignoring other characters (ASVS 6.2.11). */
function isMadeOf(words: string, password: string): boolean {
  const lettersOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const letters = lettersOf(password).join('');
  const longestFirst = lettersOf(words).sort((a, b) => b.length - a.length);
  return letters !== '' && longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === '';
}

/**
 * Returns why a chosen password is refused, as the end of a sentence, or undefined; `words` are refused as too easily
 * guessed.
 */
export function validatePassword(password: string, ...words: string[]): string | undefined {
  if (password.length < minimumPasswordLength || password.length > maximumPasswordLength)
    return `takes ${minimumPasswordLength} to ${maximumPasswordLength} characters`;
  if (isCommon(password)) return 'must not be one of the most common passwords';
  if (isMadeOf([productWords, ...words].join(' '), password))
    return 'must not be made up of the names of the product, the company and the account';
  return undefined;
}
