import type { IndexDescription } from 'mongodb';
import type { Collection, Schema } from 'mongoose';

interface IndexedModel {
  schema: Pick<Schema, 'indexes'>;
  collection: Pick<Collection, 'createIndexes' | 'indexes' | 'dropIndex'>;
}

/** The options that make an index another one. MongoDB refuses to make it again with others. */
const optionsOf = ({
  unique = false,
  sparse = false,
  expireAfterSeconds,
  partialFilterExpression,
}: IndexDescription) => JSON.stringify([unique, sparse, expireAfterSeconds, partialFilterExpression]);

const specsOf = ({ schema }: IndexedModel): IndexDescription[] =>
  schema.indexes().map(([key, options]) => ({ ...options, key }) as IndexDescription);

/** The names of the indexes that stand with other options than the schema has for their keys. */
export async function changedIndexes(model: IndexedModel): Promise<string[]> {
  const standing = await model.collection.indexes();
  return specsOf(model).flatMap((spec) => {
    const same = standing.find(({ key }) => JSON.stringify(key) === JSON.stringify(spec.key));
    return same?.name && optionsOf(same) !== optionsOf(spec) ? [same.name] : [];
  });
}

/** Makes the indexes that a model's schema names, by one command: one pass over the documents serves all of them. */
export async function ensureIndexes(model: IndexedModel): Promise<void> {
  const specs = specsOf(model);
  if (specs.length > 0) await model.collection.createIndexes(specs);
}
