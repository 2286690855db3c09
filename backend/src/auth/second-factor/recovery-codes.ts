import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { secondFactorLimits } from '#domain/auth/second-factor';
import { hashPassword } from '../../platform/secrets/passwords.js';

/** RFC 4648's base32, whose letters and digits are hard to confuse. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Characters of a code: 80 bits. */
const length = 16;

/** The recovery codes of an account, as stored: hashes under one salt, so that a code is hashed once to be found. */
export interface StoredRecoveryCodes {
  /** In base64. */
  salt: string;
  hashes: string[];
  /** Missing where an earlier version has hashed the codes as passwords are. */
  by?: 'hmac';
}

const newCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * Hashes a code by HMAC-SHA-256 under the account's salt: 80 random bits are beyond guessing without a slow hash, which
 * ten new codes would keep sign-ins waiting by.
 */
export async function hashRecoveryCode(code: string, { salt, by }: Pick<StoredRecoveryCodes, 'salt' | 'by'>) {
  const characters = code.toUpperCase().replace(/[^A-Z2-7]/g, '');
  const key = Buffer.from(salt, 'base64');
  return by === 'hmac'
    ? createHmac('sha256', key).update(characters).digest('base64url')
    : hashPassword(characters, { turn: 'signIn', salt: key });
}

/** Returns new codes in groups of four characters, and their stored form. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; stored: StoredRecoveryCodes }> {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newCode);
  const kind = { salt: randomBytes(32).toString('base64'), by: 'hmac' } as const;
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, kind)));
  return { codes: codes.map((code) => code.match(/.{4}/g)!.join('-')), stored: { ...kind, hashes } };
}
