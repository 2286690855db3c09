import fs from 'node:fs';
import path from 'node:path';
import { DataFolderError } from '../values/errors.js';
import { fullDiskError } from './files/disk-full.js';
import { ensureDataDirectory, folderPaths, lockFolder, syncFolderOf } from './files/data-directory.js';
import { sealBackup, unpackBackup } from './files/backup-file.js';
import { checkFile } from './files/integrity.js';
import { journalOf } from './files/journal.js';
import type { LiveCopy } from './files/live-copy.js';
import type { Store } from './store.js';
import { inTemporary } from './files/temporary-folders.js';

/**
 * Writes a consistent copy of an open store to a file, while the store is in use.
 * @throws DataFolderError if the copy is damaged or does not fit; an existing target file is unchanged then
 */
export async function backupStore(store: Store, target: string): Promise<void> {
  // In a folder that only the owner can open, as LMDB writes the copy with wider permissions.
  await toTarget(target, async (partial) => {
    await store.backup(partial);
    sealBackup(partial, checkFile(partial, true) ?? 0);
  });
}

/** Lets `write` write a copy beside its target, and puts it there once it is whole. */
async function toTarget(target: string, write: (partial: string) => void | Promise<void>): Promise<void> {
  try {
    await inTemporary(target, async (folder) => {
      const partial = path.join(folder, 'copy');
      await write(partial);
      finish(partial, target);
    });
  } catch (error) {
    throw fullDiskError(error, target, `The backup ${target} does not fit on its disk`);
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

/** Moves a whole copy to its target, which may be on another file system; only the owner can read it there. */
export const moveFile = (copy: string, target: string): Promise<void> =>
  toTarget(target, (partial) => {
    try {
      fs.renameSync(copy, partial);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      fs.copyFileSync(copy, partial);
    }
  });

/** A file that is about to become the data file: a restore that was killed leaves it. */
const draftOf = (data: string): string => `${data}.restoring`;

const keptMark = '.before-restore-';

/** The end of a kept file's name, which is the time of the restore: none of its journal, nor of a copy of it. */
const keptAt = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Puts a draft in the place of a folder's data file; the old files are kept under the returned name. */
function replaceData(data: string): string | undefined {
  const kept = fs.existsSync(data)
    ? `${data}${keptMark}${new Date().toISOString().replace(/[:.]/g, '-')}`
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
  finish(draftOf(data), data);
  return kept;
}

/** A folder for the draft while it is looked at. */
const lookedAtOf = (data: string): string => `${draftOf(data)}-folder`;

/** Lets the caller open the draft as a database, before it takes the place of another. */
async function checkDraft(data: string, check: (dataDir: string) => Promise<void>): Promise<void> {
  const folder = lookedAtOf(data);
  fs.mkdirSync(folder, { mode: 0o700 });
  const file = folderPaths(folder).data;
  fs.renameSync(draftOf(data), file);
  await check(folder);
  // A closed data file is whole without its journal.
  fs.renameSync(file, draftOf(data));
}

/** Removes the files that an interrupted restore has left; the caller holds the folder's lock. */
export function removeDrafts(data: string): void {
  for (const name of [draftOf(data), journalOf(draftOf(data)), `${draftOf(data)}-lock`])
    fs.rmSync(name, { force: true });
  fs.rmSync(lookedAtOf(data), { recursive: true, force: true });
}

/** Removes the databases that restores have kept for their undoing. */
function removeKept(data: string): void {
  const folder = path.dirname(data);
  for (const name of fs.readdirSync(folder))
    if (name.startsWith(path.basename(data) + keptMark)) fs.rmSync(path.join(folder, name), { force: true });
}

/** Forgets the replies of retryable writes that hold a document, as those of a findAndModify do. */
async function forgetReplies(store: Store): Promise<void> {
  const old = [...store.allSessions()].filter(({ value }) => value.includes('value'));
  await store.removeSessions(old.map(({ key }) => key));
}

/**
 * Replaces the file of a store by a copy of what it holds, so that no file of the folder has what was deleted or replaced:
 * neither the data file's free pages, nor its journal, nor a database that a restore has kept. The copy is made beside
 * running work; `pause` resolves once nothing else runs on the store, which ends with this, and returns the new one.
 * @throws DataFolderError where the copy does not fit; the store is still open then
 */
export async function compactStore(
  store: Store,
  { pause, isStopped }: { pause?: () => Promise<void>; isStopped?: () => boolean } = {},
): Promise<Store> {
  const data = store.path;
  const draft = draftOf(data);
  let copy: LiveCopy | undefined;
  try {
    await forgetReplies(store);
    await store.write(() => store.counts.beginAtEntries());
    copy = store.liveCopy(draft, isStopped);
    await copy.copy();
    await pause?.();
    await forgetReplies(store);
    await copy.finish();
    fs.rmSync(`${draft}-lock`, { force: true });
    fs.chmodSync(draft, 0o600);
    syncFile(draft);
  } catch (error) {
    await copy?.close();
    removeDrafts(data);
    throw fullDiskError(error, path.dirname(data), `The copy of ${data} does not fit on its disk`);
  }
  await store.close();
  // The closed data file is whole without its journal, of which the new one has no use.
  fs.rmSync(journalOf(data), { force: true });
  fs.rmSync(`${data}-lock`, { force: true });
  fs.renameSync(draft, data);
  removeKept(data);
  syncFolderOf(data);
  return store.reopened();
}

/** Runs `work` with the lock of a folder, and removes its drafts before and after. */
async function locked<Result>(
  dataDir: string,
  work: (data: string) => Result | Promise<Result>,
): Promise<Result> {
  ensureDataDirectory(dataDir);
  const lock = await lockFolder(dataDir);
  const { data } = folderPaths(dataDir);
  try {
    removeDrafts(data);
    return await work(data);
  } catch (error) {
    throw fullDiskError(error, dataDir, `The disk of the data folder ${dataDir} is full`);
  } finally {
    removeDrafts(data);
    lock.release();
  }
}

/**
 * Replaces a data folder's database by a backup; the old files are kept under another name.
 * @param check gets a folder with the database of the backup before it replaces anything, and throws where it must not;
 *   it closes what it opens
 * @throws DataFolderError if the folder is in use, or the file is no intact backup; nothing is changed then
 */
export async function restore(
  dataDir: string,
  source: string,
  check?: (dataDir: string) => Promise<void>,
): Promise<{ kept?: string }> {
  if (!fs.existsSync(source))
    throw new DataFolderError('FOREIGN', `There is no file ${source}`, { path: source });
  return locked(dataDir, async (data) => {
    unpackBackup(source, draftOf(data));
    if (check) await checkDraft(data, check);
    const kept = replaceData(data);
    return kept ? { kept } : {};
  });
}

/** Opens a store, whose code is loaded only here: LMDB takes a program's start longer. */
const openStore = async (data: string): Promise<Store> =>
  new (await import('./store.js')).Store(data, { isServed: false });

/** Compacts the database of a folder that no process has open: see compactStore. */
export async function compactFolder(dataDir: string): Promise<void> {
  await locked(dataDir, async (data) => {
    if (!fs.existsSync(data)) return;
    const compacted = await compactStore(await openStore(data));
    await compacted.close();
  });
}

/**
 * Undoes the last restore: puts back the database that it kept, and keeps the present one in its place.
 * @throws DataFolderError if the folder is in use, or no restore has kept a database
 */
export async function undoRestore(dataDir: string): Promise<{ restored: string; kept?: string }> {
  return locked(dataDir, async (data) => {
    const begin = path.basename(data) + keptMark;
    const names = fs
      .readdirSync(path.dirname(data))
      .filter((name) => name.startsWith(begin) && keptAt.test(name.slice(begin.length)));
    const last = names.sort().at(-1);
    if (last === undefined)
      throw new DataFolderError('FOREIGN', `No restore has kept a database in ${dataDir}`, { path: dataDir });
    const restored = path.join(path.dirname(data), last);
    const draft = draftOf(data);
    fs.copyFileSync(restored, draft);
    if (fs.existsSync(journalOf(restored))) fs.copyFileSync(journalOf(restored), journalOf(draft));
    // Replays its journal, so that the file alone is whole.
    await (await openStore(draft)).close();
    const kept = replaceData(data);
    for (const name of [restored, journalOf(restored)]) fs.rmSync(name, { force: true });
    return { restored, ...(kept && { kept }) };
  });
}
