import { join } from 'node:path';
import { temporaryFolder } from '../testing/server.js';
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
