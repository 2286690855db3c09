import { Injectable, UnauthorizedException } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { SignInTokens, Tokens } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { secondFactorLimits, type SignInWay } from '#domain/auth/second-factor';
import { AuditService } from '../../audit/audit.service.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { asPerson, type Caller } from '../../platform/http/caller.decorator.js';
import { clientNetwork } from '../../platform/http/client-network.js';
import { deviceName } from '../sessions/device.js';
import { RememberedDevices } from './remembered-devices.js';
import type { Session } from '../sessions/session.schema.js';
import { SecondFactorsService } from '../second-factor/second-factors.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { knownSince, StoredSignIn } from './sign-in.schema.js';
import type { User } from '../users/user.schema.js';
import { userOf, UsersService } from '../users/users.service.js';

interface SignInRequest {
  user: User;
  how: SignInWay;
  /** The token of the device. */
  device: string | undefined;
  caller: Caller;
  /** Spends what was proved, as a part of the transaction; throws where it was used meanwhile. */
  spend?: (unit: UnitOfWork) => Promise<void>;
}

/** Opens the session of a person who has proved who it is, and lists the sign-ins of an account. */
@Injectable()
export class SignInsService {
  constructor(
    @InjectModel(StoredSignIn.name) private readonly signIns: Model<StoredSignIn>,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactorsService,
    private readonly devices: RememberedDevices,
    private readonly jwt: JwtService,
    private readonly audit: AuditService,
    private readonly changes: ChangesService,
    private readonly unitOfWork: TransactionsService,
  ) {}

  /** Signs in. Throws 401 where the password was changed or the account disabled after the verification. */
  async open({ user, how, device, caller, spend }: SignInRequest): Promise<SignInTokens> {
    const { _id } = user;
    const actor = asPerson(caller, user);
    const deviceId = this.devices.knownId(user, device);
    const issued = this.devices.issue(user, deviceId);
    const isNew = user.signIns > 0 && !(await this.isKnown(user, device, deviceId));
    const opened = await this.unitOfWork.run(async (unit) => {
      await spend?.(unit);
      await this.factors.forgetCodes(_id, unit);
      if (!(await this.users.noteSignIn(user, clientNetwork(caller.ip), unit)))
        throw new UnauthorizedException(messages.invalidCredentials);
      const changes = how === 'password' ? undefined : [{ field: 'how', from: null, to: how }];
      await this.audit.add(actor, 'login', 'accounts', String(_id), { unit, ...(changes && { changes }) });
      const name = deviceName(caller.userAgent);
      const signIn = {
        userId: _id,
        at: new Date(),
        device: name,
        deviceId: issued.id,
        address: caller.ip,
        how,
      };
      unit.deferInsert(this.signIns.collection, [signIn]);
      if (isNew) {
        const fields = [{ field: 'device', from: null, to: name }];
        await this.changes.record('accounts', { id: _id, caller: actor, action: 'new-device', fields }, unit);
      }
      return this.sessions.open(_id, caller, unit);
    });
    return { ...(await this.tokens(user, opened.session, opened.refreshToken)), device: issued.token };
  }

  /** Returns whether the account was signed in to from this device lately. */
  private async isKnown(user: User, token: string | undefined, deviceId: string | undefined) {
    if (!deviceId) return false;
    if (this.devices.isOfEarlierVersion(user, token)) return true;
    return !!(await this.signIns.exists({ userId: user._id, deviceId, at: { $gt: knownSince() } }));
  }

  async tokens(user: User, session: Session, refreshToken: string): Promise<Tokens> {
    const token = await this.jwt.signAsync({ ...userOf(user), sid: String(session._id) });
    return { token, refreshToken };
  }

  /** Returns the last sign-ins of an account, newest first. */
  async list(userId: Types.ObjectId) {
    const found = await this.signIns
      .find({ userId })
      .sort({ at: -1, _id: -1 })
      .limit(secondFactorLimits.signIns)
      .lean();
    return found.map(({ _id, at, device, address, how }) => ({ _id, at, device, address, how }));
  }
}
