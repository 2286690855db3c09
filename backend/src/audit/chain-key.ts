import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../platform/database/duplicate-key.js';
import { seal, unseal } from '../platform/secrets/sealed-secrets.js';
import { type KeySettings, keyIdOf, readKeys } from '../platform/secrets/server-key.js';

const context = 'key of the audit trail';

/**
 * Returns the key of the audit trail's chain; undefined where the server has no secret yet, or another one than the key
 * was encrypted under. The key is random and kept under the server's secret, and encrypted anew where that was replaced:
 * the chain outlives it.
 */
export async function chainKey(
  settings: KeySettings,
  connection: Connection,
): Promise<KeyObject | undefined> {
  const keys = await readKeys(settings, connection);
  if (!keys) return undefined;
  const secrets = connection.collection<{ _id: string; value: string }>('secrets');
  const _id = 'audit';
  const make = async () => {
    const fresh = seal(keys, randomBytes(32).toString('base64url'), context);
    // One of two concurrent inserts fails as a duplicate; the document exists then.
    await secrets.insertOne({ _id, value: fresh }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    return secrets.findOne({ _id });
  };
  const stored = (await secrets.findOne({ _id })) ?? (await make());
  const secret = stored && unseal(keys, stored.value, context);
  if (!stored || !secret) return undefined;
  if (!stored.value.startsWith(`${keyIdOf(keys[0])}.`))
    await secrets.updateOne({ _id, value: stored.value }, { $set: { value: seal(keys, secret, context) } });
  return createSecretKey(Buffer.from(secret, 'base64url'));
}
