import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import { accountMessages } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { type ReauthenticateInput, secondFactorMessages } from '#domain/auth/second-factor';
import { AuditService } from '../../audit/audit.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { anyUse } from '../second-factor/passkey-ceremonies.service.js';
import { FactorProofs } from '../second-factor/factor-proofs.service.js';
import type { Owner } from '../sessions/owner.decorator.js';
import { PasswordGuessing } from './password-guessing.js';
import { passwordMatches } from '../../platform/secrets/passwords.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.schema.js';
import { UsersService } from '../users/users.service.js';

/** Proofs of a signed-in person that it is still they: each freshens the session's `authenticatedAt`. */
@Injectable()
export class ProofsService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly guessing: PasswordGuessing,
    private readonly factors: FactorProofs,
    private readonly audit: AuditService,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** Verifies a proof of the signed-in person. Throws 400 under its field, 429 while guessing is slowed. */
  async reauthenticate(
    owner: Owner,
    { password, ...answer }: ReauthenticateInput,
    origin: string,
    caller: Caller,
  ): Promise<void> {
    const user = await this.users.findById(owner.userId);
    if (!user) throw new UnauthorizedException(messages.invalidToken);
    if (password === undefined) return this.checkFactor(user, owner, answer, origin, caller);
    if (Object.values(answer).some((one) => one !== undefined))
      throw new BadRequestException(secondFactorMessages.oneProof);
    return this.checkPassword(user, owner, { password }, caller);
  }

  private async checkFactor(
    user: User,
    { userId, sessionId }: Owner,
    answer: Omit<ReauthenticateInput, 'password'>,
    origin: string,
    caller: Caller,
  ): Promise<void> {
    const attempt = {
      username: user.username,
      user,
      ip: caller.ip,
      device: sessionId,
      kind: 'code' as const,
    };
    await this.guessing.count(attempt);
    const { how, fault, spend } = await this.factors.check(user, answer, { purpose: anyUse, origin }, caller);
    if (!spend || !(await this.unitOfWork.run(spend))) {
      await this.audit.add(caller, 'login-refused', 'accounts', userId, {
        changes: [{ field: 'how', from: null, to: how }],
      });
      throw invalidFields({ [how === 'totp' ? 'code' : 'credential']: fault });
    }
    await this.guessing.forgive(attempt);
    await this.sessions.noteProof(sessionId);
  }

  /** Verifies the current password, `input`'s one field. Throws 400 under it. A session has a count of its own. */
  async checkPassword(
    user: User,
    { userId, sessionId }: Owner,
    input: Record<string, string>,
    caller: Caller,
  ): Promise<void> {
    const [[field, password] = ['', '']] = Object.entries(input);
    const attempt = { username: user.username, user, ip: caller.ip, device: sessionId };
    await this.guessing.count(attempt);
    if (!(await passwordMatches(user.passwordHash, password))) {
      await this.audit.add(caller, 'login-refused', 'accounts', userId);
      throw invalidFields({ [field]: accountMessages.wrongPassword });
    }
    await this.guessing.forgive(attempt);
    await this.sessions.noteProof(sessionId);
  }
}
