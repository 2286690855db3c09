import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DataFolderError } from '../../values/errors.js';

/** Maximum length of a Unix socket path in bytes: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103;

/** Returns the paths of the files in a data folder. */
export function folderPaths(dataDir: string) {
  const folder = path.resolve(dataDir);
  return {
    data: path.join(folder, 'database.mdb'),
    lock: path.join(folder, 'database.lock'),
    socket: path.join(folder, 'database.sock'),
  };
}

/** Returns whether a folder has a database. @throws DataFolderError if it cannot be read */
export function hasDatabase(dataDir: string): boolean {
  try {
    return fs.statSync(folderPaths(dataDir).data).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    const message = `The data folder ${dataDir} cannot be read (${code})`;
    throw new DataFolderError('NOT_WRITABLE', message, { path: dataDir });
  }
}

/** The process that has the folder open, as written into the lock file. */
export interface Owner {
  pid: number;
  /** The process's start time, so that a later process with the same id is not taken for it. */
  started: string;
  host: string;
  nonce: string;
  /** Path of the socket on which it listens. */
  socket: string;
}

/** Creates a folder and its parents. Node's own recursive mkdir never ends below /proc, which refuses every name. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Creates the folder if missing, for its owner only. @throws DataFolderError if it cannot be made or written to */
export function ensureDataDirectory(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    const probe = path.join(dataDir, `.probe-${process.pid}-${randomBytes(4).toString('hex')}`);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

/** Returns what to say of a folder in which a file cannot be written: its disk is full, or it is not writable. */
function folderError(dataDir: string, error: unknown): DataFolderError {
  const { code } = error as NodeJS.ErrnoException;
  if (code && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code))
    return new DataFolderError('FULL', `The disk of the data folder ${dataDir} is full`, { path: dataDir });
  const message = `The data folder ${dataDir} cannot be written to (${code ?? String(error)})`;
  return new DataFolderError('NOT_WRITABLE', message, { path: dataDir });
}

/** Syncs the parent directory: a new or renamed file survives power loss only then. */
export function syncFolderOf(file: string): void {
  const folder = fs.openSync(path.dirname(file), 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

/** Returns the socket's path in the folder, or in a private temporary folder if that path is too long. */
function chooseSocket(preferred: string): string {
  if (Buffer.byteLength(preferred) <= MAX_SOCKET_PATH) return preferred;
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'db-')), 'd.sock');
}

/**
 * Locks the folder for this process alone, until `release`; breaks the lock of a process that has ended.
 * @throws DataFolderError if a running process has the lock, or none can be written
 */
export async function lockFolder(dataDir: string) {
  const { lock, socket } = folderPaths(dataDir);
  const owner: Owner = {
    pid: process.pid,
    started: processAt(process.pid)?.started ?? '',
    host: os.hostname(),
    nonce: randomBytes(8).toString('hex'),
    socket: chooseSocket(socket),
  };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (tryCreate(lock, owner)) return { owner, release: () => release(lock, owner) };
    const holder = readOwner(lock);
    if (holder) await awaitDying(holder);
    if (holder && (await isAlive(holder))) {
      const message = `The data folder ${dataDir} is in use by process ${holder.pid}`;
      throw new DataFolderError('IN_USE', message, { path: dataDir, pid: holder.pid });
    }
    breakStaleLock(lock, holder);
  }
  const message = `The data folder ${dataDir} is being taken by another program`;
  throw new DataFolderError('IN_USE', message, { path: dataDir });
}

/** Creates the lock atomically: it is written elsewhere and linked into place. */
function tryCreate(lock: string, owner: Owner): boolean {
  const draft = `${lock}.${owner.nonce}`;
  try {
    fs.writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
    fs.linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw folderError(path.dirname(lock), error);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Returns the owner of a folder from its lock file. */
export function readOwner(lock: string): Owner | undefined {
  try {
    return JSON.parse(fs.readFileSync(lock, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

/**
 * Breaks the lock of a process that has ended. Of several processes that try, only one succeeds in renaming it; if that
 * renamed the new lock of a quicker process, the lock is put back.
 */
function breakStaleLock(lock: string, dead: Owner | undefined): void {
  const aside = `${lock}.${randomBytes(8).toString('hex')}.old`;
  try {
    fs.renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (readOwner(aside)?.nonce !== dead?.nonce) fs.linkSync(aside, lock);
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

function release(lock: string, owner: Owner): void {
  if (readOwner(lock)?.nonce === owner.nonce) fs.rmSync(lock, { force: true });
  fs.rmSync(owner.socket, { force: true });
  const folder = path.dirname(owner.socket);
  if (folder !== path.dirname(lock)) fs.rmSync(folder, { recursive: true, force: true });
}

/** Returns true if the owner still runs: by its process or, if that is in another container, by its socket. */
export async function isAlive({ pid, started, host, socket }: Owner): Promise<boolean> {
  if (host === os.hostname()) {
    const now = processAt(pid);
    if (now !== undefined) {
      if (now.started === started && now.threads > 0) return true;
    } else if (!fs.existsSync('/proc/self/stat') && processExists(pid)) {
      return true;
    }
  }
  return answers(socket);
}

/**
 * Returns the state of a process by its id: its start time in the kernel's clock ticks, the number of its threads that have
 * not ended (0 for a zombie, whose parent has not read its exit code yet), and whether its main thread has ended, as the
 * others are about to. Undefined if there is none, or no /proc.
 */
export function processAt(pid: number) {
  try {
    const { started, hasEnded } = readStat(`/proc/${pid}/stat`);
    const threads = fs.readdirSync(`/proc/${pid}/task`).filter((thread) => {
      try {
        return !readStat(`/proc/${pid}/task/${thread}/stat`).hasEnded;
      } catch {
        // The thread has ended between the two calls.
        return false;
      }
    });
    return { started, threads: threads.length, isDying: hasEnded };
  } catch {
    return undefined;
  }
}

/** Behind the name, state is field 1 and starttime 20: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readStat(file: string): { started: string; hasEnded: boolean } {
  const stat = fs.readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { started: fields[19] ?? '', hasEnded: ['Z', 'X', 'x'].includes(fields[0] ?? '') };
}

/** Time in milliseconds that a killed process gets to finish its system calls, such as a flush. */
const DYING_TIMEOUT_MS = 10_000;

/** Waits until a killed process has stopped writing: it may write until its last thread has ended. */
async function awaitDying({ pid, host, started }: Owner): Promise<void> {
  const end = Date.now() + DYING_TIMEOUT_MS;
  const isDying = () => {
    const found = host === os.hostname() ? processAt(pid) : undefined;
    return found?.started === started && found.isDying && found.threads > 0;
  };
  while (isDying() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    const done = (alive: boolean) => {
      connection.destroy();
      resolve(alive);
    };
    connection.setTimeout(1000, () => done(true));
    connection.once('connect', () => done(true));
    connection.once('error', () => done(false));
  });
}
