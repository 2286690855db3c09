/** A username as it is compared: without case, and without Unicode forms that look the same. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase();

/** Actors that are no account; reserved as usernames. */
const reserved = new Set(['checkout']);

/** The actor of a sign-in to an unknown account. The space makes it unusable as a username. */
export const unknownAccount = 'unknown account';

/** The actor of the command line. The space makes it unusable as a username. */
export const operator = 'command line';

export const accountNameRule = '1 to 64 letters, digits or . _ @ + -, and is not "checkout"';

/** Longest name of an account, in characters. */
export const maximumAccountName = 64;

export const isAccountName = (name: string): boolean =>
  name.length <= maximumAccountName && /^[\w.@+-]+$/.test(name) && !reserved.has(usernameKey(name));

/** Looser than a visitor's address, as an account may have one of the local network: "admin@localhost". */
export const isAccountEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+$/.test(email);

/** Shortest accepted password, in characters (OWASP ASVS 5.0, 6.2.1). */
export const minimumPasswordLength = 8;

/** Longest accepted password, in characters: hashing longer ones would let callers waste the server's time. */
export const maximumPasswordLength = 256;
