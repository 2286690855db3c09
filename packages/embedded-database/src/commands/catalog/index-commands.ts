import { isDocument, type Doc } from '../../values/bson.js';
import { fail } from '../../values/errors.js';
import { buildIndexes, checkCount } from '../../storage/index-build.js';
import { findHinted, findSameIndex, Index, parseIndexSpec, type IndexSpec } from '../../storage/indexes.js';
import type { Collection } from '../../storage/documents.js';
import { checkNamespace, namespaceOf } from '../../storage/namespaces.js';
import { namespaceNotFound, type CatalogContext } from './context.js';

const AMBIGUOUS_KEY = 181;

export function listIndexes({ store, target }: CatalogContext): Doc[] {
  const collection = store.catalog.find(target.db, target.name);
  if (!collection) throw namespaceNotFound(target);
  return collection.indexes.filter(({ spec }) => !spec.building).map((index) => index.describe());
}

/** https://www.mongodb.com/docs/manual/reference/command/createIndexes/ */
export async function createIndexes(
  command: Doc,
  { store, target, transaction, deadline }: CatalogContext,
): Promise<Doc> {
  const { db, name } = target;
  const indexes = command.indexes as unknown[];
  if (indexes.length === 0) throw fail(2, 'Must specify at least one index to create');
  const specs = indexes.map((spec) => {
    if (!isDocument(spec)) throw fail(14, "The elements of the 'indexes' array must be objects");
    return parseIndexSpec(spec);
  });
  checkNamespace(db, name);
  if (transaction) return prepareIndexes(specs, { store, target, transaction });
  const known = store.catalog.find(db, name);
  const createdCollectionAutomatically = !known;
  const numIndexesBefore = known?.indexes.length ?? 1;
  await buildIndexes(store, target, specs, deadline);
  const numIndexesAfter = store.catalog.find(db, name)?.indexes.length ?? numIndexesBefore;
  const note = numIndexesAfter === numIndexesBefore && { note: 'all indexes already exist' };
  return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note, ok: 1 };
}

/**
 * Creates indexes in a transaction; only on a collection that the transaction has created.
 * https://www.mongodb.com/docs/manual/core/transactions/#create-collections-and-indexes-in-a-transaction
 */
function prepareIndexes(
  specs: Omit<IndexSpec, 'id'>[],
  { store, target, transaction }: Omit<CatalogContext, 'deadline'>,
): Doc {
  const collection = store.catalog.find(target.db, target.name);
  const missing = collection ? specs.filter((spec) => !findSameIndex(collection.indexes, spec)) : specs;
  if (collection && missing.length > 0) {
    throw fail(
      263,
      `Cannot create new indexes on existing collection ${namespaceOf(target)} in a multi-document transaction.`,
    );
  }
  if (!collection) {
    transaction!.prepare(namespaceOf(target), () => {
      const made = store.catalog.ensure(target.db, target.name);
      for (const spec of missing) {
        if (findSameIndex(made.indexes, spec)) continue;
        checkCount(made, spec);
        store.catalog.addIndex(made, new Index({ ...spec, id: made.nextIndex++ }));
      }
    });
  }
  const numIndexesBefore = collection?.indexes.length ?? 1;
  return {
    numIndexesBefore,
    numIndexesAfter: numIndexesBefore + missing.length,
    createdCollectionAutomatically: !collection,
    ok: 1,
  };
}

/** https://www.mongodb.com/docs/manual/reference/command/dropIndexes/ */
export async function dropIndexes(command: Doc, { store, target }: CatalogContext): Promise<Doc> {
  const collection = store.catalog.find(target.db, target.name);
  if (!collection) throw fail(26, `ns not found ${namespaceOf(target)}`);
  const nIndexesWas = collection.indexes.length;
  const wanted = command.index;
  await store.write(() => {
    const current = store.catalog.find(target.db, target.name);
    if (!current) throw fail(26, `ns not found ${namespaceOf(target)}`);
    for (const index of indexesToDrop(current, wanted)) store.catalog.dropIndex(current, index);
  });
  return { nIndexesWas, ok: 1 };
}

function indexesToDrop(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return collection.indexes.filter(({ spec }) => spec.id !== 0);
  const all: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (!all.every((one) => typeof one === 'string' || (isDocument(one) && !Array.isArray(wanted))))
    throw fail(14, "BSON field 'dropIndexes.index' must be a name, a list of names or a key");
  return all.map((one) => {
    const index = findHinted(collection.indexes, one, AMBIGUOUS_KEY);
    if (!index) {
      throw fail(
        27,
        typeof one === 'string'
          ? `index not found with name [${one}]`
          : `can't find index with key: ${JSON.stringify(one)}`,
      );
    }
    if (index.spec.id === 0) throw fail(72, 'cannot drop _id index');
    return index;
  });
}
