import { Long, UUID } from 'bson';
import { ownMemory } from '../testing/memory.js';
import { codeOf, startServer, type TestServer } from '../testing/server.js';
import { copyDatabase } from '../tools/copy-database.js';
import { message, WireClient } from '../testing/wire.js';

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());

const memory = (): number => ownMemory(server.process.pid!);
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a transaction', () => {
  it('ends when its time is over, however busy it is', async () => {
    const hasty = await startServer(undefined, { env: { EMBEDDED_TRANSACTION_MS: '1500' } });
    const collection = await hasty.collection([{ _id: 1, n: 0 }]);
    await hasty.client.withSession(async (session) => {
      session.startTransaction();
      const busy = async () => {
        for (;;) await collection.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
      };
      const started = Date.now();
      expect(await codeOf(busy())).toBe(251);
      expect(Date.now() - started).toBeGreaterThan(1000);
    });
    expect(await collection.findOne()).toEqual({ _id: 1, n: 0 });
    // Its locks are released.
    await collection.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    await hasty.stop();
  });

  it('that ends before all of a database is copied ends the copy, and says what to do', async () => {
    const hasty = await startServer(undefined, { env: { EMBEDDED_TRANSACTION_MS: '1' } });
    // Longer than a second, after which transactions are looked at.
    const { dbName } = await hasty.collection(Array.from({ length: 100_000 }, (_, _id) => ({ _id })));
    const copied = copyDatabase(hasty.client.db(dbName), server.client.db('copied'), { inSnapshot: true });
    await expect(copied).rejects.toThrow(/too large to be read .* minSnapshotHistoryWindowInSeconds/);
    await hasty.stop();
  });

  it('beyond the thousandth is refused by name, and others go on', async () => {
    const collection = await server.collection([{ _id: 1 }]);
    const wire = await WireClient.connect(server.uri);
    const begin = () =>
      wire.command({
        find: collection.collectionName,
        lsid: { id: new UUID() },
        txnNumber: new Long(1),
        autocommit: false,
        startTransaction: true,
      });
    let reply = await begin();
    let opened = 0;
    while (reply.ok === 1 && opened++ < 1000) reply = await begin();
    expect(reply).toMatchObject({ ok: 0, code: 365, errorLabels: ['TransientTransactionError'] });
    await collection.insertOne({ _id: 2 });
    expect(await collection.countDocuments()).toBe(2);
    wire.end();
  });
});

onLinux(
  'messages of a client that does not read its replies are left in the socket',
  async () => {
    const before = memory();
    const pad = 'x'.repeat(8_000_000);
    const wires = await Promise.all(Array.from({ length: 20 }, () => WireClient.connect(server.uri)));
    let highest = 0;
    const timer = setInterval(() => (highest = Math.max(highest, memory())), 20);
    for (const [at, wire] of wires.entries())
      for (let n = 0; n < 3; n++)
        wire.send(
          message({ insert: 'flood', documents: [{ _id: at * 3 + n, pad }], writeConcern: { w: 1 } }),
        );
    for (const wire of wires)
      for (let n = 0; n < 3; n++) expect(await wire.reply()).toMatchObject({ ok: 1, n: 1 });
    clearInterval(timer);
    expect(await server.main.collection('flood').countDocuments()).toBe(60);
    for (const wire of wires) wire.end();
    expect(highest - before).toBeLessThan(400);
  },
  120_000,
);

onLinux(
  '10,000 open cursors take less than 400 MB with the server itself, wherever they stand in what was read ahead',
  async () => {
    const fresh = await startServer();
    const collection = await fresh.collection();
    const pad = 'x'.repeat(300);
    await collection.insertMany(Array.from({ length: 2000 }, (_, _id) => ({ _id, pad })));
    const wire = await WireClient.connect(fresh.uri);
    for (let n = 0; n < 10_000; n++) {
      // Ends in a chunk that has just been read.
      const { cursor } = await wire.command({ find: collection.collectionName, batchSize: 9 });
      expect(String(cursor.id)).not.toBe('0');
    }
    expect(ownMemory(fresh.process.pid!)).toBeLessThan(400);
    wire.end();
    await fresh.stop();
  },
  120_000,
);
