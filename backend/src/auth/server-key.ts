import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Config } from '../config.js';

/**
 * Injects the server's key. A key object: the JWT library parses a string as PEM at each call, which costs five times
 * the check itself.
 */
export const SERVER_KEY = Symbol('server key');

/**
 * JWT_SECRET, or the secret that was generated for this database. On MongoDB that one is kept in the collection
 * `secrets`, so that every instance accepts the tokens of the others.
 */
export async function serverKey({ jwtKey }: Config, connection: Connection): Promise<KeyObject> {
  if (jwtKey) return jwtKey;
  const secrets = connection.collection<{ _id: string; value: string }>('secrets');
  const read = () =>
    secrets.findOneAndUpdate(
      { _id: 'jwt' },
      { $setOnInsert: { value: randomBytes(48).toString('base64') } },
      { upsert: true, returnDocument: 'after' },
    );
  // One of two concurrent upserts may fail as a duplicate; the document exists then.
  const kept = await read().catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 11000) return read();
    throw error;
  });
  if (!kept) throw new Error('The update returned no document');
  return createSecretKey(Buffer.from(kept.value, 'base64'));
}

/** Derives a key for one purpose from the server's (HKDF, RFC 5869): it reveals nothing about the others. */
export const deriveKey = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
