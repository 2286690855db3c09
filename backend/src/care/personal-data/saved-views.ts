import type { ClientSession, Connection, Types } from 'mongoose';
import type { StoredView } from '../../auth/saved-views/saved-view.schema.js';
import type { Person } from './person/person.js';
import { namesPersonIn } from './person/words.js';

const textOf = ({ name, search }: StoredView): string[] => [
  name,
  ...[...new URLSearchParams(search)].map(([, value]) => value),
];

/** Removes the saved views of colleagues that name a person, in a transaction; returns their number. */
export async function removeViews(connection: Connection, { words }: Person, session: ClientSession) {
  const collection = connection.collection<{ _id: Types.ObjectId; views: StoredView[] }>('savedviews');
  let removed = 0;
  for (const { _id, views } of await collection.find({}, { session }).sort({ _id: 1 }).toArray()) {
    const others = views.filter((view) => !textOf(view).some((text) => namesPersonIn(text, words)));
    if (others.length === views.length) continue;
    removed += views.length - others.length;
    await collection.updateOne({ _id }, { $set: { views: others } }, { session });
  }
  return removed;
}
