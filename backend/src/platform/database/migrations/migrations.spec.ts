import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@packages/embedded-database';
import mongoose, { type Connection, type Types } from 'mongoose';
import { ConfigError } from '../../config/environment.js';
import { aCheckout, createCustomer, createPayment } from '../../../testing/builders.js';
import { cardEnvironment } from '../../../testing/cards.js';
import { importReport, reportRow } from '../../../testing/payouts.js';
import { bankDesk, createAccount, createDue } from '../../../testing/reconciliation.js';
import { runProgram } from '../../../testing/run-program.js';
import { TestApp } from '../../../testing/test-app.js';
import { TestServer } from '../../../testing/test-server.js';
import { uriForDatabase } from '../../../testing/uri-for-database.js';
import { emailKeysMigration } from './0021-email-keys.js';
import { foldedTextsMigration } from './0022-folded-texts.js';
import { lettersMissingMigration } from './0024-letters-missing.js';
import { bankAccountsOfEntriesMigration } from './0025-bank-accounts-of-entries.js';
import { expectedDaysMigration } from './0026-expected-days.js';
import { removedPayerAddressesMigration } from './0027-removed-payer-addresses.js';
import { accountEmailKeysMigration } from './0028-account-email-keys.js';
import { testPaymentsNotExpectedMigration } from './0029-test-payments-not-expected.js';
import { currencyOfReversalsMigration } from './0030-currency-of-reversals.js';
import { filesOfErasuresMigration } from './0031-files-of-erasures.js';
import { migrate } from './migrate.js';
import type { Migration } from './migration.js';
import { SchemaState } from './schema-state.js';

interface State {
  _id: string;
  applied: { number: number }[];
  owner?: string;
  beat?: number;
}

const stateOf = (connection: Connection) =>
  connection.collection<State>('migrations').findOne({ _id: 'schema' });

const fixtures = join(import.meta.dirname, 'fixtures');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Unpacks a data folder that an earlier version has written; returns its path. */
function unpack(name: string, folder = mkdtempSync(join(tmpdir(), 'trip-earlier-'))): string {
  folders.push(folder);
  execFileSync('tar', ['xzf', join(fixtures, `${name}.tgz`), '-C', folder, '--strip-components=1']);
  return folder;
}

const environmentOf = (dataDir: string) => ({
  ...process.env,
  MONGODB_URI: '',
  DATA_DIR: dataDir,
  PORT: '0',
  TIME_ZONE: 'America/Toronto',
});

/** The hash of each file of a folder; the lock file has the processes that read the data, and none of them. */
const hashesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.endsWith('-lock'))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );

describe('a start on the data of the end of 1.x', () => {
  let server: TestServer;
  beforeAll(async () => {
    const env = {
      MONGODB_URI: '',
      STRIPE_WEBHOOK_SECRET: 'whsec_c0ffee5ca1ab1edecafbadc0de8badf00d',
      TIME_ZONE: 'America/Toronto',
      ADMIN_USERNAME: 'keeper',
      ADMIN_PASSWORD: password,
    };
    server = await TestServer.start(env, ({ DATA_DIR }) => unpack('end-of-1.x', DATA_DIR));
  });
  afterAll(() => server.stop());
  const password = 'Correct-Horse-77-staple';

  it('documents its calls, which only the built server can fail at', async () => {
    const response = await fetch(`${server.url}/api/docs-json`);
    expect([response.status, await response.json()]).toMatchObject([200, { info: {}, paths: {} }]);
  });

  it('answers every record and figure as that version did', async () => {
    const signedIn = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'keeper', password }),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const answers = JSON.parse(readFileSync(join(fixtures, 'end-of-1.x.json'), 'utf8')) as Record<
      string,
      object
    >;
    for (const [path, answer] of Object.entries(answers)) {
      const response = await fetch(`${server.url}/api${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([path, await response.json()]).toMatchObject([path, answer]);
    }
  });

  it('has the figures that its records come to, and a trail without a fault', async () => {
    const env = server.environment;
    expect(await runProgram('commands/figures', ['check'], { env })).toMatchObject({ code: 0 });
    expect(await runProgram('commands/audit', ['check'], { env })).toMatchObject({ code: 0 });
  });
});

describe('data of before the end of 1.x', () => {
  const line =
    'The data are of a version before 1.1.0, which converts them: start version 1.1.0 on them once, then this one. Nothing was changed\n';

  it('are refused in one line, and stay as they were, byte by byte', async () => {
    const folder = unpack('before-the-end-of-1.x');
    const before = hashesOf(folder);
    expect(await runProgram('main', [], { env: environmentOf(folder) })).toMatchObject({
      code: 1,
      errors: line,
    });
    expect(hashesOf(folder)).toEqual(before);
    // A command opens the folder first.
    const migrated = await runProgram('commands/migrate', [], { env: environmentOf(folder) });
    expect(migrated).toMatchObject({ code: 1, errors: line });
  });

  it('are not restored from a backup, and what is there stays', async () => {
    const earlier = await listen({ dataDir: unpack('before-the-end-of-1.x') });
    const backup = join(unpack('end-of-1.x'), 'earlier.backup');
    await earlier.backup(backup);
    await earlier.close();
    const folder = unpack('end-of-1.x');
    const before = readdirSync(folder);
    const restored = await runProgram('commands/db-restore', ['--from', backup], {
      env: environmentOf(folder),
    });
    expect(restored).toMatchObject({ code: 1, errors: line });
    expect(readdirSync(folder)).toEqual(before);
    const migrated = await runProgram('commands/migrate', [], { env: environmentOf(folder) });
    expect(migrated).toMatchObject({ code: 0 });
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
  const atBaseline = () =>
    connection
      .collection<State>('migrations')
      .updateOne({ _id: 'schema' }, { $setOnInsert: { applied: [{ number: 19 }] } }, { upsert: true });
  const fill = async () => {
    await connection.collection('payments').insertOne({ amount: 1 });
    await atBaseline();
  };

  it('are not run on a new database, which has the present shape', async () => {
    await run([numbered(21), numbered(22)]);
    expect(ran).toEqual([]);
    expect(await applied()).toEqual([19, 21, 22]);
  });

  it('are run once, in their order, and only those that are new', async () => {
    await fill();
    await run([numbered(21)]);
    await run([numbered(21), numbered(22), numbered(23)]);
    expect(ran).toEqual(['21 begins', '21 ends', '22 begins', '22 ends', '23 begins', '23 ends']);
    expect(await applied()).toEqual([19, 21, 22, 23]);
  });

  it('are run by one of several instances that start at once, while the others wait for its end', async () => {
    await fill();
    let release = () => {};
    const running = new Promise<void>((resolve) => (release = resolve));
    const slow = numbered(21, () => running);
    const starts = Array.from({ length: 3 }, () => run([slow, numbered(22)]));
    let ended = 0;
    for (const start of starts) void start.then(() => (ended += 1));
    while (!ran.length || ((await stateOf(connection))?.beat ?? 0) < 3) await fill();
    expect([ran, ended]).toEqual([['21 begins'], 0]);
    release();
    await Promise.all(starts);
    expect(ran).toEqual(['21 begins', '21 ends', '22 begins', '22 ends']);
    expect(await applied()).toEqual([19, 21, 22]);
  });

  it('are taken over from an instance that was killed', async () => {
    await connection
      .collection<State>('migrations')
      .insertOne({ _id: 'schema', applied: [{ number: 19 }, { number: 21 }], owner: 'killed', beat: 7 });
    await run([numbered(21), numbered(22)], 200);
    expect(ran).toEqual(['22 begins', '22 ends']);
    expect(await applied()).toEqual([19, 21, 22]);
  });

  it('are not recorded by an instance that lost its lock', async () => {
    await fill();
    const robbed = numbered(21, async () => {
      await connection
        .collection<State>('migrations')
        .updateOne({ _id: 'schema' }, { $set: { owner: 'other' } });
    });
    await expect(run([robbed])).rejects.toThrow('another instance has taken over the migrations');
    expect(await applied()).toEqual([19]);
  });

  it('stop the start with one line where one fails, and go on from there at the next', async () => {
    await fill();
    const failing = numbered(22, () => Promise.reject(new Error('no space left\non the disk')));
    const start = run([numbered(21), failing, numbered(23)]);
    await expect(start).rejects.toThrow(new ConfigError('Migration 22 (number 22) failed: no space left'));
    expect(await applied()).toEqual([19, 21]);
    ran.length = 0;
    await run([numbered(21), numbered(22), numbered(23)]);
    expect(ran).toEqual(['22 begins', '22 ends', '23 begins', '23 ends']);
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

describe('the migration of folded texts', () => {
  it('writes the search and order of papers, and the keys of duplicates, as they are written now', async () => {
    const app = await TestApp.start();
    const { connection } = app;
    const db = connection.getClient().db(connection.name);
    const place = { city: 'Laval', postalCode: 'H7A 1A1' };
    const customerId = await createCustomer(app, {
      fullName: 'Marie-Ève O’Côté',
      phone: '000-000-0000',
      ...place,
    });
    const { _id } = await createPayment(app, { customerId, status: 'paid' });
    await app.admin.post(`/api/payments/${_id}/documents`).send({}).expect(201);
    const [papers, customers] = [connection.collection('documents'), connection.collection('customers')];
    const textsOf = async () => [
      await papers.find().project({ numberOrder: 1, searchText: 1 }).toArray(),
      (await customers.find().project({ duplicateKeys: 1 }).toArray()).map(({ duplicateKeys }) =>
        [...(duplicateKeys as string[])].sort(),
      ),
    ];
    const written = await textsOf();
    await papers.updateMany({}, { $unset: { numberOrder: '' }, $set: { searchText: 'earlier' } });
    const earlier = ['#0000000000', ...(written[1]![0] as string[]).filter((key) => !key.startsWith('='))];
    await customers.updateMany({}, { $set: { duplicateKeys: earlier } });
    for (let run = 0; run < 2; run++) await foldedTextsMigration.run(db);
    expect(await textsOf()).toEqual(written);
    await app.stop();
  });
});

describe('the migration of missing letters', () => {
  it('marks payments with an invoice for a buyer of letters that papers have not always shown, once', async () => {
    const app = await TestApp.start();
    const { connection } = app;
    const db = connection.getClient().db(connection.name);
    for (const fullName of ['Zoë Côté', 'สมชาย ใจดี', 'Αλέξης Παππάς', '王小明']) {
      const customerId = await createCustomer(app, { fullName });
      const { _id } = await createPayment(app, { customerId, status: 'paid' });
      await app.admin.post(`/api/payments/${_id}/documents`).send({}).expect(201);
    }
    const payments = connection.collection('payments');
    await payments.updateMany({}, { $unset: { lettersMissing: '' } });
    for (let run = 0; run < 2; run++) await lettersMissingMigration.run(db);
    const marked = await payments.find({ lettersMissing: true }).project({ customerId: 1 }).toArray();
    const names = await connection
      .collection('customers')
      .find({ _id: { $in: marked.map(({ customerId }) => customerId as Types.ObjectId) } })
      .project({ fullName: 1 })
      .toArray();
    expect(names.map(({ fullName }) => fullName as string).sort()).toEqual(['Αλέξης Παππάς', '王小明']);
    await app.stop();
  });
});

describe('the migration of bank accounts', () => {
  it('has entries and payouts name their account where its statement is still there, once', async () => {
    const app = await TestApp.start(cardEnvironment);
    const { connection } = app;
    const db = connection.getClient().db(connection.name);
    const accountId = await createAccount(app);
    const desk = bankDesk(app, accountId);
    const { _id } = await createDue(app, 'Bank Payer', { amount: 640 });
    await desk.match((await desk.arrive('BANK PAYER', 640))._id, _id, 640);
    await importReport(app, [reportRow()]);
    const { _id: row, version } = await desk.arrive('STRIPE PAYOUT', 2190.87);
    await desk.act(row, 'match', { kind: 'payout', payoutId: 'po_sample', version }).expect(200);
    const [payments, payouts] = [connection.collection('payments'), connection.collection('cardpayouts')];
    const written = async () => {
      const [payment, payout] = [
        await payments.findOne({ ledger: { $exists: true } }),
        await payouts.findOne(),
      ];
      const [{ _id: match, ...rest }] = payout!.matches as [{ _id: string }];
      expect(match).toMatch(/^[0-9a-f]{24}$/);
      return [payment!.ledger, rest];
    };
    const before = await written();
    expect(before[1]).toMatchObject({ bankAccountId: accountId, cents: 219087 });
    await payments.updateMany({}, { $unset: { 'ledger.0.bankAccountId': '' } });
    await payouts.updateMany({}, { $unset: { matches: '' } });
    for (let run = 0; run < 2; run++) await bankAccountsOfEntriesMigration.run(db);
    expect(await written()).toEqual(before);
    await app.stop();
  });
});

describe('the migrations of payments', () => {
  it('keep expected days, but for test mode, forget keys of removed addresses, and tell what a reversal took', async () => {
    const app = await TestApp.start();
    const { connection } = app;
    const db = connection.getClient().db(connection.name);
    const payments = connection.collection('payments');
    const transferDate = new Date('2026-11-20');
    const pending = { status: 'pending', amount: 100, transferDate };
    const others = [{}, { balance: 40 }, { balance: 100 }, { expectedOn: '2026-12-01' }, { status: 'paid' }];
    await payments.insertMany(
      others.map((other, index) => ({ ...pending, ...other, referenceKey: String(index) })),
    );
    for (let run = 0; run < 2; run++) await expectedDaysMigration.run(db);
    const stored = await payments.find().toArray();
    const days = ['2026-11-20', '2026-11-20', undefined, '2026-12-01', undefined];
    expect(stored.map(({ expectedOn }) => expectedOn as unknown)).toEqual(days);

    await payments.updateOne({ referenceKey: '0' }, { $set: { card: { live: false } } });
    await payments.updateOne({ referenceKey: '1' }, { $set: { card: { live: true } } });
    for (let run = 0; run < 2; run++) await testPaymentsNotExpectedMigration.run(db);
    const expected = await payments.find({ expectedOn: { $exists: true } }).toArray();
    expect(expected.map(({ referenceKey }) => referenceKey as unknown)).toEqual(['1', '3']);

    const payerEmailKey = 'ann@example.com';
    await payments.updateOne(
      { referenceKey: '0' },
      { $set: { payerEmailKey, paymentDetails: { phone: '1' } } },
    );
    const paymentDetails = { email: 'Ann@example.com' };
    await payments.updateOne({ referenceKey: '1' }, { $set: { payerEmailKey, paymentDetails } });
    await removedPayerAddressesMigration.run(db);
    const keyed = await payments.find({ payerEmailKey: { $exists: true } }).toArray();
    expect(keyed.map(({ referenceKey }) => referenceKey as unknown)).toEqual(['1']);

    const original = { amount: 900, currency: 'USD' };
    const foreign = { _id: 'a', kind: 'receipt', amount: 1233, original };
    const own = { _id: 'b', kind: 'receipt', amount: 100 };
    const reversal = { kind: 'reversal', of: 'a', amount: 1233, bookedOn: '2026-11-01' };
    const unchanged = [
      { ...reversal, _id: 'd', of: 'b', amount: 100 },
      { ...reversal, _id: 'e', bookedOn: '2026-10-31' },
    ];
    const ledger = [foreign, own, { ...reversal, _id: 'c' }, ...unchanged];
    const closing = { _id: 'closing', closedUntil: '2026-10-31' };
    await connection.collection<typeof closing>('books').insertOne(closing);
    await payments.updateOne({ referenceKey: '2' }, { $set: { ledger } });
    for (let run = 0; run < 2; run++) await currencyOfReversalsMigration.run(db);
    const moved = await payments.findOne({ referenceKey: '2' });
    expect(moved!.ledger).toEqual([foreign, own, { ...reversal, _id: 'c', original }, ...unchanged]);
    await app.stop();
  });
});

describe('the migration of account email keys', () => {
  it('gives an address to the first of its accounts, and names the others, also where it runs again', async () => {
    const app = await TestApp.start();
    const { connection } = app;
    const db = connection.getClient().db(connection.name);
    const users = connection.collection('users');
    await users.insertOne({ username: 'bea', usernameKey: 'bea', email: 'Admin@Example.com', role: 'admin' });
    await users.updateMany({}, { $unset: { emailKey: '' } });
    const told: string[] = [];
    for (let run = 0; run < 2; run++) await accountEmailKeysMigration.run(db, (text) => told.push(text));
    const keys = (await users.find().sort({ _id: 1 }).toArray()).map(({ emailKey }) => emailKey as unknown);
    expect(keys).toEqual(['admin@example.com', undefined]);
    expect(told).toEqual(Array(2).fill(expect.stringContaining('"bea"')));
    await app.stop();
  });
});

describe('the migration of the files of erasures', () => {
  it('has the next start finish each erasure that is not due', async () => {
    const app = await TestApp.start();
    const erasures = app.connection.collection<{ _id: string }>('erasures');
    await erasures.insertMany([{ _id: 'done' }, { _id: 'due', isDue: true }] as { _id: string }[]);
    await filesOfErasuresMigration.run(app.connection.getClient().db(app.connection.name));
    expect(await erasures.find({ isUnfinished: true }).toArray()).toEqual([
      { _id: 'done', isUnfinished: true },
    ]);
    await app.stop();
  });
});

describe('the programs', () => {
  it('migrate by npm run migrate, and refuse the database of a later version, and its backup, in one line', async () => {
    const folder = unpack('end-of-1.x');
    const env = environmentOf(folder);
    const migrated = await runProgram('commands/migrate', [], { env });
    expect(migrated).toMatchObject({ code: 0, errors: '' });
    expect(migrated.output).toMatch(/^Migration 20 \(outgoing candidates\): done in [\d.]+ s\n/);
    const again = await runProgram('commands/migrate', [], { env });
    expect(again).toMatchObject({ code: 0, output: 'The database is up to date already\n' });
    const database = await listen({ dataDir: folder });
    const connection = await mongoose.createConnection(database.uri, { dbName: 'thailand_trip' }).asPromise();
    await connection
      .collection<State>('migrations')
      .updateOne({ _id: 'schema' }, { $push: { applied: { number: 999 } } });
    await connection.close();
    await database.close();
    const line =
      'The database was migrated by a later version (migration 999): start that version, or restore an earlier backup\n';
    for (const program of ['commands/migrate', 'main'])
      expect(await runProgram(program, [], { env })).toMatchObject({ code: 1, errors: line });
    const backup = join(folder, 'later.backup');
    expect(await runProgram('commands/db-backup', ['--to', backup], { env })).toMatchObject({ code: 0 });
    const target = unpack('end-of-1.x');
    const before = readdirSync(target);
    const restored = await runProgram('commands/db-restore', ['--from', backup], {
      env: environmentOf(target),
    });
    expect(restored).toMatchObject({ code: 1, errors: line });
    expect(readdirSync(target)).toEqual(before);
  });
});
