import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { SignInTokens } from '#domain/auth/auth';
import {
  type SecondFactorInput,
  secondFactorMessages,
  type SecondFactorStep,
} from '#domain/auth/second-factor';
import { AuditService } from '../../audit/audit.service.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import { asPerson, type Caller } from '../../platform/http/caller.decorator.js';
import { FactorProofs, ticketUse } from '../second-factor/factor-proofs.service.js';
import { PasswordGuessing } from './password-guessing.js';
import { RememberedDevices } from './remembered-devices.js';
import { SecondFactorsService } from '../second-factor/second-factors.service.js';
import { SignInTicketsService } from './sign-in-tickets.service.js';
import { SignInsService } from './sign-ins.service.js';
import type { User } from '../users/user.schema.js';
import { UsersService } from '../users/users.service.js';

/** Wrong codes since the last sign-in of which the owner is told. */
const toldCodes = 10;

export const ticketEnded = () =>
  new UnauthorizedException({ message: secondFactorMessages.ticketEnded, reason: 'ticket' });

/** The second step of a sign-in: its ticket, and an answer by a code, a recovery code or a passkey. */
@Injectable()
export class SecondStepService {
  constructor(
    private readonly users: UsersService,
    private readonly factors: SecondFactorsService,
    private readonly proofs: FactorProofs,
    private readonly tickets: SignInTicketsService,
    private readonly signIns: SignInsService,
    private readonly guessing: PasswordGuessing,
    private readonly devices: RememberedDevices,
    private readonly audit: AuditService,
    private readonly changes: ChangesService,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** Returns the second step of an account whose password was right; undefined where it has no second factor. */
  async begin(user: User, device: string | undefined): Promise<SecondFactorStep | undefined> {
    const isKnownDevice = this.devices.idOf(user, device) !== undefined;
    const methods = await this.factors.methodsOf(user._id, isKnownDevice);
    if (!methods.length) return undefined;
    return { secondFactor: { ticket: await this.tickets.issue(user, device), methods } };
  }

  /**
   * Signs in by the answer to a second step. Throws 401 for a wrong answer, with reason "ticket" where the ticket has
   * expired, was used, or has taken five answers; 429 while guessing is slowed.
   */
  async answer(
    { ticket: text, ...answer }: SecondFactorInput,
    origin: string,
    caller: Caller,
  ): Promise<SignInTokens> {
    const ticket = await this.tickets.find(text);
    const user = ticket && (await this.users.findById(ticket.userId));
    if (!ticket || !user || !this.tickets.isFor(ticket, user)) throw ticketEnded();
    const { username } = user;
    const device = this.devices.idOf(user, ticket.device);
    const attempt = { username, user, ip: caller.ip, device, kind: 'code' as const };
    await this.guessing.count(attempt);
    if (!(await this.tickets.countAnswer(ticket))) throw ticketEnded();
    // The owner's own devices have counts of their own: guesses elsewhere block none of them.
    const codes = answer.code && !device ? await this.factors.countCode(user._id) : 0;
    if (codes === undefined) throw new UnauthorizedException({ message: secondFactorMessages.tooManyCodes });
    const actor = asPerson(caller, user);
    const proof = await this.proofs.check(user, answer, { purpose: ticketUse(ticket), origin }, actor);
    if (!proof.spend) {
      await this.audit.add(actor, 'login-refused', 'accounts', String(user._id), {
        changes: [{ field: 'how', from: null, to: proof.how }],
      });
      if (codes === toldCodes) await this.tellOfCodes(user, actor);
      throw new UnauthorizedException({ message: proof.fault });
    }
    const { how, spend } = proof;
    const opened = await this.signIns.open({
      user,
      how,
      device: ticket.device,
      caller,
      spend: async (unit) => {
        if (!(await this.tickets.spend(ticket, unit))) throw ticketEnded();
        if (!(await spend(unit))) throw new UnauthorizedException({ message: proof.fault });
      },
    });
    await this.guessing.forgive(attempt);
    return opened;
  }

  /** The owner hears of wrong codes: who enters them knows the password. */
  private async tellOfCodes({ _id }: User, caller: Caller): Promise<void> {
    const fields = [{ field: 'codes', from: null, to: toldCodes }];
    await this.unitOfWork.run((unit) =>
      this.changes.record('accounts', { id: _id, caller, action: 'codes-guessed', fields }, unit),
    );
  }
}
