import fs from 'node:fs';
import type { RangeOptions, RootDatabase, Transaction as LmdbTransaction } from 'lmdb';
import { openFile, openTables, watch, type Tables, type Writes } from './lmdb-file.js';

/** Time in milliseconds for which a slice of the copy may block commands, and the most bytes of it. */
const SLICE_MS = 4;
const SLICE_BYTES = 2 ** 19;
/** Number of changed entries that are left for the end, while nothing else runs. */
const LEFT_FOR_END = 2000;

type Key = Buffer | string;
/** The part of a table that is used here. */
interface Table extends Writes {
  getRange(options: RangeOptions): Iterable<{ key: Key; value: Buffer }>;
}

const names = ['data', 'sessions', 'meta', 'counts'] as const;

/** Thrown where the copy was asked to stop. */
class CopyStopped extends Error {}

/** Source of a copy: the tables of an open file, and its committed state. */
export interface Source {
  tables: Tables;
  /** A snapshot of the committed state, which the caller closes. */
  snapshot(): LmdbTransaction;
  /** True while a transaction is open whose changes are not committed yet. */
  isWriting(): boolean;
}

/** The keys of a table's entries that were changed since they were last taken. */
class ChangedKeys {
  private keys = new Map<string, Key>();
  /** Ends the notes. */
  readonly end: () => void;

  constructor(watched: Table) {
    this.end = watch(watched, (key) => this.note(key));
  }

  get size(): number {
    return this.keys.size;
  }

  private note(key: Key): void {
    if (typeof key === 'string') this.keys.set(key, key);
    else this.keys.set(key.toString('latin1'), Buffer.from(key));
  }

  /** Returns the changed keys in slices, and notes anew. */
  take(): Key[] {
    const taken = [...this.keys.values()];
    this.keys = new Map();
    return taken;
  }
}

/**
 * Copies an open file, entry by entry, to a new one beside running reads and writes. Slices of the committed state are
 * copied in the order of the keys; entries that are changed meanwhile are copied once more, the last of them while nothing
 * else runs. LMDB's own compacting copy would take over the keys that its inner pages keep of removed entries.
 */
export class LiveCopy {
  private readonly root: RootDatabase<Buffer, Buffer>;
  private readonly parts: { from: Table; to: Table; changed: ChangedKeys }[];

  constructor(
    private readonly source: Source,
    private readonly path: string,
    private readonly isStopped: () => boolean = () => false,
  ) {
    this.root = openFile(path);
    const to = openTables(this.root);
    this.parts = names.map((name) => {
      const from = source.tables[name] as unknown as Table;
      return { from, to: to[name], changed: new ChangedKeys(from) };
    });
  }

  /** Copies all but a few of the last changes. @throws CopyStopped */
  async copy(): Promise<void> {
    for (const { from, to } of this.parts) await this.copyTable(from, to);
    await this.catchUp();
    // Most of the file is on the disk before the rest has to be.
    await this.sync();
    await this.catchUp();
  }

  /** Copies the last changes, while nothing else runs, and closes the file. */
  async finish(): Promise<void> {
    for (const { from, to, changed } of this.parts) this.apply(from, to, changed.take());
    await this.close();
  }

  /** Ends the copy without its last changes. */
  async close(): Promise<void> {
    for (const { changed } of this.parts) changed.end();
    await this.root.flushed;
    await this.root.close();
  }

  private async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isStopped()) throw new CopyStopped();
  }

  private async copyTable(from: Table, to: Table): Promise<void> {
    for (let last: Key | undefined, more = true; more; await this.pause()) {
      const start = performance.now();
      let bytes = 0;
      more = false;
      this.fromSnapshot((transaction) => {
        const after = last === undefined ? {} : { start: last, exclusiveStart: true };
        for (const { key, value } of from.getRange({ ...after, transaction })) {
          last = Buffer.isBuffer(key) ? Buffer.from(key) : key;
          to.putSync(last, Buffer.from(value));
          bytes += value.length;
          if (bytes < SLICE_BYTES && performance.now() - start < SLICE_MS) continue;
          more = true;
          break;
        }
      });
    }
  }

  /** Writes to the copy, in one transaction, from a snapshot of the source. */
  private fromSnapshot(write: (snapshot: LmdbTransaction) => void): void {
    const snapshot = this.source.snapshot();
    try {
      this.root.transactionSync(() => write(snapshot));
    } finally {
      snapshot.done();
    }
  }

  /** Copies what was changed meanwhile, until little is left. */
  private async catchUp(): Promise<void> {
    while (this.parts.reduce((sum, { changed }) => sum + changed.size, 0) > LEFT_FOR_END) {
      // Changes of an open transaction are not there to copy yet.
      while (this.source.isWriting()) await this.pause();
      const taken = this.parts.map((part) => ({ ...part, keys: part.changed.take() }));
      for (const { from, to, keys } of taken)
        for (let at = 0; at < keys.length; at += LEFT_FOR_END / 10) {
          this.apply(from, to, keys.slice(at, at + LEFT_FOR_END / 10));
          await this.pause();
        }
    }
  }

  private apply(from: Table, to: Table, keys: readonly Key[]): void {
    this.fromSnapshot((transaction) => {
      for (const key of keys) {
        const [entry] = from.getRange({ start: key, end: key, inclusiveEnd: true, transaction });
        if (entry) to.putSync(key, Buffer.from(entry.value));
        else to.removeSync(key);
      }
    });
  }

  private async sync(): Promise<void> {
    await this.root.flushed;
    const file = await fs.promises.open(this.path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
