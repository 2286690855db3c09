import type { Database } from 'lmdb';
import { PREFIX_BYTES } from '../namespaces.js';
import type { TableReader } from './table-reader.js';

/**
 * Maximum number of entries of a bucket; a count reads at most two buckets, and adds up the counts of the others. Of
 * 100,000 entries a count takes 175 µs with 512, 230 with 2048, 470 with 8192; an insert takes the same time with each.
 * A million documents with fourteen indexes have some 10,000 buckets in memory.
 */
const BUCKET_ENTRIES = 2048;

interface Buckets {
  /** The first key of each bucket, in order; a bucket ends at the next one's. */
  starts: Buffer[];
  counts: number[];
  changed: Set<number>;
  /** The bucket of the last lookup, where the next one starts: its key is often near. */
  last: number;
}

/**
 * Counts the entries in a range of keys without reading the range.
 *
 * LMDB's trees have no counts. So each index (and each collection's documents) is divided into buckets of adjacent
 * keys whose sizes are stored in the same LMDB transaction as the entries: a count adds up the buckets inside the
 * range and counts entries only in the two at its ends.
 */
export class RangeCounts {
  private readonly tables = new Map<number, Buckets>();
  /** The tables that the transaction that may pause has changed, as they were before it. */
  private before: Map<number, Buckets> | undefined;

  constructor(
    private readonly data: Database<Buffer, Buffer>,
    private readonly stored: Database<Buffer, Buffer>,
    private readonly reader: TableReader,
  ) {}

  /** Drops the counts in memory, so that they are read from the file again. */
  reload(): void {
    this.tables.clear();
  }

  /** Keeps the current counts for reads while a transaction pauses that begins now. */
  keepCurrent(): void {
    this.before = new Map();
  }

  /** Drops what was kept, at the end of the transaction. */
  dropKept(): void {
    this.before = undefined;
  }

  /** Counts an entry that was added (1) or removed (-1); call after the entry is written. */
  add(prefix: Buffer, key: Buffer, change: 1 | -1): void {
    const table = this.table(prefix);
    this.keep(prefix, table);
    const at = bucketOf(table, key);
    table.counts[at]! += change;
    if (table.counts[at]! > BUCKET_ENTRIES) this.split(table, at, prefix);
    else table.changed.add(at);
  }

  /** Returns the number of entries of an index. */
  total(prefix: Buffer): number {
    return this.shown(prefix).counts.reduce((sum, count) => sum + count, 0);
  }

  /** Returns the number of entries from start (included) to end (excluded). */
  range(prefix: Buffer, start: Buffer, end: Buffer): number {
    if (Buffer.compare(start, end) >= 0) return 0;
    const table = this.shown(prefix);
    const first = bucketOf(table, start);
    const last = bucketOf(table, end);
    if (last - first < 2) return this.read(start, end);
    let sum = this.read(start, table.starts[first + 1]!) + this.read(table.starts[last]!, end);
    for (let at = first + 1; at < last; at++) sum += table.counts[at]!;
    return sum;
  }

  /**
   * Skips whole buckets of a range's first `skip` entries unread; returns the remaining range, and how many entries are
   * left to skip in it.
   */
  skip(prefix: Buffer, [start, end]: readonly [Buffer, Buffer], skip: number, reverse: boolean) {
    let left = skip;
    if (skip === 0) return { start, end, left };
    const table = this.shown(prefix);
    if (reverse) {
      let upper = end;
      for (let at = bucketOf(table, end); at > bucketOf(table, start); at--) {
        const size = Buffer.compare(upper, end) === 0 ? this.read(table.starts[at]!, end) : table.counts[at]!;
        if (size > left) break;
        left -= size;
        upper = table.starts[at]!;
      }
      return { start, end: upper, left };
    }
    let lower = start;
    for (let at = bucketOf(table, start); at < bucketOf(table, end); at++) {
      const next = table.starts[at + 1]!;
      const size = Buffer.compare(lower, start) === 0 ? this.read(start, next) : table.counts[at]!;
      if (size > left) break;
      left -= size;
      lower = next;
    }
    return { start: lower, end, left };
  }

  /** Writes the changed counts in the open LMDB transaction. */
  save(): void {
    for (const table of this.tables.values()) {
      for (const at of table.changed) {
        const value = Buffer.alloc(4);
        value.writeUInt32LE(table.counts[at]!);
        this.stored.putSync(table.starts[at]!, value);
      }
      table.changed.clear();
    }
  }

  /** Begins each bucket at an entry that is there, so that no key of a removed one is kept; call in a write. */
  beginAtEntries(): void {
    this.save();
    for (const key of Array.from(this.stored.getKeys())) {
      const prefix = key.subarray(0, PREFIX_BYTES);
      if (key.length === PREFIX_BYTES || this.data.doesExist(key)) continue;
      const table = this.table(prefix);
      const at = bucketOf(table, key);
      const [first] = this.data.getKeys({ start: key, end: endOf(table, at, prefix), limit: 1 });
      this.stored.removeSync(key);
      if (first) {
        table.starts[at] = Buffer.from(first);
        table.changed.add(at);
      } else {
        // An empty bucket; the first one begins at the prefix, and stays.
        table.starts.splice(at, 1);
        table.counts.splice(at, 1);
      }
    }
  }

  /** Removes the counts of an index, or of a whole collection. */
  remove(prefix: Buffer, end: Buffer): void {
    this.save();
    for (const key of Array.from(this.stored.getKeys({ start: prefix, end }))) this.stored.removeSync(key);
    this.tables.clear();
  }

  private read(start: Buffer, end: Buffer): number {
    return this.reader.count(this.data, { start, end });
  }

  /** The counts to read: while a transaction pauses, those before it. */
  private shown(prefix: Buffer): Buckets {
    const kept = this.reader.isPaused && this.before?.get(nameOf(prefix));
    return kept || this.table(prefix);
  }

  /** Keeps a table's counts before its first change by a transaction that may pause. */
  private keep(prefix: Buffer, { starts, counts }: Buckets): void {
    const name = nameOf(prefix);
    if (!this.before || this.before.has(name)) return;
    this.before.set(name, { starts: [...starts], counts: [...counts], changed: new Set(), last: 0 });
  }

  private table(prefix: Buffer): Buckets {
    const name = nameOf(prefix);
    const known = this.tables.get(name);
    if (known) return known;
    const table: Buckets = { starts: [], counts: [], changed: new Set(), last: 0 };
    for (const { key, value } of this.reader.range(this.stored, {
      start: prefix,
      end: Buffer.concat([prefix, Buffer.from([0xff])]),
    })) {
      table.starts.push(Buffer.from(key));
      table.counts.push(value.readUInt32LE(0));
    }
    if (table.starts.length === 0) {
      table.starts.push(prefix);
      table.counts.push(0);
    }
    this.tables.set(name, table);
    return table;
  }

  private split(table: Buckets, at: number, prefix: Buffer): void {
    const half = table.counts[at]! >> 1;
    const end = endOf(table, at, prefix);
    const [middle] = [...this.data.getKeys({ start: table.starts[at]!, end, offset: half, limit: 1 })];
    if (!middle) throw new Error('an index count does not fit its entries');
    table.starts.splice(at + 1, 0, Buffer.from(middle));
    table.counts.splice(at + 1, 0, table.counts[at]! - half);
    table.counts[at] = half;
    table.changed = new Set([...table.changed].map((bucket) => (bucket > at ? bucket + 1 : bucket)));
    table.changed.add(at).add(at + 1);
  }
}

/** Returns the key at which a bucket ends. */
const endOf = ({ starts }: Buckets, at: number, prefix: Buffer): Buffer =>
  starts[at + 1] ?? Buffer.concat([prefix, Buffer.from([0xff])]);

const nameOf = (prefix: Buffer): number => prefix.readUIntBE(0, prefix.length);

function bucketOf(table: Buckets, key: Buffer): number {
  const { starts, last } = table;
  const isIn = (at: number) =>
    at < starts.length &&
    Buffer.compare(starts[at]!, key) <= 0 &&
    (at + 1 === starts.length || Buffer.compare(key, starts[at + 1]!) < 0);
  if (isIn(last)) return last;
  let low = 0;
  let high = table.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (Buffer.compare(table.starts[middle]!, key) <= 0) low = middle;
    else high = middle - 1;
  }
  table.last = low;
  return low;
}
