import { Binary, UUID } from 'bson';
import { isDocument, type Doc } from '../../values/bson.js';
import { fail } from '../../values/errors.js';
import { compileFilter } from '../../language/filter.js';
import { document, refuseOptions } from '../../values/arguments.js';
import { checkNamespace, namespaceOf, splitNamespace } from '../../storage/namespaces.js';
import { collectionsOf, type CatalogContext } from './context.js';

/** https://www.mongodb.com/docs/manual/reference/command/create/ */
export async function create(command: Doc, { store, target, transaction }: CatalogContext): Promise<Doc> {
  refuseOptions('create', command, [
    'capped',
    'timeseries',
    'viewOn',
    'validator',
    'clusteredIndex',
    'changeStreamPreAndPostImages',
    'encryptedFields',
    'expireAfterSeconds',
    'storageEngine',
    'indexOptionDefaults',
  ]);
  if (command.autoIndexId === false)
    throw fail(2, 'autoIndexId:false is not allowed: every collection has an index by _id');
  checkNamespace(target.db, target.name);
  const namespace = namespaceOf(target);
  if (command.size !== undefined || command.max !== undefined)
    throw fail(72, "the 'capped' field needs to be true when size or max is given");
  if (isDocument(command.idIndex) && Object.keys(document(command.idIndex.key)).join() !== '_id')
    throw fail(2, "The field 'key' for an _id index must be {_id: 1}");
  if (transaction) {
    if (store.catalog.find(target.db, target.name) || transaction.hasCreated(namespace))
      throw fail(48, `Collection ${namespace} already exists.`);
    transaction.prepare(namespace, () => void store.catalog.ensure(target.db, target.name));
    return { ok: 1 };
  }
  // Creating an existing collection without options succeeds.
  await store.write(() => void store.catalog.ensure(target.db, target.name));
  return { ok: 1 };
}

export async function drop({ store, target }: CatalogContext): Promise<Doc> {
  const collection = store.catalog.find(target.db, target.name);
  if (!collection) return { ok: 1 };
  const nIndexesWas = collection.indexes.length;
  await store.write(() => {
    const found = store.catalog.find(target.db, target.name);
    if (found) store.catalog.drop(found);
  });
  return { nIndexesWas, ns: namespaceOf(target), ok: 1 };
}

/** https://www.mongodb.com/docs/manual/reference/command/renameCollection/ */
export async function rename(command: Doc, { store, target }: CatalogContext): Promise<Doc> {
  const {
    renameCollection: from,
    to,
    dropTarget,
  } = command as { renameCollection: string; to: string; dropTarget?: boolean };
  if (target.db !== 'admin') throw fail(13, 'renameCollection may only be run against the admin database.');
  if (from === to) throw fail(20, "Can't rename a collection to itself");
  const [oldDb, oldName] = splitNamespace(from);
  const [db, name] = splitNamespace(to);
  checkNamespace(oldDb, oldName);
  checkNamespace(db, name);
  await store.write(() => {
    const collection = store.catalog.find(oldDb, oldName);
    if (!collection) throw fail(26, `Source collection ${from} does not exist`);
    if (store.catalog.find(db, name) && !dropTarget) throw fail(48, 'target namespace exists');
    if (collection.indexes.some(({ spec }) => spec.building))
      throw fail(12587, `an index of ${from} is being built`);
    store.catalog.rename(collection, { db, name });
  });
  return { ok: 1 };
}

export async function dropDatabase({ store, target }: CatalogContext): Promise<Doc> {
  await store.write(() => {
    for (const collection of collectionsOf(store, target.db)) store.catalog.drop(collection);
  });
  return { dropped: target.db, ok: 1 };
}

export function listCollections(command: Doc, { store, target }: CatalogContext): Doc[] {
  const test = compileFilter((command.filter as Doc | undefined) ?? {});
  return collectionsOf(store, target.db)
    .map(({ name, uuid }) => ({
      name,
      type: 'collection',
      options: {},
      info: { readOnly: false, uuid: new Binary(new UUID(uuid).buffer, Binary.SUBTYPE_UUID) },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    }))
    .filter((entry) => test(entry))
    .map((entry) => (command.nameOnly ? { name: entry.name, type: entry.type } : entry));
}
