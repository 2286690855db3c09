import { decode, encode } from '../../values/bson.js';
import { newerFormat } from '../../values/errors.js';

/**
 * Format of the file; newer ones are refused. 4 is 3 in a folder that a program of this version has served: those of
 * before, of which some do not look for later migrations of their data, refuse it.
 */
const FORMAT_VERSION = 4;
/** The format to which older ones are always upgraded. */
const LEAST_FORMAT = 3;
/** Oldest format that is upgraded: 1 has no journal; the indexes of 2 do not distinguish empty arrays from null. */
const OLDEST_FORMAT = 1;

/**
 * Returns the format that a file gets, as the catalog has it.
 * @param stored the format that the catalog has; undefined for a file without one
 * @param isServed false for a command beside a server, after which an earlier version may still open the file
 */
export function formatAfterOpening(stored: Buffer | undefined, isServed: boolean): Buffer {
  const isMarked = isServed || !stored;
  return encode({
    version: isMarked ? FORMAT_VERSION : Math.max(Number(decode(stored).version), LEAST_FORMAT),
  });
}

/**
 * Checks the format of a data file, as the catalog has it; undefined for a file without one.
 * @throws DataFolderError for one that this version does not know
 */
export function checkFormat(path: string, stored: Buffer | undefined): void {
  const version = stored ? Number(decode(stored).version) : FORMAT_VERSION;
  if (version >= OLDEST_FORMAT && version <= FORMAT_VERSION) return;
  throw newerFormat(path, version, FORMAT_VERSION);
}
