import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../platform/database/duplicate-key.js';
import { seal, sealAnew, unseal } from '../platform/secrets/sealed-secrets.js';
import { type KeySettings, readKeys } from '../platform/secrets/server-key.js';

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
  const value = stored && sealAnew(keys, stored.value, context);
  if (!value) return undefined;
  if (value !== stored.value) await secrets.updateOne({ _id, value: stored.value }, { $set: { value } });
  return createSecretKey(Buffer.from(unseal(keys, value, context)!, 'base64url'));
}
