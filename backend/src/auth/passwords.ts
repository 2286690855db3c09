import { hash, verify } from '@node-rs/argon2';

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB of memory, 2 iterations, 1 degree of parallelism. It is the
// package's default algorithm.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

// Made at start: the first one who asks for an unknown name waits no longer than the others.
const decoy = hashPassword('no password has this hash');

/**
 * True where the password belongs to the hash. Without a hash (no such user) the same work is done for nothing,
 * so that the time does not tell which names exist.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}
