import type { Model, mongo } from 'mongoose';
import type { Pagination } from '#domain/platform/lists';
import { type ListQuery, paginationOf, totalByPage } from '../http/list-query.js';
import { countUpTo } from './count-up-to.js';
import { stoppedWithCall } from './stopped-reads.js';
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
    .find(conditions as object, { projection, ...stoppedWithCall() })
    .sort(sort)
    .skip((page - 1) * limit)
    .limit(limit)
    .toArray();

/**
 * Reads a page of a list, without the fields that its schema does not select and those of `hidden`, and counts all of
 * it, as far as the page itself does not say it: up to countLimit.
 */
export async function readList<Record extends object>(
  { collection, schema }: Model<Record>,
  list: ListQuery,
  hidden: { [field: string]: 0 } = {},
): Promise<{ found: Record[]; pagination: Pagination }> {
  const found = await readPage(collection, list, { ...withoutUnselected(schema), ...hidden });
  const total = totalByPage(list, found) ?? (await countUpTo(collection, list.conditions));
  return { found: found as unknown as Record[], pagination: paginationOf(list, total, true) };
}
