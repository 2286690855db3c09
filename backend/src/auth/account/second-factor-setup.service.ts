import {
  ConflictException,
  Inject,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import { Types } from 'mongoose';
import type { ChangeAction } from '#domain/audit/audit';
import { messages } from '#domain/platform/messages';
import {
  type RecoveryCodes,
  secondFactorMessages,
  type SecondFactorState,
  type TotpOffer,
} from '#domain/auth/second-factor';
import type { FieldChange } from '../../platform/changes/change.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import type { Owner } from '../sessions/owner.decorator.js';
import { PasswordGuessing } from '../sign-in/password-guessing.js';
import { SecondFactorsService } from '../second-factor/second-factors.service.js';
import { totpStep } from '../second-factor/totp.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';

const codesMade: FieldChange[] = [{ field: 'recoveryCodes', from: null, to: 'made' }];

/** Sets up and removes the second factor of the signed-in person. */
@Injectable()
export class SecondFactorSetupService {
  constructor(
    private readonly users: UsersService,
    private readonly factors: SecondFactorsService,
    private readonly sessions: SessionsService,
    private readonly guessing: PasswordGuessing,
    private readonly changes: ChangesService,
    private readonly unitOfWork: TransactionsService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  stateOf({ userId }: Owner): Promise<SecondFactorState> {
    return this.factors.stateOf(new Types.ObjectId(userId));
  }

  private record(
    id: Types.ObjectId,
    action: ChangeAction,
    fields: FieldChange[],
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<void> {
    return this.changes.record('accounts', { id, caller, action, fields }, unit);
  }

  /** Offers a secret to an authenticator app. */
  offerTotp({ userId }: Owner, { by }: Caller): Promise<TotpOffer> {
    return this.factors.offerTotp(new Types.ObjectId(userId), this.config.paymentOptions.companyName, by);
  }

  /**
   * Takes the offered secret into use, and returns new recovery codes. Throws 400 under the field for a wrong code, 409
   * where no secret is offered, 429 while guessing is slowed.
   */
  async confirmTotp(owner: Owner, code: string, caller: Caller): Promise<RecoveryCodes> {
    const user = await this.users.findById(owner.userId);
    if (!user) throw new UnauthorizedException(messages.invalidToken);
    const attempt = {
      username: user.username,
      user,
      ip: caller.ip,
      device: owner.sessionId,
      kind: 'code' as const,
    };
    await this.guessing.count(attempt);
    const offer = await this.factors.offerOf(user._id);
    if (!offer) throw new ConflictException(secondFactorMessages.notOffered);
    const step = totpStep(offer.secret, code);
    if (step === undefined) throw invalidFields({ code: secondFactorMessages.wrongCode });
    const { codes, store } = await this.factors.renewRecoveryCodes(user._id);
    await this.unitOfWork.run(async (unit) => {
      await this.sessions.endPasswordOnly(owner, await this.factors.stateOf(user._id, unit), unit);
      if (!(await this.factors.confirmTotp(user._id, offer.sealed, step, unit)))
        throw new ConflictException(secondFactorMessages.notOffered);
      await store(unit);
      const fields = [{ field: 'secondFactor', from: null, to: 'totp' }];
      await this.record(user._id, 'second-factor-on', fields, caller, unit);
    });
    await this.guessing.forgive(attempt);
    return { recoveryCodes: codes };
  }

  /** Ends the authenticator app, with the last factor the recovery codes, and every other session. Throws 404. */
  async removeTotp({ userId, sessionId }: Owner, caller: Caller): Promise<void> {
    const id = new Types.ObjectId(userId);
    await this.unitOfWork.run(async (unit) => {
      if (!(await this.factors.removeTotp(id, unit)))
        throw new NotFoundException(secondFactorMessages.notSetUp);
      await this.factors.dropUnusedCodes(id, unit);
      await this.sessions.revokeOthers(id, sessionId, unit);
      const fields = [{ field: 'secondFactor', from: 'totp', to: null }];
      await this.record(id, 'second-factor-off', fields, caller, unit);
    });
  }

  /** Makes new recovery codes; the former ones end. Throws 409 where no second factor is set up. */
  async renewRecoveryCodes({ userId }: Owner, caller: Caller): Promise<RecoveryCodes> {
    const id = new Types.ObjectId(userId);
    if (!(await this.factors.methodsOf(id, true)).length)
      throw new ConflictException(secondFactorMessages.notSetUp);
    const { codes, store } = await this.factors.renewRecoveryCodes(id);
    await this.unitOfWork.run(async (unit) => {
      await store(unit);
      await this.record(id, 'recovery-codes-made', codesMade, caller, unit);
    });
    return { recoveryCodes: codes };
  }
}
