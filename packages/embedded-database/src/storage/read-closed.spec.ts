import fs from 'node:fs';
import path from 'node:path';
import { listen, readClosed } from '@packages/embedded-database';
import { MongoClient } from 'mongodb';
import { temporaryFolder } from '../testing/server.js';

describe('readClosed', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'database.mdb');
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('reads a document of a closed database by its id, and of one that is open nothing', async () => {
    expect(await readClosed(folder, 'shop.state', 'schema')).toBeUndefined();
    const database = await listen({ dataDir: folder });
    const client = await MongoClient.connect(database.uri);
    await client.db('shop').collection<{ _id: string }>('state').insertOne({ _id: 'schema' });
    expect(await readClosed(folder, 'shop.state', 'schema')).toBeUndefined();
    await client.close();
    await database.close();
    const before = fs.readFileSync(file);
    expect(await readClosed(folder, 'shop.state', 'schema')).toEqual({ _id: 'schema' });
    expect(await readClosed(folder, 'shop.state', 'other')).toBeUndefined();
    expect(await readClosed(folder, 'shop.nothing', 'schema')).toBeUndefined();
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses a file that is cut off before LMDB maps it', async () => {
    fs.truncateSync(file, fs.statSync(file).size / 2);
    await expect(readClosed(folder, 'shop.state', 'schema')).rejects.toMatchObject({
      name: 'DataFolderError',
      code: 'DAMAGED',
    });
  });
});
