import type mongoose from 'mongoose';

/** What the database sends, as it sends it: waiting for each document by itself would take longer than writing it. */
export async function* batchesOf<Document extends object>(
  cursor: mongoose.mongo.FindCursor<Document>,
): AsyncGenerator<Document[]> {
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}
