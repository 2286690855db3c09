import type mongoose from 'mongoose';

/** What the database sends, as it sends it: waiting for each document by itself would take longer than writing it. */
export async function* cursorBatches<Document extends object>(
  cursor: mongoose.mongo.FindCursor<Document>,
): AsyncGenerator<Document[]> {
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

/**
 * The same batches, each asked for while the one before is worked on: the database and the writer of a file take turns
 * otherwise. Where the reader stops, so do they.
 */
export async function* prefetch<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const result = await next;
      if (result.done) return;
      next = iterator.next();
      // What goes wrong meanwhile is thrown by the await above.
      next.catch(() => undefined);
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}
