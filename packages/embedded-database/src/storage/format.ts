import { decode } from '../values/bson.js';
import { DataFolderError } from '../values/errors.js';

/** Format of the file; newer ones are refused. */
export const FORMAT_VERSION = 3;
/** Oldest format that is upgraded: 1 has no journal; the indexes of 2 do not distinguish empty arrays from null. */
const OLDEST_FORMAT = 1;

/**
 * Checks the format of a data file, as the catalog has it; undefined for a file without one.
 * @throws DataFolderError for one that this version does not know
 */
export function checkFormat(path: string, stored: Buffer | undefined): void {
  const version = stored ? Number(decode(stored).version) : FORMAT_VERSION;
  if (version >= OLDEST_FORMAT && version <= FORMAT_VERSION) return;
  throw new DataFolderError(
    'NEWER',
    `${path} has format ${version}, and this version knows formats up to ${FORMAT_VERSION}`,
    { path: path, format: version, supported: FORMAT_VERSION },
  );
}
