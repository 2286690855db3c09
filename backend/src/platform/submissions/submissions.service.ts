import { createHash } from 'node:crypto';
import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ApiHeader } from '@nestjs/swagger';
import type { Model } from 'mongoose';
import { refusals } from '#domain/texts/en/refusals';
import { createBatchLoader } from '../database/batches/batch-loader.js';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { type MadeRecords, Submission } from './submission.schema.js';

const pattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const uuid = new RegExp(pattern);

/** Describes the header of a call that makes a record. */
export const ApiIdempotencyKey = (record: string): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    description: `A UUID; the same key gives the same ${record}`,
    required: false,
    schema: { type: 'string', pattern },
  });

/** The Idempotency-Key header: a UUID in lower case, or undefined where there is none. Throws a 400 for anything else. */
export function readIdempotencyKey(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !uuid.test(header)) throw new BadRequestException(refusals.keyNotUuid);
  return header.toLowerCase();
}

type Refusal = string | { message: string; errors: Record<string, string> };

interface Making<Made, Answer> {
  /** Makes the record; calls `remember` in the same transaction. */
  make: (remember: (made: Made, unit: UnitOfWork) => void) => Promise<Answer>;
  /** Returns the answer of an earlier submission again. */
  replay: (earlier: Made) => Promise<Answer>;
  /** The message of the 409 where an earlier submission had another body, or that with `errors`. */
  refusal: (earlier: Made) => Refusal | Promise<Refusal>;
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

/** Makes one record of a submission, however often it is sent. */
@Injectable()
export class SubmissionsService {
  constructor(@InjectModel(Submission.name) private readonly submissions: Model<Submission>) {}

  /**
   * Makes a record once per key: the same key with the same body returns the same record again, with another body it
   * throws 409. Without a key, every call makes one. Visitors' and admins' keys, and those of
   * each kind, are apart.
   */
  async once<Kind extends keyof MadeRecords, Answer>(
    kind: Kind,
    key: string | undefined,
    body: unknown,
    { make, replay, refusal }: Making<MadeRecords[Kind], Answer>,
  ): Promise<Answer> {
    if (!key) return make(() => undefined);
    const id = kind === 'checkout' ? key : `${kind} ${key}`;
    const bodyHash = hashOf(body);
    const again = async (earlier: Submission) => {
      const made = earlier as Submission & MadeRecords[Kind];
      if (earlier.bodyHash !== bodyHash) throw new ConflictException(await refusal(made));
      return replay(made);
    };
    const earlier = await this.find(id);
    if (earlier) return again(earlier);
    try {
      return await make((made, unit) => {
        const submission = { ...made, _id: id, bodyHash, createdAt: new Date() };
        unit.deferInsert(this.submissions.collection, [submission]);
      });
    } catch (error) {
      // A concurrent submission with the same key may have succeeded.
      const twin = await this.find(id);
      if (twin) return again(twin);
      throw error;
    }
  }

  // Only durable records: an answer that named a payment which a new primary has not taken over would be wrong.
  private readonly find = createBatchLoader(async (ids: readonly string[]) => {
    const found = await this.submissions.collection
      .find<Submission>(
        { _id: { $in: [...new Set(ids)] as never[] } },
        { readConcern: 'majority', ...queryTimeoutOptions() },
      )
      .toArray();
    const byId = new Map(found.map((submission) => [submission._id, submission]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
