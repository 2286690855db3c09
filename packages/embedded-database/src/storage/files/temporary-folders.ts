import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processAt } from './data-directory.js';

/** The name of a temporary folder: the host and the process that use it, the latter with the time of its start. */
const temporaryName = /\.temporary-([A-Za-z0-9-]*)\.(\d+)\.(\d*)-[A-Za-z0-9]{6}$/;
/** The names that earlier versions gave, in a data folder and beside the target of a backup. */
const formerCopy = /^backup-[A-Za-z0-9]{6}$/;
const formerPart = /\.partial-[A-Za-z0-9]{6}$/;
/** Age in milliseconds from which no backup is under way in a folder that another host has made. */
const abandonedMs = 86_400_000;

const host = (): string => os.hostname().replace(/[^A-Za-z0-9-]/g, '-');

/** Makes a folder for the time of a copy, whose name begins so: only its owner can open it. */
export function makeTemporary(prefix: string): string {
  const started = processAt(process.pid)?.started ?? '';
  return fs.mkdtempSync(`${prefix}.temporary-${host()}.${process.pid}.${started}-`);
}

/** Lets `work` use a temporary folder, beside which it removes what broken-off backups have left. */
export async function inTemporary<Result>(
  prefix: string,
  work: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  removeAbandoned(path.dirname(prefix));
  const folder = makeTemporary(prefix);
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether the process of this host that has made a folder is gone; undefined where that cannot be known. */
function isAbandoned(name: string): boolean | undefined {
  const [, madeOn, pid, started] = temporaryName.exec(name) ?? [];
  return madeOn === host() && started ? processAt(Number(pid))?.started !== started : undefined;
}

/** Removes what broken-off backups have left in a folder: whole copies of the data. */
function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder, temporaryName)) {
    const isOld = () => Date.now() - fs.statSync(path.join(folder, name)).mtimeMs > abandonedMs;
    if (isAbandoned(name) ?? isOld()) remove(folder, name);
  }
}

/** Removes the same in a data folder at the start of its database, where no other host makes a backup of it. */
export function removeAbandonedAtStart(dataDir: string): void {
  for (const name of namesIn(dataDir, temporaryName)) if (isAbandoned(name) ?? true) remove(dataDir, name);
  for (const name of namesIn(dataDir, formerPart)) remove(dataDir, name);
  // A folder of this name with anything else is an operator's own.
  for (const name of namesIn(dataDir, formerCopy))
    if (fs.readdirSync(path.join(dataDir, name)).every((file) => file === 'copy')) remove(dataDir, name);
}

const namesIn = (folder: string, pattern: RegExp): string[] =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && pattern.test(entry.name))
    .map(({ name }) => name);

const remove = (folder: string, name: string): void =>
  fs.rmSync(path.join(folder, name), { recursive: true, force: true });
