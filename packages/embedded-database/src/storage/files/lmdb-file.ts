import { open, type Database, type RootDatabase } from 'lmdb';

/** Maximum number of open LMDB snapshots: of transactions, the journal and running reads. */
const MAX_READERS = 1200;
/** Maximum size of the file in bytes; reserves address space only, not memory or disk. */
const MAP_SIZE = 64 * 2 ** 30;

/**
 * LMDB reads its list of free pages anew in each transaction, as far as it needs them. What it keeps of the list between
 * transactions is at times not what it has saved: beside snapshots, once in some 100,000 transactions of large documents,
 * it then ends the process ("Freelist record not found", mdb_freelist_save in 3.5.6). The time of a transaction and
 * the size of the file are the same: 51 to 55 µs for five small writes both ways. The option is not in LMDB's types.
 */
const NO_FREE_PAGES_KEPT = { maxFreeSpaceToRetain: 0 };

/** The tables of the file. */
export interface Tables {
  data: Database<Buffer, Buffer>;
  sessions: Database<Buffer, Buffer>;
  meta: Database<Buffer, string>;
  counts: Database<Buffer, Buffer>;
}

/** Opens the LMDB file, which is made where there is none. */
export const openFile = (path: string): RootDatabase<Buffer, Buffer> =>
  open<Buffer, Buffer>({
    path,
    noSubdir: true,
    maxDbs: 8,
    pageSize: 4096,
    mapSize: MAP_SIZE,
    // The journal makes commits durable.
    noSync: true,
    overlappingSync: false,
    maxReaders: MAX_READERS,
    ...NO_FREE_PAGES_KEPT,
    encoding: 'binary',
    keyEncoding: 'binary',
  });

export function openTables(root: RootDatabase<Buffer, Buffer>): Tables {
  const options = { encoding: 'binary', keyEncoding: 'binary' } as const;
  return {
    data: root.openDB<Buffer, Buffer>({ name: 'data', ...options }),
    sessions: root.openDB<Buffer, Buffer>({ name: 'sessions', ...options }),
    meta: root.openDB<Buffer, string>({ name: 'meta', encoding: 'binary' }),
    counts: root.openDB<Buffer, Buffer>({ name: 'counts', ...options }),
  };
}

type Key = Buffer | string;
/** The two writes of an LMDB table, of which some have keys of bytes and others of text. */
export interface Writes {
  putSync(key: Key, value: Buffer): unknown;
  removeSync(key: Key): unknown;
}

/** Calls `note` before each put and remove of a table; returns the function that ends this. */
export function watch(table: Writes, note: (key: Key, value?: Buffer) => void): () => void {
  const putSync = table.putSync.bind(table);
  const removeSync = table.removeSync.bind(table);
  table.putSync = (key, value) => {
    note(key, value);
    return putSync(key, value);
  };
  table.removeSync = (key) => {
    note(key);
    return removeSync(key);
  };
  return () => void Object.assign(table, { putSync, removeSync });
}
