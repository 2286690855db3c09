import { MongoError } from '../../values/errors.js';
import type { Target } from '../../planner/search.js';
import type { Collection, Store } from '../../storage/store.js';
import type { Transaction } from '../../storage/transactions.js';
import { namespaceOf } from '../../storage/namespaces.js';

export interface CatalogueContext {
  store: Store;
  target: Target;
  transaction: Transaction | undefined;
}

export const namespaceNotFound = (target: Target) =>
  new MongoError(26, `ns does not exist: ${namespaceOf(target)}`);

/** The collections of a database. */
export const collectionsOf = (store: Store, db: string): Collection[] =>
  [...store.collections.values()].filter((collection) => collection.db === db);
