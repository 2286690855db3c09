import { join } from 'node:path';
import { temporaryFolder } from '../testing/server.js';
import { fail } from '../values/errors.js';
import { byteText } from '../values/keys.js';
import { documentId } from './documents.js';
import { buildIndexes } from './index-build.js';
import { indexPrefix } from './namespaces.js';
import { Store } from './store.js';

/** One document more than a build sorts in memory at once. */
const documents = 32_769;

it('has the entry of a document where another one of its unique key goes before the build gets to it', async () => {
  const store = new Store(join(temporaryFolder(), 'build.mdb'));
  const target = { db: 'test', name: 'rows' };
  const last = documents - 1;
  const row = (at: number) => ({ _id: at, n: at === last ? 0 : at });
  const rows = () => store.catalog.ensure(target.db, target.name);
  await store.write(() => {
    for (let at = 0; at < documents; at++) store.put(rows(), { id: documentId(at), after: row(at) });
  });
  const load = store.loader.bind(store);
  let isGone: Promise<void> | undefined;
  jest.spyOn(store, 'loader').mockImplementation((...of) => {
    isGone ??= store.write(() => store.put(rows(), { id: documentId(last), before: row(last) }));
    return load(...of);
  });
  await buildIndexes(store, target, [{ name: 'n_1', key: { n: 1 }, unique: true }]);
  await isGone;
  const index = rows().indexes[1]!;
  const [key = ''] = index.keysOf(row(0));
  expect(store.hasEntry(rows(), index, key, byteText(documentId(0)))).toBe(true);
  expect(store.counts.total(indexPrefix(rows().number, index.spec.id))).toBe(last);
  await store.close();
});

it('is made again where a build has failed on a full disk that had no room for its removal either', async () => {
  const store = new Store(join(temporaryFolder(), 'build.mdb'));
  const target = { db: 'test', name: 'rows' };
  const rows = () => store.catalog.ensure(target.db, target.name);
  await store.write(() => store.put(rows(), { id: documentId(1), after: { _id: 1, n: 1 } }));
  const full = () => {
    throw fail(14031, 'the disk is full');
  };
  jest.spyOn(store, 'loader').mockImplementationOnce(full);
  jest.spyOn(store.catalog, 'dropIndex').mockImplementationOnce(full);
  const build = () => buildIndexes(store, target, [{ name: 'n_1', key: { n: 1 } }]);
  await expect(build()).rejects.toMatchObject({ code: 14031 });
  await build();
  const [, index, ...others] = rows().indexes;
  expect(others).toEqual([]);
  expect(index!.spec.building).toBeUndefined();
  expect(store.counts.total(indexPrefix(rows().number, index!.spec.id))).toBe(1);
  await store.close();
});
