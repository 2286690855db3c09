import type { Doc } from '../values/bson.js';
import { compileFilter } from '../language/filter.js';
import { indexPrefix, type Namespace } from '../storage/namespaces.js';
import type { Store } from '../storage/store.js';
import { longLists } from './long-lists.js';
import { MAX_RANGES_AT_ONCE, plan, type Scan } from './planner.js';

/** Returns the number of matches if indexes can count them without reading documents, else undefined. */
export function countByIndex(
  store: Store,
  target: Namespace,
  filter: Doc,
  hint?: unknown,
  variables?: Doc,
): number | undefined {
  const collection = store.catalog.find(target.db, target.name);
  if (!collection) return 0;
  compileFilter(filter, variables);
  if (Object.keys(filter).length === 0 && hint === undefined)
    return store.counts.total(indexPrefix(collection.number, 0));
  // A long list has to be encoded first, in slices.
  if (longLists(filter).length > 0) return undefined;
  const { scans, exact } = plan(collection, filter, { hint });
  const [{ index, ranges }] = scans as [Scan];
  if (!exact || ranges.length > MAX_RANGES_AT_ONCE) return undefined;
  index.accesses.ops++;
  const prefix = indexPrefix(collection.number, index.spec.id);
  return ranges
    .first(MAX_RANGES_AT_ONCE)
    .reduce((sum, [start, end]) => sum + store.counts.range(prefix, start, end), 0);
}
