import fs from 'node:fs';
import type { Database, Transaction as LmdbTransaction } from 'lmdb';
import { DataFolderError } from '../values/errors.js';
import { readStored, transactionOf } from './integrity.js';
import {
  JournalFile,
  META_BYTES,
  readJournal,
  SEGMENT_BYTES,
  syncData,
  type Recovery,
} from './journal-file.js';

/**
 * After so many groups of writes the data file is flushed. What it overwrites has to stay until then, and that makes it
 * grow by some ten pages with each group.
 */
const GROUPS = Number(process.env.EMBEDDED_CHECKPOINT_GROUPS ?? 256);

/**
 * What a quick disk flushes, up to so many bytes and in less than so many milliseconds, takes less time than it takes
 * to have another thread do it, and to be told that it is done. While that other thread does it, others are answered.
 */
const SMALL = 2 ** 16;
const QUICK_MS = 1;
/** Of a disk that was slow, every so many flushes tell whether it is quick by now. */
const PROBE = 64;

type Tables = Database<Buffer, never>[];

/**
 * Makes commits durable with one small flush. LMDB commits without syncing; the journal is synced before writers are
 * acknowledged, and checkpoints sync the data file in the background.
 *
 * The state of the data file at a checkpoint is what the journal builds upon, so its pages stay as they are until the next
 * such state is on the disk. After a power cut the data file may hold any mixture of old and new pages. So a file that was
 * not closed in order is taken back to that state, and the journal is replayed: after a killed process too, as nothing on
 * the disk tells the two apart for sure.
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
  /** How long the last two flushes took that nothing else went on beside: a quick disk has slow moments. */
  private flushTimes: [number, number] = [0, 0];
  private checkpointing: Promise<void> | undefined;

  /** Reads the journal of a data file, and changes nothing. */
  constructor(private readonly path: string) {
    this.name = journalOf(path);
    this.recovery = readJournal(this.name);
  }

  /**
   * A value as it will be once the journal is done again, read from the files as they are.
   * @param number the table's, by which the journal knows it
   */
  stored(table: string, number: number, key: string): Buffer | undefined {
    let value = readStored(this.path, table, key, this.recovery?.metas);
    for (const entry of this.recovery?.changes ?? [])
      for (const change of changesIn(entry))
        if (change.table === number && change.key === key) ({ value } = change);
    return value;
  }

  /** The first pages of the state that the data file is taken back to; undefined where it stays as it is. */
  get metas(): Buffer | undefined {
    return this.recovery?.metas;
  }

  /** @throws DataFolderError where the data file is not the one that the journal builds upon */
  checkDatabase(): void {
    const { path, recovery } = this;
    if (!recovery) return;
    if (!fs.existsSync(path))
      throw new DataFolderError('DAMAGED', `The database file ${path} is gone, its journal is there`, {
        path,
      });
    const database = readStored(path, 'meta', 'id');
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

  /** Takes the data file back to the state that its journal builds upon, where need be; before LMDB opens it. */
  takeBack(): void {
    if (!this.recovery) return;
    const data = fs.openSync(this.path, 'r+');
    fs.writeSync(data, this.recovery.metas, 0, META_BYTES, 0);
    fs.closeSync(data);
  }

  /** Does again what is missing from the data file, now that LMDB has opened it. */
  replay(tables: Tables): void {
    for (const entry of this.recovery?.changes ?? []) {
      for (const { table, key, value } of changesIn(entry)) {
        if (value) tables[table]!.putSync(key as never, value);
        else tables[table]!.removeSync(key as never);
      }
    }
  }

  /**
   * Begins to note what the tables' changes are, and makes all that is there so far safe.
   * @param database the number by which the data file and the journal know that they belong together
   * @param hold holds on to the state of now: pages that it needs are not written over
   */
  start(tables: Tables, database: Buffer, hold: () => LmdbTransaction): void {
    this.hold = hold;
    for (const [number, table] of tables.entries()) this.changes.noteThoseOf(table, number);
    this.data = fs.openSync(this.path, 'r');
    fs.fsyncSync(this.data);
    this.held = hold();
    this.file = new JournalFile(this.name, database, readMetas(this.data));
  }

  /** A transaction was abandoned: what it has noted is forgotten. */
  forget(): void {
    this.changes.clear();
  }

  /** Gives up the pages that it holds on to, as the disk has no room for others. */
  makeRoom(): void {
    if (!this.checkpointing) this.checkpointLater();
  }

  /**
   * Brings what was committed since the last time onto the disk, and answers whether there was anything.
   * @throws Error where the disk does not take it: then nobody knows what is on it
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
      if ((++this.groups >= GROUPS || this.file.filled > 0.5) && !this.checkpointing) this.checkpointLater();
    } else {
      await this.checkpointing;
      await this.checkpoint();
    }
    return true;
  }

  /** Whoever needs its room waits for it, and meets its failure. */
  private checkpointLater(): void {
    this.checkpoint().catch(() => undefined);
  }

  /** Flushes the data file, and lets the journal build upon its state of now. */
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

  /** Leaves a data file that needs no journal. */
  async close(): Promise<void> {
    await this.checkpointing;
    await this.checkpoint(true);
    this.held?.done();
    this.file.close();
    fs.closeSync(this.data);
  }
}

/** The journal of a data file. */
export const journalOf = (path: string): string => `${path}-journal`;

function readMetas(file: number): Buffer {
  const metas = Buffer.alloc(META_BYTES);
  fs.readSync(file, metas, 0, META_BYTES, 0);
  return metas;
}

/** The later one of the two. */
function newestTransaction(metas: Buffer): bigint {
  const [first, second] = [transactionOf(metas), transactionOf(metas.subarray(META_BYTES / 2))];
  return first > second ? first : second;
}

interface Change {
  table: number;
  key: Buffer | string;
  value?: Buffer;
}

const NO_VALUE = 0xffff_ffff;
/** More memory than this is given back. */
const LARGE = 2 ** 22;
/** Table, kind of key, length of the key and of the value. */
const CHANGE_HEADER = 8;

/** Changes of tables, as bytes, in the order in which they were made. */
class Changes {
  private bytes = Buffer.allocUnsafe(2 ** 16);
  private length = 0;

  /** Notes what is put into a table and removed from it, from now on. */
  noteThoseOf(table: Database<Buffer, never>, number: number): void {
    const putSync = table.putSync.bind(table);
    const removeSync = table.removeSync.bind(table);
    table.putSync = (key: Buffer | string, value: Buffer) => {
      this.add(number, key, value);
      return putSync(key as never, value);
    };
    table.removeSync = (key: Buffer | string) => {
      this.add(number, key);
      return removeSync(key as never);
    };
  }

  private add(table: number, name: Buffer | string, value?: Buffer): void {
    // It is more than a segment holds already: the data file will be flushed instead.
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

  /** What was noted; it holds until the next change. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.length = 0;
    if (this.bytes.length > LARGE) this.bytes = Buffer.allocUnsafe(2 ** 16);
  }
}

function* changesIn(bytes: Buffer): Generator<Change> {
  for (let at = 0; at < bytes.length;) {
    const start = at + CHANGE_HEADER;
    const keyEnd = start + bytes.readUInt16LE(at + 2);
    const length = bytes.readUInt32LE(at + 4);
    const key = bytes.subarray(start, keyEnd);
    at = length === NO_VALUE ? keyEnd : keyEnd + length;
    yield {
      table: bytes[start - CHANGE_HEADER]!,
      key: bytes[start - CHANGE_HEADER + 1] === 1 ? key.toString() : key,
      ...(length !== NO_VALUE && { value: bytes.subarray(keyEnd, at) }),
    };
  }
}
