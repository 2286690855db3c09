import { Inject, Injectable, NotFoundException, UnauthorizedException } from '@nestjs/common';
import { Types } from 'mongoose';
import { type Account, accountMessages, type EmailInput, type PasswordInput } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import { AuditService } from '../../audit/audit.service.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import type { MailConfig } from '../../mail/mail-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { EditConflictException } from '../../platform/http/errors/edit-conflict.exception.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { unknownDevice } from '../sessions/device.js';
import { EmailLinks } from '../users/email-links.service.js';
import type { Owner } from '../sessions/owner.decorator.js';
import { PasswordCheck } from '../users/password-check.service.js';
import { passwordLengthFault } from '../users/password-strength.js';
import { hashPassword } from '../../platform/secrets/passwords.js';
import { ProofsService } from '../sign-in/proofs.service.js';
import { RequiredFactor } from '../second-factor/required-factor.guard.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.schema.js';
import { userOf, UsersService } from '../users/users.service.js';

/** Each may send a mail to an address of a stranger. */
const emailChangesPerHour = 3;

/** The signed-in admin's own account: email, password and sessions. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UsersService,
    private readonly emailLinks: EmailLinks,
    private readonly limits: RateLimitService,
    private readonly sessions: SessionsService,
    private readonly proofs: ProofsService,
    private readonly strength: PasswordCheck,
    private readonly required: RequiredFactor,
    private readonly unitOfWork: TransactionsService,
    private readonly audit: AuditService,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: MailConfig,
  ) {}

  private async load({ userId }: Owner): Promise<User> {
    const user = await this.users.findById(userId);
    if (!user) throw new UnauthorizedException(messages.invalidToken);
    return user;
  }

  async get(owner: Owner): Promise<Account> {
    const user = await this.load(owner);
    const mustSetUpSecondFactor = await this.required.isMissing(user);
    const pendingEmail = await this.emailLinks.pendingOf(user._id);
    const { id, ...account } = userOf(user);
    return {
      _id: id,
      ...account,
      ...(pendingEmail && { pendingEmail }),
      ...(mustSetUpSecondFactor && { mustSetUpSecondFactor }),
    };
  }

  /**
   * Changes the email address: at once where no mail server is configured, else once the link in a mail to it is used.
   * Throws 400 under the field for a wrong password, and where another account has the address; 429 while guessing is
   * slowed, and above three changes an hour.
   */
  async setEmail(owner: Owner, { email, currentPassword }: EmailInput, caller: Caller): Promise<Account> {
    const user = await this.load(owner);
    await this.proofs.checkPassword(user, owner, { currentPassword }, caller);
    const holder = await this.users.findByEmail(email);
    if (holder && !holder._id.equals(user._id)) throw invalidFields({ email: accountMessages.emailTaken });
    if (user.email === email) return this.get(owner);
    const key = `email:account:${owner.userId}`;
    await this.limits.consume(key, emailChangesPerHour, 3600, accountMessages.emailChanges);
    if (this.config.mail.smtp) await this.emailLinks.send(user, email, caller);
    else {
      const write = async (unit: UnitOfWork) => {
        await this.users.setEmail(user._id, email, unit);
        const fields = [{ field: 'email', from: user.email, to: email }];
        await this.changes.record('accounts', { id: user._id, caller, action: 'email', fields }, unit);
      };
      await this.unitOfWork.run(write).catch((error: unknown) => {
        // Another account has got the address meanwhile.
        if (!isDuplicateKey(error)) throw error;
        throw invalidFields({ email: accountMessages.emailTaken });
      });
    }
    return this.get(owner);
  }

  /**
   * Changes the password, and ends every other session. Throws 400 under the field for a wrong current password or a
   * weak new one, 429 while guessing is slowed, and 409 where the account changed meanwhile.
   */
  async changePassword(owner: Owner, { currentPassword, newPassword }: PasswordInput, caller: Caller) {
    const user = await this.load(owner);
    const refuse = (fault: string | undefined) => {
      if (fault) throw invalidFields({ newPassword: `The new password ${fault}` });
    };
    refuse(passwordLengthFault(newPassword));
    await this.proofs.checkPassword(user, owner, { currentPassword }, caller);
    const chooser = `account:${owner.userId}`;
    refuse(await this.strength.faultOf(newPassword, chooser, user.username, user.email));
    const nextHash = await hashPassword(newPassword);
    await this.unitOfWork.run(async (unit) => {
      if (!(await this.users.replacePassword(user, nextHash, unit))) throw new EditConflictException();
      await this.sessions.revokeOthers(user._id, owner.sessionId, unit);
      await this.changes.record('accounts', { id: user._id, caller, action: 'password' }, unit);
    });
  }

  async sessionsOf(owner: Owner) {
    const sessions = await this.sessions.list(new Types.ObjectId(owner.userId));
    return sessions.map(({ _id, device, address, createdAt, rotatedAt }) => ({
      _id,
      current: String(_id) === owner.sessionId,
      device: device ?? unknownDevice,
      address: address ?? '',
      createdAt,
      lastUsedAt: rotatedAt,
    }));
  }

  /** Ends one of the account's sessions. Throws 404. */
  async endSession(owner: Owner, id: Types.ObjectId, caller: Caller): Promise<void> {
    if (!(await this.sessions.revoke(new Types.ObjectId(owner.userId), id)))
      throw new NotFoundException(accountMessages.sessionNotFound);
    await this.audit.add(caller, 'session-ended', 'accounts', owner.userId);
  }
}
