import type { mongo } from 'mongoose';
import { countLimit } from '#domain/platform/lists';
import { stoppedWithCall } from './stopped-reads.js';

/** Counts matches up to countLimit, so that time does not grow with records: an index is read entry by entry. */
export const countUpTo = <Record extends object>(
  collection: mongo.Collection<Record>,
  conditions: object,
): Promise<number> => collection.countDocuments(conditions, { ...stoppedWithCall(), limit: countLimit });
