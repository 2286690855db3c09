import { BadRequestException, Injectable, UnauthorizedException } from '@nestjs/common';
import {
  type PasskeySignature,
  type SecondFactorInput,
  type SecondFactorMethod,
  secondFactorMessages,
} from '#domain/auth/second-factor';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { PasskeyCeremonies, type VerifiedSignature } from './passkey-ceremonies.service.js';
import { PasskeysService } from './passkeys.service.js';
import { SecondFactorsService, type Spend } from './second-factors.service.js';
import type { SignInTicket } from '../sessions/sign-in-ticket.schema.js';
import type { User } from '../users/user.schema.js';

/** The purpose of a challenge for the second step of one ticket. */
export const ticketUse = ({ _id }: SignInTicket): string => `ticket ${_id}`;

/** The origin of the answer to a passkey's challenge, and the purpose of that challenge. */
export interface PasskeyUse {
  purpose: string;
  origin: string;
}

/** A checked proof: `spend` uses it up, and is missing for a wrong one. `fault` says what is wrong with it. */
interface Proof {
  how: SecondFactorMethod;
  fault: string;
  spend?: Spend | undefined;
}

/** Proofs by an account's second factor. */
@Injectable()
export class FactorProofs {
  constructor(
    private readonly factors: SecondFactorsService,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly passkeys: PasskeysService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  /** Checks the one proof of the answer. Throws 400 for none or several, 401 for a passkey whose counter went back. */
  async check(
    user: User,
    answer: Omit<SecondFactorInput, 'ticket'>,
    use: PasskeyUse,
    caller: Caller,
  ): Promise<Proof> {
    const { code, recoveryCode, credential } = answer;
    const given = Object.values(answer).filter((one) => one !== undefined);
    if (given.length !== 1) throw new BadRequestException(secondFactorMessages.oneProof);
    if (code !== undefined)
      return {
        how: 'totp',
        fault: secondFactorMessages.wrongCode,
        spend: await this.factors.checkCode(user._id, code),
      };
    if (credential)
      return {
        how: 'passkey',
        fault: secondFactorMessages.passkeyRefused,
        spend: await this.checkPasskey(user, credential, use, caller),
      };
    return {
      how: 'recovery',
      fault: secondFactorMessages.wrongRecoveryCode,
      spend: await this.checkRecoveryCode(user, recoveryCode ?? '', caller),
    };
  }

  private async checkPasskey(
    user: User,
    credential: PasskeySignature,
    { purpose, origin }: PasskeyUse,
    caller: Caller,
  ): Promise<Spend | undefined> {
    const signature = await this.ceremonies.verify(credential, purpose, origin);
    return signature?.passkey.userId.equals(user._id) ? this.useOf(user, signature, caller) : undefined;
  }

  /**
   * Returns how to spend a verified signature. Throws 401 where its counter went back, as a copy of the passkey may have
   * been used: its owner is told (WebAuthn level 3, 6.1.1).
   */
  async useOf(user: User, { passkey, counter }: VerifiedSignature, caller: Caller): Promise<Spend> {
    const wentBack = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
    if (!wentBack) return (unit) => this.passkeys.noteUse(passkey, counter, unit);
    const fields = [{ field: 'passkey', from: null, to: passkey.name }];
    await this.unitOfWork.run((unit) =>
      this.changes.record('accounts', { id: user._id, caller, action: 'passkey-refused', fields }, unit),
    );
    throw new UnauthorizedException({ message: secondFactorMessages.passkeyCopied });
  }

  /** Spending a recovery code is an act of its own, of which the owner hears. */
  private async checkRecoveryCode(user: User, code: string, caller: Caller): Promise<Spend | undefined> {
    const spend = await this.factors.checkRecoveryCode(user._id, code);
    if (!spend) return undefined;
    return async (unit) => {
      if (!(await spend(unit))) return false;
      const { recoveryCodes: left } = await this.factors.stateOf(user._id, unit);
      const fields = [{ field: 'recoveryCodes', from: left + 1, to: left }];
      await this.changes.record(
        'accounts',
        { id: user._id, caller, action: 'recovery-code-used', fields },
        unit,
      );
      return true;
    };
  }
}
