import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { temporaryFolder } from '../testing/server.js';
import { documentId } from './documents.js';
import { indexPrefix } from './namespaces.js';
import { Store } from './store.js';

it('gives a collection no number of a dropped one, of which a reader may be left, after an aborted write', async () => {
  const store = new Store(join(temporaryFolder(), 'catalog.mdb'));
  const fill = (name: string) => {
    const collection = store.catalog.ensure('test', name);
    for (let at = 0; at < 20; at++)
      store.put(collection, { id: documentId(at), after: { _id: at, of: name } });
    return collection;
  };
  const { number } = await store.write(() => fill('dropped'));
  const reader = store.range(indexPrefix(number, 0), indexPrefix(number, 1));
  reader.next();
  await store.write(() => store.catalog.drop(store.catalog.find('test', 'dropped')!));
  // The removal of its entries, slice by slice.
  for (let left = 10; left > 0; left--) {
    await turn();
    await store.write(() => undefined);
  }
  const failure = new Error('fails after a change');
  const aborted = store.write(() => {
    fill('aborted');
    throw failure;
  });
  await expect(aborted).rejects.toThrow(failure.message);
  await store.write(() => fill('next'));
  expect(reader.next()).toEqual({ done: true, value: undefined });
  await store.close();
});
