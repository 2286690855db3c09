import fs from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { DatabaseFileError } from '../errors.js';
import { folderPaths, isAlive, lockFolder, prepareFolder, readOwner, syncFolderOf } from './folder.js';
import { checkFile } from './integrity.js';
import { journalOf } from './journal.js';
import { Store } from './store.js';

/**
 * Writes a consistent snapshot of a data folder's database to a file. Where a program has the folder open, that
 * program makes the snapshot and goes on meanwhile.
 * @throws DatabaseFileError where there is nothing to back up, or the copy is not whole
 */
export async function backupDatabase(dataDir: string, target: string): Promise<void> {
  const { data, lock } = folderPaths(dataDir);
  if (!fs.existsSync(data))
    throw new DatabaseFileError(`There is no database in ${dataDir}: name its folder with --data-dir.`);
  if (!fs.existsSync(path.dirname(target)))
    throw new DatabaseFileError(
      `The folder ${path.dirname(target)} does not exist: make it, or choose another place with --to.`,
    );
  const partial = `${target}.partial`;
  fs.rmSync(partial, { force: true });
  try {
    const owner = readOwner(lock);
    if (owner && (await isAlive(owner))) await backupThrough(owner.socket, partial);
    else await backupStopped(dataDir, data, partial);
    checkFile(partial, true);
    finish(partial, target);
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

async function backupThrough(socket: string, target: string): Promise<void> {
  const client = new MongoClient(`mongodb://${encodeURIComponent(socket)}/?directConnection=true`, {
    serverSelectionTimeoutMS: 5000,
  });
  try {
    await client.db('admin').command({ embeddedBackup: 1, to: target });
  } finally {
    await client.close();
  }
}

async function backupStopped(dataDir: string, data: string, target: string): Promise<void> {
  const lock = await lockFolder(dataDir);
  try {
    const store = new Store(data);
    await store.backup(target);
    await store.close();
  } finally {
    lock.release();
  }
}

/** The copy is on the disk before it takes the name. */
function finish(partial: string, target: string): void {
  fs.chmodSync(partial, 0o600);
  const file = fs.openSync(partial, 'r+');
  fs.fsyncSync(file);
  fs.closeSync(file);
  fs.renameSync(partial, target);
  syncFolderOf(target);
}

/**
 * Puts a backup in the place of a data folder's database; what was there is kept under another name.
 * @throws DatabaseFileError where the folder is in use, or the backup is damaged
 */
export async function restoreDatabase(dataDir: string, source: string): Promise<{ kept?: string }> {
  if (!fs.existsSync(source))
    throw new DatabaseFileError(`There is no file ${source}: name a backup with --from.`);
  checkFile(source, true);
  prepareFolder(dataDir);
  const lock = await lockFolder(dataDir);
  const { data } = folderPaths(dataDir);
  const draft = `${data}.restoring`;
  try {
    fs.copyFileSync(source, draft);
    checkFile(draft, true);
    const kept = fs.existsSync(data)
      ? `${data}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`
      : undefined;
    // A second name for the old file, and then the new one in its place at one stroke: no crash leaves none.
    if (kept) fs.linkSync(data, kept);
    const journal = journalOf(data);
    if (kept && fs.existsSync(journal)) fs.linkSync(journal, journalOf(kept));
    // LMDB makes its own lock file anew.
    fs.rmSync(`${data}-lock`, { force: true });
    finish(draft, data);
    fs.rmSync(journal, { force: true });
    return kept ? { kept } : {};
  } finally {
    fs.rmSync(draft, { force: true });
    lock.release();
  }
}
