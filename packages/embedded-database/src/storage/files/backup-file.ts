import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { DataFolderError, newerFormat } from '../../values/errors.js';
import { checkFile } from './integrity.js';

/** Size in bytes of the page behind the copied file that describes the copy. */
const TRAILER_BYTES = 4096;
const MAGIC = 'embedded database backup\n';
const BACKUP_FORMAT = 1;
const CHUNK_BYTES = 2 ** 20;

interface Trailer {
  format: number;
  /** Size of the copied file in bytes. */
  length: number;
  documents: number;
  sha256: string;
}

/** Reads the first `length` bytes of a file in pieces; returns their hash. */
function readPieces(file: number, length: number, use?: (piece: Buffer) => void): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; at < length;) {
    const read = fs.readSync(file, chunk, 0, Math.min(CHUNK_BYTES, length - at), at);
    if (read === 0) break;
    const piece = chunk.subarray(0, read);
    hash.update(piece);
    use?.(piece);
    at += read;
  }
  return hash.digest('hex');
}

/** Appends the trailer to a copy: its length, the number of its documents and a checksum. */
export function sealBackup(path: string, documents: number): void {
  const file = fs.openSync(path, 'a+');
  try {
    const length = fs.fstatSync(file).size;
    const sha256 = readPieces(file, length);
    const trailer = Buffer.alloc(TRAILER_BYTES);
    const body: Trailer = { format: BACKUP_FORMAT, length, documents, sha256 };
    trailer.write(MAGIC + JSON.stringify(body), 4);
    trailer.writeUInt32LE(crc32(trailer.subarray(4)), 0);
    fs.writeFileSync(file, trailer);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** @throws DataFolderError for a file that does not end with the trailer of a backup, or does not fit it */
function trailerOf(path: string, file: number): Trailer {
  const { size } = fs.fstatSync(file);
  const bytes = Buffer.alloc(TRAILER_BYTES);
  const isRead =
    size >= TRAILER_BYTES && fs.readSync(file, bytes, 0, TRAILER_BYTES, size - TRAILER_BYTES) > 0;
  const isWhole = isRead && bytes.readUInt32LE(0) === crc32(bytes.subarray(4));
  const isTrailer = isWhole && bytes.toString('latin1', 4).startsWith(MAGIC);
  if (!isTrailer)
    throw new DataFolderError('FOREIGN', `${path} is no whole backup: its end is not that of one`, { path });
  const trailer = JSON.parse(bytes.toString('utf8', 4 + MAGIC.length).replace(/\0+$/, '')) as Trailer;
  if (trailer.format > BACKUP_FORMAT) throw newerFormat(path, trailer.format, BACKUP_FORMAT);
  if (trailer.length !== size - TRAILER_BYTES)
    throw new DataFolderError(
      'DAMAGED',
      `${path} is damaged: it has not the length that it was written with`,
      { path },
    );
  return trailer;
}

/** Returns whether a file ends as a backup does, which a database's own does not. */
export function isBackup(path: string): boolean {
  const file = fs.openSync(path, 'r');
  try {
    trailerOf(path, file);
    return true;
  } catch {
    return false;
  } finally {
    fs.closeSync(file);
  }
}

/** Throws where the content of a backup, read from `path`, is not the one that its trailer describes. */
function checkContent(path: string, file: string, trailer: Trailer, sha256: string): number {
  if (sha256 !== trailer.sha256)
    throw new DataFolderError('DAMAGED', `${path} is damaged: it does not match its checksum`, { path });
  const documents = checkFile(file, true) ?? 0;
  if (documents !== trailer.documents)
    throw new DataFolderError('DAMAGED', `${path} is damaged: it does not hold what was written`, { path });
  return documents;
}

/** Reads a whole backup; returns the number of its documents. @throws DataFolderError if it is none, or damaged */
export function verifyBackup(path: string): number {
  const source = fs.openSync(path, 'r');
  try {
    const trailer = trailerOf(path, source);
    return checkContent(path, path, trailer, readPieces(source, trailer.length));
  } finally {
    fs.closeSync(source);
  }
}

/** Extracts the data file of a backup to another file. @throws DataFolderError if it is not a backup, or damaged */
export function unpackBackup(path: string, target: string): void {
  const source = fs.openSync(path, 'r');
  try {
    const trailer = trailerOf(path, source);
    const copy = fs.openSync(target, 'w', 0o600);
    let sha256: string;
    try {
      sha256 = readPieces(source, trailer.length, (piece) => fs.writeFileSync(copy, piece));
    } finally {
      fs.closeSync(copy);
    }
    checkContent(path, target, trailer, sha256);
  } finally {
    fs.closeSync(source);
  }
}
