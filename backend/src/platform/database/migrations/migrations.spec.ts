import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { ConfigError } from '../../config/environment.js';
import { bankFile, createAccount, importFile } from '../../../testing/reconciliation.js';
import { verifyStats } from '../../../ledger/stats/rebuild.js';
import { StatsService } from '../../../ledger/stats/stats.service.js';
import { aCheckout, createCustomer, createPayment, receive } from '../../../testing/builders.js';
import { runProgram } from '../../../testing/run-program.js';
import { sampleEvent, samplePayment, sampleSession } from '../../../cards/samples.js';
import { cardEnvironment, sendEvent } from '../../../testing/cards.js';
import { TestApp } from '../../../testing/test-app.js';
import { uriForDatabase } from '../../../testing/uri-for-database.js';
import type { Customer } from '../../../customers/customer.schema.js';
import { duplicateKeys } from '../../../customers/duplicate-keys.js';
import { searchTermsMigration } from './0017-search-terms.js';
import { emailKeysMigration } from './0021-email-keys.js';
import { migrate } from './migrate.js';
import type { Database, Migration } from './migration.js';
import { migrations } from './migrations.js';
import { SchemaState } from './schema-state.js';

interface State {
  _id: string;
  applied: { number: number }[];
  owner?: string;
  beat?: number;
}

const stateOf = (connection: Connection) =>
  connection.collection<State>('migrations').findOne({ _id: 'schema' });
const everyNumber = migrations.map(({ number }) => number);

/** Returns a text of all records and indexes of a database. */
async function textOf(database: Database): Promise<string> {
  const texts = [];
  for (const { collectionName } of await database.collections())
    if (collectionName !== 'migrations') {
      const records = await database.collection(collectionName).find().sort({ _id: 1 }).toArray();
      const indexes = await database.collection(collectionName).indexes();
      texts.push(JSON.stringify([collectionName, records, indexes]));
    }
  return texts.sort().join('\n');
}

/** Notes the number of each migration that changes something, when it is run. */
function noteEffects(effective: number[]): void {
  for (const migration of migrations) {
    const run = migration.run.bind(migration);
    jest.spyOn(migration, 'run').mockImplementation(async (database, settings) => {
      const before = await textOf(database);
      await run(database, settings);
      if ((await textOf(database)) !== before) effective.push(migration.number);
    });
  }
}

describe('a start on the data of an earlier version', () => {
  let app: TestApp;
  const buyers = [
    { place: { province: 'ontario' }, quoted: { amount: 2256.61, currency: 'CAD' } },
    {
      place: { country: 'usa', fullName: 'Zoë Núñez', email: 'zoë@example.com' },
      quoted: { amount: 1997, currency: 'CAD' },
    },
    { place: { country: 'other' }, quoted: { amount: 2050, currency: 'CAD' } },
  ] as const;
  const ids: string[] = [];
  let byAdmin = '';
  let partlyRefunded = '';
  const effective: number[] = [];

  beforeAll(async () => {
    const earlier = await TestApp.start(cardEnvironment);
    const session = sampleSession(samplePayment({ live: true }));
    await sendEvent(earlier, sampleEvent('checkout.session.completed', session, { live: true })).expect(200);
    for (const { place } of buyers) {
      const { body } = await earlier.visitor
        .post('/api/payments/checkout')
        .send(aCheckout(place))
        .expect(201);
      ids.push(body.paymentId as string);
    }
    const { body: first } = await earlier.admin.get(`/api/payments/${ids[0]}`).expect(200);
    const { body: recorded } = await earlier.admin
      .post('/api/payments')
      .send({ ...first, referenceNumber: '', paymentDetails: undefined })
      .expect(201);
    byAdmin = recorded._id;
    for (const amount of [40, 100]) {
      const { _id, version } = await receive(earlier, (await createPayment(earlier))._id, 100);
      const refund = {
        kind: 'refund',
        way: 'cash',
        amount,
        version,
        day: new Date().toISOString().slice(0, 10),
      };
      await earlier.admin.post(`/api/payments/${_id}/ledger`).send(refund).expect(201);
      if (amount === 40) partlyRefunded = _id;
    }
    const account = await createAccount(earlier);
    await importFile(earlier, account, bankFile([{ day: '2026-11-20', text: 'ARRIVED', amount: 5 }]));
    const numbered = bankFile([{ day: '2026-11-19', text: 'E-TRANSFER CAEVDQPM', amount: 5 }]);
    await importFile(earlier, account, numbered);
    const { body: refunded } = await earlier.admin.get(`/api/payments/${ids[1]}`).expect(200);
    const refund = { day: '2026-11-21', text: `SENT ${refunded.referenceNumber}`, amount: -5 };
    await importFile(earlier, account, bankFile([refund]));
    const text = 'Interac e-Transfer\nReference Number: C1AVzjTtqRCM\nSent From: ANN LEE\nAmount: $5.00';
    await earlier.admin.post('/api/interac-notices').send({ text }).expect(201);
    await earlier.app.get(StatsService).merge();
    // The state of the earlier version: without the fields, without a record of migrations, and with an index of that
    // version.
    const { connection } = earlier;
    await connection.collection('interacnotices').updateMany({}, { $unset: { version: '' } });
    const [decomposed, composed] = ['zoë@example.com'.normalize('NFD'), 'zoë@example.com'.normalize('NFC')];
    await connection
      .collection('payments')
      .updateOne({ payerEmailKey: composed }, { $set: { payerEmailKey: decomposed } });
    await connection
      .collection('customers')
      .updateOne({ emailKey: composed }, { $set: { emailKey: decomposed } });
    await connection
      .collection('banktransactions')
      .updateOne(
        { text: refund.text },
        { $set: { state: 'ignored', reason: 'outgoing', candidates: [] }, $unset: { keys: '' } },
      );
    await connection
      .collection<{ keys: string[] }>('banktransactions')
      .updateMany({}, { $pull: { keys: 'i:CAEVDQPM' } });
    await connection
      .collection('payments')
      .updateMany({}, { $unset: { quoted: '', referenceParts: '', payerEmailKey: '', awaitsPayout: '' } });
    await connection.collection('payments').updateMany({}, { $unset: { partlyRefunded: '', language: '' } });
    // A seeded payment has no details, so its place is that of its customer.
    const seeded = new mongoose.Types.ObjectId(ids[0]);
    await connection.collection('payments').updateOne({ _id: seeded }, { $unset: { paymentDetails: '' } });
    await connection
      .collection('customers')
      .updateMany({}, { $set: { nameKey: 'zoë núñez' }, $unset: { payerNameKey: '', duplicateKeys: '' } });
    await connection.dropCollection('migrations');
    for (const name of ['payments', 'customers'])
      await connection.collection(name).updateMany({}, { $unset: { terms: '' } });
    await connection.collection<{ _id: string }>('figures').deleteMany({ _id: { $regex: '^arrival' } });
    const payments = connection.collection('payments');
    await payments.dropIndex('status_1_transferDate_1_createdAt_1__id_1');
    await payments.createIndex({ status: 1, transferDate: 1, _id: 1 });
    await connection.collection('checkoutkeys').dropIndex('createdAt_1');
    await connection.collection('checkoutkeys').createIndex({ createdAt: 1 }, { expireAfterSeconds: 60 });
    await connection.collection<{ _id: string }>('checkoutemails').insertOne({ _id: 'ada@example.com' });
    const allocated = { statusAllocationId: new mongoose.Types.ObjectId() };
    await connection.collection('payments').updateOne({ _id: seeded }, { $set: allocated });
    const reminder = { kind: 'reminder', key: `reminder:${ids[0]}:1`, state: 'sent', createdAt: new Date() };
    await connection.collection('mails').insertOne({ ...reminder, paymentId: seeded });
    const link = `https://trip.example/admin/reset-password#${'a'.repeat(43)}`;
    const linked = { kind: 'account', key: 'account:1', state: 'sent', createdAt: reminder.createdAt };
    await connection
      .collection('mails')
      .insertOne({ ...linked, text: link, html: link, facts: { url: link } });
    await earlier.stop({ keep: true });
    noteEffects(effective);
    app = await TestApp.start({}, earlier.uri);
    jest.restoreAllMocks();
  });
  afterAll(() => app.stop());

  it('fills what visitors were shown by the prices of then, of checkout payments alone', async () => {
    for (const [index, { quoted }] of buyers.entries()) {
      const { body } = await app.admin.get(`/api/payments/${ids[index]}`).expect(200);
      expect(body.quoted).toEqual(quoted);
    }
    const { body } = await app.admin.get(`/api/payments/${byAdmin}`).expect(200);
    expect(body).not.toHaveProperty('quoted');
    expect(body.version).toBe(0);
  });

  it('replaces the index of overdue payments by one in the order of the lists', async () => {
    const names = (await app.connection.collection('payments').indexes()).map(({ name }) => name);
    expect(names).toContain('status_1_transferDate_1_createdAt_1__id_1');
    expect(names).not.toContain('status_1_transferDate_1__id_1');
    const overdue = app.connection
      .collection('payments')
      .find({ status: 'pending', transferDate: { $lte: new Date() } })
      .sort({ transferDate: 1, createdAt: 1, _id: 1 });
    const plan = JSON.stringify(await overdue.explain('queryPlanner'));
    expect(plan).toContain('status_1_transferDate_1_createdAt_1__id_1');
    expect(plan).not.toContain('"SORT"');
  });

  it('takes the links of accounts out of sent mails', async () => {
    const mail = await app.connection.collection('mails').findOne({ key: 'account:1' });
    const text = 'https://trip.example/admin/reset-password#…';
    expect(mail).toMatchObject({ text, html: text, facts: {} });
  });

  it('fills the parts that references are found by', async () => {
    const { body: payment } = await app.admin.get(`/api/payments/${ids[1]}`).expect(200);
    const part = payment.referenceNumber.slice(-9).toLowerCase();
    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[referenceNumber]': part })
      .expect(200);
    expect(body.payments).toMatchObject([{ _id: ids[1] }]);
  });

  it('fills the keys by which payers are found: a bank’s text by the name, links by the email', async () => {
    const customers = await app.connection.collection('customers').find().toArray();
    expect(customers.map(({ payerNameKey }) => payerNameKey as string)).toContain('NUNEZ ZOE');
    expect(customers.filter(({ payerNameKey }) => !payerNameKey)).toEqual([]);
    const payments = await app.connection
      .collection('payments')
      .find({ 'paymentDetails.email': { $exists: true } })
      .toArray();
    expect(payments.length).toBeGreaterThan(0);
    for (const { payerEmailKey, paymentDetails } of payments)
      expect(payerEmailKey).toBe((paymentDetails as { email: string }).email.toLowerCase());
  });

  it('replaces the keys of names by those without accents', async () => {
    const { body } = await app.admin.get('/api/customers').query({ 'filter[name]': 'ZOË NÚÑEZ' }).expect(200);
    expect(body.customers).toMatchObject([{ fullName: 'Zoë Núñez', version: 0 }]);
  });

  it('fills the search index with customers and payments', async () => {
    const { body: payment } = await app.admin.get(`/api/payments/${ids[1]}`).expect(200);
    const { body: customer } = await app.admin.get(`/api/customers/${payment.customerId}`).expect(200);
    const { body } = await app.admin
      .get('/api/search')
      .query({ q: `${customer.email} ${customer.phone}` })
      .expect(200);
    expect(body.customers).toMatchObject([{ _id: customer._id }]);
    expect(body.payments.map(({ _id }: { _id: string }) => _id)).toContain(ids[1]);
  });

  it('fills the statistics of what arrived, and leaves the others', async () => {
    const { body } = await app.admin.get('/api/reports/summary').expect(200);
    expect(body.arrivals.days).toMatchObject([
      { day: '2026-11-20', amount: 5, allocated: 0, count: 1 },
      { day: '2026-11-19', amount: 5, allocated: 0, count: 1 },
    ]);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('gives notices a version, and finds the transfers of their numbers of letters alone', async () => {
    const { body } = await app.admin.get('/api/interac-notices').expect(200);
    expect(body.notices).toMatchObject([{ sender: 'ANN LEE', version: 0 }]);
    const found = await app.connection.collection('banktransactions').findOne({ keys: 'i:CAEVDQPM' });
    expect(found).toMatchObject({ text: 'E-TRANSFER CAEVDQPM', state: 'review' });
    expect(found).not.toHaveProperty('isUnmatched');
  });

  it('looks for the payments of outgoing money that was ignored by itself', async () => {
    const { body } = await app.admin.get('/api/bank-transactions?filter[state]=review').expect(200);
    expect(body.transactions).toContainEqual(
      expect.objectContaining({ amount: -5, candidates: [expect.objectContaining({ paymentId: ids[1] })] }),
    );
  });

  it('deletes plain email addresses of first submissions, and leaves their hashes', async () => {
    const emails = await app.connection.collection('checkoutemails').find({}).toArray();
    // Those of the buyers, and of the one who has paid by card.
    expect(emails).toHaveLength(buyers.length + 1);
    expect(JSON.stringify(emails)).not.toContain('@');
  });

  it('rebuilds an index whose options changed', async () => {
    const indexes = await app.connection.collection('checkoutkeys').indexes();
    expect(indexes.find(({ name }) => name === 'createdAt_1')?.expireAfterSeconds).toBe(90 * 24 * 3600);
  });

  it('keeps the day of the card payment, which is in no payout', async () => {
    const found = await app.connection
      .collection('payments')
      .find({ awaitsPayout: { $gt: '' } })
      .toArray();
    expect(found).toMatchObject([
      { awaitsPayout: new Date().toISOString().slice(0, 10), card: { live: true } },
    ]);
  });

  it('marks the settled payment of which a part went back', async () => {
    const { body } = await app.admin.get('/api/payments?filter[partlyRefunded]=true').expect(200);
    expect(body.payments).toMatchObject([{ _id: partlyRefunded, status: 'paid', refunded: 40 }]);
  });

  it('writes the keys of possible duplicates as a write does', async () => {
    const stored = await app.connection.collection<Customer>('customers').find().toArray();
    expect(stored.length).toBeGreaterThan(3);
    for (const customer of stored) expect(customer).toMatchObject({ duplicateKeys: duplicateKeys(customer) });
  });

  it('writes the language of payments, which is English', async () => {
    const { body: english } = await app.admin.get('/api/payments?filter[language]=en').expect(200);
    const { body: all } = await app.admin.get('/api/payments').expect(200);
    expect(english.pagination.total).toBeGreaterThan(ids.length);
    expect(english.pagination.total).toBe(all.pagination.total);
  });

  it('changes something by each migration: the data of this test has what each of them is for', () => {
    const idle = everyNumber.filter((number) => !effective.includes(number));
    expect(idle.map((number) => `${number}: add to the stored data what it is to change`)).toEqual([]);
  });

  it('records every migration and leaves no lock', async () => {
    const state = await stateOf(app.connection);
    expect(state?.applied.map(({ number }) => number)).toEqual(everyNumber);
    expect(Object.keys(state ?? {})).toEqual(['_id', 'applied']);
  });
});

describe('migrations', () => {
  let connection: Connection;
  const ran: string[] = [];
  const numbered = (number: number, run: Migration['run'] = () => Promise.resolve()): Migration => ({
    number,
    name: `number ${number}`,
    run: async (database) => {
      ran.push(`${number} begins`);
      await run(database);
      ran.push(`${number} ends`);
    },
  });
  const database = () => connection.db!;
  const run = (list: Migration[], abandonedAfterMs = 60_000) =>
    migrate(database(), {
      migrations: list,
      state: new SchemaState(database(), { beatMs: 20, abandonedAfterMs }),
    });
  const applied = async () => (await stateOf(connection))?.applied.map(({ number }) => number);

  beforeEach(async () => {
    const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `test_${randomUUID().slice(0, 8)}`);
    connection = await mongoose.createConnection(uri).asPromise();
    ran.length = 0;
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });
  const fill = () => connection.collection('payments').insertOne({ amount: 1 });

  it('are not run on a new database, which has the present shape', async () => {
    await run([numbered(1), numbered(2)]);
    expect(ran).toEqual([]);
    expect(await applied()).toEqual([1, 2]);
  });

  it('are run once, in their order, and only those that are new', async () => {
    await fill();
    await run([numbered(1)]);
    await run([numbered(1), numbered(2), numbered(3)]);
    expect(ran).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends']);
    expect(await applied()).toEqual([1, 2, 3]);
  });

  it('are run by one of several instances that start at once, while the others wait for its end', async () => {
    await fill();
    let release = () => {};
    const running = new Promise<void>((resolve) => (release = resolve));
    const slow = numbered(1, () => running);
    const starts = Array.from({ length: 3 }, () => run([slow, numbered(2)]));
    let ended = 0;
    for (const start of starts) void start.then(() => (ended += 1));
    while (!ran.length || ((await stateOf(connection))?.beat ?? 0) < 3) await fill();
    expect([ran, ended]).toEqual([['1 begins'], 0]);
    release();
    await Promise.all(starts);
    expect(ran).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
    expect(await applied()).toEqual([1, 2]);
  });

  it('are taken over from an instance that was killed', async () => {
    await connection
      .collection<State>('migrations')
      .insertOne({ _id: 'schema', applied: [{ number: 1 }], owner: 'killed', beat: 7 });
    await run([numbered(1), numbered(2)], 200);
    expect(ran).toEqual(['2 begins', '2 ends']);
    expect(await applied()).toEqual([1, 2]);
  });

  it('are not recorded by an instance that lost its lock', async () => {
    await fill();
    const robbed = numbered(1, async () => {
      await connection
        .collection<State>('migrations')
        .updateOne({ _id: 'schema' }, { $set: { owner: 'other' } });
    });
    await expect(run([robbed])).rejects.toThrow('another instance has taken over the migrations');
    expect(await applied()).toEqual([]);
  });

  it('stop the start with one line where one fails, and go on from there at the next', async () => {
    await fill();
    const failing = numbered(2, () => Promise.reject(new Error('no space left\non the disk')));
    const start = run([numbered(1), failing, numbered(3)]);
    await expect(start).rejects.toThrow(new ConfigError('Migration 2 (number 2) failed: no space left'));
    expect(await applied()).toEqual([1]);
    ran.length = 0;
    await run([numbered(1), numbered(2), numbered(3)]);
    expect(ran).toEqual(['2 begins', '2 ends', '3 begins', '3 ends']);
  });
});

describe('a start after an earlier version that looks for no migrations', () => {
  it('completes what that version has written, so that it is found, and changes nothing at the next one', async () => {
    const app = await TestApp.start();
    const place = { province: 'ontario', fullName: 'Zoë Returned' };
    const { body } = await app.visitor.post('/api/payments/checkout').send(aCheckout(place)).expect(201);
    const { connection } = app;
    const customerId = new mongoose.Types.ObjectId(await createCustomer(app));
    await connection
      .collection('payments')
      .updateMany({}, { $unset: { quoted: '', referenceParts: '', payerEmailKey: '' } });
    await connection.collection('customers').updateMany({}, { $unset: { nameKey: '', payerNameKey: '' } });
    await connection.collection('payments').updateMany({}, { $unset: { terms: '' } });
    await connection.collection('customers').updateMany({}, { $unset: { terms: '' } });
    // This version has written many since, as one of several instances that served beside the earlier version.
    await connection.collection('payments').insertMany(
      Array.from({ length: 1001 }, (_, number) => ({
        ...{ customerId, source: 'admin', country: 'usa' },
        ...{ referenceKey: `LATER${number}`, referenceParts: [`LATER${number}`] },
      })),
    );
    const db = connection.getClient().db(connection.name);
    const told: string[] = [];
    for (let start = 0; start < 2; start++) await migrate(db, { onProgress: (text) => told.push(text) });
    expect(told).toEqual([expect.stringMatching(/^Completed the records that an earlier version/)]);
    const { body: found } = await app.admin.get('/api/search?q=returned').expect(200);
    expect(found.payments.map(({ _id }: { _id: string }) => _id)).toEqual([body.paymentId]);
    expect(found.customers).toHaveLength(1);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    expect(payment.quoted).toEqual({ amount: 2256.61, currency: 'CAD' });
    expect(await connection.collection('payments').countDocuments({ payerEmailKey: /@/ })).toBe(1);
    await app.stop();
  });

  it('completes a customer without a payment, so that its name is found in the text of a bank', async () => {
    const app = await TestApp.start();
    const { connection } = app;
    await createCustomer(app, { fullName: 'Zoë Alone' });
    const customers = connection.collection('customers');
    const payerNameKey: unknown = (await customers.findOne({}))?.payerNameKey;
    await customers.updateMany({}, { $unset: { payerNameKey: '' } });
    await customers.updateMany({}, { $unset: { terms: '' } });
    await migrate(connection.getClient().db(connection.name));
    expect(await customers.findOne({})).toMatchObject({ payerNameKey });
    const { body: found } = await app.admin.get('/api/search?q=alone').expect(200);
    expect(found.customers).toHaveLength(1);
    await app.stop();
  });
});

describe('the search terms', () => {
  it('are those that the records are written with now, also where the migration is killed and begun again', async () => {
    const app = await TestApp.start();
    const { connection } = app;
    const details = {
      fullName: "Zoë O'Brien-Łukasz",
      phone: '+1 416 555 0100',
      email: 'zoe.o@mail.example.com',
    };
    const { body } = await app.visitor
      .post('/api/payments/checkout')
      .send(aCheckout({ province: 'ontario', ...details }))
      .expect(201);
    const { body: stored } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    const renamed = { ...stored, referenceNumber: 'INV 2031-42', transactionId: 'CA xQ-1' };
    await app.admin.put(`/api/payments/${body.paymentId}`).send(renamed).expect(200);
    await createCustomer(app, { fullName: 'Ann Alone' });
    const termsOf = () =>
      Promise.all(
        ['customers', 'payments'].map((name) =>
          connection.collection(name).find().project({ terms: 1 }).sort({ _id: 1 }).toArray(),
        ),
      );
    const written = await termsOf();
    expect(written[1]![0]!.terms).toEqual(expect.arrayContaining(['=inv203142', '!caxq1', 'obrienlukasz']));
    await connection.collection('payments').updateMany({}, { $unset: { terms: '' } });
    await connection.collection('customers').updateMany({ fullName: /Ann/ }, { $unset: { terms: '' } });
    await connection.collection<{ _id: string }>('searchentries').insertOne({ _id: 'cann' });
    const db = connection.getClient().db(connection.name);
    const customers = db.collection('customers');
    const killed = jest
      .spyOn(db, 'collection')
      .mockReturnValueOnce(customers)
      .mockImplementationOnce(() => {
        throw new Error('killed');
      });
    await expect(searchTermsMigration.run(db)).rejects.toThrow('killed');
    killed.mockRestore();
    expect((await termsOf())[0]).toEqual(written[0]);
    for (let run = 0; run < 2; run++) await searchTermsMigration.run(db);
    expect(await termsOf()).toEqual(written);
    expect(await db.listCollections({ name: 'searchentries' }).toArray()).toEqual([]);
    await app.stop();
  });
});

describe('the migration of email keys', () => {
  it('writes those anew that have another form in Unicode, once', async () => {
    const app = await TestApp.start();
    const { connection } = app;
    const db = connection.getClient().db(connection.name);
    const email = 'Zo\u00eb.o@mail.example.com';
    await app.visitor.post('/api/payments/checkout').send(aCheckout({ email })).expect(201);
    const fields = { emailKey: 1, payerEmailKey: 1, duplicateKeys: 1 };
    const keysOf = () =>
      Promise.all(
        ['customers', 'payments'].map((name) => connection.collection(name).find().project(fields).toArray()),
      );
    const written = await keysOf();
    expect(written[1]![0]!.payerEmailKey).toBe('zo\u00eb.o@mail.example.com');
    const earlier = email.toLowerCase().normalize('NFD');
    await connection.collection('payments').updateMany({}, { $set: { payerEmailKey: earlier } });
    await connection.collection('customers').updateMany({}, { $set: { emailKey: earlier } });
    for (let run = 0; run < 2; run++) await emailKeysMigration.run(db);
    expect(await keysOf()).toEqual(written);
    await app.stop();
  });
});

describe('the programs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trip-migrate-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = (uri: string) => ({ ...process.env, MONGODB_URI: uri, DATA_DIR: dataDir, PORT: '0' });

  it('migrate by npm run migrate, and refuse the database of a later version in one line', async () => {
    const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `test_${randomUUID().slice(0, 8)}`);
    const connection = await mongoose.createConnection(uri).asPromise();
    try {
      await connection
        .collection('payments')
        .insertOne({ source: 'checkout', country: 'usa', referenceKey: 'X' });
      const migrated = await runProgram('commands/migrate', [], { env: env(uri) });
      expect(migrated).toMatchObject({ code: 0, errors: '' });
      expect(migrated.output).toMatch(/^Migration 1 \(reference parts\): done in [\d.]+ s\n/);
      const again = await runProgram('commands/migrate', [], { env: env(uri) });
      expect(again).toMatchObject({ code: 0, output: 'The database is up to date already\n' });
      await connection
        .collection<State>('migrations')
        .updateOne({ _id: 'schema' }, { $push: { applied: { number: 999 } } });
      const line =
        'The database was migrated by a later version (migration 999): start that version, or restore a backup\n';
      for (const program of ['commands/migrate', 'main'])
        expect(await runProgram(program, [], { env: env(uri) })).toMatchObject({ code: 1, errors: line });
    } finally {
      await connection.dropDatabase();
      await connection.close();
    }
  });
});
