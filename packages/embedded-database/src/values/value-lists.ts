import { fieldText } from './keys.js';
import { mapInSlices, sortInSlices, type Sliced } from './slices.js';

/** Number of values from which a list's keys are encoded in slices before they are needed. */
const LONG = 1000;

/** The keys of long lists, by direction; the list itself is the name, as a command's filter is never changed. */
const encoded = new WeakMap<readonly unknown[], Map<number, readonly string[]>>();

const ascending = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/** Returns the keys of a list's values in a direction, each once, in order. */
export const distinctKeys = (list: readonly unknown[], direction = 1): readonly string[] =>
  encoded.get(list)?.get(direction) ?? [...new Set(list.map((value) => fieldText(value, direction)))].sort();

export const isLong = (list: readonly unknown[]): boolean => list.length >= LONG;

/** Encodes the keys of a list in slices, for `distinctKeys`. */
export function* encodeList(list: readonly unknown[], directions: Iterable<number>): Sliced<void> {
  const keys = encoded.get(list) ?? new Map<number, readonly string[]>();
  encoded.set(list, keys);
  for (const direction of directions) {
    if (keys.has(direction)) continue;
    const texts = yield* mapInSlices(list, (value) => fieldText(value, direction));
    const sorted = yield* sortInSlices(texts, ascending);
    keys.set(
      direction,
      sorted.filter((key, at) => key !== sorted[at - 1]),
    );
  }
}
