import { MongoClient } from 'mongodb';
import { testSecret } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { waitFor } from '../../src/testing/wait-for.js';
import { PaperWalk } from '../documents/paper-walk.js';
import { Cluster, serveDatabase } from './cluster.js';

/** DOCUMENT_KILLS=100 npx jest documents-kill: more. */
const kills = Number(process.env.DOCUMENT_KILLS ?? 6);
const roundsBetween = 5;
const atOnce = 6;
/** Longer than a server that was killed keeps the lead, and than a call that was asked for leaves its papers to the leader. */
const patienceMs = 150_000;

describe('papers of two servers that are killed', () => {
  let database: Awaited<ReturnType<typeof serveDatabase>>;
  let client: MongoClient;
  let cluster: Cluster;
  beforeAll(async () => {
    database = await serveDatabase();
    const uri = uriForDatabase(database.uri, 'trip');
    client = await MongoClient.connect(uri);
    const env = { MAIL_DELAY_SECONDS: '0', TIME_ZONE: 'UTC', JWT_SECRET: testSecret };
    cluster = await Cluster.start(2, { ...env, MONGODB_URI: uri });
  });
  afterAll(async () => {
    await cluster?.dispose();
    await client?.close();
    await database?.stop();
  });

  it('are the sales of their payments, under numbers without a gap, and never change @long', async () => {
    const { token } = await cluster.servers[0]!.login();
    let sent = 0;
    const call = (method: string, path: string, body?: object) =>
      cluster.fetch(sent++, path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const walk = new PaperWalk({
      read: async <Body>(path: string): Promise<Body> => {
        const response = await call('GET', path);
        expect([path, response.status]).toEqual([path, 200]);
        return (await response.json()) as Body;
      },
      act: async (method, path, body) => (await call(method, path, body)).json(),
      issued: () =>
        waitFor(
          async () =>
            !(await client
              .db()
              .collection('payments')
              .findOne({ documentsDueAt: { $exists: true } })),
          patienceMs,
        ),
    });
    await walk.begin();
    for (let killed = 0; killed < kills; killed++) {
      const walking = (async () => {
        for (let round = 0; round < roundsBetween; round++) await walk.round(atOnce);
      })();
      // In the middle of an act: one of them has just made a document.
      const papers = client.db().collection('documents');
      const count = await papers.countDocuments();
      const isOver = walking.then(() => true);
      await waitFor(
        async () =>
          (await papers.countDocuments()) > count || (await Promise.race([isOver, Promise.resolve(false)])),
        patienceMs,
      );
      await cluster.replace(killed, 0);
      await walking;
      if (killed % 3 === 2) await walk.expectUnchanged();
    }
    await walk.expectWhole();
  }, 1_200_000);
});
