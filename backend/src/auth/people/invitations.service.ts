import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import { accountMessages } from '#domain/auth/auth';
import { emailKey } from '#domain/customers/customers';
import {
  type Invitation,
  type InvitationInput,
  type InvitationPage,
  peopleMessages,
} from '#domain/auth/people';
import { can } from '#domain/platform/roles';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import { collectionOf } from '../../platform/database/collection-of.js';
import { operator } from '../users/credentials.js';
import type { User } from '../users/user.schema.js';
import { UsersService } from '../users/users.service.js';
import type { Change } from '../../platform/changes/change.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { InChange } from '../../platform/changes/subscribers.js';
import { readList } from '../../platform/database/read-page.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { indexesOf, type ListSpec, parseListQuery } from '../../platform/http/list-query.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import type { Mail } from '../../mail/mail.schema.js';
import { Outbox } from '../../mail/outbox.js';
import { AccountMails } from './account-mails.js';
import { InvitationRecord, InvitationSchema } from './invitation.schema.js';
import { hashLinkToken, newLinkToken } from '../../platform/secrets/link-token.js';

type Id = Types.ObjectId;

/** Lifetime of an invitation's link, in milliseconds. */
const lifetime = 72 * 3_600_000;

const isInviter = ({ role, disabled }: User): boolean => !disabled && can(role, 'write', 'people');

/** Sort fields of the list of invitations. */
export const invitationListSpec: ListSpec = {
  filters: {},
  sorts: { createdAt: 'createdAt' },
  indexes: indexesOf(InvitationSchema),
};

/** Invitations to the back-office. Their tokens are stored hashed: the mail has the link, sealed until it is sent. */
@Injectable()
export class InvitationsService {
  constructor(
    @InjectModel(InvitationRecord.name) private readonly model: Model<InvitationRecord>,
    private readonly users: UsersService,
    private readonly mails: AccountMails,
    private readonly outbox: Outbox,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  private get invitations(): mongo.Collection<InvitationRecord> {
    return collectionOf<InvitationRecord>(this.model);
  }

  async list(query: Record<string, unknown>): Promise<InvitationPage> {
    const list = parseListQuery(query, invitationListSpec);
    const { found, pagination } = await readList(this.model, list);
    return { invitations: found.map(shown), pagination };
  }

  /** Invites a person by mail. Throws 400 under `email` where an account or another invitation has the address. */
  async invite(input: InvitationInput, caller: Caller): Promise<Invitation> {
    return this.answer(await this.add(input, caller));
  }

  /** Does the same, and returns the link as well, which the command line shows. */
  async add(input: InvitationInput, caller: Caller): Promise<{ invitation: InvitationRecord; url: string }> {
    if (await this.users.findByEmail(input.email)) throw invalidFields({ email: accountMessages.emailTaken });
    return this.unitOfWork.run(async (unit) => {
      const { invitation, mail, url } = this.compose(new Types.ObjectId(), input, caller);
      try {
        await this.invitations.insertOne(invitation, { session: unit.session });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw invalidFields({ email: peopleMessages.invitedAlready });
      }
      await this.outbox.add([mail], unit);
      const { email, role } = input;
      const fields = Object.entries({ email, role }).map(([field, to]) => ({ field, from: null, to }));
      await this.changes.record('invitations', { after: invitation, caller, action: 'create', fields }, unit);
      return { invitation, url };
    });
  }

  /** Sends another link, which lasts as long as the first; the former one ends. Throws 404. */
  async resend(id: Id, caller: Caller): Promise<Invitation> {
    const sent = await this.unitOfWork.run(async (unit) => {
      const earlier = await this.load(id, unit);
      const { invitation, mail, url } = this.compose(id, earlier, caller);
      const { createdAt } = earlier;
      const next = { ...invitation, createdAt };
      await this.invitations.replaceOne({ _id: id }, next, { session: unit.session });
      await this.cancelMail(earlier, 'A later invitation replaces this one', unit);
      await this.outbox.add([mail], unit);
      await this.changes.record('invitations', { id, caller, action: 'send' }, unit);
      return { invitation: next, url };
    });
    return this.answer(sent);
  }

  /** Withdraws an invitation. Throws 404. */
  async withdraw(id: Id, caller: Caller): Promise<void> {
    await this.unitOfWork.run(async (unit) => {
      const earlier = await this.load(id, unit);
      await this.invitations.deleteOne({ _id: id }, { session: unit.session });
      await this.cancelMail(earlier, 'The invitation was withdrawn', unit);
      await this.changes.record('invitations', { id, caller, action: 'cancel' }, unit);
    });
  }

  /** Returns the invitation of a link; undefined where it is unknown or has ended. */
  async find(token: string): Promise<InvitationRecord | undefined> {
    const found = await this.invitations.findOne(this.lives(token));
    return found && (await this.mayInvite(found)) ? found : undefined;
  }

  /** Ends the invitation of a link as a part of the transaction that accepts it. Returns it; undefined as `find`. */
  async spend(token: string, { session }: UnitOfWork): Promise<InvitationRecord | undefined> {
    const found = await this.invitations.findOneAndDelete(this.lives(token), { session });
    return found && (await this.mayInvite(found)) ? found : undefined;
  }

  /** Ends the invitations of accounts that are disabled, deleted, or may not invite any more. */
  @InChange('accounts', 'belongings')
  async endOfInviters(changes: readonly Change<'accounts'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after, caller, action } of changes) {
      if (!before || !caller || !action || (after && isInviter(after))) continue;
      const { username: invitedBy } = before;
      const open = this.invitations.find({ invitedBy }, { session: unit.session });
      for (const invitation of await open.toArray()) {
        const { _id: id } = invitation;
        await this.invitations.deleteOne({ _id: id }, { session: unit.session });
        const note = `${invitedBy}, who sent it, may not invite any more`;
        await this.cancelMail(invitation, note, unit);
        await this.changes.record('invitations', { id, caller, action: 'cancel', note, fields: [] }, unit);
      }
    }
  }

  /** Returns whether the sender of an invitation is still one: an operator, or an active admin. */
  private async mayInvite({ invitedBy }: InvitationRecord): Promise<boolean> {
    if (invitedBy === operator) return true;
    const inviter = await this.users.findByName(invitedBy);
    return inviter !== null && isInviter(inviter);
  }

  /** The invitation, with its link where no mail takes it to the receiver: no later answer has the link. */
  private answer({ invitation, url }: { invitation: InvitationRecord; url: string }): Invitation {
    return { ...shown(invitation), ...(this.outbox.isHolding && { link: url }) };
  }

  private lives(token: string) {
    return { tokenHash: hashLinkToken(token), expiresAt: { $gt: new Date() } };
  }

  private async load(_id: Id, { session }: UnitOfWork): Promise<InvitationRecord> {
    const found = await this.invitations.findOne({ _id }, { session });
    if (!found) throw new NotFoundException(peopleMessages.invitationNotFound);
    return found;
  }

  private compose(
    _id: Id,
    { email, role }: InvitationInput,
    { by: invitedBy }: Caller,
  ): { invitation: InvitationRecord; mail: Mail; url: string } {
    const token = newLinkToken();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + lifetime);
    const facts = { event: 'invitation', role, invitedBy, expiresAt } as const;
    const { mail, url } = this.mails.composeLink(email, facts, token);
    const tokenHash = hashLinkToken(token);
    const { _id: mailId } = mail;
    return {
      invitation: {
        _id,
        email,
        emailKey: emailKey(email),
        role,
        invitedBy,
        tokenHash,
        mailId,
        createdAt,
        expiresAt,
      },
      mail,
      url,
    };
  }

  private async cancelMail({ mailId }: InvitationRecord, reason: string, unit: UnitOfWork): Promise<void> {
    await this.outbox.cancel(mailId, reason, unit);
  }
}

const shown = ({
  _id,
  email,
  role,
  invitedBy,
  mailId,
  createdAt,
  expiresAt,
}: InvitationRecord): Invitation => ({
  _id: String(_id),
  email,
  role,
  invitedBy,
  mailId: String(mailId),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
