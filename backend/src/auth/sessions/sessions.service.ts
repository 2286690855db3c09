import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { SecondFactorState } from '#domain/auth/second-factor';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { oneOfIds, createBatchLoader } from '../../platform/database/batches/batch-loader.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { deviceName } from './device.js';
import { deriveKeys, SERVER_KEYS, type ServerKeys } from '../../platform/secrets/server-key.js';
import type { Owner } from './owner.decorator.js';
import { Session } from './session.schema.js';
import { SignInTicket } from './sign-in-ticket.schema.js';

const day = 24 * 3_600_000;
/** Lifetime of a refresh token, in milliseconds. */
const refreshLifetime = 30 * day;
/** Longest lifetime of a session, in milliseconds; the user must sign in again after it. */
const loginLifetime = 180 * day;
/** Grace period of a rotated token, in milliseconds: two tabs may refresh with one token at nearly the same time. */
const rotationGrace = 10_000;
/** Maximum number of tabs that may refresh with one token within the grace period. */
const tabsAtOnce = 20;

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The conditions of a session that goes on at a time. */
const alive = (now: Date) => ({
  expiresAt: { $gt: now },
  createdAt: { $gt: new Date(now.getTime() - loginLifetime) },
});

const usedBy = ({ ip, userAgent }: Caller) => ({ device: deviceName(userAgent), address: ip });

/** The session of a refresh token, and the token that replaces the used one. */
export interface Renewed {
  session: Session;
  /** Undefined where the token was reused and its session therefore revoked. */
  refreshToken?: string;
}

/** Logins and their refresh tokens: random, hashed at rest, rotated at each use, revoked as a family. */
@Injectable()
export class SessionsService {
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  constructor(
    @InjectModel(Session.name) private readonly sessions: Model<Session>,
    @InjectModel(SignInTicket.name) private readonly tickets: Model<SignInTicket>,
    @Inject(SERVER_KEYS) keys: ServerKeys,
  ) {
    this.keys = deriveKeys(keys, 'refresh tokens');
  }

  /** Opens a session as a part of the transaction that records the sign-in. */
  async open(userId: Types.ObjectId, caller: Caller, unit: UnitOfWork): Promise<Required<Renewed>> {
    const family = randomBytes(16).toString('base64url');
    const refreshToken = this.token(family);
    const now = Date.now();
    const session = new this.sessions({
      userId,
      family,
      current: [digest(refreshToken)],
      rotatedAt: new Date(now),
      authenticatedAt: new Date(now),
      expiresAt: new Date(now + refreshLifetime),
      ...usedBy(caller),
    });
    await session.save({ session: unit.session });
    return { session: session.toObject(), refreshToken };
  }

  private token(family: string): string {
    const random = randomBytes(32).toString('base64url');
    return `${family}.${random}.${this.sign(family, random)}`;
  }

  private sign(family: string, random: string, key = this.keys[0]): string {
    return createHmac('sha256', key).update(`${family}.${random}`).digest('base64url');
  }

  /**
   * The condition of a session that a token belongs to, used or not. The family alone, which is no secret, ends nothing:
   * the token is one of the session's hashes, or was signed for it.
   */
  private ownerOf(token: string) {
    const [family = '', random = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature);
    const isSigned = this.keys.some((key) => {
      const right = Buffer.from(this.sign(family, random, key));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    if (isSigned) return { family };
    const used = digest(token);
    return { family, $or: [{ current: used }, { previous: used }] };
  }

  /**
   * Rotates a refresh token. A token that was already rotated revokes the whole family, as it may have been stolen
   * (RFC 9700, 4.14.2), except within the grace period of two tabs. Undefined for an unknown or expired token.
   */
  async rotate(refreshToken: string, caller: Caller): Promise<Renewed | undefined> {
    const family = refreshToken.split('.')[0] ?? '';
    const used = digest(refreshToken);
    const next = this.token(family);
    const now = new Date();
    const { device, address } = usedBy(caller);
    const goesOn = alive(now);
    const rotated = await this.sessions
      .findOneAndUpdate(
        { family, current: used, ...goesOn },
        [
          {
            $set: {
              previous: '$current',
              current: { $literal: [digest(next)] },
              rotatedAt: { $literal: now },
              expiresAt: { $literal: new Date(now.getTime() + refreshLifetime) },
              device: { $literal: device },
              address: { $literal: address },
            },
          },
        ],
        { returnDocument: 'after', updatePipeline: true },
      )
      .lean();
    if (rotated) return { session: rotated, refreshToken: next };
    const graced = await this.sessions
      .findOneAndUpdate(
        {
          family,
          previous: used,
          // Bounded on both sides: a clock that is set back does not extend the grace period.
          rotatedAt: {
            $gt: new Date(now.getTime() - rotationGrace),
            $lt: new Date(now.getTime() + rotationGrace),
          },
          [`current.${tabsAtOnce - 1}`]: { $exists: false },
          ...goesOn,
        },
        { $push: { current: digest(next) } },
        { returnDocument: 'after' },
      )
      .lean();
    if (graced) return { session: graced, refreshToken: next };
    const session = await this.sessions.findOneAndDelete(this.ownerOf(refreshToken)).lean();
    return session ? { session } : undefined;
  }

  /** Revokes the session of a refresh token, current or rotated. */
  revokeFamily(refreshToken: string): Promise<Session | null> {
    return this.sessions.findOneAndDelete(this.ownerOf(refreshToken)).lean();
  }

  /** Revokes every session of a user, and the sign-ins that wait for a second step, as a part of a transaction. */
  async revokeAll(userId: Types.ObjectId, { session }: UnitOfWork): Promise<void> {
    await this.tickets.deleteMany({ userId }, { session });
    await this.sessions.deleteMany({ userId }, { session });
  }

  /** Revokes every session of a user but one, and the sign-ins that wait, as a part of a transaction. */
  async revokeOthers(userId: Types.ObjectId, keptId: string, { session }: UnitOfWork): Promise<void> {
    await this.tickets.deleteMany({ userId }, { session });
    await this.sessions.deleteMany({ userId, _id: { $ne: new Types.ObjectId(keptId) } }, { session });
  }

  /** Ends, in that transaction, the other sessions of an account that gets a factor: a password alone opened them. */
  async endPasswordOnly(
    { userId, sessionId }: Owner,
    { totp, passkeys }: SecondFactorState,
    unit: UnitOfWork,
  ): Promise<void> {
    if (!totp && !passkeys) await this.revokeOthers(new Types.ObjectId(userId), sessionId, unit);
  }

  /** Returns the live sessions of a user, most recently used first. */
  list(userId: Types.ObjectId): Promise<Session[]> {
    return this.sessions
      .find({ userId, ...alive(new Date()) })
      .sort({ rotatedAt: -1, _id: -1 })
      .lean();
  }

  /** Revokes one session of a user. Returns false where the user has no such session. */
  async revoke(userId: Types.ObjectId, _id: Types.ObjectId): Promise<boolean> {
    const { deletedCount } = await this.sessions.deleteOne({ _id, userId });
    return deletedCount === 1;
  }

  /** Notes that the session's owner has just proved who it is, by a password or a second factor. */
  async noteProof(id: string): Promise<void> {
    await this.sessions.updateOne(
      { _id: new Types.ObjectId(id) },
      { $set: { authenticatedAt: new Date() } },
      { timestamps: false },
    );
  }

  /** Returns when a live session's owner last proved who it is; from the database, so that a revocation takes effect. */
  findAlive(id: string) {
    return this.findAllAlive(id);
  }

  // The driver's own call: this runs before every request, and mongoose doubles its time.
  private readonly findAllAlive = createBatchLoader(async (ids: readonly string[]) => {
    const sessions = await this.sessions.collection
      .find<Session>(oneOfIds(ids), { projection: { expiresAt: 1, authenticatedAt: 1, createdAt: 1 } })
      .toArray();
    const now = new Date();
    const alive = new Map(
      sessions
        .filter(({ expiresAt }) => expiresAt > now)
        .map(({ _id, authenticatedAt, createdAt }) => [
          String(_id),
          { authenticatedAt: authenticatedAt ?? createdAt },
        ]),
    );
    return ids.map((id) => alive.get(id));
  });
}
