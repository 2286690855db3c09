import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { DataFolderError } from '../values/errors.js';

/** Unix socket paths hold 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103;

/** What stands in a data folder, and where. */
export interface FolderPaths {
  data: string;
  lock: string;
  socket: string;
}

export function folderPaths(dataDir: string): FolderPaths {
  const folder = path.resolve(dataDir);
  return {
    data: path.join(folder, 'database.mdb'),
    lock: path.join(folder, 'database.lock'),
    socket: path.join(folder, 'database.sock'),
  };
}

/** Who has the folder: written into the lock file. */
export interface Owner {
  pid: number;
  /** When that process began, so that another one with the same number is not taken for it. */
  started: string;
  host: string;
  nonce: string;
  /** Where it listens. */
  socket: string;
}

/** Makes a folder and those above it. Node's own recursive mkdir never ends below /proc, which refuses every name. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another program may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Makes the folder, for its owner alone.
 * @throws DataFolderError where that cannot be, or it cannot be written to
 */
export function ensureDataDirectory(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    const probe = path.join(dataDir, `.probe-${process.pid}-${randomBytes(4).toString('hex')}`);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOSPC' || code === 'EDQUOT'
      ? new DataFolderError('FULL', `The disk of the data folder ${dataDir} is full`, { path: dataDir })
      : new DataFolderError(
          'NOT_WRITABLE',
          `The data folder ${dataDir} cannot be written to (${code ?? String(error)})`,
          { path: dataDir },
        );
  }
}

/** Syncs the parent directory: a new or renamed file survives power loss only then. */
export function syncFolderOf(file: string): void {
  const folder = fs.openSync(path.dirname(file), 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

/** A socket in the folder, or where that path would be too long, in a private folder of its own. */
function chooseSocket(preferred: string): string {
  if (Buffer.byteLength(preferred) <= MAX_SOCKET_PATH) return preferred;
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'db-')), 'd.sock');
}

/** An exclusive hold on a data folder. */
export interface FolderLock {
  owner: Owner;
  release(): void;
}

/**
 * Takes the folder for this process, from the dead too.
 * @throws DataFolderError where a living process has it
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
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
      throw new DataFolderError('IN_USE', `The data folder ${dataDir} is in use by process ${holder.pid}`, {
        path: dataDir,
        pid: holder.pid,
      });
    }
    breakStaleLock(lock, holder);
  }
  throw new DataFolderError('IN_USE', `The data folder ${dataDir} is being taken by another program`, {
    path: dataDir,
  });
}

/** The lock appears whole or not at all: it is written elsewhere and linked into place. */
function tryCreate(lock: string, owner: Owner): boolean {
  const draft = `${lock}.${owner.nonce}`;
  try {
    fs.writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
    fs.linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** The holder of a folder, as its lock file says. */
export function readOwner(lock: string): Owner | undefined {
  try {
    return JSON.parse(fs.readFileSync(lock, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

/**
 * Takes a dead process's lock away. Of several that try, renaming lets one win; and where a living one's lock was
 * caught instead, because another was quicker, it is put back.
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
  if (path.basename(path.dirname(owner.socket)).startsWith('db-'))
    fs.rmSync(path.dirname(owner.socket), { recursive: true, force: true });
}

/** Whether a holder still lives: its process runs, or (as in another container) somebody answers at its socket. */
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

/** What the kernel tells of a process. */
interface ProcessState {
  /** When it began, in the kernel's count. */
  started: string;
  /** Threads that have not ended: none are left of a dead process whose parent has not asked for its exit code yet. */
  threads: number;
  /** Its first thread has ended: the others are about to. */
  isDying: boolean;
}

/** The process of a number; undefined where there is none, or no /proc to tell. */
function processAt(pid: number): ProcessState | undefined {
  try {
    const { started, hasEnded } = readStat(`/proc/${pid}/stat`);
    const threads = fs.readdirSync(`/proc/${pid}/task`).filter((thread) => {
      try {
        return !readStat(`/proc/${pid}/task/${thread}/stat`).hasEnded;
      } catch {
        // It has ended between the two calls.
        return false;
      }
    });
    return { started, threads: threads.length, isDying: hasEnded };
  } catch {
    return undefined;
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: behind the name, state is the first, starttime the 20th. */
function readStat(file: string): { started: string; hasEnded: boolean } {
  const stat = fs.readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { started: fields[19] ?? '', hasEnded: ['Z', 'X', 'x'].includes(fields[0] ?? '') };
}

/** How long a killed process gets to end what the kernel is doing for it: a flush, say. */
const DYING_TIMEOUT_MS = 10_000;

/** Waits until a process that was killed no longer writes: its files are its own until its last thread has ended. */
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
