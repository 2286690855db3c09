import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { mongo } from 'mongoose';
import { createBatchLoader } from '../database/batches/batch-loader.js';
import { InjectCollection } from '../database/collections.js';
import { TooManyRequestsException } from '../http/errors/too-many-requests.exception.js';
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

/** A limit of requests in a window. */
interface Limit {
  key: string;
  limit: number;
}

/** Limits by fixed windows, stored in the database, so that all instances of the server share the counts. */
@Injectable()
export class RateLimitService {
  constructor(@InjectCollection(LimitWindow) private readonly windows: mongo.Collection<LimitWindow>) {}

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

  /**
   * Consumes one request of each of these limits, or of those before the first that is used up, which it returns. They
   * are counted together, as one after another takes a round of commands for each, and those behind it are given back:
   * until then they may refuse one request too many.
   */
  async consumeInOrder<Of extends Limit>(limits: readonly Of[], seconds: number): Promise<Of | undefined> {
    const windows = limits.map(({ key }) => this.window(key, seconds));
    const counts = await Promise.all(windows.map((window) => this.count(window)));
    const usedUp = limits.findIndex(({ limit }, at) => (counts[at] ?? 0) > limit);
    if (usedUp === -1) return undefined;
    await Promise.all(windows.slice(usedUp + 1).map((window) => this.add(window, -1)));
    return limits[usedUp];
  }

  /** Throws a 429 where the window's count under the key has reached `limit`; counts nothing itself. */
  async check(key: string, limit: number, seconds: number): Promise<void> {
    const { _id, left } = this.window(key, seconds);
    const window = await this.windows.findOne({ _id });
    if (window && window.count >= limit) throw new TooManyRequestsException(left);
  }

  /** Adds to a window's count and returns the new count. */
  private async add({ _id, expiresAt }: CountingWindow, number: number): Promise<number> {
    // Uses the driver itself: this runs before every checkout submission, and mongoose doubles its time.
    const window = await this.windows.findOneAndUpdate(
      { _id },
      { $inc: { count: number }, $setOnInsert: { expiresAt } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!window) throw new Error('The update answered no document');
    return window.count;
  }

  /**
   * Batches increments: a flood from one address causes one write at a time, and requests with windows of their own share
   * two commands. A window's count may then include the next ones of another instance, which refuses one too early and
   * none too late; of this instance, one batch counts at a time.
   */
  private readonly count = createBatchLoader((asked: readonly CountingWindow[]) => this.addBatch(asked), {
    oneAtATime: true,
  });

  private async addBatch(asked: readonly CountingWindow[]): Promise<number[]> {
    const windows = new Map<string, { window: CountingWindow; indexes: number[] }>();
    for (const [index, window] of asked.entries()) {
      const known = windows.get(window._id);
      if (known) known.indexes.push(index);
      else windows.set(window._id, { window, indexes: [index] });
    }
    const added = [...windows.values()].map(({ window, indexes }) => ({ window, number: indexes.length }));
    const [only] = added;
    const last =
      only && added.length === 1
        ? new Map([[only.window._id, await this.add(only.window, only.number)]])
        : await this.addAll(added);
    const counts: number[] = [];
    for (const [_id, { indexes }] of windows)
      for (const [place, index] of indexes.entries())
        counts[index] = (last.get(_id) ?? 0) - indexes.length + 1 + place;
    return counts;
  }

  /** Adds to several windows' counts and returns the new counts by id. */
  private async addAll(added: readonly { window: CountingWindow; number: number }[]) {
    const { upsertedIds } = await this.windows.bulkWrite(
      added.map(({ window: { _id, expiresAt }, number }) => ({
        updateOne: {
          filter: { _id },
          update: { $inc: { count: number }, $setOnInsert: { expiresAt } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    const counts = new Map(added.map(({ window, number }) => [window._id, number]));
    const known = added.filter((_, at) => !(at in upsertedIds)).map(({ window }) => window._id);
    if (known.length)
      for await (const { _id, count } of this.windows.find({ _id: { $in: known } })) counts.set(_id, count);
    return counts;
  }

  /** Refunds one request: a successful sign-in does not count against the limit. */
  async refund(key: string, seconds: number): Promise<void> {
    await this.windows.updateOne({ _id: this.window(key, seconds)._id }, { $inc: { count: -1 } });
  }

  /** Increments the count without refusing. */
  async increment(key: string, seconds: number): Promise<void> {
    await this.add(this.window(key, seconds), 1);
  }
}
