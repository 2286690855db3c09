import fs from 'node:fs';
import path from 'node:path';
import { restore as restoreFolder } from '../index.js';
import { CliError, type Command } from './cli.js';

export const restore: Command<'from' | 'data-dir'> = {
  name: 'restore',
  about: 'Puts a backup in the place of the database of a folder, which no program may have open.',
  options: {
    from: ['FILE', 'a backup'],
    'data-dir': ['FOLDER', 'where the data is; what is there now is kept under another name'],
  },
  required: ['from', 'data-dir'],
  async run({ from = '', 'data-dir': dataDir = '' }) {
    const source = path.resolve(from);
    if (!fs.statSync(source, { throwIfNoEntry: false })?.isFile())
      throw new CliError(`There is no file ${source}: name a backup with --from`);
    const { kept } = await restoreFolder(dataDir, source);
    console.log(`Restored from ${source}.${kept ? ` What was there before is kept as ${kept}.` : ''}`);
  },
};
