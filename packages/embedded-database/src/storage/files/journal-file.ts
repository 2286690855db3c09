import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { DataFolderError, newerFormat } from '../../values/errors.js';
import { syncFolderOf } from './data-directory.js';

/** Size of LMDB's two meta pages at the start of its file, which refer to the roots of its trees. */
export const META_BYTES = 2 * 4096;
export const HEADER_BYTES = 4096 + META_BYTES;
/** Size of the entries of one generation, in bytes. */
export const SEGMENT_BYTES = 2 * 2 ** 20;
const FILE_BYTES = 2 * (HEADER_BYTES + SEGMENT_BYTES);
const ENTRY_HEADER = 32;
const ALIGNMENT = 8;
const HEADER_MAGIC = 0x314c4e4a;
/** Format of the journal; 0 in headers written before there was a number. */
const JOURNAL_FORMAT = 1;
const FORMAT_AT = 88;
/** Offset of the database's id in a header; zeros in headers written before databases had one. */
const ID_AT = 92;
export const DATABASE_ID_BYTES = 16;
const ENTRY_MAGIC = 0x31544e45;

interface JournalEntry {
  sequence: number;
  /** True if its generation's header was synced when it was written. */
  isSettled: boolean;
  payload: Buffer;
}

/** The recovery of a data file after a power cut: its meta pages to restore, and the changes to replay. */
export interface Recovery {
  /** Undefined in an old journal. */
  database: Buffer | undefined;
  metas: Buffer;
  changes: Buffer[];
}

/**
 * The file of the journal: two headers, then two segments of entries, used alternately. A generation begins with
 * entries in the free segment, and its header follows once the state before them is synced.
 */
export class JournalFile {
  private readonly file: number;
  private settled: number;
  private generation: number;
  private sequence = 1;
  private firstOfGeneration = 1;
  private at = 0;

  /** Starts a new journal for a data file that is completely synced. */
  constructor(
    private readonly name: string,
    private readonly database: Buffer,
    metas: Buffer,
  ) {
    const last = fs.existsSync(name) ? newestHeader(name) : undefined;
    // Three generations on: the other header slot, and a number without old entries, which the next one may have.
    this.generation = this.settled = last ? last.generation + 3 : 1;
    const place = last ? name : `${name}.new`;
    this.file = fs.openSync(place, last ? 'r+' : 'w', 0o600);
    try {
      // Preallocated, so that a flush need not update the file system's metadata.
      if (!last) fs.writeFileSync(this.file, Buffer.alloc(FILE_BYTES));
      this.writeHeader(metas, false);
      fs.fsyncSync(this.file);
    } catch (error) {
      fs.closeSync(this.file);
      if (!last) fs.rmSync(place);
      throw error;
    }
    if (!last) fs.renameSync(place, name);
    syncFolderOf(name);
  }

  /** The used share of the segment, from 0 to 1. */
  get filled(): number {
    return this.at / SEGMENT_BYTES;
  }

  /** Writes an entry, which is durable after the next flush; returns false if the segment is full. */
  append(payload: Buffer): boolean {
    const length = ENTRY_HEADER + payload.length;
    if (this.at + length > SEGMENT_BYTES) return false;
    const header = Buffer.alloc(ENTRY_HEADER);
    header.writeUInt32LE(ENTRY_MAGIC, 4);
    header.writeUInt32LE(this.generation, 8);
    header.writeUInt32LE(payload.length, 12);
    header.writeDoubleLE(this.sequence, 16);
    header.writeDoubleLE(this.generation === this.settled ? 1 : 0, 24);
    header.writeUInt32LE(crc32(payload, crc32(header.subarray(4))), 0);
    // In two parts, without copying payloads of many megabytes.
    if (!writeWhole(this.file, [header, payload], segmentStart(this.generation) + this.at)) return false;
    this.sequence++;
    this.at += aligned(length);
    return true;
  }

  flushNow(): void {
    fs.fdatasyncSync(this.file);
  }

  flush(): Promise<void> {
    return syncData(this.file);
  }

  /** Starts the next generation: entries belong to it from here on, and its header has to follow. */
  startGeneration(): void {
    this.generation = this.settled + 1;
    this.firstOfGeneration = this.sequence;
    this.at = 0;
  }

  /** Writes the generation's header, once the state before it is synced. */
  async completeGeneration(metas: Buffer, isClean = false): Promise<void> {
    this.writeHeader(metas, isClean);
    await this.flush();
    this.settled = this.generation;
  }

  close(): void {
    fs.closeSync(this.file);
  }

  private writeHeader(metas: Buffer, isClean: boolean): void {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(HEADER_MAGIC, 4);
    header.writeUInt32LE(this.generation, 8);
    header.writeUInt32LE(isClean ? 1 : 0, 12);
    header.writeDoubleLE(this.firstOfGeneration, 16);
    header.writeUInt32LE(JOURNAL_FORMAT, FORMAT_AT);
    this.database.copy(header, ID_AT);
    metas.copy(header, 4096);
    header.writeUInt32LE(crc32(header.subarray(4)), 0);
    if (!writeWhole(this.file, [header], headerStart(this.generation)))
      throw new Error(`${this.name} takes no more writes`);
  }
}

/**
 * Reads the recovery of a data file from its journal; undefined if the file was closed.
 * @throws DataFolderError if the journal is damaged, or of a newer format
 */
export function readJournal(name: string): Recovery | undefined {
  if (!fs.existsSync(name)) return undefined;
  const newest = newestHeader(name);
  if (!newest) throw damaged(name, 'its headers are gone');
  if (newest.isClean) return undefined;
  const bytes = fs.readFileSync(name);
  const own = entriesOf(name, bytes, newest.generation);
  const next = entriesOf(name, bytes, newest.generation + 1);
  if (next.some(({ isSettled }) => isSettled)) throw damaged(name, 'a header is gone');
  const entries = [...own, ...next];
  if (entries.some(({ sequence }, index) => sequence !== newest.first + index))
    throw damaged(name, 'an entry is gone');
  const { database, metas } = newest;
  return {
    database: database.some(Boolean) ? database : undefined,
    metas,
    changes: entries.map(({ payload }) => payload),
  };
}

function newestHeader(name: string) {
  const bytes = Buffer.alloc(2 * HEADER_BYTES);
  const file = fs.openSync(name, 'r');
  fs.readSync(file, bytes, 0, bytes.length, 0);
  fs.closeSync(file);
  const headers = [headerAt(name, bytes, 0), headerAt(name, bytes, 1)].filter(
    (header) => header !== undefined,
  );
  return headers.sort((a, b) => b.generation - a.generation)[0];
}

/** Returns the start of a generation, a state of the data file that is synced; undefined where none is whole. */
function headerAt(name: string, bytes: Buffer, slot: number) {
  const header = bytes.subarray(headerStart(slot), headerStart(slot) + HEADER_BYTES);
  const isWhole =
    header.length === HEADER_BYTES &&
    header.readUInt32LE(4) === HEADER_MAGIC &&
    header.readUInt32LE(0) === crc32(header.subarray(4));
  if (!isWhole) return undefined;
  const format = header.readUInt32LE(FORMAT_AT);
  if (format > JOURNAL_FORMAT) throw newerFormat(name, format, JOURNAL_FORMAT);
  return {
    generation: header.readUInt32LE(8),
    /** True if the data file was closed with all changes synced. */
    isClean: header.readUInt32LE(12) === 1,
    /** The number of its first entry. */
    first: header.readDoubleLE(16),
    database: header.subarray(ID_AT, ID_AT + DATABASE_ID_BYTES),
    metas: header.subarray(4096),
  };
}

/** Returns a generation's entries up to the first incomplete one, which a power cut interrupted. */
function entriesOf(name: string, bytes: Buffer, generation: number): JournalEntry[] {
  const segment = bytes.subarray(segmentStart(generation), segmentStart(generation) + SEGMENT_BYTES);
  const entries: JournalEntry[] = [];
  let at = 0;
  for (;;) {
    const entry = entryAt(segment, at, generation);
    if (!entry) break;
    entries.push(entry);
    at += aligned(ENTRY_HEADER + entry.payload.length);
  }
  // Each entry is flushed before the next one is written: one that others follow was complete once.
  for (at += ALIGNMENT; at < segment.length; at += ALIGNMENT)
    if (entryAt(segment, at, generation)) throw damaged(name, 'an entry has changed');
  return entries;
}

function entryAt(segment: Buffer, at: number, generation: number): JournalEntry | undefined {
  if (at + ENTRY_HEADER > segment.length) return undefined;
  if (segment.readUInt32LE(at + 4) !== ENTRY_MAGIC || segment.readUInt32LE(at + 8) !== generation)
    return undefined;
  const end = at + ENTRY_HEADER + segment.readUInt32LE(at + 12);
  if (end > segment.length || crc32(segment.subarray(at + 4, end)) !== segment.readUInt32LE(at))
    return undefined;
  return {
    sequence: segment.readDoubleLE(at + 16),
    isSettled: segment.readDoubleLE(at + 24) === 1,
    payload: segment.subarray(at + ENTRY_HEADER, end),
  };
}

const headerStart = (generation: number): number => (generation % 2) * HEADER_BYTES;
const segmentStart = (generation: number): number => 2 * HEADER_BYTES + (generation % 2) * SEGMENT_BYTES;
const aligned = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

const damaged = (name: string, why: string): DataFolderError =>
  new DataFolderError('DAMAGED', `The database's journal ${name} is damaged (${why})`, { path: name });

/** @returns false if the disk, or a limit of the process, has no space for all of it */
function writeWhole(file: number, parts: Buffer[], at: number): boolean {
  try {
    return fs.writevSync(file, parts, at) === parts.reduce((sum, part) => sum + part.length, 0);
  } catch (error) {
    if (['ENOSPC', 'EFBIG', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

export const syncData = (file: number): Promise<void> =>
  new Promise((resolve, reject) => fs.fdatasync(file, (error) => (error ? reject(error) : resolve())));
