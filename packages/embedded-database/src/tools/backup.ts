import fs from 'node:fs';
import path from 'node:path';
import { join } from '../index.js';
import { folderPaths } from '../storage/data-directory.js';
import { CliError, type Command } from './cli.js';
import { Progress } from './progress.js';

const megabytes = (file: string): string =>
  ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20).toFixed(1);

/** Returns the path of the unfinished copy. */
function partialOf(target: string): string {
  const folder = path.dirname(target);
  const name = fs.readdirSync(folder).find((entry) => entry.startsWith(`${path.basename(target)}.partial-`));
  return path.join(folder, name ?? '', 'copy');
}

export const backup: Command<'to' | 'data-dir'> = {
  name: 'backup',
  about: 'Writes a consistent copy of the database to a file, also while a program works on it.',
  options: {
    to: ['FILE', 'the copy; one that is there is replaced when the new one is whole'],
    'data-dir': ['FOLDER', 'where the data is'],
  },
  required: ['to', 'data-dir'],
  async run({ to = '', 'data-dir': dataDir = '' }) {
    const target = path.resolve(to);
    const { data } = folderPaths(dataDir);
    if (!fs.existsSync(data))
      throw new CliError(`There is no database in ${dataDir}: name its folder with --data-dir`);
    if (!fs.statSync(path.dirname(target), { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(`There is no folder ${path.dirname(target)}: make it, or choose another place`);
    if (fs.statSync(target, { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(`${target} is a folder: name a file in it`);
    const database = await join({ dataDir });
    const progress = new Progress();
    const timer = setInterval(
      () => progress.show(`${megabytes(partialOf(target))} of ${megabytes(data)} MB`),
      200,
    );
    try {
      await database.backup(target);
    } finally {
      clearInterval(timer);
      progress.clear();
      await database.close();
    }
    console.log(`Backed up to ${target} (${megabytes(target)} MB).`);
  },
};
