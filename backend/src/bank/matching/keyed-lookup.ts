/**
 * Maximum number of keys per query. With several thousand a database may scan the whole collection instead of using an
 * index, and one long query delays all others.
 */
const keysOfQuery = 1000;

/** Splits distinct keys into parts, one per query. */
export function inParts<Key>(keys: Iterable<Key>): Key[][] {
  const distinct = [...new Set(keys)];
  return Array.from({ length: Math.ceil(distinct.length / keysOfQuery) }, (_, index) =>
    distinct.slice(index * keysOfQuery, (index + 1) * keysOfQuery),
  );
}

/** Looks up distinct keys by several queries, and returns all results. */
export async function lookUp<Key, Found>(
  keys: Iterable<Key>,
  find: (keys: Key[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const part of inParts(keys)) for (const one of await find(part)) found.push(one);
  return found;
}

/** Appends a value to the list of its key. */
export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
