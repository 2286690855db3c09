import { MongoClient, type ClientSession } from 'mongodb';
import { rmSync } from 'node:fs';
import { startServer, temporaryFolder, type TestServer, type Row } from './server.js';

/** Number of times that a test kills the server; it cuts its power half as often. */
export const kills = Number(process.env.EMBEDDED_KILLS ?? 2);
const WRITERS = 6;
const ACCOUNTS = 20;

interface Outcome {
  transfers: number[];
  inserts: number[];
  onTransfer: () => void;
}

/** Writes until the server dies: each transfer moves money and records it in two collections, in one transaction. */
async function write(uri: string, next: () => number, acknowledged: Outcome): Promise<void> {
  const client = new MongoClient(uri, { retryWrites: false, serverSelectionTimeoutMS: 200 });
  const bank = client.db('bank');
  const transfer = async (session: ClientSession, id: number) => {
    const [from, to] = [id % ACCOUNTS, (id * 7 + 3) % ACCOUNTS];
    await bank.collection<Row>('accounts').updateOne({ _id: from }, { $inc: { money: -1 } }, { session });
    await bank.collection<Row>('accounts').updateOne({ _id: to }, { $inc: { money: 1 } }, { session });
    await bank.collection<Row>('debits').insertOne({ _id: id, from }, { session });
    await bank.collection<Row>('credits').insertOne({ _id: id, to }, { session });
  };
  const work = async () => {
    for (;;) {
      const id = next();
      if (id % 3 === 0) {
        await bank.collection<Row>('notes').insertOne({ _id: id, pad: 'x'.repeat(id % 5000) });
        acknowledged.inserts.push(id);
        continue;
      }
      const session = client.startSession();
      session.startTransaction();
      try {
        await transfer(session, id);
        await session.commitTransaction();
        acknowledged.transfers.push(id);
        acknowledged.onTransfer();
      } catch (error) {
        if ((error as { code?: number }).code !== 112) throw error;
        await session.abortTransaction();
      } finally {
        void session.endSession().catch(() => undefined);
      }
    }
  };
  try {
    await Promise.allSettled(Array.from({ length: WRITERS }, work));
  } finally {
    await client.close(true);
  }
}

const ids = async (server: TestServer, name: string): Promise<Set<number>> =>
  new Set(
    (await server.client.db('bank').collection<Row>(name).find().project({ _id: 1 }).toArray()).map(
      ({ _id }) => _id as number,
    ),
  );

/** Kills a server, and leaves its folder in the state after a kill or a power cut. */
type End = (server: TestServer) => Promise<void>;

/** Writes, ends the server at a random point and restarts it, `times` times; then expects every acknowledged write. */
export async function survives(
  times: number,
  prepare: (server: TestServer) => End,
  disk: (dataDir: string) => NodeJS.ProcessEnv = () => ({}),
): Promise<void> {
  const dataDir = temporaryFolder();
  const acknowledged: Outcome = { transfers: [], inserts: [], onTransfer: () => undefined };
  let number = 0;
  const start = () => startServer(dataDir, { env: disk(dataDir) });
  let server = await start();
  const accounts = server.client.db('bank').collection<Row>('accounts');
  await accounts.insertMany(Array.from({ length: ACCOUNTS }, (_, n) => ({ _id: n, money: 100 })));
  await server.client.db('bank').collection<Row>('debits').createIndex({ from: 1 });
  for (let time = 0; time < times; time++) {
    const writing = write(server.uri, () => ++number, acknowledged);
    const more = (count: number) => {
      let left = count;
      const enough = new Promise<void>((resolve) => {
        acknowledged.onTransfer = () => --left <= 0 && resolve();
      });
      return count > 0 ? Promise.race([enough, writing]) : undefined;
    };
    // Ends the server at a random point after the first acknowledgements of this round.
    await more(1 + Math.floor(Math.random() * 40));
    const end = prepare(server);
    await more(Math.floor(Math.random() * 40));
    await end(server);
    await writing;
    server = await start();
  }
  const [debits, credits, notes] = await Promise.all(
    ['debits', 'credits', 'notes'].map((name) => ids(server, name)),
  );
  expect(acknowledged.transfers.filter((id) => !debits!.has(id) || !credits!.has(id))).toEqual([]);
  expect(acknowledged.inserts.filter((id) => !notes!.has(id))).toEqual([]);
  expect([...debits!].filter((id) => !credits!.has(id))).toEqual([]);
  expect(credits!.size).toBe(debits!.size);
  const [sum] = await server.client
    .db('bank')
    .collection<Row>('accounts')
    .aggregate([{ $group: { _id: null, money: { $sum: '$money' } } }])
    .toArray();
  expect(sum).toEqual({ _id: null, money: ACCOUNTS * 100 });
  for (const name of ['accounts', 'debits', 'credits', 'notes']) {
    expect(await server.client.db('bank').command({ validate: name })).toMatchObject({ valid: true });
  }
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
