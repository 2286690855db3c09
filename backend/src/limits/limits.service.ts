import { createHash } from 'node:crypto';
import { HttpException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { LimitWindow } from './limits.schema.js';

/** Windows are kept so much longer, in ms: the database, which removes them, may have a clock that is ahead. */
const clockDifference = 24 * 3_600_000;

/** 429 with the seconds after which another try makes sense. */
export class TooManyRequestsException extends HttpException {
  constructor(
    readonly retryAfterSeconds: number,
    message = 'Too many requests. Please try again later.',
  ) {
    super({ message }, 429);
  }
}

/** Limits by fixed windows, kept in the database: every instance of the server counts with the others. */
@Injectable()
export class LimitsService {
  constructor(@InjectModel(LimitWindow.name) private readonly windows: Model<LimitWindow>) {}

  private window(key: string, seconds: number) {
    const now = Date.now();
    const end = (Math.floor(now / (seconds * 1000)) + 1) * seconds * 1000;
    // Hashed, so that whatever was typed or sent is of one length, and no email or address is kept here.
    const hash = createHash('sha256').update(key).digest('base64url');
    return {
      _id: `${hash}:${end}`,
      expiresAt: new Date(end + clockDifference),
      left: Math.max(1, Math.ceil((end - now) / 1000)),
    };
  }

  /**
   * Counts one more under the key. Throws a 429 once there were more than `limit` in this window. With a `session` it
   * counts only if that transaction is committed.
   */
  async take(
    key: string,
    limit: number,
    seconds: number,
    { message, session }: { message?: string; session?: ClientSession } = {},
  ): Promise<void> {
    const { _id, expiresAt, left } = this.window(key, seconds);
    const { count } = await this.windows
      .findOneAndUpdate(
        { _id },
        { $inc: { count: 1 }, $setOnInsert: { expiresAt } },
        { upsert: true, returnDocument: 'after', session },
      )
      .lean()
      .orFail();
    if (count > limit) throw new TooManyRequestsException(left, message);
  }

  /** Takes one back that was counted and turned out not to be of the kind that is limited. */
  async giveBack(key: string, seconds: number): Promise<void> {
    await this.windows.updateOne({ _id: this.window(key, seconds)._id }, { $inc: { count: -1 } });
  }

  /** Counts one more under the key without refusing. */
  async note(key: string, seconds: number): Promise<void> {
    const { _id, expiresAt } = this.window(key, seconds);
    await this.windows.updateOne(
      { _id },
      { $inc: { count: 1 }, $setOnInsert: { expiresAt } },
      { upsert: true },
    );
  }
}
