import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { accountMessages } from '#domain/auth/auth';
import { peopleMessages } from '#domain/auth/people';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import type { Change } from '../../platform/changes/change.js';
import { ChangesService, idOf } from '../../platform/changes/changes.service.js';
import { InChange } from '../../platform/changes/subscribers.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { asPerson, type Caller } from '../../platform/http/caller.decorator.js';
import { hashLinkToken, newLinkToken } from '../../platform/secrets/link-token.js';
import { EmailLink } from './email-link.schema.js';
import type { User } from './user.schema.js';
import { UsersService } from './users.service.js';

/** Lifetime of a link, in milliseconds. */
const lifetime = 24 * 3_600_000;

/** The acts on an account by which its link ends. */
const endingActs: readonly unknown[] = ['password', 'email', 'disable', 'delete'];

declare module '../../platform/changes/change.js' {
  interface ChangeFacts {
    /** The link that confirms an address, of an act `email-asked`. */
    accounts: { email: string; token: string; expiresAt: Date };
  }
}

/** Links by mail to a new email address, which counts once its link is used. */
@Injectable()
export class EmailLinks {
  constructor(
    @InjectModel(EmailLink.name) private readonly links: Model<EmailLink>,
    private readonly users: UsersService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /** Mails a link to the new address of an account; the former link ends. */
  async send({ _id, email: from }: User, email: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const token = newLinkToken();
      const expiresAt = new Date(Date.now() + lifetime);
      const link = { email, tokenHash: hashLinkToken(token), expiresAt };
      await this.links.updateOne({ _id }, { $set: link }, { upsert: true, session: unit.session });
      const fields = [{ field: 'email', from, to: email }];
      const facts = { email, token, expiresAt };
      await this.changes.record('accounts', { id: _id, caller, action: 'email-asked', fields, facts }, unit);
    });
  }

  /** Returns the address that waits for its link to be used; undefined where there is none. */
  async pendingOf(_id: Types.ObjectId): Promise<string | undefined> {
    return (await this.links.findOne({ _id, expiresAt: { $gt: new Date() } }).lean())?.email;
  }

  /** Gives an account a link's address. Throws 404 for a link that cannot be used, 409 where another account has it. */
  async use(token: string, caller: Caller): Promise<void> {
    const setEmail = async (unit: UnitOfWork) => {
      const tokenHash = hashLinkToken(token);
      const link = await this.links
        .findOneAndDelete({ tokenHash, expiresAt: { $gt: new Date() } }, { session: unit.session })
        .lean();
      const user = link && (await this.users.findInside(link._id, unit));
      if (!user || user.disabled) throw new NotFoundException(peopleMessages.linkEnded);
      const { email } = link;
      const holder = await this.users.findByEmail(email);
      if (holder && !holder._id.equals(user._id)) throw new ConflictException(accountMessages.emailTaken);
      await this.users.setEmail(user._id, email, unit);
      const act = { caller: asPerson(caller, user), action: 'email' as const };
      const fields = [{ field: 'email', from: user.email, to: email }];
      await this.changes.record('accounts', { id: user._id, ...act, fields }, unit);
    };
    await this.unitOfWork.run(setEmail).catch((error: unknown) => {
      // Another account has got the address meanwhile.
      if (!isDuplicateKey(error)) throw error;
      throw new ConflictException(accountMessages.emailTaken);
    });
  }

  @InChange('accounts', 'belongings')
  async endLinks(changes: readonly Change<'accounts'>[], { session }: UnitOfWork): Promise<void> {
    const ended = changes.filter(({ action }) => endingActs.includes(action));
    const ids = ended.map((change) => idOf(change) as Types.ObjectId);
    if (ids.length) await this.links.deleteMany({ _id: { $in: ids } }, { session });
  }
}
