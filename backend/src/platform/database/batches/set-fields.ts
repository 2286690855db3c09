import type { Collection, Document, FindCursor, WithId } from 'mongodb';
import { cursorBatches } from './cursor-batches.js';

/** Sets fields of the records that were found, a thousand by a command; none of one for which there are none. */
export async function setFields<Stored extends Document>(
  collection: Collection<Stored>,
  found: FindCursor<WithId<Stored>>,
  fieldsOf: (record: WithId<Stored>) => Partial<Stored> | undefined,
): Promise<void> {
  for await (const batch of cursorBatches(found.batchSize(1000))) {
    const writes = batch.flatMap((record) => {
      const $set = fieldsOf(record);
      return $set ? [{ updateOne: { filter: { _id: record._id }, update: { $set } } }] : [];
    });
    if (writes.length) await collection.bulkWrite(writes as never, { ordered: false });
  }
}
