import { decode, type Doc } from '../values/bson.js';
import { encodeKey } from '../values/keys.js';
import { folderPaths, hasDatabase } from './files/data-directory.js';
import { checkFormat } from './files/format.js';
import { checkFile } from './files/integrity.js';
import { Journal } from './files/journal.js';
import { indexPrefix } from './namespaces.js';

/** Bytes of the checksum before a stored document. */
const checksumBytes = 4;

/**
 * Reads a document by its id from the database of a folder, without changing the folder's files.
 * @param namespace the names of database and collection, with a dot in between
 * @throws DataFolderError for a file that is damaged, foreign or of a newer format
 * @returns undefined where it is not there, and for a database that was not closed: opening it makes it whole first
 */
export async function readClosed(dataDir: string, namespace: string, id: unknown): Promise<Doc | undefined> {
  const { data: path } = folderPaths(dataDir);
  if (!hasDatabase(dataDir)) return undefined;
  const journal = new Journal(path);
  if (journal.metas) return undefined;
  // LMDB trusts what it maps into memory.
  checkFormat(path, journal.format);
  checkFile(path);
  // Loaded only here: it takes a program's start longer.
  const { open } = await import('lmdb');
  const root = open<Buffer, Buffer>({
    path,
    noSubdir: true,
    readOnly: true,
    maxDbs: 8,
    encoding: 'binary',
    keyEncoding: 'binary',
  });
  try {
    const meta = root.openDB<Buffer, string>({ name: 'meta', encoding: 'binary' });
    const data = root.openDB<Buffer, Buffer>({ name: 'data', encoding: 'binary', keyEncoding: 'binary' });
    const collection = meta.get(`c:${namespace}`);
    if (!collection) return undefined;
    const stored = data.get(
      Buffer.concat([indexPrefix(Number(decode(collection).number), 0), encodeKey(id)]),
    );
    return stored && decode(stored.subarray(checksumBytes));
  } finally {
    await root.close();
  }
}
