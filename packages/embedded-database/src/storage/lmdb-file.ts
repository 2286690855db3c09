import { open, type Database, type RootDatabase } from 'lmdb';

/** Maximum number of open LMDB snapshots: of transactions, the journal and running reads. */
const MAX_READERS = 1200;
/** Maximum size of the file in bytes; reserves address space only, not memory or disk. */
const MAP_SIZE = 64 * 2 ** 30;
/** Number of entries that are copied at once. */
const COPIED_ENTRIES = 5000;

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

/**
 * Copies tables, which must not change meanwhile, entry by entry to a new file. LMDB's own compacting copy would take
 * over the keys that its inner pages keep of removed entries.
 */
export async function copyTables(from: Tables, path: string): Promise<void> {
  const root = openFile(path);
  try {
    const to = openTables(root);
    for (const name of ['data', 'sessions', 'meta', 'counts'] as const)
      await copyTable(from[name] as Database<Buffer, Buffer>, to[name] as Database<Buffer, Buffer>, root);
    await root.flushed;
  } finally {
    await root.close();
  }
}

async function copyTable(
  from: Database<Buffer, Buffer>,
  to: Database<Buffer, Buffer>,
  root: RootDatabase<Buffer, Buffer>,
): Promise<void> {
  let last: Buffer | undefined;
  for (;;) {
    const after = last && { start: last, exclusiveStart: true };
    const entries = [...from.getRange({ ...after, limit: COPIED_ENTRIES })].map(({ key, value }) => ({
      key: Buffer.isBuffer(key) ? Buffer.from(key) : key,
      value: Buffer.from(value),
    }));
    root.transactionSync(() => {
      for (const { key, value } of entries) to.putSync(key, value);
    });
    if (entries.length < COPIED_ENTRIES) return;
    last = entries.at(-1)!.key;
    // Connections stay alive meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
