import { createHash } from 'node:crypto';
import { HttpException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { createBatchLoader } from '../database/batch-loader.js';
import { LimitWindow } from './rate-limit.schema.js';

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

/** A window of time that something is counted in, as its count is stored. */
interface CountingWindow {
  _id: string;
  expiresAt: Date;
  /** Seconds until it ends. */
  left: number;
}

/** Limits by fixed windows, kept in the database: every instance of the server counts with the others. */
@Injectable()
export class RateLimitService {
  constructor(@InjectModel(LimitWindow.name) private readonly windows: Model<LimitWindow>) {}

  private window(key: string, seconds: number): CountingWindow {
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

  /** Counts one more under the key. Throws a 429 once there were more than `limit` in this window. */
  async consume(key: string, limit: number, seconds: number, message?: string): Promise<void> {
    const window = this.window(key, seconds);
    const count = await this.count(window);
    if (count > limit) throw new TooManyRequestsException(window.left, message);
  }

  /** Adds to a window's count, and answers it. */
  private async add({ _id, expiresAt }: CountingWindow, number: number): Promise<number> {
    // By the driver itself, as this stands before every submission.
    const window = await this.windows.collection.findOneAndUpdate(
      { _id: _id as never },
      { $inc: { count: number }, $setOnInsert: { expiresAt } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!window) throw new Error('The update answered no document');
    return window.count as number;
  }

  // A flood from one address is one write at a time, not as many as there are requests.
  private readonly count = createBatchLoader(async (asked: readonly CountingWindow[]) => {
    const windows = new Map<string, number[]>();
    for (const [index, { _id }] of asked.entries()) windows.set(_id, [...(windows.get(_id) ?? []), index]);
    const counts: number[] = [];
    await Promise.all(
      [...windows.values()].map(async (indexes) => {
        const last = await this.add(asked[indexes[0] ?? 0] as CountingWindow, indexes.length);
        for (const [place, index] of indexes.entries()) counts[index] = last - indexes.length + 1 + place;
      }),
    );
    return counts;
  });

  /** Takes one back that was counted and turned out not to be of the kind that is limited. */
  async refund(key: string, seconds: number): Promise<void> {
    await this.windows.updateOne({ _id: this.window(key, seconds)._id }, { $inc: { count: -1 } });
  }

  /** Counts one more under the key without refusing. */
  async increment(key: string, seconds: number): Promise<void> {
    await this.add(this.window(key, seconds), 1);
  }
}
