/**
 * Keys of one query. With several thousand a database may read the whole collection instead of an index, and one long
 * query keeps all others waiting.
 */
const keysOfQuery = 1000;

/** Distinct keys in parts for one query each. */
export function inParts<Key>(keys: Iterable<Key>): Key[][] {
  const distinct = [...new Set(keys)];
  return Array.from({ length: Math.ceil(distinct.length / keysOfQuery) }, (_, index) =>
    distinct.slice(index * keysOfQuery, (index + 1) * keysOfQuery),
  );
}

/** Looks up distinct keys, so many a query, and returns everything that was found. */
export async function lookUp<Key, Found>(
  keys: Iterable<Key>,
  find: (keys: Key[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const part of inParts(keys)) for (const one of await find(part)) found.push(one);
  return found;
}

/** Adds a value to those of its key. */
export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
