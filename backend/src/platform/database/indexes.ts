import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Schema } from 'mongoose';

/** A collection of the driver, and the schema that declares its indexes. */
export interface IndexedModel {
  schema: Pick<Schema, 'indexes'>;
  collection: Pick<Collection, 'collectionName' | 'createIndexes' | 'indexes' | 'dropIndex'>;
}

/** The options that distinguish indexes of the same keys. MongoDB refuses to create an index again with others. */
const optionsOf = ({
  unique = false,
  sparse = false,
  expireAfterSeconds,
  partialFilterExpression,
}: IndexDescription) => JSON.stringify([unique, sparse, expireAfterSeconds, partialFilterExpression]);

const specsOf = ({ schema }: IndexedModel): IndexDescription[] =>
  schema.indexes().map(([key, options]) => ({ ...options, key }) as IndexDescription);

/** Returns the indexes of a schema that are not stored; each names the stored one of the same keys, if any. */
export async function missingIndexes(model: IndexedModel): Promise<(string | undefined)[]> {
  const standing = await model.collection.indexes();
  return specsOf(model).flatMap((spec) => {
    const same = standing.find(({ key }) => JSON.stringify(key) === JSON.stringify(spec.key));
    return same && optionsOf(same) === optionsOf(spec) ? [] : [same?.name];
  });
}

/** Creates the indexes of a model's schema by one command: one pass over the documents serves all of them. */
export async function ensureIndexes(model: IndexedModel): Promise<void> {
  const specs = specsOf(model);
  if (specs.length > 0) await model.collection.createIndexes(specs);
}

/** Creates a model's collection with its indexes; the command that creates indexes makes the collection as well. */
export async function createWithIndexes(db: Db, model: IndexedModel): Promise<void> {
  if (specsOf(model).length > 0) await ensureIndexes(model);
  else await db.createCollection(model.collection.collectionName);
}
