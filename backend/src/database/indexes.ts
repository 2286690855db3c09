import type { IndexDescription } from 'mongodb';
import type { Collection, Schema } from 'mongoose';

/** Makes the indexes that a model's schema names, by one command: one pass over the documents serves all of them. */
export async function ensureIndexes(model: {
  schema: Pick<Schema, 'indexes'>;
  collection: Pick<Collection, 'createIndexes'>;
}): Promise<void> {
  const specs = model.schema.indexes().map(([key, options]) => ({ ...options, key }) as IndexDescription);
  if (specs.length > 0) await model.collection.createIndexes(specs);
}
