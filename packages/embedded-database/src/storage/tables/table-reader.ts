import type { Database, Key, RangeOptions, Transaction as LmdbTransaction } from 'lmdb';

/**
 * Reads of the file's tables. While a large transaction pauses, its LMDB transaction is open, and LMDB would read its
 * writes: what is read then is the state before it.
 */
export class TableReader {
  private before: LmdbTransaction | undefined;

  /** True while a transaction pauses, so that its writes must not be seen. */
  get isPaused(): boolean {
    return this.before !== undefined;
  }

  /** Reads the state of a snapshot from now on: that before the transaction that pauses. */
  pause(before: LmdbTransaction): void {
    this.before = before;
  }

  /** Reads the current state again, and the writes of the transaction that goes on. */
  resume(): void {
    this.before = undefined;
  }

  get<K extends Key>(table: Database<Buffer, K>, key: K, snapshot?: LmdbTransaction): Buffer | undefined {
    if (!this.before) return table.get(key, snapshot && { transaction: snapshot });
    // LMDB's get ignores the snapshot while a transaction is open, its getRange does not.
    const [entry] = this.range(table, { start: key, end: key, inclusiveEnd: true }, snapshot);
    return entry?.value;
  }

  range<K extends Key>(table: Database<Buffer, K>, options: RangeOptions, snapshot = this.before) {
    return table.getRange(this.within(options, snapshot));
  }

  /** Counts the keys of a range by reading it. */
  count<K extends Key>(table: Database<Buffer, K>, options: RangeOptions): number {
    return table.getKeysCount(this.within(options, this.before));
  }

  private within(options: RangeOptions, snapshot: LmdbTransaction | undefined): RangeOptions {
    return snapshot ? { ...options, transaction: snapshot } : options;
  }
}
