import { type Command } from './cli.js';
import { copyPlace } from './transfer.js';

export const copy: Command<'from' | 'to' | 'database'> = {
  name: 'copy',
  about: `Copies every collection and index from one database to another. The database that an address names is the one
that counts: it is copied from, or to, whatever name the other has.`,
  options: {
    from: ['ADDRESS|FOLDER', 'a MongoDB connection string, or a data folder'],
    to: ['ADDRESS|FOLDER', 'the same, of another database'],
    database: [
      'NAME',
      'the database of a folder, or of an address without one; all of them without this option',
    ],
  },
  required: ['from', 'to'],
  async run({ from = '', to = '', database }) {
    const names = await copyPlace({
      from,
      to,
      database,
      onCopied: (namespace, documents) => console.log(`${namespace}: ${documents} documents, done`),
    });
    const what = names.length === 1 ? `the database ${names[0]}` : `${names.length} databases`;
    console.log(`Copied ${what}; all counts agree.`);
  },
};
