import type { Connection } from 'mongoose';
import { sealAnew } from '../platform/secrets/sealed-secrets.js';
import type { ServerKeys } from '../platform/secrets/server-key.js';
import { tokenContext } from './account-links.js';
import { type Mail, MailSchema } from './mail.schema.js';

/**
 * Encrypts the tokens of unsent mails anew that the current key has not sealed. Those that none of the keys can read stay:
 * their mails fail, and their links end within days.
 */
export async function sealLinksAnew(connection: Connection, keys: ServerKeys): Promise<void> {
  const mails = connection.collection<Mail>(MailSchema.get('collection')!);
  const unsent = mails.find({ kind: 'account', sealedToken: { $exists: true } });
  for await (const { _id, sealedToken = '' } of unsent) {
    const next = sealAnew(keys, sealedToken, tokenContext(_id));
    if (next !== undefined && next !== sealedToken)
      // Unless the mail was sent meanwhile.
      await mails.updateOne({ _id, sealedToken }, { $set: { sealedToken: next } });
  }
}
