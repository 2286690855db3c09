import { createSecretKey } from 'node:crypto';
import type { Connection } from 'mongoose';
import { findSecret, isOtherKey } from '../secrets/server-key.js';
import type { DatabaseConfig } from '../config/database-settings.js';

type KeySettings = Pick<DatabaseConfig, 'jwtKey' | 'formerJwtKey' | 'secretFile'>;

/** Says whether a copy of this database has the secret that visitors' links are made with. */
export async function secretInCopy(connection: Connection, { secretFile }: KeySettings): Promise<string> {
  const secret = await findSecret(connection, secretFile);
  return secret && !(await isOtherKey(connection, createSecretKey(secret)))
    ? "It holds the secret that visitors' links are made with: let nobody else read it."
    : 'Keep JWT_SECRET with it, which it does not hold: without it, links sent to visitors are not found.';
}

/** Says whether the links that were made with a database before it was copied here still open. */
export async function linksAfterCopy(connection: Connection, { jwtKey, secretFile }: KeySettings) {
  const secret = await findSecret(connection, secretFile);
  const key = jwtKey ?? (secret && createSecretKey(secret));
  const isOther =
    key && ((await isOtherKey(connection, key)) ?? (secret && !createSecretKey(secret).equals(key)));
  if (isOther === false) return 'Links sent to visitors before still open.';
  const dead = 'links sent to visitors before are not found, and everybody signs in anew';
  if (isOther) {
    return `It was used under another secret: ${dead}, unless JWT_SECRET is set to the former one.`;
  }
  return `It holds no secret: ${dead}, unless JWT_SECRET is set to the former one, which is in the file jwt-secret of a data folder.`;
}
