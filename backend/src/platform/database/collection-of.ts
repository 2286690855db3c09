import type mongoose from 'mongoose';

/** The driver's own collection of a model, typed by its records: mongoose types it as documents of any shape. */
export const collectionOf = <Record extends { _id: unknown }>({ collection }: { collection: unknown }) =>
  collection as mongoose.mongo.Collection<Record>;
