import type { Doc } from '../values/bson.js';
import { fieldsOf } from '../language/filter.js';
import { fieldReader } from '../values/raw.js';
import type { Index } from './indexes.js';

/** Returns a function that reads at least the indexed fields from a document's bytes. */
export function indexedPart(indexes: readonly Index[]): (bytes: Buffer) => Doc {
  const names = indexes.flatMap(({ fields, spec }) => [
    ...fields.map(({ path }) => path[0]!),
    ...(fieldsOf(spec.partialFilterExpression ?? {}) ?? []),
  ]);
  return fieldReader(new Set(names));
}

/** By a collection's list of indexes, which is another one after each change. */
const indexedParts = new WeakMap<readonly Index[], (bytes: Buffer) => Doc>();

/** Reads at least the fields of a collection's indexes from a document's bytes. */
export function readIndexed(indexes: readonly Index[], bytes: Buffer): Doc {
  let read = indexedParts.get(indexes);
  if (!read) indexedParts.set(indexes, (read = indexedPart(indexes)));
  return read(bytes);
}
