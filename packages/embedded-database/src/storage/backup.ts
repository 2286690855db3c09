import fs from 'node:fs';
import path from 'node:path';
import { DataFolderError } from '../values/errors.js';
import { ensureDataDirectory, folderPaths, lockFolder, syncFolderOf } from './data-directory.js';
import { sealBackup, unpackBackup } from './backup-file.js';
import { checkFile } from './integrity.js';
import { journalOf } from './journal.js';
import type { Store } from './store.js';

/**
 * Writes a consistent copy of an open store to a file, while the store is in use.
 * @throws DataFolderError if the copy is damaged; an existing target file is unchanged then
 */
export async function backupStore(store: Store, target: string): Promise<void> {
  // In a folder that only the owner can open, as LMDB writes the copy with wider permissions.
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

/** Syncs the copy before it is renamed to its target. */
function finish(partial: string, target: string): void {
  fs.chmodSync(partial, 0o600);
  syncFile(partial);
  fs.renameSync(partial, target);
  syncFolderOf(target);
}

/**
 * Replaces a data folder's database by a backup; the old files are kept under another name.
 * @throws DataFolderError if the folder is in use, or the file is no intact backup; nothing is changed then
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
    // Links the old file under a second name, then renames the new one over it: a crash in between loses neither.
    if (kept) fs.linkSync(data, kept);
    const journal = journalOf(data);
    if (kept && fs.existsSync(journal)) fs.linkSync(journal, journalOf(kept));
    // The old journal must not be replayed on the new file, so it is removed first, once the old file is synced.
    if (kept) syncFile(data);
    fs.rmSync(journal, { force: true });
    // LMDB creates its own lock file again.
    fs.rmSync(`${data}-lock`, { force: true });
    finish(draft, data);
    return kept ? { kept } : {};
  } finally {
    fs.rmSync(draft, { force: true });
    lock.release();
  }
}
