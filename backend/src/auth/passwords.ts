import { hash, verify } from '@node-rs/argon2';

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB of memory, 2 iterations, 1 degree of parallelism. It is the
// package's default algorithm.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

// Computed at startup, so that the first unknown name takes as long as all others.
const decoy = hashPassword('no password has this hash');

/**
 * Returns whether the password matches. Verifies against a dummy hash when the user does not exist, so that timing
 * does not reveal usernames.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}
