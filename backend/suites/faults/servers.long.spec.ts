import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { baseline } from '../../src/platform/database/migrations/baseline.js';
import { migrations } from '../../src/platform/database/migrations/migrations.js';
import { defaultMailTimes } from '../../src/mail/mail-times.js';
import { bankFile, createAccount, importFile } from '../../src/testing/reconciliation.js';
import { verifyStats } from '../../src/ledger/stats/rebuild.js';
import { deltaFilter } from '../../src/ledger/stats/stats.schema.js';
import { aCheckout, createPayment } from '../../src/testing/builders.js';
import { TestSmtpServer } from '../../src/testing/smtp-server.js';
import { TestApp, testSecret } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { Cluster, serveDatabase } from './cluster.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** SERVERS_SECONDS=600 SERVERS_KILL_SECONDS=60 npx jest faults/servers: as npm run test:long does. */
const seconds = Number(process.env.SERVERS_SECONDS ?? 12);
const killSeconds = Number(process.env.SERVERS_KILL_SECONDS ?? 4);
/** The token for scraping their metrics. */
const metricsToken = 'the-token-of-the-tests';
/** A file that gets the servers' addresses, for a Prometheus that watches them. */
const targets = process.env.SERVERS_TARGETS;
const writers = 4;
/** Pause of a writer: the load is that of many visitors, and leaves the machine some time. */
const pauseMs = 60;
const { leaseMs } = defaultMailTimes;
/** A killed leader's lease ends after ten seconds, and is looked for every two and a half. */
const takenOverMs = 8000;

interface StoredMail {
  _id: unknown;
  key: string;
  state: string;
  messageId: string;
  leaseUntil?: Date;
  paymentId?: unknown;
}

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('four servers on one database, killed one after the other under load', () => {
  let database: Awaited<ReturnType<typeof serveDatabase>>;
  let uri: string;
  let smtp: TestSmtpServer;
  let cluster: Cluster;
  /** A server that is not killed, outside of the load: it prepares the database, and looks at it in the end. */
  let observer: TestApp;
  const received = new Map<string, number>();
  const overdue: string[] = [];

  beforeAll(async () => {
    database = await serveDatabase();
    uri = uriForDatabase(database.uri, 'trip');
    smtp = await TestSmtpServer.start();
    smtp.onMail = ({ email: { messageId = '' } }) => {
      received.set(messageId, (received.get(messageId) ?? 0) + 1);
      smtp.mails.length = 0;
    };
    const before = await TestApp.start({}, uri);
    const account = await createAccount(before);
    const days = [dayBefore(9), dayBefore(1)].map((day) => ({ day, amount: 1 }));
    await importFile(before, account, bankFile(days));
    for (let made = 0; made < 25; made++)
      overdue.push((await createPayment(before, { transferDate: dayBefore(5), amount: 300 + made }))._id);
    // The four have to migrate it, all at once.
    await before.connection
      .collection<{ _id: string; applied: { number: number }[] }>('migrations')
      .updateOne({ _id: 'schema' }, { $pull: { applied: { number: { $gt: baseline.number } } } });
    await before.stop({ keep: true });
    cluster = await Cluster.start(4, {
      ...smtp.env,
      MONGODB_URI: uri,
      JWT_SECRET: testSecret,
      REMINDER_DAYS: '3',
      METRICS_TOKEN: metricsToken,
    });
    if (targets) await cluster.writeTargets(targets);
  });
  afterAll(async () => {
    await observer?.stop({ keep: true });
    await cluster?.dispose();
    await smtp?.stop();
    await database?.stop();
  });

  let started = 0;
  /** True after the time, and at least two kills: a start takes long on a busy machine. */
  const isOver = () => Date.now() > started + seconds * 1000 && cluster.kills.length > 1;
  const references: string[] = [];
  let submissions = 0;
  let token = '';

  async function admin(number: number, path: string, method = 'GET', body?: object): Promise<Response> {
    for (;;) {
      const response = await cluster.fetch(number, path, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (response.status !== 401) return response;
      const login = await cluster.fetch(number, '/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'correct horse battery staple' }),
      });
      expect(login.status).toBe(200);
      ({ token } = (await login.json()) as { token: string });
    }
  }

  /** Buys again and again, each time until it is acknowledged. */
  async function visit(number: number): Promise<void> {
    for (; !isOver(); await delay(pauseMs)) {
      submissions++;
      const response = await cluster.fetch(number + submissions, '/payments/checkout', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(aCheckout()),
      });
      expect(response.status).toBe(201);
      references.push(((await response.json()) as { referenceNumber: string }).referenceNumber);
    }
  }

  /** Opens pages, and marks the newest pending payments as paid. */
  async function work(): Promise<void> {
    for (let turn = 0; !isOver(); turn++, await delay(pauseMs * 4)) {
      for (const path of ['/counts', '/payments/stats', '/mails', '/audit', '/customers?limit=25'])
        expect((await admin(turn, path)).status).toBe(200);
      const page = await admin(turn, '/payments?filter[status]=pending&limit=2');
      const { payments } = (await page.json()) as { payments: { _id: string; source: string }[] };
      for (const { _id, source } of payments) {
        if (source !== 'checkout') continue;
        const changed = await admin(turn, `/payments/${_id}/status`, 'PATCH', { status: 'paid' });
        expect(changed.status).toBe(200);
      }
    }
  }

  /** Kills one after the other; waits for half a period first, so that each has done some work. */
  async function kill(): Promise<void> {
    // oxlint-disable-next-line tests/no-fixed-wait
    await delay(killSeconds * 500);
    for (let number = 0; !isOver(); number++) {
      const begun = Date.now();
      await cluster.replace(number, Math.min(2000, killSeconds * 250));
      await delay(Math.max(0, killSeconds * 1000 - (Date.now() - begun)));
    }
  }

  /** Returns the longest time for which no server led, as far as the lease shows it. */
  async function watchLease(connection: Connection): Promise<number> {
    let longest = 0;
    const leases = connection.collection<{ _id: string; until: Date }>('leases');
    for (; !isOver(); await delay(200)) {
      const lease = await leases.findOne({ _id: 'timers' });
      if (lease) longest = Math.max(longest, Date.now() - lease.until.getTime());
    }
    return longest;
  }

  it(
    `lose, double and leave behind nothing: ${seconds} seconds, a kill every ${killSeconds}`,
    async () => {
      const { default: mongoose } = await import('mongoose');
      const connection = await mongoose.createConnection(uri).asPromise();
      started = Date.now();
      const [longest] = await Promise.all([
        watchLease(connection),
        kill(),
        work(),
        ...Array.from({ length: writers }, (_, number) => visit(number)),
      ]);
      expect(references.length).toBeGreaterThan(writers);
      expect(longest).toBeLessThan(takenOverMs);

      // Payments: each acknowledged one is there once, and there is no other.
      const stored = await connection
        .collection<{ referenceNumber: string; source: string }>('payments')
        .find({}, { projection: { referenceNumber: 1, source: 1 } })
        .toArray();
      const bought = stored.filter(({ source }) => source === 'checkout');
      expect(bought.map(({ referenceNumber }) => referenceNumber).sort()).toEqual([...references].sort());
      expect(stored).toHaveLength(submissions + overdue.length);

      // Mails: each leaves the outbox, those of a killed server when their leases have ended.
      const mails = connection.collection<StoredMail>('mails');
      const unsent = { state: { $nin: ['sent', 'cancelled'] } };
      const waiting = { state: { $in: ['queued', 'retrying'] } };
      await waitFor(async () => !(await mails.findOne(waiting)), 120_000);
      // As if the two minutes of the leases had passed: a mail that was taken before the last kill is not being sent.
      const takenBefore = new Date(cluster.kills.at(-1)!.at + leaseMs);
      await mails.updateMany(
        { state: 'sending', leaseUntil: { $lt: takenBefore } },
        { $set: { dueAt: new Date(0) } },
      );
      await waitFor(async () => !(await mails.findOne(unsent)), 60_000);
      const reminders = () => mails.countDocuments({ kind: 'reminder' });
      await waitFor(async () => (await reminders()) >= overdue.length, 90_000);
      await waitFor(async () => !(await mails.findOne(unsent)), 60_000);
      const all = await mails.find().toArray();
      const sent = all.filter(({ state }) => state === 'sent');
      expect(sent.filter(({ messageId }) => !received.has(messageId))).toEqual([]);
      const known = new Set(all.map(({ messageId }) => messageId));
      expect([...received.keys()].filter((id) => !known.has(id))).toEqual([]);
      // At least once: only what a killed server was sending, on three connections, is sent a second time.
      const repeated = [...received.values()].filter((times) => times > 1).length;
      expect(repeated).toBeLessThanOrEqual(3 * cluster.kills.length);
      const instructions = all.filter(({ key }) => key.startsWith('instructions:'));
      expect(instructions).toHaveLength(references.length);

      // Reminders: one of each overdue payment, which remembers it.
      const keys = all.filter(({ key }) => key.startsWith('reminder:')).map(({ key }) => key);
      expect(keys.sort()).toEqual(overdue.map((id) => `reminder:${id}:1`).sort());
      const reminded = await connection
        .collection<{ reminders: unknown[] }>('payments')
        .countDocuments({ reminders: { $size: 1 } });
      expect(reminded).toBe(overdue.length);

      // Merges: no delta is left, and a recount agrees.
      await waitFor(async () => !(await connection.collection('figurechanges').findOne(deltaFilter)), 30_000);
      expect(await verifyStats(connection)).toEqual([]);

      // Migrations: each once, in their order.
      const state = await connection
        .collection<{ _id: string; applied: { number: number }[]; owner?: string }>('migrations')
        .findOne({ _id: 'schema' });
      expect(state?.applied.map(({ number }) => number)).toEqual(
        [baseline, ...migrations].map(({ number }) => number),
      );
      expect(state).not.toHaveProperty('owner');
      await connection.close();

      observer = await TestApp.start({}, uri);
      const { statuses } = (await observer.admin.get('/api/payments/stats').expect(200)).body as {
        statuses: { count: number }[];
      };
      expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(stored.length);
      console.info(
        `${cluster.kills.length} kills, ${references.length} submissions, ${sent.length} mails sent, ` +
          `${repeated} of them twice, ${(longest / 1000).toFixed(1)} s without a leader at most`,
      );
    },
    (seconds + 400) * 1000,
  );
});
