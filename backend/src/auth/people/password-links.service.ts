import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { peopleMessages } from '#domain/auth/people';
import { AuditService } from '../../audit/audit.service.js';
import { unknownAccount } from '../users/credentials.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.schema.js';
import { UsersService } from '../users/users.service.js';
import { type Change } from '../../platform/changes/change.js';
import { ChangesService, idOf } from '../../platform/changes/changes.service.js';
import { InChange } from '../../platform/changes/subscribers.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { asPerson, type Caller } from '../../platform/http/caller.decorator.js';
import { Outbox } from '../../mail/outbox.js';
import { AccountMails } from './account-mails.js';
import { hashLinkToken, newLinkToken } from '../../platform/secrets/link-token.js';
import { PasswordLink, type SentLink } from './password-link.schema.js';

const minute = 60_000;

/** Lifetime of a link, in milliseconds. */
const lifetime = 30 * minute;

/**
 * Numbers of links that an account gets at most within times in milliseconds. Strangers may ask for them: an account that
 * gets no other one has a mail with one that still works.
 */
const limits: readonly (readonly [number, within: number])[] = [
  [1, 5 * minute],
  [2, lifetime],
  [3, 60 * minute],
];

/** The links of a record, and of one of an earlier version. */
const linksOf = (record: PasswordLink | null): SentLink[] => {
  if (!record) return [];
  const { links, tokenHash, createdAt } = record;
  return links ?? [{ ...(tokenHash && { tokenHash }), createdAt }];
};

/** The acts on an account by which its link ends. */
const endingActs: readonly unknown[] = ['password', 'email', 'disable', 'delete'];

/** Links to set a new password, by mail: each works once. */
@Injectable()
export class PasswordLinks {
  constructor(
    @InjectModel(PasswordLink.name) private readonly links: Model<PasswordLink>,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mails: AccountMails,
    private readonly outbox: Outbox,
    private readonly audit: AuditService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /** Mails a link to the active account of an address, if there is one, within the limits; earlier ones still work. */
  async send(email: string, caller: Caller): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user || user.disabled) return;
    const { _id, username } = user;
    await this.unitOfWork.run(async (unit) => {
      const now = Date.now();
      const token = newLinkToken();
      const earlier = linksOf(await this.links.findById(_id).session(unit.session).lean());
      const isWithin = (time: number) => (link: SentLink) => link.createdAt.getTime() > now - time;
      if (limits.some(([number, time]) => earlier.filter(isWithin(time)).length >= number)) return;
      const createdAt = new Date(now);
      const links = [
        ...earlier.filter(isWithin(60 * minute)),
        { tokenHash: hashLinkToken(token), createdAt },
      ];
      const change = { $set: { links, createdAt }, $unset: { tokenHash: '' } } as const;
      await this.links.updateOne({ _id }, change, { upsert: true, session: unit.session });
      const expiresAt = new Date(now + lifetime);
      const { mail } = this.mails.composeLink(user.email, { event: 'forgotten', username, expiresAt }, token);
      await this.outbox.add([mail], unit);
      // Strangers may ask: the entry has the address that it came from.
      const asked = { ...caller, by: unknownAccount };
      await this.audit.add(asked, 'password-forgotten', 'accounts', String(_id), { unit });
    });
  }

  /** Returns the account of a link. Throws 404 where the link is unknown, used or ended. */
  async ownerOf(token: string): Promise<User> {
    const link = await this.links.findOne(this.lives(token)).lean();
    const user = link && (await this.users.findById(link._id));
    if (!user || user.disabled) throw new NotFoundException(peopleMessages.linkEnded);
    return user;
  }

  /** Sets a password by a link, and ends every session of the account. Throws as `ownerOf`. */
  async use(token: string, passwordHash: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const { session } = unit;
      const link = await this.links.findOne(this.lives(token)).session(session).lean();
      const before = link && (await this.users.findInside(link._id, unit));
      if (!before || before.disabled) throw new NotFoundException(peopleMessages.linkEnded);
      await this.users.change(before._id, { passwordHash }, unit);
      await this.sessions.revokeAll(before._id, unit);
      const fields = [{ field: 'how', from: null, to: 'link of a mail' }];
      const after = { ...before, passwordHash };
      await this.changes.record(
        'accounts',
        { before, after, caller: asPerson(caller, before), action: 'password', fields },
        unit,
      );
    });
  }

  private lives(token: string) {
    const link = { tokenHash: hashLinkToken(token), createdAt: { $gt: new Date(Date.now() - lifetime) } };
    return { $or: [{ links: { $elemMatch: link } }, link] };
  }

  @InChange('accounts', 'belongings')
  async endLinks(changes: readonly Change<'accounts'>[], { session }: UnitOfWork): Promise<void> {
    const ended = changes.filter(({ action }) => endingActs.includes(action));
    const ids = ended.map((change) => idOf(change) as Types.ObjectId);
    for (const record of await this.links
      .find({ _id: { $in: ids } })
      .session(session)
      .lean()) {
      const links = linksOf(record).map(({ createdAt }) => ({ createdAt }));
      const change = { $set: { links }, $unset: { tokenHash: '' } } as const;
      await this.links.updateOne({ _id: record._id }, change, { session });
    }
  }
}
