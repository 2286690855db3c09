import type { mongo, Types } from 'mongoose';
import { queryTimeoutOptions } from './query-timeout.js';

/** A place, newest first: records before `at` follow it, and of those at `at` all, none, or ids below `ids`. */
export interface Place {
  at: Date;
  ids: 'all' | 'none' | Types.ObjectId;
}

export interface NewestQuery {
  /** Conditions by which an index has the records in the order of their times. */
  conditions: object;
  /** The field of the time. */
  time: string;
  /** Conditions on a field that takes one of several values: the index has each in order, and not all together. */
  isMany?: boolean;
  place?: Place | undefined;
  limit: number;
  projection?: object;
}

function beforePlace(time: string, { at, ids }: Place): object {
  if (ids === 'none') return { [time]: { $lt: at } };
  if (ids === 'all') return { [time]: { $lte: at } };
  return { [time]: { $lte: at }, $or: [{ [time]: { $lt: at } }, { _id: { $lt: ids } }] };
}

/** The first span of time that is read, in milliseconds, and the most by which the next one is longer. */
const firstSpan = 60_000;
const mostGrowth = 60;

/**
 * Reads the newest records after a place. Where the index has them in several parts, it reads growing spans of time: as
 * many records as a page needs, and not all that there are.
 */
export async function readNewest<Record extends object>(
  collection: mongo.Collection<Record>,
  { conditions, time, isMany = false, place, limit, projection = {} }: NewestQuery,
): Promise<Record[]> {
  const read = (since?: Date) =>
    collection
      .find(
        {
          $and: [
            conditions,
            ...(place ? [beforePlace(time, place)] : []),
            ...(since ? [{ [time]: { $gte: since } }] : []),
          ],
        } as object,
        { projection, ...queryTimeoutOptions() },
      )
      .sort({ [time]: -1, _id: -1 })
      .limit(limit)
      .toArray() as Promise<unknown> as Promise<Record[]>;
  const end = place?.at.getTime() ?? Date.now();
  for (let span = isMany ? firstSpan : end; span < end;) {
    const found = await read(new Date(end - span));
    if (found.length === limit) return found;
    // Twice the time in which a page would come together, at the rate of this span.
    span *= Math.min(mostGrowth, (2 * limit) / Math.max(found.length, 1));
  }
  return read();
}
