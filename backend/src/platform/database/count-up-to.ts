import type { mongo } from 'mongoose';
import { countLimit } from '#domain/platform/lists';
import { stoppedWithCall } from './stopped-reads.js';

/**
 * Counts the matches of a condition, up to `limit`, so that the time does not grow with the number of records where an
 * index has the condition: MongoDB reads an index entry for each match.
 */
export const countUpTo = <Record extends object>(
  collection: mongo.Collection<Record>,
  conditions: object,
  limit: number = countLimit,
): Promise<number> => collection.countDocuments(conditions, { ...stoppedWithCall(), limit });
