import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types, UpdateQuery } from 'mongoose';
import type { SecondFactorMethod, SecondFactorState, TotpOffer } from '#domain/auth/second-factor';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { SealedSecrets } from '../../platform/secrets/sealed-secrets.js';
import { PasskeysService } from './passkeys.service.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { SecondFactor } from './second-factor.schema.js';
import { newTotpSecret, totpStep, totpUri } from './totp.js';

/** Time within which a shown secret has to be confirmed, in milliseconds. */
const offerLifetime = 30 * 60_000;

/** Wrong codes from unknown devices between two sign-ins, over all addresses. */
const mostWrongCodes = 100;

/** Spends a proof as a part of a transaction. Returns false where it was used meanwhile. */
export type Spend = (unit: UnitOfWork) => Promise<boolean>;

/** The context that binds a sealed secret to its account. */
export const totpContext = (userId: Types.ObjectId): string => `totp of ${String(userId)}`;

/** The authenticator apps and recovery codes of accounts. Each code works once, also for two at once. */
@Injectable()
export class SecondFactorsService {
  constructor(
    @InjectModel(SecondFactor.name) private readonly factors: Model<SecondFactor>,
    private readonly passkeys: PasskeysService,
    private readonly secrets: SealedSecrets,
  ) {}

  private find(userId: Types.ObjectId, unit?: UnitOfWork): Promise<SecondFactor | null> {
    return this.factors
      .findById(userId)
      .session(unit?.session ?? null)
      .lean();
  }

  private async write(userId: Types.ObjectId, change: UpdateQuery<SecondFactor>, unit?: UnitOfWork) {
    await this.factors.updateOne({ _id: userId }, change, {
      upsert: true,
      ...(unit && { session: unit.session }),
    });
  }

  async stateOf(userId: Types.ObjectId, unit?: UnitOfWork): Promise<SecondFactorState> {
    const factor = await this.find(userId, unit);
    return {
      totp: !!factor?.totp,
      passkeys: await this.passkeys.count(userId, unit),
      recoveryCodes: factor?.recovery?.hashes.length ?? 0,
    };
  }

  async isSetUp(userId: Types.ObjectId): Promise<boolean> {
    return (await this.ownersAmong([userId])).size > 0;
  }

  /** Returns the ids of those accounts that have a second factor. */
  async ownersAmong(userIds: readonly Types.ObjectId[]): Promise<Set<string>> {
    const [byApp, byPasskey] = await Promise.all([
      this.factors.distinct('_id', { _id: { $in: userIds }, totp: { $exists: true } }),
      this.passkeys.owners(userIds),
    ]);
    return new Set([...byApp, ...byPasskey].map(String));
  }

  /**
   * The ways in which an account can answer a second step; none where it has no second factor. Codes are none from an
   * unknown device after too many wrong ones, where there is another way.
   */
  async methodsOf(userId: Types.ObjectId, isKnownDevice: boolean): Promise<SecondFactorMethod[]> {
    const { totp, passkeys, recoveryCodes } = await this.stateOf(userId);
    if (!totp && !passkeys) return [];
    const isBlocked = !isKnownDevice && ((await this.find(userId))?.wrongCodes ?? 0) >= mostWrongCodes;
    return [
      ...(totp && !(isBlocked && (passkeys || recoveryCodes)) ? (['totp'] as const) : []),
      ...(passkeys ? (['passkey'] as const) : []),
      ...(recoveryCodes ? (['recovery'] as const) : []),
    ];
  }

  /** Makes a secret for an authenticator app; one that is in use stays so until a code confirms the new one. */
  async offerTotp(userId: Types.ObjectId, issuer: string, label: string): Promise<TotpOffer> {
    const secret = newTotpSecret();
    const sealed = this.secrets.seal(secret, totpContext(userId));
    const expiresAt = new Date(Date.now() + offerLifetime);
    await this.write(userId, { $set: { offer: { secret: sealed, expiresAt } } });
    return { secret, uri: totpUri(secret, issuer, label) };
  }

  /** Returns the last offer, where its secret has not expired. */
  async offerOf(userId: Types.ObjectId): Promise<{ sealed: string; secret: string } | undefined> {
    const offer = (await this.find(userId))?.offer;
    if (!offer || offer.expiresAt <= new Date()) return undefined;
    const secret = await this.secrets.unseal(offer.secret, totpContext(userId));
    return secret === undefined ? undefined : { sealed: offer.secret, secret };
  }

  /** Takes the offered secret into use, its code spent with it. Returns false where another call changed the offer. */
  async confirmTotp(userId: Types.ObjectId, sealed: string, step: number, { session }: UnitOfWork) {
    const { matchedCount } = await this.factors.updateOne(
      { _id: userId, 'offer.secret': sealed },
      { $set: { totp: { secret: sealed, lastStep: step, since: new Date() } }, $unset: { offer: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Counts a code from an unknown device before it is verified, over all addresses. Returns the number since the last
   * sign-in; undefined where there were too many.
   */
  async countCode(userId: Types.ObjectId): Promise<number | undefined> {
    const counted = await this.factors
      .findOneAndUpdate(
        { _id: userId, $nor: [{ wrongCodes: { $gte: mostWrongCodes } }] },
        { $inc: { wrongCodes: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
    return counted?.wrongCodes;
  }

  /** Forgets the wrong codes of an account at its sign-in. */
  async forgetCodes(userId: Types.ObjectId, { session }: UnitOfWork): Promise<void> {
    await this.factors.updateOne(
      { _id: userId, wrongCodes: { $exists: true } },
      { $unset: { wrongCodes: 1 } },
      { session },
    );
  }

  /** Returns how to spend a code of the authenticator app; undefined for a wrong or used one. */
  async checkCode(userId: Types.ObjectId, code: string): Promise<Spend | undefined> {
    const totp = (await this.find(userId))?.totp;
    const secret = totp && (await this.secrets.unseal(totp.secret, totpContext(userId)));
    const step = secret === undefined ? undefined : totpStep(secret, code);
    if (!totp || step === undefined || step <= totp.lastStep) return undefined;
    return async ({ session }) => {
      const { matchedCount } = await this.factors.updateOne(
        { _id: userId, 'totp.secret': totp.secret, 'totp.lastStep': { $lt: step } },
        { $set: { 'totp.lastStep': step } },
        { session },
      );
      return matchedCount === 1;
    };
  }

  /** Returns how to spend a recovery code; undefined for a wrong or used one. */
  async checkRecoveryCode(userId: Types.ObjectId, code: string): Promise<Spend | undefined> {
    const recovery = (await this.find(userId))?.recovery;
    if (!recovery) return undefined;
    const hash = await hashRecoveryCode(code, recovery);
    if (!recovery.hashes.includes(hash)) return undefined;
    return async ({ session }) => {
      const { modifiedCount } = await this.factors.updateOne(
        { _id: userId, 'recovery.hashes': hash },
        { $pull: { 'recovery.hashes': hash } },
        { session },
      );
      return modifiedCount === 1;
    };
  }

  /** Stores new recovery codes, which end the former ones, and returns them: they can be shown only now. */
  async renewRecoveryCodes(userId: Types.ObjectId): Promise<{ codes: string[]; store: Spend }> {
    const { codes, stored } = await newRecoveryCodes();
    return {
      codes,
      store: async (unit) => {
        await this.write(userId, { $set: { recovery: stored } }, unit);
        return true;
      },
    };
  }

  /** Ends the authenticator app. Returns false where there is none. */
  async removeTotp(userId: Types.ObjectId, { session }: UnitOfWork): Promise<boolean> {
    const { matchedCount } = await this.factors.updateOne(
      { _id: userId, totp: { $exists: true } },
      { $unset: { totp: 1, offer: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Ends the recovery codes of an account that has no second factor any more. */
  async dropUnusedCodes(userId: Types.ObjectId, unit: UnitOfWork): Promise<void> {
    const { totp, passkeys } = await this.stateOf(userId, unit);
    if (!totp && !passkeys)
      await this.factors.updateOne({ _id: userId }, { $unset: { recovery: 1 } }, { session: unit.session });
  }

  /** Ends the authenticator app, the passkeys and the recovery codes. */
  async removeAll(userId: Types.ObjectId, unit: UnitOfWork): Promise<void> {
    await this.factors.deleteOne({ _id: userId }, { session: unit.session });
    await this.passkeys.removeAll(userId, unit);
  }
}
