import { Inject, Injectable, NotFoundException } from '@nestjs/common';

import { type Account, accountMessages } from '#domain/auth/auth';
import {
  type AcceptInput,
  type OfferedInvitation,
  peopleMessages,
  type ResetInput,
  type SignInOptions,
} from '#domain/auth/people';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import { accountNameRule, isNewAccountName } from '../users/credentials.js';
import { EmailLinks } from '../users/email-links.service.js';
import { PasswordCheck } from '../users/password-check.service.js';
import { hashPassword } from '../../platform/secrets/passwords.js';
import { UsersService } from '../users/users.service.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import type { MailConfig } from '../../mail/mail-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { asPerson, type Caller } from '../../platform/http/caller.decorator.js';
import { clientNetwork } from '../../platform/http/client-network.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { LaterWork } from '../../mail/later-work.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { InvitationsService } from './invitations.service.js';
import { hashLinkToken } from '../../platform/secrets/link-token.js';
import { PasswordLinks } from './password-links.service.js';

const hour = 3600;

/** Limits per network address and hour: requests for a link, and uses of links, right or wrong. */
const requestsPerHour = 10;
const usesPerHour = 60;

/** The ways in for those who are not signed in: a forgotten password, and an invitation. */
@Injectable()
export class EntranceService {
  constructor(
    @Inject(CONFIG) private readonly config: MailConfig,
    private readonly limits: RateLimitService,
    private readonly strength: PasswordCheck,
    private readonly links: PasswordLinks,
    private readonly emails: EmailLinks,
    private readonly invitations: InvitationsService,
    private readonly users: UsersService,
    private readonly later: LaterWork,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  options(): SignInOptions {
    return { forgottenPassword: this.config.mail.smtp !== undefined };
  }

  /** Accepts a request for a link, in the same time and words for every address. Throws 429. */
  async forgotten(email: string, caller: Caller): Promise<{ message: string }> {
    await this.limits.consume(`forgotten:${clientNetwork(caller.ip)}`, requestsPerHour, hour);
    // A link that is held until a mail server is configured would have ended by then.
    if (this.options().forgottenPassword) this.later.run(() => this.links.send(email, caller));
    return { message: peopleMessages.forgotten };
  }

  /** Sets a password by a link. Throws 404 for an ended link, 400 under `password` for a weak one, and 429. */
  async reset({ token, password }: ResetInput, caller: Caller): Promise<void> {
    await this.countUse(caller);
    const { username, email } = await this.links.ownerOf(token);
    await this.checkPassword(password, token, username, email);
    await this.links.use(token, await hashPassword(password), caller);
  }

  /** Confirms an email address by a link. Throws 404 for an ended link, 409 where the address is taken, and 429. */
  async confirmEmail(token: string, caller: Caller): Promise<void> {
    await this.countUse(caller);
    await this.emails.use(token, caller);
  }

  /** Returns the content of an invitation. Throws 404 where it is unknown or has ended, and 429. */
  async offered(token: string, caller: Caller): Promise<OfferedInvitation> {
    await this.countUse(caller);
    const { email, role, invitedBy, expiresAt } = await this.findInvitation(token);
    return { email, role, invitedBy, expiresAt: expiresAt.toISOString() };
  }

  /** Makes the account of an invitation. Throws as `offered`, and 400 under a field. */
  async accept(token: string, { username, password }: AcceptInput, caller: Caller): Promise<Account> {
    await this.countUse(caller);
    const { email } = await this.findInvitation(token);
    if (!isNewAccountName(username)) throw invalidFields({ username: `A name takes ${accountNameRule}` });
    if (await this.users.findByName(username))
      throw invalidFields({ username: peopleMessages.usernameTaken });
    await this.checkPassword(password, token, username, email);
    const passwordHash = await hashPassword(password);
    const insert = async (unit: UnitOfWork) => {
      const invitation = await this.invitations.spend(token, unit);
      if (!invitation) throw new NotFoundException(peopleMessages.invitationEnded);
      if (await this.users.findByEmail(invitation.email))
        throw invalidFields({ username: accountMessages.emailTaken });
      const { role } = invitation;
      const after = await this.users.insert({ username, email: invitation.email, role, passwordHash }, unit);
      const fields = Object.entries({ username, email, role }).map(([field, to]) => ({
        field,
        from: null,
        to,
      }));
      const act = { caller: asPerson(caller, after), action: 'create' as const, fields };
      await this.changes.record('accounts', { after, ...act }, unit);
      return after;
    };
    const user = await this.unitOfWork.run(insert).catch(async (error: unknown) => {
      // Another account has got the same name or address meanwhile.
      if (!isDuplicateKey(error)) throw error;
      const isNameTaken = await this.users.findByName(username);
      throw invalidFields({
        username: isNameTaken ? peopleMessages.usernameTaken : accountMessages.emailTaken,
      });
    });
    return { _id: String(user._id), username: user.username, email: user.email, role: user.role };
  }

  private async findInvitation(token: string) {
    const invitation = await this.invitations.find(token);
    if (!invitation) throw new NotFoundException(peopleMessages.invitationEnded);
    return invitation;
  }

  private async checkPassword(password: string, token: string, ...names: string[]): Promise<void> {
    const fault = await this.strength.faultOf(password, `link:${hashLinkToken(token)}`, ...names);
    if (fault) throw invalidFields({ password: `The password ${fault}` });
  }

  private countUse({ ip }: Caller): Promise<void> {
    return this.limits.consume(`account link:${clientNetwork(ip)}`, usesPerHour, hour);
  }
}
