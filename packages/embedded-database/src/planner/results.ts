import type { Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { sortKey } from '../values/keys.js';
import { parseKeyFields } from '../values/ranks.js';
import { fieldReader } from '../values/raw.js';
import { sortInSlices } from '../values/slices.js';
import { MAX_SORT_BYTES } from './planner.js';

/** A document that was found. */
export interface Hit {
  id: Buffer;
  raw: Buffer;
  doc?: Doc;
}

const sizeOf = ({ key, hit }: { key: Buffer; hit: Hit }): number =>
  key.length + hit.id.length + hit.raw.length;

interface Cut {
  skip: number;
  limit: number;
}

export function* cut(hits: Generator<Hit | null>, { skip, limit }: Cut): Generator<Hit | null> {
  let at = 0;
  for (const hit of hits) {
    if (!hit) {
      yield null;
    } else if (at++ >= skip) {
      yield hit;
      if (at - skip >= limit) return;
    }
  }
}

/** Cuts what is found in order; where it is too much to read, what `otherwise` finds, which is cut already. */
export function* cutOr(
  hits: Generator<Hit | null>,
  { skip, limit }: Cut,
  isTooMuch: () => boolean,
  otherwise: () => Generator<Hit | null>,
): Generator<Hit | null> {
  const found: Hit[] = [];
  for (const hit of hits) {
    if (hit) {
      found.push(hit);
      if (found.length >= skip + limit) break;
    } else if (isTooMuch()) {
      yield* otherwise();
      return;
    } else yield null;
  }
  yield* found.slice(skip);
}

/** @param inOrder runs the same search by an index that gives the order, if there is one; used above the memory limit */
export function* sortAll(
  hits: Generator<Hit | null>,
  sort: Doc,
  { skip, limit }: Cut,
  inOrder: () => Generator<Hit | null> | undefined,
): Generator<Hit | null> {
  const fields = parseKeyFields(sort);
  const read = fieldReader(new Set(fields.map(({ name }) => name.split('.')[0]!)));
  const keep = skip + limit;
  let rows: { key: Buffer; at: number; hit: Hit }[] = [];
  const order = (left: (typeof rows)[0], right: (typeof rows)[0]) =>
    Buffer.compare(left.key, right.key) || left.at - right.at;
  let at = 0;
  let bytes = 0;
  for (const hit of hits) {
    if (!hit) {
      yield null;
      continue;
    }
    const row = {
      key: sortKey(hit.doc ?? read(hit.raw), fields),
      at: at++,
      hit: { id: hit.id, raw: hit.raw },
    };
    rows.push(row);
    bytes += sizeOf(row);
    if (rows.length > keep * 2 + 1000 || (bytes > MAX_SORT_BYTES && rows.length > keep)) {
      rows = rows.sort(order).slice(0, keep);
      bytes = rows.reduce((sum, kept) => sum + sizeOf(kept), 0);
    }
    if (bytes > MAX_SORT_BYTES) {
      const ordered = inOrder();
      if (ordered) {
        yield* ordered;
        return;
      }
      throw fail(
        292,
        `Executor error during find command :: caused by :: Sort exceeded memory limit of ${MAX_SORT_BYTES} bytes, and no index gives its order`,
      );
    }
  }
  const ordered = yield* sortInSlices(rows, order);
  for (let at = skip; at < Math.min(keep, ordered.length); at++) yield ordered[at]!.hit;
}
