import type mongoose from 'mongoose';

/** Yields a cursor's documents in the server's batches: awaiting each alone takes longer than writing it. */
export async function* cursorBatches<Document extends object>(
  cursor: mongoose.mongo.FindCursor<Document>,
): AsyncGenerator<Document[]> {
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

/** Reads one batch ahead: the next batch is requested while the current one is processed. Stops with its consumer. */
export async function* prefetch<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const result = await next;
      if (result.done) return;
      next = iterator.next();
      // The await above throws its error; this handler prevents an unhandled rejection until then.
      next.catch(() => undefined);
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}
