/** A username as it is compared: without case, and without Unicode forms that look the same. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase();

/** Names that the trail gives to programs and visitors, or that look like one: no new account has them. */
const reserved = new Set([
  'checkout',
  'card',
  'cards',
  'stripe',
  'bank',
  'mail',
  'import',
  'matching',
  'reminder',
  'reminders',
  'statement',
  'statements',
  'webhook',
  'cron',
  'system',
  'server',
  'program',
  'root',
  'operator',
  'visitor',
  'anonymous',
  'unknown',
  'nobody',
  'null',
]);

/** The actor of a sign-in to an unknown account. The space makes it unusable as a username. */
export const unknownAccount = 'unknown account';

/** The actor of the command line. The space makes it unusable as a username. */
export const operator = 'command line';

export const accountNameRule =
  '1 to 64 letters, digits or . _ @ + -, and is not the name of a program, such as "checkout" or "card"';

/** Longest name of an account, in characters. */
export const maximumAccountName = 64;

/** Returns whether an account may have this name; one of an earlier version may be reserved now. */
export const isAccountName = (name: string): boolean =>
  name.length <= maximumAccountName && /^[\w.@+-]+$/.test(name) && usernameKey(name) !== 'checkout';

/** Returns whether a new account may have this name. */
export const isNewAccountName = (name: string): boolean =>
  isAccountName(name) && !reserved.has(usernameKey(name));

/** Looser than a visitor's address, as an account may have one of the local network: "admin@localhost". */
export const isAccountEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+$/.test(email);

/** Shortest accepted password, in characters (OWASP ASVS 5.0, 6.2.1). */
export const minimumPasswordLength = 8;

/** Longest accepted password, in characters: hashing longer ones would let callers waste the server's time. */
export const maximumPasswordLength = 256;
