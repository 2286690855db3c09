import fs from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { compact, join, listen, restore } from '@packages/embedded-database';
import { startServer, temporaryFolder, type TestServer } from '../testing/server.js';

/** The names of the files of a folder that hold a text. */
const filesWith = (folder: string, text: string): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .filter((name) => fs.readFileSync(path.join(folder, name)).includes(text));

const secret = 'zzquixotic';
const people = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    _id: number,
    name: number % 7 === 3 ? `${secret} ${number}` : `person ${number}`,
    text: 'x'.repeat((number * 37) % 5000) + (number % 7 === 3 ? secret : ''),
  }));

describe('compact', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  /** Replaces the secret in each document, by updates, replacements and a findAndModify, and deletes one. */
  async function eraseSecrets(collection: Awaited<ReturnType<TestServer['collection']>>): Promise<void> {
    await collection.deleteOne({ _id: 3 });
    await collection.findOneAndUpdate({ _id: 10 }, { $set: { name: 'Erased', text: 'Erased' } });
    await collection.replaceOne({ _id: 17 }, { name: 'Erased', text: 'Erased' });
    await collection.updateMany({ name: /^zz/ }, { $set: { name: 'Erased', text: 'Erased' } });
  }

  it('leaves no deleted or replaced text in any file, and everything else as it is', async () => {
    const collection = await server.collection(people(3000));
    await collection.createIndex({ name: 1 });
    await eraseSecrets(collection);
    const before = await collection.find().sort({ _id: 1 }).toArray();
    expect(filesWith(server.dataDir, secret)).not.toEqual([]);
    await compact(server.dataDir);
    expect(filesWith(server.dataDir, secret)).toEqual([]);
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(before);
    expect(await collection.countDocuments({ name: 'person 4' })).toBe(1);
    expect((await server.main.command({ validate: collection.collectionName })).valid).toBe(true);
  });

  it('leaves no key at which the counts of an index were divided', async () => {
    const names = Array.from({ length: 7000 }, (_, number) => ({ name: `${secret} ${number}`, number }));
    const collection = await server.collection(names);
    await collection.createIndex({ name: 1 });
    const gone = { number: { $gte: 10, $lt: 6990 } };
    await collection.deleteMany({ number: { $gte: 100, $lt: 4000 } });
    const left = { $gte: `${secret} 4`, $lt: `${secret} 6` };
    const count = await collection.countDocuments({ name: left });
    await compact(server.dataDir);
    expect(await collection.countDocuments({ name: left })).toBe(count);
    expect(
      await collection
        .find({ name: left })
        .sort({ name: 1 })
        .skip(count - 1)
        .toArray(),
    ).toHaveLength(1);
    await collection.deleteMany(gone);
    await collection.updateMany({}, { $set: { name: 'Erased' } });
    await compact(server.dataDir);
    expect(filesWith(server.dataDir, secret)).toEqual([]);
    expect(await collection.countDocuments({ name: { $gt: '' } })).toBe(20);
    expect((await server.main.command({ validate: collection.collectionName })).valid).toBe(true);
  });

  it('loses no write of others meanwhile, and lets their transactions and cursors end first', async () => {
    const collection = await server.collection(people(300));
    const cursor = collection.find().sort({ _id: 1 }).batchSize(100);
    const first = await cursor.next();
    let goesOn = true;
    let written = 0;
    const write = async (writer: number) => {
      for (; goesOn; written++) {
        const number = written;
        await server.client.withSession((session) =>
          session.withTransaction(async () => {
            await collection.insertOne({ writer, number, part: 1 }, { session });
            await collection.insertOne({ writer, number, part: 2 }, { session });
          }),
        );
      }
    };
    const writers = [1, 2, 3].map(write);
    const compactions = (async () => {
      for (let times = 0; times < 3; times++)
        await Promise.all([compact(server.dataDir), compact(server.dataDir)]);
    })();
    const rest = await cursor.toArray();
    await compactions;
    goesOn = false;
    await Promise.all(writers);
    expect([first, ...rest].filter((row) => row && !('writer' in row))).toHaveLength(300);
    const parts = await collection
      .aggregate([
        { $match: { writer: { $exists: true } } },
        { $group: { _id: '$part', count: { $sum: 1 } } },
      ])
      .toArray();
    expect(parts.map(({ count }) => count as number)).toEqual([written, written]);
    await collection.drop();
  });

  it('copies beside the commands of others, with their changes meanwhile', async () => {
    const collection = await server.collection(people(12_000));
    await eraseSecrets(collection);
    let isOver = false;
    const compaction = compact(server.dataDir).finally(() => (isOver = true));
    let written = 0;
    for (; !isOver; written++) {
      await collection.updateOne({ _id: (written * 13) % 12_000 }, { $set: { written } }, { upsert: true });
      await collection.deleteOne({ _id: 11_999 - written });
    }
    await compaction;
    // A copy that held commands up would let the first one end with it.
    expect(written).toBeGreaterThan(1);
    expect(filesWith(server.dataDir, secret)).toEqual([]);
    const numbers = await collection.distinct('written');
    expect(Math.max(...(numbers as number[]))).toBe(written - 1);
    expect((await server.main.command({ validate: collection.collectionName })).valid).toBe(true);
  });

  it('is refused to a client of a port', async () => {
    const dataDir = temporaryFolder();
    const database = await listen({ dataDir, port: 0 });
    const client = await MongoClient.connect(database.uri);
    await expect(client.db('admin').command({ embeddedCompact: 1 })).rejects.toMatchObject({ code: 13 });
    await client.close();
    await database.close();
    fs.rmSync(dataDir, { recursive: true });
  });

  it('works on a folder that no process has open, and removes what a restore has kept', async () => {
    const dataDir = temporaryFolder();
    const fill = async (work: (client: MongoClient) => Promise<unknown>) => {
      const database = await join({ dataDir });
      const client = await MongoClient.connect(database.uri);
      await work(client);
      await client.close();
      await database.close();
    };
    const backup = path.join(dataDir, 'first.backup');
    await fill((client) => client.db('a').collection('a').insertOne({ text: 'kept' }));
    const database = await join({ dataDir });
    await database.backup(backup);
    await database.close();
    await fill((client) => client.db('a').collection('a').insertOne({ text: secret }));
    const { kept } = await restore(dataDir, backup);
    expect(filesWith(dataDir, secret)).toContain(path.basename(kept!));
    await compact(dataDir);
    expect(fs.existsSync(kept!)).toBe(false);
    expect(filesWith(dataDir, secret)).toEqual([]);
    await fill(async (client) => {
      expect(await client.db('a').collection('a').find({}).toArray()).toMatchObject([{ text: 'kept' }]);
    });
    fs.rmSync(dataDir, { recursive: true });
  });
});
