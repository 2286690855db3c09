import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { DataFolderError } from '../values/errors.js';
import { syncFolderOf } from './data-directory.js';

/** LMDB's two pages that say where its trees begin, at the start of its file. */
export const META_BYTES = 2 * 4096;
export const HEADER_BYTES = 4096 + META_BYTES;
/** Room for the entries of one generation. */
export const SEGMENT_BYTES = 2 * 2 ** 20;
const FILE_BYTES = 2 * (HEADER_BYTES + SEGMENT_BYTES);
const ENTRY_HEADER = 32;
const ALIGNMENT = 8;
const HEADER_MAGIC = 0x314c4e4a;
/** Of the journal itself; headers that were written before there was a number hold 0. */
const JOURNAL_FORMAT = 1;
const FORMAT_AT = 88;
/** Which database it belongs to; zeros in headers that were written before databases had a number. */
const ID_AT = 92;
export const DATABASE_ID_BYTES = 16;
const ENTRY_MAGIC = 0x31544e45;

/** Where a generation begins: a state of the data file that is whole on the disk. */
interface Header {
  generation: number;
  /** The number of its first entry. */
  first: number;
  /** The data file was closed with everything in it. */
  isClean: boolean;
  database: Buffer;
  metas: Buffer;
}

interface JournalEntry {
  sequence: number;
  /** It was written when its generation's header stood on the disk. */
  isSettled: boolean;
  payload: Buffer;
}

/** What has to be done to the data file after a power cut: its pages of then, and the changes since. */
export interface Recovery {
  /** Undefined in an old journal. */
  database: Buffer | undefined;
  metas: Buffer;
  changes: Buffer[];
}

/**
 * The file of the journal: two headers, and behind them two segments of entries, used in turns. A generation begins
 * with its entries in the segment that is free, and its header follows once the state before them is on the disk.
 */
export class JournalFile {
  private readonly file: number;
  private settled: number;
  private generation: number;
  private sequence = 1;
  private firstOfGeneration = 1;
  private at = 0;

  /** Begins anew, for a data file of which all is on the disk. */
  constructor(
    private readonly name: string,
    private readonly database: Buffer,
    metas: Buffer,
  ) {
    const last = fs.existsSync(name) ? newestHeader(name) : undefined;
    // The header takes the other slot; and of this generation there are no entries yet, as there may be of the next.
    this.generation = this.settled = last ? last.generation + 3 : 1;
    const place = last ? name : `${name}.new`;
    this.file = fs.openSync(place, last ? 'r+' : 'w', 0o600);
    try {
      // Blocks that are there already need no change of the file system's own records when they are flushed.
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

  /** How full the segment is, from 0 to 1. */
  get filled(): number {
    return this.at / SEGMENT_BYTES;
  }

  /** Writes an entry, and answers whether there was room; it is on the disk after the next flush. */
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
    // In two parts: a copy of each payload would be garbage of many megabytes.
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

  /** The entries from here on are of the next generation; its header has to follow. */
  startGeneration(): void {
    this.generation = this.settled + 1;
    this.firstOfGeneration = this.sequence;
    this.at = 0;
  }

  /** Notes that the state before this generation is on the disk. */
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
 * What the journal of a data file that was not closed says has to be done to it.
 * @throws DataFolderError where the journal is damaged, or of a newer format
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

function newestHeader(name: string): Header | undefined {
  const bytes = Buffer.alloc(2 * HEADER_BYTES);
  const file = fs.openSync(name, 'r');
  fs.readSync(file, bytes, 0, bytes.length, 0);
  fs.closeSync(file);
  const headers = [headerAt(name, bytes, 0), headerAt(name, bytes, 1)].filter(
    (header) => header !== undefined,
  );
  return headers.sort((a, b) => b.generation - a.generation)[0];
}

function headerAt(name: string, bytes: Buffer, slot: number): Header | undefined {
  const header = bytes.subarray(headerStart(slot), headerStart(slot) + HEADER_BYTES);
  const isWhole =
    header.length === HEADER_BYTES &&
    header.readUInt32LE(4) === HEADER_MAGIC &&
    header.readUInt32LE(0) === crc32(header.subarray(4));
  if (!isWhole) return undefined;
  const format = header.readUInt32LE(FORMAT_AT);
  if (format > JOURNAL_FORMAT)
    throw new DataFolderError(
      'NEWER',
      `${name} has format ${format}, and this version knows format ${JOURNAL_FORMAT}`,
      {
        path: name,
        format,
        supported: JOURNAL_FORMAT,
      },
    );
  return {
    generation: header.readUInt32LE(8),
    isClean: header.readUInt32LE(12) === 1,
    first: header.readDoubleLE(16),
    database: header.subarray(ID_AT, ID_AT + DATABASE_ID_BYTES),
    metas: header.subarray(4096),
  };
}

/** A generation's entries up to the first that is not whole: one that the power cut came in the middle of. */
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
  // Each is flushed before the next one is written: where another one follows, this one was whole once.
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

/** @returns false where the disk, or a limit of the process, has no room for all of it */
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
