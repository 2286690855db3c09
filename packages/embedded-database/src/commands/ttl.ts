import { decode, type Doc } from '../values/bson.js';
import { writeInSlices } from './batches.js';
import { compileFilter } from '../language/filter.js';
import { collect, search } from '../planner/search.js';
import { YieldPolicy } from '../values/yield-policy.js';
import type { Store } from '../storage/store.js';
import { LockConflict } from '../storage/locks.js';

/**
 * Deletes documents that have expired by a TTL index; of several dates in an array, the earliest counts.
 * https://www.mongodb.com/docs/manual/core/index-ttl/
 */
export async function expireDocuments(store: Store): Promise<void> {
  for (const { db, name, indexes } of [...store.catalog.collections.values()]) {
    for (const { spec, fields } of indexes) {
      if (spec.expireAfterSeconds === undefined || spec.building) continue;
      const filter: Doc = {
        [fields[0]!.name]: { $lte: new Date(Date.now() - spec.expireAfterSeconds * 1000) },
      };
      await expire(store, { db, name }, filter, spec.partialFilterExpression);
    }
  }
}

async function expire(
  store: Store,
  target: { db: string; name: string },
  filter: Doc,
  partial: Doc | undefined,
): Promise<void> {
  const whole = partial ? { $and: [filter, partial] } : filter;
  const test = compileFilter(whole);
  const expired = await collect(search(store, target, whole, { limit: 10_000 }), new YieldPolicy());
  await writeInSlices(store, expired, ({ id }) => {
    const collection = store.catalog.find(target.db, target.name);
    const raw = collection && store.get(collection, id);
    const before = raw && decode(raw);
    if (!before || !test(before)) return;
    try {
      store.put(collection, { id, before });
    } catch (error) {
      // Locked by a transaction: retried in the next run.
      if (!(error instanceof LockConflict)) throw error;
    }
  });
}
