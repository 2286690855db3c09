import { createHash, randomBytes } from 'node:crypto';

/** Returns the random token of a link, of 256 bits: 43 characters. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. A plain hash is enough for one that cannot be guessed. */
export const hashLinkToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
