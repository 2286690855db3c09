import { hash } from '@node-rs/argon2';
import { randomBytes, randomInt } from 'node:crypto';
import { secondFactorLimits } from '#domain/secondFactor';

/** RFC 4648's base32, whose letters and digits are hard to confuse. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Characters of a code: 80 bits. */
const length = 16;

/** The recovery codes of an account, as stored: hashes under one salt, so that a code is hashed once to be found. */
export interface StoredRecoveryCodes {
  salt: string;
  hashes: string[];
}

const newCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Hashes a code as passwords are: it has fewer bits than a plain hash would take (OWASP ASVS 5.0, 6.5.2). */
export const hashRecoveryCode = (code: string, salt: string): Promise<string> =>
  hash(code.toUpperCase().replace(/[^A-Z2-7]/g, ''), {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    salt: Buffer.from(salt, 'base64'),
  });

/** Returns new codes in groups of four characters, and their stored form. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; stored: StoredRecoveryCodes }> {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newCode);
  const salt = randomBytes(16).toString('base64');
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(code, salt)));
  return { codes: codes.map((code) => code.match(/.{4}/g)!.join('-')), stored: { salt, hashes } };
}
