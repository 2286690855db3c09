import type { Database, Transaction as LmdbTransaction } from 'lmdb';
import type { TableReader } from './table-reader.js';

/** Entries that a search reads at once, fewer if they are large. */
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

/** Reads a store's entries in chunks, and knows those of which entries are left to be yielded. */
export class ChunkReader {
  private readonly chunks = new Set<Entry[]>();

  /** @param revision returns the number of changes of a collection */
  constructor(
    private readonly data: Database<Buffer, Buffer>,
    private readonly reader: TableReader,
    private readonly revision: (collection: number) => number,
  ) {}

  /**
   * Reads entries from start to end, so that no LMDB snapshot is open while the reader pauses. The rest of a chunk is
   * read again if its collection has changed meanwhile, or if it was dropped.
   */
  *read(start: Buffer, end: Buffer, options: RangeOptions = {}): Generator<Entry> {
    const { reverse = false, snapshot, skip = 0 } = options;
    const collection = start.readUInt32BE(0);
    let limit = LEAST_CHUNK;
    let offset = skip;
    let from = reverse ? end : start;
    let exclusiveStart = reverse;
    for (;;) {
      const known = this.revision(collection);
      const chunk = [
        ...this.reader.range(
          this.data,
          {
            start: from,
            exclusiveStart,
            end: reverse ? start : end,
            inclusiveEnd: reverse,
            reverse,
            limit,
            ...(offset > 0 && { offset }),
          },
          snapshot,
        ),
      ].reverse();
      const isLast = chunk.length < limit;
      let left = chunk.length;
      let bytes = 0;
      let isStale = false;
      this.chunks.add(chunk);
      try {
        for (let entry = chunk.pop(); entry; entry = isStale ? undefined : chunk.pop()) {
          left -= 1;
          from = entry.key;
          bytes += entry.value.length;
          yield entry;
          isStale = !snapshot && this.revision(collection) !== known;
        }
      } finally {
        this.chunks.delete(chunk);
      }
      const isWhole = left === 0 && !isStale;
      if (isWhole && isLast) return;
      exclusiveStart = true;
      offset = 0;
      limit = !isWhole || bytes > CHUNK_BYTES ? LEAST_CHUNK : Math.min(limit * 4, MOST_CHUNK);
    }
  }

  /** Frees the entries that are left of all chunks: an idle cursor would keep them until it is read again. */
  drop(): void {
    for (const chunk of this.chunks) chunk.length = 0;
    this.chunks.clear();
  }
}
