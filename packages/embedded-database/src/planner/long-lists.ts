import { isDocument, type Doc } from '../values/bson.js';
import { encodeList, isLong } from '../values/value-lists.js';
import type { Namespace } from '../storage/namespaces.js';
import type { Store } from '../storage/store.js';

/** Returns a filter's lists of `$in` and `$nin` that are long. */
export function longLists(filter: Doc, found: unknown[][] = []): unknown[][] {
  for (const [name, value] of Object.entries(filter)) {
    if ((name === '$in' || name === '$nin') && Array.isArray(value)) {
      if (isLong(value)) found.push(value);
    } else if (isDocument(value)) {
      longLists(value, found);
    } else if (Array.isArray(value) && name.startsWith('$')) {
      for (const part of value as unknown[]) if (isDocument(part)) longLists(part, found);
    }
  }
  return found;
}

/** Encodes the keys of a filter's long lists for the planner and the tests, which would block others otherwise. */
export function* encodeLists(store: Store, { db, name }: Namespace, filter: Doc): Generator<null> {
  const fields = store.catalog.find(db, name)?.indexes.flatMap((index) => index.fields) ?? [];
  const directions = new Set([1, ...fields.map(({ direction }) => direction)]);
  for (const list of longLists(filter)) yield* encodeList(list, directions);
}
