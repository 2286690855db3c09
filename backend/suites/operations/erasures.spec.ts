import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { join as joinDatabase } from '@packages/embedded-database';
import { buildCustomer } from '../../src/testing/builders.js';
import { runProgram } from '../../src/testing/run-program.js';
import { TestServer } from '../../src/testing/test-server.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** ERASURE_KILLS=4 npx jest erasures: at other moments too. */
const kills = Number(process.env.ERASURE_KILLS ?? 1);

const words = [
  'zebulonia',
  'quixworthy',
  'quixmail',
  'wobbleton',
  'grizzlebury',
  'persnickety',
  'flumperdink',
];
const person = buildCustomer({
  fullName: 'Zebulonia Quixworthy',
  email: 'zebulonia@quixmail.example',
  address: '77 Wobbleton Crescent',
  city: 'Grizzlebury',
  referralSource: 'Flumperdink',
});

/** The words of these that the files of a data folder hold, as their bytes are. */
const wordsIn = (folder: string, searched = words): string[] => {
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
  const bytes = files.map((file) => readFileSync(file, 'latin1').toLowerCase());
  return searched.filter((word) => bytes.some((text) => text.includes(word)));
};

describe('a data folder in which a customer was erased', () => {
  const mongodbUri = process.env.MONGODB_URI;
  const folder = mkdtempSync(join(tmpdir(), 'trip-erased-'));
  const earlier = join(folder, 'earlier.backup');
  let server: TestServer;
  let customerId: string;
  beforeAll(async () => {
    delete process.env.MONGODB_URI;
    server = await TestServer.start();
    customerId = await create(person);
    await create(buildCustomer({ fullName: 'Olive Other' }));
    await call('POST', '/comments', { customerId, text: 'Persnickety about hotels' });
    expect(await run('db-backup', ['--to', earlier])).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await server.dispose();
    rmSync(folder, { recursive: true });
    process.env.MONGODB_URI = mongodbUri;
  });

  const dataDir = () => String(server.environment.DATA_DIR);
  const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    runProgram(`commands/${command}`, args, { env: { ...server.environment, ...env } });
  async function call(method: string, path: string, body?: object) {
    const answer = await server.api(path, { method, ...(body && { body }) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  const create = async (customer: object) => String((await call('POST', '/customers', customer)).body._id);
  const storedName = async () => (await call('GET', `/customers/${customerId}`)).body.fullName;

  it('holds none of the words in any file, nor does one that a later backup is restored to', async () => {
    expect(wordsIn(dataDir())).toEqual(words);
    const erased = await call('POST', `/customers/${customerId}/erasure`, {
      reason: 'Asked for it by mail',
      name: person.fullName,
    });
    expect(erased).toMatchObject({ status: 200, body: { finished: true } });
    expect(wordsIn(dataDir())).toEqual([]);
    expect(statSync(join(dataDir(), 'erased')).mode & 0o777).toBe(0o600);
    const later = join(folder, 'later.backup');
    expect(await run('db-backup', ['--to', later])).toMatchObject({ code: 0 });
    const DATA_DIR = join(folder, 'later');
    expect(await run('db-restore', ['--from', later], { DATA_DIR })).toMatchObject({ code: 0, errors: '' });
    expect(wordsIn(DATA_DIR)).toEqual([]);
    expect(await run('audit', ['check'])).toMatchObject({ code: 0 });
    expect(await run('figures', ['check'])).toMatchObject({ code: 0 });
  });

  it('erases again what an earlier backup brings back, before it answers', async () => {
    await server.stop();
    const restored = await run('db-restore', ['--from', earlier]);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.output).toMatch(
      /^Restored from .*\n1 customer was erased since: the next start erases them again/,
    );
    expect(wordsIn(dataDir())).toEqual(words);
    await server.restart();
    expect(await storedName()).toBe('Erased');
    expect(wordsIn(dataDir())).toEqual([]);
    expect(await run('audit', ['check'])).toMatchObject({ code: 0 });
    expect(await run('db-restore', ['--undo'])).toMatchObject({ code: 1 });
  });

  it('is erased whole or not at all by a server that is killed meanwhile, and its files follow', async () => {
    for (const afterMs of [30, 5, 80, 200].slice(0, kills)) {
      const other = await create({ ...person, email: `zebulonia${afterMs}@quixmail.example` });
      const path = `/customers/${other}/erasure`;
      const input = { reason: 'Asked for it by mail', name: person.fullName };
      const asked = call('POST', path, input).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await server.kill();
      await asked;
      await server.restart();
      const { fullName, city } = (await call('GET', `/customers/${other}`)).body;
      expect([
        ['Erased', 'Erased'],
        [person.fullName, person.city],
      ]).toContainEqual([fullName, city]);
      if (fullName !== 'Erased') expect((await call('POST', path, input)).status).toBe(200);
      expect(wordsIn(dataDir())).toEqual([]);
    }
    const checked = await run('audit', ['check']);
    expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('is whole')]);
  });

  it('goes on with the steps of a person of many records at the next start, and takes no words meanwhile', async () => {
    const owner = await create({ ...person, email: 'many@quixmail.example' });
    const { uri } = await joinDatabase({ dataDir: dataDir() });
    const client = await mongo.MongoClient.connect(uri);
    const comments = client.db('thailand_trip').collection('comments');
    const comment = { customerId: new mongo.ObjectId(owner), by: 'admin', text: 'Persnickety', version: 0 };
    expect((await call('POST', '/comments', { customerId: owner, text: 'Persnickety' })).status).toBe(201);
    expect(await comments.countDocuments({ customerId: comment.customerId })).toBe(1);
    await comments.insertMany(Array.from({ length: 3000 }, () => ({ ...comment, createdAt: new Date() })));
    await client.close();
    const path = `/customers/${owner}/erasure`;
    const asked = call('POST', path, { reason: 'Asked for it by mail', name: person.fullName }).catch(
      () => undefined,
    );
    const nameNow = async () => (await call('GET', `/customers/${owner}`)).body.fullName;
    await waitFor(async () => (await nameNow()) === 'Erased');
    expect((await call('POST', '/comments', { customerId: owner, text: 'Persnickety' })).status).toBe(409);
    expect(await call('POST', path, { reason: 'Asked again', name: 'Erased' })).toMatchObject({
      status: 409,
      body: { message: 'The personal data of this customer is being erased already' },
    });
    const { erased } = (await call('GET', path)).body as { erased: { progress?: object; finished: boolean } };
    expect(erased).toMatchObject({ progress: { total: expect.any(Number) }, finished: false });
    await server.kill();
    await asked;
    expect(wordsIn(dataDir())).not.toEqual([]);
    await server.restart();
    expect(wordsIn(dataDir())).toEqual([]);
    const { erased: end, goes } = (await call('GET', path)).body as { erased: object; goes: object };
    expect(end).toMatchObject({ finished: true });
    expect(end).not.toHaveProperty('progress');
    expect(goes).toMatchObject({ comments: 3001 });
    expect(await run('audit', ['check'])).toMatchObject({ code: 0 });
  });

  it('erases again by the list where other tools have restored it, under its own secret only', async () => {
    const list = join(folder, 'list');
    copyFileSync(join(dataDir(), 'erased'), list);
    const DATA_DIR = join(folder, 'by-hand');
    mkdirSync(DATA_DIR);
    expect(await run('db-restore', ['--from', earlier], { DATA_DIR })).toMatchObject({ code: 0 });
    const eraseAgain = (file: string, env: NodeJS.ProcessEnv) =>
      run('admin', ['erase-again', '--from', file], env);
    const changed = join(folder, 'changed');
    const content = readFileSync(list, 'utf8');
    writeFileSync(changed, `${content.slice(0, -4)}AAAA`);
    for (const [file, JWT_SECRET] of [
      [list, 'another secret, of 40 different letters'],
      [changed, ''],
    ] as const) {
      const refused = await eraseAgain(file, { DATA_DIR, ...(JWT_SECRET && { JWT_SECRET }) });
      expect(refused.code).toBe(1);
      expect(refused.errors).toMatch(/another secret|the secret that the server runs under/);
    }
    expect(wordsIn(DATA_DIR)).toEqual(words);
    const done = await eraseAgain(list, { DATA_DIR });
    expect(done).toMatchObject({ code: 0, errors: '' });
    expect(done.output).toContain('Erased 1 of ');
    expect(wordsIn(DATA_DIR)).toEqual([]);
    const { output } = await eraseAgain(list, { DATA_DIR });
    expect(output).toContain('Erased 0 of ');
    copyFileSync(changed, join(DATA_DIR, 'erased'));
    await (await TestServer.start({ DATA_DIR })).stop();
    expect(readFileSync(join(DATA_DIR, 'erased.former'))).toEqual(readFileSync(changed));
  });

  it('holds no word of payments that were refunded, failed or cancelled but those on their papers', async () => {
    const onPapers = ['octavius', 'bramblethwaite', 'bramblemail', 'snickerfen', 'thistlemoor'];
    const others = ['gooseberrying', 'fiddlesnap', 'wigglesworth', 'gobbledore', 'snollygost', 'crumplewick'];
    const payer = await create(
      buildCustomer({
        fullName: 'Octavius Bramblethwaite',
        email: 'octavius@bramblemail.example',
        address: '9 Snickerfen Lane',
        city: 'Thistlemoor',
        referralSource: 'Gooseberrying',
      }),
    );
    type Stored = { _id: string; version: number; status: string };
    const pay = async (more: object) => {
      const input = { customerId: payer, paymentMethod: 'interac', amount: 80, currency: 'CAD' };
      const made = await call('POST', '/payments', { ...input, status: 'pending', ...more });
      expect(made.status).toBe(201);
      return String(made.body._id);
    };
    const payment = async (id: string) => (await call('GET', `/payments/${id}`)).body as unknown as Stored;
    const setStatus = async (id: string, status: string, note: string) => {
      expect((await call('PATCH', `/payments/${id}/status`, { status, note })).status).toBe(200);
    };
    const day = new Date().toISOString().slice(0, 10);
    const refunded = await pay({ transferReference: 'Fiddlesnap trip', notes: 'Wigglesworth on seats' });
    for (const [kind, note] of [
      ['receipt', 'Gobbledore brought it'],
      ['refund', 'Gobbledore fetched it'],
    ]) {
      const { version } = await payment(refunded);
      const money = { kind, note, way: 'cash', amount: 80, day, version };
      expect((await call('POST', `/payments/${refunded}/ledger`, money)).status).toBe(201);
      expect((await call('POST', `/payments/${refunded}/documents`, {})).status).toBe(201);
    }
    await setStatus(await pay({}), 'failed', 'Snollygost bounced it');
    await setStatus(await pay({}), 'cancelled', 'Crumplewick changed plans');
    expect((await payment(refunded)).status).toBe('refunded');
    expect(wordsIn(dataDir(), [...onPapers, ...others])).toEqual([...onPapers, ...others]);

    const erased = await call('POST', `/customers/${payer}/erasure`, {
      reason: 'Asked for it by mail',
      name: 'Octavius Bramblethwaite',
    });
    expect(erased).toMatchObject({ status: 200, body: { finished: true } });
    // By design: the invoice and its credit note stay as they are until their term, with the buyer.
    expect(wordsIn(dataDir(), [...onPapers, ...others])).toEqual(onPapers);
    const { documents } = (await call('GET', `/documents?filter[customerId]=${payer}`)).body;
    expect(documents).toMatchObject([
      { kind: 'creditNote', buyer: { name: 'Octavius Bramblethwaite' } },
      { kind: 'invoice', buyer: { name: 'Octavius Bramblethwaite' } },
    ]);
    expect(await run('audit', ['check'])).toMatchObject({ code: 0 });
    expect(await run('figures', ['check'])).toMatchObject({ code: 0 });
  });
});
