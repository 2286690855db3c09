import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { SignInTokens } from '#domain/auth/auth';
import {
  type PasskeyRequest,
  type PasskeySignInInput,
  secondFactorMessages,
} from '#domain/auth/second-factor';
import { AuditService } from '../../audit/audit.service.js';
import { asPerson, type Caller } from '../../platform/http/caller.decorator.js';
import { unknownAccount } from '../users/credentials.js';
import { FactorProofs, ticketUse } from '../second-factor/factor-proofs.service.js';
import { PasswordGuessing } from './password-guessing.js';
import { anyUse, PasskeyCeremonies } from '../second-factor/passkey-ceremonies.service.js';
import { PasskeysService } from '../second-factor/passkeys.service.js';
import { ticketEnded } from './second-step.service.js';
import { SignInTicketsService } from './sign-in-tickets.service.js';
import { SignInsService } from './sign-ins.service.js';
import { UsersService } from '../users/users.service.js';

const refused = () => new UnauthorizedException({ message: secondFactorMessages.passkeyRefused });

/** Sign-in by a passkey alone, which proves both who signs in and that it is them. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly users: UsersService,
    private readonly passkeys: PasskeysService,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly proofs: FactorProofs,
    private readonly tickets: SignInTicketsService,
    private readonly signIns: SignInsService,
    private readonly guessing: PasswordGuessing,
    private readonly audit: AuditService,
  ) {}

  /** Returns a challenge of a ticket's step, or any account's. Throws 401 for an ended ticket, 429 for too many. */
  async request(text: string | undefined, origin: string, caller: Caller): Promise<PasskeyRequest> {
    await this.guessing.countChallenge(caller.ip);
    if (text === undefined) return this.ceremonies.request(anyUse, [], origin);
    const ticket = await this.tickets.find(text);
    if (!ticket) throw ticketEnded();
    const passkeys = await this.passkeys.list(ticket.userId);
    return this.ceremonies.request(ticketUse(ticket), passkeys, origin);
  }

  /** Signs in. Throws the same 401 for an unknown passkey and a wrong signature; 429 while guessing is slowed. */
  async signIn(
    { credential, device }: PasskeySignInInput,
    origin: string,
    caller: Caller,
  ): Promise<SignInTokens> {
    await this.guessing.countSignIn({ username: '', user: null, ip: caller.ip });
    const signature = await this.ceremonies.verify(credential, anyUse, origin);
    const user = signature && (await this.users.findById(signature.passkey.userId));
    if (!user || user.disabled) {
      await this.audit.add(
        user ? asPerson(caller, user) : { ...caller, by: unknownAccount },
        'login-refused',
        'accounts',
        user ? String(user._id) : undefined,
        { changes: [{ field: 'how', from: null, to: 'passkey' }] },
      );
      throw refused();
    }
    const spend = await this.proofs.useOf(user, signature, asPerson(caller, user));
    return this.signIns.open({
      user,
      how: 'passkey',
      device,
      caller,
      spend: async (unit) => {
        if (!(await spend(unit))) throw refused();
      },
    });
  }
}
