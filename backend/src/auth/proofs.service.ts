import { Injectable, UnauthorizedException } from '@nestjs/common';
import { accountMessages } from '#domain/auth';
import { messages } from '#domain/messages';
import { AuditService } from '../audit/audit.service.js';
import type { Caller } from '../http/caller.decorator.js';
import { invalidFields } from '../http/validation.pipe.js';
import type { Owner } from './owner.decorator.js';
import { PasswordGuessing } from './password-guessing.js';
import { passwordMatches } from './passwords.js';
import { SessionsService } from './sessions.service.js';
import type { User } from './user.schema.js';
import { UsersService } from './users.service.js';

/** Proofs of a signed-in person that it is still they: each freshens the session's `authenticatedAt`. */
@Injectable()
export class ProofsService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly guessing: PasswordGuessing,
    private readonly audit: AuditService,
  ) {}

  /** Verifies the password of the signed-in person. Throws 400 under `password`, 429 while guessing is slowed. */
  async reauthenticate(owner: Owner, password: string, caller: Caller): Promise<void> {
    const user = await this.users.findById(owner.userId);
    if (!user) throw new UnauthorizedException(messages.invalidToken);
    await this.checkPassword(user, owner, { password }, caller);
  }

  /**
   * Verifies the current password, the one field of `input`. Throws 400 under that field. A session has a count of its
   * own, so that guesses elsewhere do not lock it.
   */
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
