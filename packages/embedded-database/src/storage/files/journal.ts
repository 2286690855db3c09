import fs from 'node:fs';
import type { Database, Transaction as LmdbTransaction } from 'lmdb';
import { DataFolderError } from '../../values/errors.js';
import { readStored, transactionOf } from './integrity.js';
import { watch } from './lmdb-file.js';
import {
  JournalFile,
  META_BYTES,
  readJournal,
  SEGMENT_BYTES,
  syncData,
  type Recovery,
} from './journal-file.js';

/**
 * Number of write groups between checkpoints. LMDB cannot reuse the pages of the last checkpoint until the next one, so
 * the data file grows by some ten pages with each group. A checkpoint slows down the flushes beside it: with one after
 * 256 groups instead of 1024, an insert of a single writer took 611 µs instead of 450.
 */
const GROUPS = Number(process.env.EMBEDDED_CHECKPOINT_GROUPS ?? 1024);

/**
 * Flushes of less than SMALL bytes on a disk that takes less than QUICK_MS run synchronously, as handing them to
 * another thread would take longer. Other flushes run in another thread, and commands go on meanwhile.
 */
const SMALL = 2 ** 16;
const QUICK_MS = 1;
/** On a slow disk, every PROBE-th flush runs synchronously, to measure whether the disk is quick by now. */
const PROBE = 64;

/** The number of the catalog's table in the journal. */
const META_TABLE = 2;

type Tables = Database<Buffer, never>[];

/**
 * Makes commits durable with one small flush. LMDB commits without syncing; the journal is synced before writers are
 * acknowledged, and checkpoints sync the data file in the background.
 *
 * The journal is based on the state of the data file at a checkpoint, whose pages are not overwritten until the next
 * checkpoint is synced. After a power cut the data file may contain any mixture of old and new pages. So a file that
 * was not closed cleanly is rolled back to that state, and the journal is replayed: after a killed process too, as the
 * files do not show the difference reliably.
 */
export class Journal {
  private readonly recovery: Recovery | undefined;
  private readonly name: string;
  private readonly changes = new Changes();
  private data = 0;
  private file!: JournalFile;
  private hold!: () => LmdbTransaction;
  private held: LmdbTransaction | undefined;
  private groups = 0;
  /** Durations of the last two synchronous flushes in milliseconds; two, as a quick disk has slow moments. */
  private flushTimes: [number, number] = [0, 0];
  private checkpointing: Promise<void> | undefined;

  /** Reads the journal of a data file without changing either. */
  constructor(private readonly path: string) {
    this.name = journalOf(path);
    this.recovery = readJournal(this.name);
  }

  /** The format in the catalog as it will be after the replay; reading it does not change the files. */
  get format(): Buffer | undefined {
    let value = readStored(this.path, 'format', this.recovery?.metas);
    for (const entry of this.recovery?.changes ?? [])
      for (const change of changesIn(entry))
        if (change.table === META_TABLE && change.key === 'format') ({ value } = change);
    return value;
  }

  /** The meta pages that the data file is rolled back to; undefined if it needs no recovery. */
  get metas(): Buffer | undefined {
    return this.recovery?.metas;
  }

  /** @throws DataFolderError if the journal does not belong to the data file */
  checkDatabase(): void {
    const { path, recovery } = this;
    if (!recovery) return;
    if (!fs.existsSync(path))
      throw new DataFolderError('DAMAGED', `The database file ${path} is gone, its journal is there`, {
        path,
      });
    const database = readStored(path, 'id');
    const isOther = database && recovery.database && !database.equals(recovery.database);
    const data = fs.openSync(path, 'r');
    const isOlder = newestTransaction(readMetas(data)) < newestTransaction(recovery.metas);
    fs.closeSync(data);
    if (isOther || isOlder)
      throw new DataFolderError(
        'DAMAGED',
        `The journal ${this.name} is not of the database ${path} beside it`,
        { path: this.name },
      );
  }

  /** Rolls the data file back to its journal's checkpoint, if it needs recovery; before LMDB opens it. */
  takeBack(): void {
    if (!this.recovery) return;
    const data = fs.openSync(this.path, 'r+');
    fs.writeSync(data, this.recovery.metas, 0, META_BYTES, 0);
    fs.closeSync(data);
  }

  /** Replays the journal's changes, after LMDB has opened the data file. */
  replay(tables: Tables): void {
    for (const entry of this.recovery?.changes ?? []) {
      for (const { table, key, value } of changesIn(entry)) {
        if (value) tables[table]!.putSync(key as never, value);
        else tables[table]!.removeSync(key as never);
      }
    }
  }

  /**
   * Syncs the data file and starts to record the tables' changes.
   * @param database the id that the data file and its journal have in common
   * @param hold opens a snapshot of the current state, so that LMDB does not overwrite its pages
   */
  start(tables: Tables, database: Buffer, hold: () => LmdbTransaction): void {
    this.hold = hold;
    for (const [number, table] of tables.entries())
      watch(table, (key, value) => this.changes.add(number, key, value));
    this.data = fs.openSync(this.path, 'r');
    fs.fsyncSync(this.data);
    this.held = hold();
    this.file = new JournalFile(this.name, database, readMetas(this.data));
  }

  /** Keeps the recorded changes of a committed transaction for the next flush, or drops those of an aborted one. */
  over(isKept: boolean): void {
    this.changes.over(isKept);
  }

  /**
   * Starts a checkpoint in the background, unless one runs: it lets LMDB reuse the pages of the last one. A flush that
   * needs its segment awaits it, and gets its error.
   */
  makeRoom(): void {
    if (!this.checkpointing) this.checkpoint().catch(() => undefined);
  }

  /**
   * Makes the changes since the last flush durable; returns false if there are none.
   * @throws Error if the disk fails: it is unknown then what it has stored
   */
  async flush(): Promise<boolean> {
    const noted = this.changes.take();
    if (noted.length === 0) return false;
    if (this.file.append(noted)) {
      const isQuick = Math.min(...this.flushTimes) < QUICK_MS || this.groups % PROBE === PROBE - 1;
      if (isQuick && noted.length < SMALL) {
        const started = performance.now();
        this.file.flushNow();
        this.flushTimes = [this.flushTimes[1], performance.now() - started];
      } else {
        await this.file.flush();
      }
      if (++this.groups >= GROUPS || this.file.filled > 0.5) this.makeRoom();
    } else {
      await this.checkpointing;
      await this.checkpoint();
    }
    return true;
  }

  /** Syncs the data file, and bases the journal on its current state. */
  private checkpoint(isClean = false): Promise<void> {
    this.groups = 0;
    this.file.startGeneration();
    const metas = readMetas(this.data);
    const state = this.hold();
    const done = syncData(this.data)
      .then(() => this.file.completeGeneration(metas, isClean))
      .then(() => {
        this.held?.done();
        this.held = state;
        this.checkpointing = undefined;
      });
    return (this.checkpointing = done);
  }

  /** Syncs everything, so that the data file needs no recovery. */
  async close(): Promise<void> {
    await this.checkpointing;
    await this.checkpoint(true);
    this.held?.done();
    this.file.close();
    fs.closeSync(this.data);
  }
}

/** The path of a data file's journal. */
export const journalOf = (path: string): string => `${path}-journal`;

function readMetas(file: number): Buffer {
  const metas = Buffer.alloc(META_BYTES);
  fs.readSync(file, metas, 0, META_BYTES, 0);
  return metas;
}

/** Returns the higher transaction number of the two meta pages. */
function newestTransaction(metas: Buffer): bigint {
  const [first, second] = [transactionOf(metas), transactionOf(metas.subarray(META_BYTES / 2))];
  return first > second ? first : second;
}

const NO_VALUE = 0xffff_ffff;
/** Buffers above this size in bytes are released after use. */
const LARGE = 2 ** 22;
/** Size in bytes of a change's header: table, type of key, length of the key and of the value. */
const CHANGE_HEADER = 8;

/** Encoded changes of tables, in order. */
class Changes {
  private bytes = Buffer.allocUnsafe(2 ** 16);
  private length = 0;
  /** Length of the changes of committed transactions. */
  private kept = 0;

  add(table: number, name: Buffer | string, value?: Buffer): void {
    // More than fits in a segment: a checkpoint of the data file takes its place.
    if (this.length > SEGMENT_BYTES) return;
    const key = typeof name === 'string' ? Buffer.from(name) : name;
    const end = this.length + CHANGE_HEADER + key.length + (value?.length ?? 0);
    if (end > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.bytes[this.length] = table;
    this.bytes[this.length + 1] = typeof name === 'string' ? 1 : 0;
    this.bytes.writeUInt16LE(key.length, this.length + 2);
    this.bytes.writeUInt32LE(value?.length ?? NO_VALUE, this.length + 4);
    key.copy(this.bytes, this.length + CHANGE_HEADER);
    value?.copy(this.bytes, this.length + CHANGE_HEADER + key.length);
    this.length = end;
  }

  /** Returns the changes of committed transactions and clears them; the buffer is valid until the next change. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.kept);
    this.length = this.kept = 0;
    if (this.bytes.length > LARGE) this.bytes = Buffer.allocUnsafe(2 ** 16);
    return taken;
  }

  over(isKept: boolean): void {
    if (isKept) this.kept = this.length;
    else this.length = this.kept;
  }
}

/** Reads encoded changes; one without a value is a removal. */
function* changesIn(bytes: Buffer) {
  for (let at = 0; at < bytes.length;) {
    const start = at + CHANGE_HEADER;
    const keyEnd = start + bytes.readUInt16LE(at + 2);
    const length = bytes.readUInt32LE(at + 4);
    const key = bytes.subarray(start, keyEnd);
    at = length === NO_VALUE ? keyEnd : keyEnd + length;
    yield {
      table: bytes[start - CHANGE_HEADER]!,
      key: bytes[start - CHANGE_HEADER + 1] === 1 ? key.toString() : key,
      value: length === NO_VALUE ? undefined : bytes.subarray(keyEnd, at),
    };
  }
}
