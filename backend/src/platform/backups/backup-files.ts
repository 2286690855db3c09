import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from '../cli/cli.js';

/** The names of dated backups: their order is that of time. */
const datedName = /^trip-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

const hasFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Returns the file to write: the given one, or a dated one in the given folder, which is made where `isFolder` says so.
 * @throws CliError if nothing can be written there
 */
export function backupTarget(to: string, now: Date, isFolder: boolean): string {
  const path = resolve(to);
  if (isFolder) mkdirSync(path, { recursive: true, mode: 0o700 });
  const folder = isFolder || hasFolder(path) ? path : dirname(path);
  if (!hasFolder(folder))
    throw new CliError(`There is no folder ${folder}: make it, or choose another place`);
  if (path !== folder && existsSync(path) && !statSync(path).isFile())
    throw new CliError(`${path} is no file: choose another place`);
  accessSync(folder, constants.W_OK);
  const date = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return path === folder ? join(folder, `trip-${date}Z.backup`) : path;
}

/**
 * Removes the oldest dated backups beside a new one but for the number to keep; returns their names. The new one stays,
 * also where a clock that was ahead has dated others after it.
 */
export function removeOldBackups(made: string, keep: number): string[] {
  const folder = dirname(made);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && datedName.test(entry.name) && entry.name !== basename(made))
    .map(({ name }) => name);
  const old = names.sort().slice(0, Math.max(0, names.length - keep + 1));
  for (const name of old) rmSync(join(folder, name));
  return old;
}
