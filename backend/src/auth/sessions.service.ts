import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { oneOfIds, createBatchLoader } from '../database/batch-loader.js';
import { Session } from './session.schema.js';

const day = 24 * 3_600_000;
/** A login goes on while its refresh token is used once in so long … */
const refreshLifetime = 30 * day;
/** … and for so long in all: then the password is asked for again. */
const loginLifetime = 180 * day;
/** Two tabs may use the same token at nearly the same time: what a rotation replaced stays good so long, in ms. */
const rotationGrace = 10_000;
/** So many tabs may refresh with one token at nearly the same time. */
const tabsAtOnce = 20;

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A session that was found for a refresh token, and the token that replaces the one used. */
export interface Renewed {
  session: Session;
  /** Missing where the token had been replaced before, and the session was ended for that. */
  refreshToken?: string;
}

/** Logins and their refresh tokens: random, hashed at rest, rotated at each use, ended as a family. */
@Injectable()
export class SessionsService {
  constructor(@InjectModel(Session.name) private readonly sessions: Model<Session>) {}

  /** Opens a login as a part of the transaction that notes it. */
  async open(userId: Types.ObjectId, unit: UnitOfWork): Promise<Required<Renewed>> {
    const family = randomBytes(16).toString('base64url');
    const refreshToken = this.token(family);
    const now = Date.now();
    const session = new this.sessions({
      userId,
      family,
      current: [digest(refreshToken)],
      rotatedAt: new Date(now),
      expiresAt: new Date(now + refreshLifetime),
    });
    await session.save({ session: unit.session });
    return { session: session.toObject(), refreshToken };
  }

  private token(family: string): string {
    return `${family}.${randomBytes(32).toString('base64url')}`;
  }

  /**
   * Replaces a refresh token. A token that was replaced before ends the whole family, as somebody else may hold it
   * (RFC 9700, 4.14.2), outside the grace for two tabs. Undefined where the token is good for nothing.
   */
  async rotate(refreshToken: string): Promise<Renewed | undefined> {
    const family = refreshToken.split('.')[0] ?? '';
    const used = digest(refreshToken);
    const next = this.token(family);
    const now = new Date();
    const goesOn = { expiresAt: { $gt: now }, createdAt: { $gt: new Date(now.getTime() - loginLifetime) } };
    const rotated = await this.sessions
      .findOneAndUpdate(
        { family, current: used, ...goesOn },
        [
          {
            $set: {
              previous: '$current',
              current: [digest(next)],
              rotatedAt: now,
              expiresAt: new Date(now.getTime() + refreshLifetime),
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
          // Bounded on both sides: a clock that is set back makes the grace no longer.
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
    const session = await this.sessions.findOneAndDelete({ family }).lean();
    return session ? { session } : undefined;
  }

  /** Ends the login that a refresh token belongs to, whichever of its family it is. */
  revokeFamily(refreshToken: string): Promise<Session | null> {
    return this.sessions.findOneAndDelete({ family: refreshToken.split('.')[0] ?? '' }).lean();
  }

  /** Ends every login of a user. */
  async revokeAll(userId: Types.ObjectId): Promise<void> {
    await this.sessions.deleteMany({ userId });
  }

  /**
   * True while the login goes on. The database is asked each time: what one instance of the server or the command line
   * ends is over at once on every other.
   */
  isAlive(id: string): Promise<boolean> {
    return this.areAlive(id);
  }

  // By the driver itself, as this stands before every call.
  private readonly areAlive = createBatchLoader(async (ids: readonly string[]) => {
    const sessions = await this.sessions.collection
      .find<Session>(oneOfIds(ids), { projection: { expiresAt: 1 } })
      .toArray();
    const now = new Date();
    const alive = new Set(sessions.filter(({ expiresAt }) => expiresAt > now).map(({ _id }) => String(_id)));
    return ids.map((id) => alive.has(id));
  });
}
