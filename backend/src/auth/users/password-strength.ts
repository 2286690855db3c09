import { createRequire } from 'node:module';
import { maximumPasswordLength, minimumPasswordLength } from './credentials.js';

/** The score of zxcvbn from which a password withstands guessing on the server: at least 10^8 guesses. */
const minimumScore = 3;

/** Characters that the estimate reads: its time grows with the square of their number, and more make none weaker. */
const estimatedLength = 100;

/** Words of the product that are guessed first; the username and the company's name are added for each password. */
const productWords = 'thailand real estate trip property investment checkout admin administrator password';

const lettersOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Loads zxcvbn and its lists, some 3 MB, when a password is set, not at startup. */
function loadLists() {
  const load = createRequire(import.meta.url);
  const { ZxcvbnFactory } = load('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core');
  const common = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  const english = load('@zxcvbn-ts/language-en') as typeof import('@zxcvbn-ts/language-en');
  return {
    /** The most frequent passwords in leaks; some 18,000 have the minimum length (ASVS 5.0, 6.2.4: at least 3,000). */
    leaked: common.dictionary['passwords-common'],
    zxcvbn: new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
    }),
  };
}

let lists: ReturnType<typeof loadLists> | undefined;

/** Returns whether the letters of a password consist of these words only, ignoring other characters (ASVS 6.2.11). */
function isMadeOf(words: readonly string[], password: string): boolean {
  const letters = lettersOf(password).join('');
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  return letters !== '' && longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === '';
}

/** Returns why the length of a password is refused, as the end of a sentence, or undefined. */
export const passwordLengthFault = (password: string): string | undefined =>
  password.length < minimumPasswordLength || password.length > maximumPasswordLength
    ? `takes ${minimumPasswordLength} to ${maximumPasswordLength} characters`
    : undefined;

/**
 * Returns why a chosen password is refused, as the end of a sentence, or undefined; `names` are those of the account and
 * the company. Takes up to seconds, in which nothing else runs: the server asks PasswordStrength.
 */
export function validatePassword(password: string, ...names: string[]): string | undefined {
  const lengthFault = passwordLengthFault(password);
  if (lengthFault) return lengthFault;
  lists ??= loadLists();
  if (lists.leaked.includes(password.toLowerCase())) return 'must not be one of the most common passwords';
  const words = lettersOf([productWords, ...names].join(' '));
  if (isMadeOf(words, password))
    return 'must not be made up of the names of the product, the company and the account';
  if (lists.zxcvbn.check(password.slice(0, estimatedLength), [...names, ...words]).score < minimumScore)
    return 'is too easy to guess: take several words that have nothing to do with each other';
  return undefined;
}
