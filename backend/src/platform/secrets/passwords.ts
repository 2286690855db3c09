import { hash, verify } from '@node-rs/argon2';
import { Turns } from '../work/turns.js';

// OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB of memory, 2 iterations, 1 degree of parallelism. It is the
// package's default algorithm.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longest time that a hash waits for its turn, in milliseconds. */
const waitTimeoutMs = 10_000;

/**
 * Turns of hashing, on threads that the process has four of: those of sign-ins wait for none of the others, whatever
 * signed-in people do.
 */
const turns = { signIn: new Turns(2, waitTimeoutMs), other: new Turns(1, waitTimeoutMs) };
export type HashingTurn = keyof typeof turns;

/** Hashes a password; throws 503 where no turn comes in time. @param salt a random one, where it is not given */
export const hashPassword = (
  password: string,
  { turn = 'other', salt }: { turn?: HashingTurn; salt?: Buffer } = {},
): Promise<string> => turns[turn].take(() => hash(password, { ...parameters, ...(salt && { salt }) }));

// Computed at startup, so that the first unknown name takes as long as all others.
const decoy = hash('no password has this hash', parameters);

/** Returns whether the password matches, in the same time for an unknown user. Throws 503 without a turn in time. */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
  turn: HashingTurn = 'other',
): Promise<boolean> {
  const present = passwordHash ?? (await decoy);
  const matches = await turns[turn].take(() => verify(present, password));
  return matches && passwordHash !== undefined;
}
