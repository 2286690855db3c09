import fs from 'node:fs';
import path from 'node:path';
import { DataFolderError } from '../values/errors.js';
import { ensureDataDirectory, folderPaths, lockFolder, syncFolderOf } from './data-directory.js';
import { sealBackup, unpackBackup } from './backup-file.js';
import { checkFile } from './integrity.js';
import { journalOf } from './journal.js';
import type { Store } from './store.js';

/**
 * Writes a consistent copy of an open store to a file, while work goes on.
 * @throws DataFolderError where the copy is not whole; the file of that name is as it was then
 */
export async function backupStore(store: Store, target: string): Promise<void> {
  // In a folder that is the owner's alone: the copy has other rights while it is being written.
  const folder = fs.mkdtempSync(`${target}.partial-`);
  const partial = path.join(folder, 'copy');
  try {
    await store.backup(partial);
    sealBackup(partial, checkFile(partial, true) ?? 0);
    finish(partial, target);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function syncFile(name: string): void {
  const file = fs.openSync(name, 'r+');
  fs.fsyncSync(file);
  fs.closeSync(file);
}

/** Syncs the copy before it takes its name. */
function finish(partial: string, target: string): void {
  fs.chmodSync(partial, 0o600);
  syncFile(partial);
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
  ensureDataDirectory(dataDir);
  const lock = await lockFolder(dataDir);
  const { data } = folderPaths(dataDir);
  const draft = `${data}.restoring`;
  try {
    const documents = unpackBackup(source, draft);
    if (checkFile(draft, true) !== documents)
      throw new DataFolderError('DAMAGED', `${source} is damaged: it does not hold what was written`, {
        path: source,
      });
    const kept = fs.existsSync(data)
      ? `${data}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`
      : undefined;
    // A second name for the old file, and then the new one in its place at one stroke: no crash leaves none.
    if (kept) fs.linkSync(data, kept);
    const journal = journalOf(data);
    if (kept && fs.existsSync(journal)) fs.linkSync(journal, journalOf(kept));
    // The old journal must not be done again on the new file: it goes first, from a file that needs it no more.
    if (kept) syncFile(data);
    fs.rmSync(journal, { force: true });
    // LMDB makes its own lock file anew.
    fs.rmSync(`${data}-lock`, { force: true });
    finish(draft, data);
    return kept ? { kept } : {};
  } finally {
    fs.rmSync(draft, { force: true });
    lock.release();
  }
}
