import { decode, type Doc } from '../values/bson.js';
import { writeInSlices } from './batches.js';
import { compileFilter } from '../language/filter.js';
import { collect, search } from '../planner/search.js';
import { YieldPolicy } from '../values/yield-policy.js';
import type { Namespace } from '../storage/namespaces.js';
import type { Store } from '../storage/store.js';
import { LockConflict } from '../storage/locks.js';

/**
 * Deletes documents that have expired by a TTL index; of several dates in an array, the earliest counts.
 * https://www.mongodb.com/docs/manual/core/index-ttl/
 */
export async function expireDocuments(store: Store): Promise<void> {
  for (const { db, name, indexes } of Array.from(store.catalog.collections.values())) {
    for (const { spec, fields } of indexes) {
      if (spec.expireAfterSeconds === undefined || spec.building) continue;
      const latest = new Date(Date.now() - spec.expireAfterSeconds * 1000);
      const partial = spec.partialFilterExpression ?? {};
      await expire(store, { db, name }, { $and: [{ [fields[0]!.name]: { $lte: latest } }, partial] });
    }
  }
}

async function expire(store: Store, target: Namespace, filter: Doc): Promise<void> {
  const test = compileFilter(filter);
  const expired = await collect(search(store, target, filter, { limit: 10_000 }), new YieldPolicy());
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
