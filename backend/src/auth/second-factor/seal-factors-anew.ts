import type { Connection, Types } from 'mongoose';
import { sealAnew } from '../../platform/secrets/sealed-secrets.js';
import type { ServerKeys } from '../../platform/secrets/server-key.js';
import { type SecondFactor, SecondFactorSchema } from './second-factor.schema.js';
import { totpContext } from './second-factors.service.js';

/** Encrypts anew what the current key has not sealed. Returns the number, and that of secrets no key can read. */
export async function sealFactorsAnew(
  connection: Connection,
  keys: ServerKeys,
): Promise<{ sealed: number; lost: number }> {
  const factors = connection.collection<SecondFactor & { _id: Types.ObjectId }>(
    SecondFactorSchema.get('collection')!,
  );
  const counts = { sealed: 0, lost: 0 };
  for await (const { _id, totp, offer } of factors.find())
    for (const [path, secret] of [
      ['totp.secret', totp?.secret],
      ['offer.secret', offer?.secret],
    ] as const) {
      const next = secret && sealAnew(keys, secret, totpContext(_id));
      if (secret === next) continue;
      if (next === undefined) counts.lost++;
      else {
        // Unless it was replaced meanwhile.
        const { modifiedCount } = await factors.updateOne(
          { _id, [path]: secret },
          { $set: { [path]: next } },
        );
        counts.sealed += modifiedCount;
      }
    }
  return counts;
}
