import { fail } from '../../values/errors.js';
import { type Namespace, namespaceOf } from '../../storage/namespaces.js';
import type { Collection } from '../../storage/documents.js';
import type { Store } from '../../storage/store.js';
import type { Transaction } from '../../storage/transactions.js';

export interface CatalogContext {
  store: Store;
  target: Namespace;
  transaction: Transaction | undefined;
  /** In milliseconds since the epoch. */
  deadline: number;
}

export const namespaceNotFound = (target: Namespace) => fail(26, `ns does not exist: ${namespaceOf(target)}`);

/** The collections of a database. */
export const collectionsOf = (store: Store, db: string): Collection[] =>
  [...store.catalog.collections.values()].filter((collection) => collection.db === db);
