import { rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asMongoError, MongoError } from '../values/errors.js';

/** What a client is told of a write that the store could not make. */
export function storageError(error: unknown, path: string): MongoError {
  if (!isDiskFull(error, path)) return asMongoError(error);
  return new MongoError(
    14031,
    'the disk is full: nothing of this write was kept. Free some space and try again.',
  );
}

/** A disk with less room than this has cut a write short. */
const ROOM_BYTES = 2 ** 20;

function isDiskFull(error: unknown, path: string): boolean {
  const { message, code } = error as Error & { code?: number | string };
  if (/no space left|MDB_MAP_FULL|file too large|quota exceeded/i.test(message)) return true;
  if (code === 'ENOSPC' || code === 28) return true;
  // LMDB calls it an I/O error where only a part of a page still found room (mdb.c, mdb_page_flush).
  if (!/input\/output error/i.test(message)) return false;
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize < ROOM_BYTES || !mayGrow(path);
}

/** Whether this process may make a file that is larger than the one at a path. */
function mayGrow(path: string): boolean {
  const probe = `${path}.probe`;
  try {
    writeFileSync(probe, '');
    truncateSync(probe, statSync(path).size + ROOM_BYTES);
    return true;
  } catch (error) {
    // What else goes wrong with the probe says nothing of the size.
    return (error as NodeJS.ErrnoException).code !== 'EFBIG';
  } finally {
    rmSync(probe, { force: true });
  }
}
