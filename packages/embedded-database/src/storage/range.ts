import type { Database, Transaction as LmdbTransaction } from 'lmdb';

/** Entries that a search reads at once, fewer if they are large: an open cursor keeps them in memory. */
const LEAST_CHUNK = 8;
const MOST_CHUNK = 32;
const CHUNK_BYTES = 2 ** 15;

export interface Entry {
  key: Buffer;
  value: Buffer;
}
export interface RangeOptions {
  reverse?: boolean;
  snapshot?: LmdbTransaction | undefined;
  skip?: number;
}

/**
 * Reads entries from start to end in chunks, so that no LMDB snapshot is open while the reader pauses. The rest of a
 * chunk is read again if its collection has changed meanwhile.
 * @param options.revision returns the number of changes of a collection
 */
export function* readRange(
  data: Database<Buffer, Buffer>,
  start: Buffer,
  end: Buffer,
  options: RangeOptions & { revision: (collection: number) => number },
): Generator<Entry> {
  const { reverse = false, snapshot, skip = 0, revision } = options;
  const collection = start.readUInt32BE(0);
  let limit = LEAST_CHUNK;
  let offset = skip;
  let from = reverse ? end : start;
  let exclusiveStart = reverse;
  for (;;) {
    const known = revision(collection);
    const entries = [
      ...data.getRange({
        start: from,
        exclusiveStart,
        end: reverse ? start : end,
        inclusiveEnd: reverse,
        reverse,
        limit,
        ...(offset > 0 && { offset }),
        ...(snapshot && { transaction: snapshot }),
      }),
    ];
    let isStale = false;
    let bytes = 0;
    for (const entry of entries) {
      from = entry.key;
      bytes += entry.value.length;
      yield entry;
      isStale = !snapshot && revision(collection) !== known;
      if (isStale) break;
    }
    if (!isStale && entries.length < limit) return;
    exclusiveStart = true;
    offset = 0;
    limit = isStale || bytes > CHUNK_BYTES ? LEAST_CHUNK : Math.min(limit * 4, MOST_CHUNK);
  }
}
