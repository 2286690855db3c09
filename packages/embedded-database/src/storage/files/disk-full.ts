import { rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asMongoError, DataFolderError, fail, type MongoError } from '../../values/errors.js';

/** The error for clients of a write that the store could not make. */
export function storageError(error: unknown, path: string): MongoError {
  if (!isDiskFull(error, path)) return asMongoError(error);
  return fail(14031, 'the disk is full: nothing of this write was kept. Free some space and try again.');
}

/** Returns the error of a file that did not fit on its disk as a DataFolderError; any other one unchanged. */
export const fullDiskError = (error: unknown, path: string, message: string): unknown =>
  !(error instanceof DataFolderError) && isDiskFull(error, path)
    ? new DataFolderError('FULL', message, { path })
    : error;

/** Free space in bytes below which an I/O error is taken for a full disk. */
const ROOM_BYTES = 2 ** 20;

/** Returns whether a file at a path could not be written as its disk is full. */
export function isDiskFull(error: unknown, path: string): boolean {
  const { message, code } = error as Error & { code?: number | string };
  if (/no space left|MDB_MAP_FULL|file too large|quota exceeded/i.test(message)) return true;
  if (code === 'ENOSPC' || code === 28) return true;
  // LMDB reports an I/O error if only a part of a page fitted on the disk (mdb.c, mdb_page_flush).
  if (!/input\/output error/i.test(message)) return false;
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize < ROOM_BYTES || !mayGrow(path);
}

/** Returns true if no limit of this process forbids a file larger than the one at a path. */
function mayGrow(path: string): boolean {
  const probe = `${path}.probe`;
  try {
    writeFileSync(probe, '');
    truncateSync(probe, statSync(path).size + ROOM_BYTES);
    return true;
  } catch (error) {
    // Other errors of the probe say nothing about the size.
    return (error as NodeJS.ErrnoException).code !== 'EFBIG';
  } finally {
    rmSync(probe, { force: true });
  }
}
