/**
 * Keys of one query. With several thousand a database may read the whole collection instead of an index, and one long
 * query keeps all others waiting.
 */
const keysOfQuery = 1000;

/** Looks up distinct keys, so many a query, and returns everything that was found. */
export async function lookUp<Key, Found>(
  keys: Iterable<Key>,
  find: (keys: Key[]) => Promise<Found[]>,
): Promise<Found[]> {
  const distinct = [...new Set(keys)];
  const found: Found[] = [];
  for (let start = 0; start < distinct.length; start += keysOfQuery)
    found.push(...(await find(distinct.slice(start, start + keysOfQuery))));
  return found;
}

/** Adds a value to those of its key. */
export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
