import { createHash } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { createBatchLoader } from '../database/batch-loader.js';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Payment } from './payment.schema.js';
import { Submission } from './submission.schema.js';

type Submitted = Pick<Payment, '_id' | 'referenceNumber'>;

interface Making<Answer> {
  /** Makes the payment; calls `remember` in the same transaction. */
  make: (remember: (payment: Submitted, unit: UnitOfWork) => Promise<void>) => Promise<Answer>;
  /** Returns the answer of an earlier submission again. */
  replay: (earlier: Submission) => Promise<Answer>;
  /** The message of the 409 where an earlier submission had another body. */
  refusal: (earlier: Submission) => string;
}

/** Hashes a body independently of the order of its fields. */
function hashOf(body: unknown): string {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256')
    .update(JSON.stringify(body, sorted) ?? '')
    .digest('base64url');
}

/** Makes one payment of a submission, however often it is sent. */
@Injectable()
export class SubmissionsService {
  constructor(@InjectModel(Submission.name) private readonly submissions: Model<Submission>) {}

  /**
   * Makes a payment once per key: the same key with the same body returns the same payment again, with another body it
   * throws 409. Without a key, every call makes one.
   */
  async once<Answer>(
    key: string | undefined,
    body: unknown,
    { make, replay, refusal }: Making<Answer>,
  ): Promise<Answer> {
    if (!key) return make(async () => {});
    const bodyHash = hashOf(body);
    const again = (earlier: Submission) => {
      if (earlier.bodyHash !== bodyHash) throw new ConflictException(refusal(earlier));
      return replay(earlier);
    };
    const earlier = await this.find(key);
    if (earlier) return again(earlier);
    try {
      return await make(async ({ _id: paymentId, referenceNumber }, { session }) => {
        const submission = { _id: key as never, bodyHash, referenceNumber, paymentId, createdAt: new Date() };
        await this.submissions.collection.insertOne(submission, { session });
      });
    } catch (error) {
      // A concurrent submission with the same key may have succeeded.
      const twin = await this.find(key);
      if (twin) return again(twin);
      throw error;
    }
  }

  private readonly find = createBatchLoader(async (asked: readonly string[]) => {
    const found = await this.submissions.collection
      .find<Submission>({ _id: { $in: [...new Set(asked)] as never[] } }, queryTimeoutOptions())
      .toArray();
    const byKey = new Map(found.map((submission) => [submission._id, submission]));
    return asked.map((key) => byKey.get(key) ?? null);
  });
}
