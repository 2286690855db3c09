import type { Model, mongo } from 'mongoose';
import type { Pagination } from '#domain/lists';
import { type ListQuery, paginationOf } from '../http/list-query.js';
import { queryTimeoutOptions } from './query-timeout.js';
import { withoutUnselected } from './unselected-fields.js';

/**
 * Reads a page of a list. Uses the driver itself: through mongoose the most frequent reads of the back-office take twice
 * the time, and their conditions are already validated.
 */
export const readPage = <Record extends object>(
  collection: mongo.Collection<Record>,
  { conditions, sort, page, limit }: ListQuery,
  projection: { [field: string]: 0 } = {},
) =>
  collection
    .find(conditions as object, { projection, ...queryTimeoutOptions() })
    .sort(sort)
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray();

/**
 * Reads a page of a list, without the fields that its schema does not select, and counts all of it: for collections that
 * are small enough to be counted at each call.
 */
export async function readList<Record extends object>(
  model: Model<Record>,
  list: ListQuery,
): Promise<{ found: Record[]; pagination: Pagination }> {
  const { collection, schema } = model;
  const [found, total] = await Promise.all([
    readPage(collection, list, withoutUnselected(schema)),
    collection.countDocuments(list.conditions as object, queryTimeoutOptions()),
  ]);
  return { found: found as unknown as Record[], pagination: paginationOf(list, total) };
}
