import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import type { ChangeAction } from '#domain/audit/audit';
import {
  type PasskeyCreation,
  type PasskeyInput,
  secondFactorLimits,
  secondFactorMessages,
} from '#domain/auth/second-factor';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import type { Owner } from '../sessions/owner.decorator.js';
import { PasskeyCeremonies } from '../second-factor/passkey-ceremonies.service.js';
import type { StoredPasskey } from '../second-factor/passkey.schema.js';
import { PasskeysService } from '../second-factor/passkeys.service.js';
import { SecondFactorsService } from '../second-factor/second-factors.service.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** A passkey as its owner sees it. */
const shown = ({ _id, name, createdAt, lastUsedAt }: StoredPasskey) => ({
  _id,
  name,
  createdAt,
  ...(lastUsedAt && { lastUsedAt }),
});

function refuseMany(present: number): void {
  if (present >= secondFactorLimits.passkeys)
    throw new ConflictException(secondFactorMessages.tooManyPasskeys);
}

/** Adds, renames and removes passkeys of the signed-in person. */
@Injectable()
export class PasskeysSetupService {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly factors: SecondFactorsService,
    private readonly sessions: SessionsService,
    private readonly changes: ChangesService,
    private readonly unitOfWork: TransactionsService,
  ) {}

  async list({ userId }: Owner) {
    return (await this.passkeys.list(new Types.ObjectId(userId))).map(shown);
  }

  /** Returns a challenge to add a passkey. Throws 409 where the account has as many as it may. */
  async creation({ userId }: Owner, origin: string, { by }: Caller): Promise<PasskeyCreation> {
    const present = await this.passkeys.list(new Types.ObjectId(userId));
    refuseMany(present.length);
    return this.ceremonies.creation({ id: userId, username: by }, present, origin);
  }

  /** Adds a passkey. Throws 400 under `credential` where it is not accepted, 409 where it was added already or there are as many as may be. */
  async add(owner: Owner, { name, credential }: PasskeyInput, origin: string, caller: Caller) {
    const { userId } = owner;
    const id = new Types.ObjectId(userId);
    const key = await this.ceremonies.verifyCreation({ id: userId, username: caller.by }, credential, origin);
    if (!key) throw invalidFields({ credential: secondFactorMessages.passkeyRefused });
    if (await this.passkeys.find(key.credentialId))
      throw new ConflictException(secondFactorMessages.passkeyExists);
    const { transports = [] } = credential.response;
    const write = async (unit: UnitOfWork) => {
      const state = await this.factors.stateOf(id, unit);
      refuseMany(state.passkeys);
      await this.sessions.endPasswordOnly(owner, state, unit);
      const passkey = await this.passkeys.add({ userId: id, ...key, transports, name }, unit);
      await this.record(id, 'passkey-added', null, name, caller, unit);
      return passkey;
    };
    const added = await this.unitOfWork.run(write).catch((error: unknown) => {
      // The same one was added meanwhile.
      if (!isDuplicateKey(error)) throw error;
      throw new ConflictException(secondFactorMessages.passkeyExists);
    });
    return shown(added);
  }

  private record(
    id: Types.ObjectId,
    action: ChangeAction,
    from: string | null,
    to: string | null,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<void> {
    const fields = [{ field: 'passkey', from, to }];
    return this.changes.record('accounts', { id, caller, action, fields }, unit);
  }

  /** Renames a passkey. Throws 404. */
  async rename({ userId }: Owner, id: Types.ObjectId, name: string, caller: Caller) {
    const owner = new Types.ObjectId(userId);
    return this.unitOfWork.run(async (unit) => {
      const before = await this.passkeys.rename(owner, id, name, unit);
      if (!before) throw new NotFoundException(secondFactorMessages.passkeyNotFound);
      if (before.name !== name) await this.record(owner, 'passkey-renamed', before.name, name, caller, unit);
      return shown({ ...before, name });
    });
  }

  /** Removes a passkey, with the last factor the recovery codes, and ends every other session. Throws 404. */
  async remove({ userId, sessionId }: Owner, id: Types.ObjectId, caller: Caller): Promise<void> {
    const owner = new Types.ObjectId(userId);
    await this.unitOfWork.run(async (unit) => {
      const removed = await this.passkeys.remove(owner, id, unit);
      if (!removed) throw new NotFoundException(secondFactorMessages.passkeyNotFound);
      await this.factors.dropUnusedCodes(owner, unit);
      await this.sessions.revokeOthers(owner, sessionId, unit);
      await this.record(owner, 'passkey-removed', removed.name, null, caller, unit);
    });
  }
}
