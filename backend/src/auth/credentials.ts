/** A name as it is compared: in any case, and without the forms of Unicode that only look different. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase();

/** Who the audit trail and the histories name where a visitor did it: no account is to be taken for that. */
const reserved = new Set(['checkout']);

export const accountNameRule = '1 to 64 letters, digits or . _ @ + -, and is not "checkout"';

export const isAccountName = (name: string): boolean =>
  /^[\w.@+-]{1,64}$/.test(name) && !reserved.has(usernameKey(name));

// OWASP ASVS 5.0, 6.2.1.
const minimumPasswordLength = 8;
/** Longer passwords are refused: hashing them would be work for whoever sends them. */
export const maximumPasswordLength = 256;

export const passwordLengthRule = `${minimumPasswordLength} to ${maximumPasswordLength} characters`;

export const isPasswordLength = ({ length }: string): boolean =>
  length >= minimumPasswordLength && length <= maximumPasswordLength;
