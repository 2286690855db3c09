import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { createBatchLoader } from '../database/batch-loader.js';
import { TooManyRequestsException } from '../http/too-many-requests.exception.js';
import { LimitWindow } from './rate-limit.schema.js';

/** Extra lifetime of a window's record, in milliseconds: the database's clock, which expires it, may be ahead. */
const clockDifference = 24 * 3_600_000;

/** A time window and its key, as its count is stored. */
interface CountingWindow {
  _id: string;
  expiresAt: Date;
  /** Seconds until it ends. */
  left: number;
}

/** Limits by fixed windows, stored in the database, so that all instances of the server share the counts. */
@Injectable()
export class RateLimitService {
  constructor(@InjectModel(LimitWindow.name) private readonly windows: Model<LimitWindow>) {}

  private window(key: string, seconds: number): CountingWindow {
    const now = Date.now();
    const end = (Math.floor(now / (seconds * 1000)) + 1) * seconds * 1000;
    // Hashed, so that keys have one length and contain no email or address.
    const hash = createHash('sha256').update(key).digest('base64url');
    return {
      _id: `${hash}:${end}`,
      expiresAt: new Date(end + clockDifference),
      left: Math.max(1, Math.ceil((end - now) / 1000)),
    };
  }

  /** Consumes one request of the limit. Throws 429 above `limit` requests in the window. */
  async consume(key: string, limit: number, seconds: number, message?: string): Promise<void> {
    const window = this.window(key, seconds);
    const count = await this.count(window);
    if (count > limit) throw new TooManyRequestsException(window.left, message, count === limit + 1);
  }

  /** Throws a 429 where the window's count under the key has reached `limit`; counts nothing itself. */
  async check(key: string, limit: number, seconds: number): Promise<void> {
    const { _id, left } = this.window(key, seconds);
    const window = await this.windows.collection.findOne({ _id: _id as never });
    if (window && (window.count as number) >= limit) throw new TooManyRequestsException(left);
  }

  /** Adds to a window's count and returns the new count. */
  private async add({ _id, expiresAt }: CountingWindow, number: number): Promise<number> {
    // Uses the driver itself: this runs before every checkout submission, and mongoose doubles its time.
    const window = await this.windows.collection.findOneAndUpdate(
      { _id: _id as never },
      { $inc: { count: number }, $setOnInsert: { expiresAt } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!window) throw new Error('The update answered no document');
    return window.count as number;
  }

  // Batches increments, so that a flood from one address causes one write at a time.
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

  /** Refunds one request: a successful sign-in does not count against the limit. */
  async refund(key: string, seconds: number): Promise<void> {
    await this.windows.updateOne({ _id: this.window(key, seconds)._id }, { $inc: { count: -1 } });
  }

  /** Increments the count without refusing. */
  async increment(key: string, seconds: number): Promise<void> {
    await this.add(this.window(key, seconds), 1);
  }
}
