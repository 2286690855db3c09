import { Injectable } from '@nestjs/common';
import { SealedSecrets } from '../platform/secrets/sealed-secrets.js';
import { tokenContext, tokenIn, withoutToken } from './account-links.js';
import { Outbox } from './outbox.js';

/** The longest time that a link of an account works, in milliseconds. */
const longestLife = 72 * 3_600_000;

/** Seals the tokens in mails that an earlier version has stored readable. */
@Injectable()
export class EarlierLinks {
  constructor(
    private readonly outbox: Outbox,
    private readonly secrets: SealedSecrets,
  ) {}

  async seal(): Promise<void> {
    const { mails } = this.outbox;
    const since = new Date(Date.now() - longestLife);
    for await (const mail of mails.find({ kind: 'account', createdAt: { $gt: since } })) {
      const { _id, text, state } = mail;
      const token = tokenIn(mail);
      if (token === undefined) continue;
      const isFinal = state === 'sent' || state === 'failed' || state === 'cancelled';
      const sealed = isFinal ? {} : { sealedToken: this.secrets.seal(token, tokenContext(_id)) };
      // Unless it was changed meanwhile: another instance may do the same.
      await mails.updateOne(
        { _id, text, state },
        { $set: { ...withoutToken(mail), ...sealed }, $unset: { 'facts.url': '' } },
      );
    }
  }
}
