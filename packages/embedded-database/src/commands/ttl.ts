import { decode, type Doc } from '../values/bson.js';
import { compileFilter } from '../language/filter.js';
import { collect, search } from '../planner/search.js';
import { YieldPolicy } from '../values/yield-policy.js';
import type { Store } from '../storage/store.js';
import { namespaceOf } from '../storage/namespaces.js';
import { LockConflict } from '../storage/locks.js';

const SLICE = 200;

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
  const ids = (await collect(search(store, target, whole, { limit: 10_000 }), new YieldPolicy())).map(
    ({ id }) => id,
  );
  for (let at = 0; at < ids.length; at += SLICE) {
    await store.write(() => {
      for (const id of ids.slice(at, at + SLICE)) {
        const collection = store.catalog.collections.get(namespaceOf(target));
        const raw = collection && store.get(collection, id);
        const before = raw && decode(raw);
        if (!before || !test(before)) continue;
        try {
          store.put(collection, { id, before });
        } catch (error) {
          // Locked by a transaction: retried in the next run.
          if (!(error instanceof LockConflict)) throw error;
        }
      }
    });
  }
}
