import type mongoose from 'mongoose';
import type { ListQuery } from '../http/list-query.js';
import { queryTimeoutOptions } from './query-timeout.js';

/**
 * Reads a page of a list. Uses the driver itself: through mongoose the most frequent reads of the back-office take twice
 * the time, and their conditions are already validated.
 */
export const readPage = (
  collection: mongoose.mongo.Collection,
  { conditions, sort, page, limit }: ListQuery,
  projection: Record<string, 0>,
) =>
  collection
    .find(conditions as object, { projection, ...queryTimeoutOptions() })
    .sort(sort)
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray();
