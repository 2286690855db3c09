import fs from 'node:fs';
import path from 'node:path';
import { hasDatabase, join, verifyBackup } from '../index.js';
import { CliError, type Command } from './cli.js';

/** @throws CliError if no file can be written to the path */
function checkTarget(target: string): void {
  if (!fs.statSync(path.dirname(target), { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`There is no folder ${path.dirname(target)}: make it, or choose another place`);
  if (fs.statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`${target} is a folder: name a file in it`);
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
    if (!hasDatabase(dataDir))
      throw new CliError(`There is no database in ${dataDir}: name its folder with --data-dir`);
    checkTarget(target);
    const database = await join({ dataDir });
    try {
      await database.backup(target);
    } finally {
      await database.close();
    }
    const documents = verifyBackup(target);
    const megabytes = (fs.statSync(target).size / 2 ** 20).toFixed(1);
    console.log(`Backed up to ${target} and read again: ${documents} documents, ${megabytes} MB.`);
  },
};
