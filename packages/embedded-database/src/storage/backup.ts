import fs from 'node:fs';
import { DataFolderError } from '../values/errors.js';
import { ensureDataDirectory, folderPaths, lockFolder, syncFolderOf } from './data-directory.js';
import { checkFile } from './integrity.js';
import { journalOf } from './journal.js';
import type { Store } from './store.js';

/**
 * Writes a consistent copy of an open store to a file, while work goes on.
 * @throws DataFolderError where the copy is not whole; the file of that name is as it was then
 */
export async function backupStore(store: Store, target: string): Promise<void> {
  const partial = `${target}.partial`;
  fs.rmSync(partial, { force: true });
  try {
    await store.backup(partial);
    checkFile(partial, true);
    finish(partial, target);
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

/** Syncs the copy before it takes its name. */
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
 * @throws DataFolderError where the folder is in use, or the file is not a whole backup; nothing is changed then
 */
export async function restore(dataDir: string, source: string): Promise<{ kept?: string }> {
  if (!fs.existsSync(source))
    throw new DataFolderError('FOREIGN', `There is no file ${source}`, { path: source });
  checkFile(source, true);
  ensureDataDirectory(dataDir);
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
