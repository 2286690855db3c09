import type { Model, mongo } from 'mongoose';
import { countLimit, type Pagination } from '#domain/platform/lists';
import { type ListQuery, paginationOf, totalByPage } from '../http/list-query.js';
import { countUpTo } from './count-up-to.js';
import { stoppedWithCall } from './stopped-reads.js';
import { withoutUnselected } from './unselected-fields.js';

/** Reads a page of a list with the driver: mongoose takes twice the time for the most frequent reads. */
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

/** Reads a page without unselected fields and those of `hidden`, and counts all, at most to countLimit. */
export async function readList<Record extends object>(
  { collection, schema }: Model<Record>,
  list: ListQuery,
  hidden: { [field: string]: 0 } = {},
): Promise<{ found: Record[]; pagination: Pagination }> {
  const found = await readPage(collection, list, { ...withoutUnselected(schema), ...hidden });
  const total = totalByPage(list, found) ?? (await countUpTo(collection, list.conditions));
  return { found: found as unknown as Record[], pagination: paginationOf(list, total, true) };
}

/** The conditions of a list that all have to hold. */
export const partsOf = (conditions: ListQuery['conditions']): Record<string, unknown>[] =>
  conditions.$and ?? (Object.keys(conditions).length ? [conditions] : []);

/** Counts the records in each state, under conditions that all have to hold, up to countLimit. */
export async function countStates<Stored extends object, State extends string>(
  collection: mongo.Collection<Stored>,
  states: readonly State[],
  parts: readonly object[] = [],
): Promise<Record<State, number>> {
  const counts = await Promise.all(
    states.map(async (state) => [state, await countUpTo(collection, { $and: [{ state }, ...parts] })]),
  );
  return Object.fromEntries(counts) as Record<State, number>;
}

/** Reads a page of a list, and counts the records in each state under the list's other conditions, up to countLimit. */
export async function readByState<Stored extends object, State extends string>(
  collection: mongo.Collection<Stored>,
  list: ListQuery,
  states: readonly State[],
  hidden: { [field: string]: 0 } = {},
) {
  const parts = partsOf(list.conditions);
  const state = parts.find((part) => 'state' in part)?.state as State | undefined;
  const others = parts.filter((part) => !('state' in part));
  const [found, counts] = await Promise.all([
    readPage(collection, list, hidden),
    countStates(collection, states, others),
  ]);
  const each = Object.values<number>(counts);
  const total = state ? counts[state] : each.reduce((sum, count) => sum + count, 0);
  const isCounted = state !== undefined || each.some((count) => count >= countLimit);
  return { found, pagination: paginationOf(list, total, isCounted), counts };
}
