import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

interface Mail {
  _id: mongoose.Types.ObjectId;
  text: string;
  html: string;
}

/** The token of an account's link, as the fragment of an address. */
const token = /#[\w-]{40,}/g;

const hide = (content: string): string => content.replace(token, '#…');

/** Takes the tokens out of account mails that will not be sent any more; the server seals those of the others. */
export const accountLinksMigration: Migration = {
  number: 13,
  name: 'account links',
  async run(database) {
    const mails = database.collection<Mail>('mails');
    const conditions = { kind: 'account', state: { $in: ['sent', 'failed', 'cancelled'] } };
    const found = mails.find(conditions as never, { projection: { text: 1, html: 1 }, batchSize: 1000 });
    for await (const batch of cursorBatches(found)) {
      const updates = batch
        .filter(({ text, html }) => hide(text) !== text || hide(html) !== html)
        .map(({ _id, text, html }) => {
          const update = { $set: { text: hide(text), html: hide(html) }, $unset: { 'facts.url': '' } };
          return { updateOne: { filter: { _id }, update: update as never } };
        });
      if (updates.length) await mails.bulkWrite(updates, { ordered: false });
    }
  },
};
