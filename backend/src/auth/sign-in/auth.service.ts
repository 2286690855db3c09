import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { SignInTokens, Tokens } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import type { SecondFactorStep } from '#domain/auth/second-factor';
import { AuditService } from '../../audit/audit.service.js';
import { asPerson, type Caller } from '../../platform/http/caller.decorator.js';
import { TooManyRequestsException } from '../../platform/http/errors/too-many-requests.exception.js';
import type { LoginDto } from './auth.dto.js';
import { unknownAccount } from '../users/credentials.js';
import { type Attempt, PasswordGuessing } from './password-guessing.js';
import { passwordMatches } from '../../platform/secrets/passwords.js';
import { RememberedDevices } from './remembered-devices.js';
import { SecondStepService } from './second-step.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInsService } from './sign-ins.service.js';
import type { User } from '../users/user.schema.js';
import { UsersService } from '../users/users.service.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly secondStep: SecondStepService,
    private readonly signIns: SignInsService,
    private readonly guessing: PasswordGuessing,
    private readonly devices: RememberedDevices,
    private readonly audit: AuditService,
  ) {}

  /** Signs in, or begins the second step. Throws the same 401 for an unknown name and a wrong password; 429 while guessing is slowed. */
  async login(
    { username, password, device }: LoginDto,
    caller: Caller,
  ): Promise<SignInTokens | SecondFactorStep> {
    const user = await this.users.findByName(username);
    const deviceId = this.devices.idOf(user, device);
    const attempt = { username, user, ip: caller.ip, device: deviceId };
    await this.countAttempt(attempt, caller);
    const matches = await passwordMatches(user?.passwordHash, password, 'signIn');
    if (!user || !matches || user.disabled) {
      await this.noteRefusal(user, caller);
      throw new UnauthorizedException(messages.invalidCredentials);
    }
    await this.guessing.forgive(attempt);
    return (
      (await this.secondStep.begin(user, device)) ??
      this.signIns.open({ user, how: 'password', device, caller })
    );
  }

  /** Counts an attempt. The first one of a window that is refused is in the audit trail. */
  private async countAttempt(attempt: Attempt, caller: Caller): Promise<void> {
    try {
      await this.guessing.countSignIn(attempt);
      await this.guessing.count(attempt);
    } catch (error) {
      if (error instanceof TooManyRequestsException && error.isFirst)
        await this.noteRefusal(attempt.user, caller);
      throw error;
    }
  }

  private async noteRefusal(user: User | null, caller: Caller): Promise<void> {
    // An unknown username may be a mistyped password: it is not recorded.
    const actor = user ? asPerson(caller, user) : { ...caller, by: unknownAccount };
    await this.audit.add(actor, 'login-refused', 'accounts', user ? String(user._id) : undefined);
  }

  /** Returns new tokens for a refresh token. Throws 401 "Token refresh failed" for an expired or reused one. */
  async refresh(refreshToken: string, caller: Caller): Promise<Tokens> {
    const renewed = await this.sessions.rotate(refreshToken, caller);
    const user = renewed && (await this.users.findById(renewed.session.userId));
    if (user && !renewed.refreshToken)
      await this.audit.add(asPerson(caller, user), 'session-ended', 'accounts', String(user._id));
    if (!renewed?.refreshToken || !user || user.disabled) throw new UnauthorizedException(messages.refresh);
    return this.signIns.tokens(user, renewed.session, renewed.refreshToken);
  }

  async logout(refreshToken: string, caller: Caller): Promise<void> {
    const session = await this.sessions.revokeFamily(refreshToken);
    const user = session && (await this.users.findById(session.userId));
    if (user) await this.audit.add(asPerson(caller, user), 'logout', 'accounts', String(user._id));
  }
}
