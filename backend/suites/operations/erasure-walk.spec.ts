import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { mongo } from 'mongoose';
import request, { type Test } from 'supertest';
import { maximumViews } from '#domain/auth/views';
import { join as joinDatabase } from '@packages/embedded-database';
import { sampleEvent, samplePayment, sampleRefund, sampleSession } from '../../src/cards/samples.js';
import { aCheckout, buildCustomer, createCustomer, createPayment } from '../../src/testing/builders.js';
import { cardEnvironment, sendEvent } from '../../src/testing/cards.js';
import { bankDesk, createAccount } from '../../src/testing/reconciliation.js';
import { runProgram } from '../../src/testing/run-program.js';
import type { Callers } from '../../src/testing/test-app.js';
import { refuse, TestSmtpServer } from '../../src/testing/smtp-server.js';
import { TestServer } from '../../src/testing/test-server.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** ERASURE_ORDERS=50 npx jest erasure-walk: so many of all orders of the acts, and a backup before and after each act. */
const number = Number(process.env.ERASURE_ORDERS ?? 0);

/** Acts on a person, and on a second record of them. */
const acts = ['deletePayments', 'deleteCustomer', 'merge', 'undo', 'erase'] as const;
type Act = (typeof acts)[number];
/** The record of the person that is erased: the one that stays in a merge, or the one that goes. */
type Role = 'into' | 'from';
type Order = readonly [Role, ...Act[]];

/** All orders of each choice of the acts in which an undo comes after its merge. */
function* ordersOf(left: readonly Act[], done: readonly Act[] = []): Generator<readonly Act[]> {
  if (done.includes('erase')) yield done;
  for (const act of left)
    if (act !== 'undo' || done.includes('merge'))
      yield* ordersOf(
        left.filter((other) => other !== act),
        [...done, act],
      );
}

const all = (['into', 'from'] as const).flatMap((role) =>
  [...ordersOf(acts)].map((order): Order => [role, ...order]),
);
const orders: readonly Order[] = number
  ? all.filter((_, index) => index % Math.ceil(all.length / number) === 0)
  : [
      ['into', 'merge', 'undo', 'erase', 'deletePayments'],
      ['into', 'deletePayments', 'deleteCustomer', 'erase'],
      ['from', 'merge', 'undo', 'erase'],
      ['from', 'merge', 'deletePayments', 'deleteCustomer', 'erase'],
    ];

const letters = (number: number) =>
  [26 * 26, 26, 1].map((unit) => String.fromCodePoint(97 + (Math.floor(number / unit) % 26))).join('');

/** Words and numbers that nothing but one record has: a function of the place where they stand. */
function wordsOf(number: number) {
  const words = new Map<string, string>();
  const word = (place: string): string => {
    const made = `${place.toLowerCase()}qj${letters(number)}`;
    words.set(place, made);
    return made;
  };
  const digits = (first: string): string => {
    const made = `${first}${String(number).padStart(6, '0')}`;
    words.set(`phone ${first}`, made);
    return `+1 ${made}`;
  };
  return { number, words, word, digits };
}
type Words = ReturnType<typeof wordsOf>;

interface Walk {
  order: Order;
  own: Words;
  other: Words;
  ids: { own: string; other: string };
  payments: string[];
  isMerged: boolean;
  merge?: string;
  isErased: boolean;
  isOtherErased: boolean;
}

describe('a person of whom everything is stored', () => {
  const mongodbUri = process.env.MONGODB_URI;
  const folder = mkdtempSync(join(tmpdir(), 'trip-walk-'));
  let smtp: TestSmtpServer;
  let server: TestServer;
  let callers: Callers;
  let token: string;
  let desk: ReturnType<typeof bankDesk>;

  beforeAll(async () => {
    delete process.env.MONGODB_URI;
    smtp = await TestSmtpServer.start();
    smtp.onMail = ({ to }) => {
      throw refuse(550, `No mailbox of ${to.join()}`);
    };
    const env = { ...cardEnvironment, ...smtp.env, TRUST_PROXY: '1', LOG_LEVEL: 'debug' };
    server = await TestServer.start(env);
    token = (await server.login()).token;
    callers = {
      get admin() {
        return request.agent(server.url).auth(token, { type: 'bearer' });
      },
      get visitor() {
        return request(server.url);
      },
    };
    desk = bankDesk(callers, await createAccount(callers));
  });
  afterAll(async () => {
    await server.dispose();
    await smtp.stop();
    rmSync(folder, { recursive: true });
    process.env.MONGODB_URI = mongodbUri;
  });

  const get = async (path: string) =>
    (await callers.admin.get(`/api${path}`).expect(200)).body as Record<string, unknown>;
  const run = async (command: string, ...args: string[]) => {
    const done = await runProgram(`commands/${command}`, args, { env: server.environment });
    expect([done.code, done.errors]).toEqual([0, '']);
    return done.output;
  };
  const dataDir = () => String(server.environment.DATA_DIR);

  /** The files of the data folder, as small letters. */
  const files = (): [string, string][] =>
    readdirSync(dataDir())
      .filter((name) => statSync(join(dataDir(), name)).isFile())
      .map((name) => [name, readFileSync(join(dataDir(), name), 'latin1').toLowerCase()]);

  const buffered = (call: Test) =>
    call.buffer(true).parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    });
  /** The text of a file, or of all files in a workbook or ZIP. */
  async function textOf(call: Test): Promise<string> {
    const body = (await buffered(call).expect(200)).body as Buffer;
    if (body.toString('latin1', 0, 2) !== 'PK') return body.toString().toLowerCase();
    const files = Object.values((await JSZip.loadAsync(body)).files);
    const text = (await Promise.all(files.map((file) => file.async('string')))).join('\n').toLowerCase();
    // A time of the day is a fraction, whose digits may be those of a phone.
    return text.replaceAll(/(?<=<v>\d+)\.\d+/g, '');
  }

  const customerOf = ({ word, digits }: Words, former = '') => ({
    fullName: `${word(`given${former}`)} ${word(`family${former}`)}`,
    email: `${word(`mailbox${former}`)}@${word(`domain${former}`)}.example`,
    phone: digits(former ? '4375' : '4165'),
    address: `7 ${word(`street${former}`)} Lane`,
    city: word(`city${former}`),
  });

  /** The second record of the person, or the record of a person that is alike: with a payment, comments and mails. */
  async function makeOther(words: Words): Promise<string> {
    const { word } = words;
    const former = customerOf(words, 'former');
    const id = await createCustomer(callers, former);
    const { version } = await get(`/customers/${id}`);
    const customer = buildCustomer({ ...customerOf(words), referralSource: word('referral') });
    await callers.admin
      .put(`/api/customers/${id}`)
      .send({ ...customer, version })
      .expect(200);
    const details = { fullName: word('typed'), address: word('typedStreet') };
    const { _id } = await createPayment(callers, {
      customerId: id,
      notes: word('notes'),
      paymentDetails: details,
    });
    await desk.setStatus(_id, 'cancelled', word('cancelled'));
    const text = `${word('comment')} about hotels`;
    await callers.admin.post('/api/comments').send({ customerId: id, text }).expect(201);
    return id;
  }

  /** A notification of Interac about the payment. */
  async function receiveNotice(
    { number, word }: Words,
    place: string,
    referenceNumber: string,
    amount: string,
  ) {
    const sender = `${word(`${place}Sender`)} Payer`;
    const text = [
      `Interac e-Transfer: You've received $${amount} from ${sender} and it has been automatically deposited.`,
      '',
      'Transfer Details',
      'Message:',
      `${word(`${place}Message`)} ${referenceNumber}`,
      'Reference Number:',
      `CA${place.slice(0, 3)}7${letters(number)}`,
      'Sent From:',
      sender,
      'Amount:',
      `$${amount} (CAD)`,
    ].join('\n');
    const added = await callers.admin.post('/api/interac-notices').send({ text }).expect(201);
    return added.body as { _id: string; version: number };
  }

  /** The person who saves the view of a record: a colleague more where the one before has as many as one may save. */
  let keeper: string | undefined;
  async function keeperOfViews(number: number) {
    if (number && number % (2 * maximumViews) === 0) {
      const name = `keeper-${number}`;
      await server.admin('add', name, '--email', `${name}@example.com`, '--password-stdin');
      keeper = (await server.login(name)).token;
    }
    return keeper ? request.agent(server.url).auth(keeper, { type: 'bearer' }) : callers.admin;
  }

  /** A record with everything that can be stored; payments with money only where they need not be deleted. */
  async function makePerson(words: Words, hasMoney: boolean) {
    const { word, number } = words;
    const { admin, visitor } = callers;
    const former = customerOf(words, 'former');
    const visit = aCheckout({
      ...former,
      fullName: `${former.fullName} ${word('middle')}`,
      transferReference: word('transfer'),
    });
    const { body } = await visitor.post('/api/payments/checkout').send(visit).expect(201);
    const { paymentId, referenceNumber, orderPath } = body as Record<string, string>;
    const { customerId } = await get(`/payments/${paymentId}`);
    const id = String(customerId);
    const customer = buildCustomer({ ...customerOf(words), referralSource: word('referral') });
    const { version } = await get(`/customers/${id}`);
    await admin
      .put(`/api/customers/${id}`)
      .send({ ...customer, version })
      .expect(200);
    const page = orderPath!.replace('/order/', '/api/orders/');
    const visitorAddress = `10.0.${Math.floor(number / 250)}.${number % 250}`;
    await visitor.get(page).set('X-Forwarded-For', visitorAddress).expect(200);
    await visitor
      .post(`${page}/sent`)
      .set('X-Forwarded-For', visitorAddress)
      .send({ date: new Date().toISOString().slice(0, 10) })
      .expect(204);
    await visitor
      .post('/api/orders/links')
      .set('X-Forwarded-For', visitorAddress)
      .send({ email: customer.email })
      .expect(202);

    const recorded = await createPayment(callers, {
      customerId: id,
      notes: word('formerNotes'),
      transferReference: word('formerTransfer'),
      paymentType: word('paymentType'),
      paymentDetails: { fullName: word('typed') },
    });
    const form = { ...(await get(`/payments/${recorded._id}`)), notes: word('notes') };
    await admin.put(`/api/payments/${recorded._id}`).send(form).expect(200);
    const batch = { ids: [recorded._id], status: 'failed', note: word('batch') };
    expect((await admin.post('/api/payments/status').send(batch).expect(200)).body).toMatchObject({
      results: [{ ok: true }],
    });
    await desk.setStatus(recorded._id, 'cancelled', word('cancelled'));

    const comment = async (place: object, text: string) =>
      (
        await admin
          .post('/api/comments')
          .send({ ...place, text })
          .expect(201)
      ).body as {
        _id: string;
        version: number;
      };
    await comment({ paymentId }, `${word('paymentComment')} about hotels`);
    const edited = await comment({ customerId: id }, `${word('formerComment')} about hotels`);
    const text = `${word('comment')} about hotels @admin`;
    await admin.patch(`/api/comments/${edited._id}`).send({ version: edited.version, text }).expect(200);
    await admin.post(`/api/comments/${edited._id}/pin`).send({}).expect(200);
    const deleted = await comment({ paymentId: recorded._id }, `${word('deletedComment')} about hotels`);
    await admin.delete(`/api/comments/${deleted._id}`).send({ version: deleted.version }).expect(200);

    const payer = { live: true, email: customer.email, name: `${word('cardholder')} Payer` };
    const paid = (values: object = {}) => samplePayment({ ...payer, ...values });
    const complete = (card: ReturnType<typeof samplePayment>) =>
      sendEvent(callers, sampleEvent('checkout.session.completed', sampleSession(card), { live: true }));
    for (const isDismissed of [false, true]) {
      const card = paid({ currency: 'eur' });
      await complete(card).expect(200);
      const { cardEvents } = await get(`/card-events?filter[search]=${card.sessionId}`);
      const [held] = cardEvents as { _id: string; state: string }[];
      expect(held!.state).toBe('held');
      const reason = `${word('dismissed')} has paid twice`;
      if (isDismissed) await admin.post(`/api/card-events/${held!._id}/dismiss`).send({ reason }).expect(200);
    }

    const someone = await createCustomer(callers);
    await admin.post(`/api/customers/${id}/different`).send({ from: someone }).expect(204);
    const name = word('given');
    for (const list of ['customers', 'payments'])
      for (const format of ['csv', 'excel'])
        await admin.get(`/api/${list}/export`).query({ format, 'filter[search]': name }).expect(200);
    const search = `?filter=${encodeURIComponent(JSON.stringify({ search: name }))}`;
    const viewer = await keeperOfViews(number);
    await viewer
      .put('/api/account/views')
      .send({ list: 'customers', name: `View ${name}`, search })
      .expect(200);
    await admin.get('/api/search').query({ q: name }).expect(200);
    await admin.get('/api/customers').query({ 'filter[search]': customer.email }).expect(200);

    const removed = await receiveNotice(words, 'gone', referenceNumber!, '2,256.60');
    const noticePath = `/api/interac-notices/${removed._id}`;
    const correction = { message: `${word('corrected')} ${referenceNumber}`, version: removed.version };
    await admin.patch(noticePath).send(correction).expect(200);
    await admin.delete(noticePath).expect(204);
    if (!hasMoney) {
      await desk.setStatus(paymentId!, 'cancelled', word('noMoney'));
      return { id, payments: [paymentId!, recorded._id] };
    }
    await receiveNotice(words, 'match', referenceNumber!, '2,256.61');
    const row = await desk.arrive(`E-TRANSFER ${word('bankPayer')} ${referenceNumber}`, 2256.61);
    await desk.match(row._id, paymentId!, 2256.61, { note: word('formerNote') });
    await desk.undo(row._id);
    await desk.match(row._id, paymentId!, 2256.61, { note: word('note') });
    await desk.setStatus(paymentId!, 'confirmed', word('confirmed'));
    const buyer = { name: word('paperBuyer'), address: `1 ${word('paperLane')}` };
    await admin.post(`/api/payments/${paymentId}/documents`).send({ buyer }).expect(201);
    const day = new Date().toISOString().slice(0, 10);
    for (const kind of ['receipt', 'refund']) {
      const { version: now } = await get(`/payments/${recorded._id}`);
      const money = { kind, way: 'cash', amount: 30, day, note: word(kind), version: now };
      await admin.post(`/api/payments/${recorded._id}/ledger`).send(money).expect(201);
    }
    const card = paid();
    await complete(card).expect(200);
    const refund = sampleEvent('refund.created', sampleRefund(card, { amount: 100 }), { live: true });
    await sendEvent(callers, refund).expect(200);
    return { id, payments: [paymentId!, recorded._id] };
  }

  /** Sends the first mail about the person, which the mail server has refused with their address, to another one. */
  async function resend({ own, payments }: Walk): Promise<void> {
    const { mails } = await get(`/mails?filter[paymentId]=${payments[0]}&sort=createdAt`);
    const [mail] = mails as { _id: string }[];
    await waitFor(async () => String((await get(`/mails/${mail!._id}`)).state) === 'failed');
    const to = `${own.word('resent')}@elsewhere.example`;
    await callers.admin.post(`/api/mails/${mail!._id}/resend`).send({ to }).expect(201);
  }

  async function begin(order: Order, index: number): Promise<Walk> {
    const [own, other] = [wordsOf(2 * index), wordsOf(2 * index + 1)];
    const hasMoney = !order.includes('deleteCustomer');
    const { id, payments } = await makePerson(own, hasMoney);
    const ids = { own: id, other: await makeOther(other) };
    return { order, own, other, ids, payments, isMerged: false, isErased: false, isOtherErased: false };
  }

  /** The customer whom an id stands for. */
  const standing = async (id: string) => {
    const { body } = await callers.admin.get(`/api/customers/${id}`);
    return String(body.mergedInto ?? id);
  };

  const doing: Record<Act, (walk: Walk) => Promise<void>> = {
    async deletePayments({ payments }) {
      for (const id of payments) {
        const { status } = await callers.admin.delete(`/api/payments/${id}`);
        expect([204, 409]).toContain(status);
      }
    },
    async deleteCustomer({ ids }) {
      const { status } = await callers.admin.delete(`/api/customers/${await standing(ids.own)}`);
      expect([204, 404, 409]).toContain(status);
    },
    async merge(walk) {
      const { ids, order } = walk;
      const [into, from] = order[0] === 'into' ? [ids.own, ids.other] : [ids.other, ids.own];
      const versions: Record<string, number> = {};
      for (const id of [into, from])
        versions[id] = (await callers.admin.get(`/api/customers/${id}`)).body.version as number;
      const fields = { fullName: 'from', email: 'from', address: 'from' };
      const merged = await callers.admin
        .post(`/api/customers/${into}/merge`)
        .send({ from, versions, fields });
      expect([200, 400, 404, 409]).toContain(merged.status);
      if (merged.status !== 200) return;
      Object.assign(walk, { merge: merged.body.merge, isMerged: true });
    },
    async undo(walk) {
      const undone = await callers.admin.post(`/api/customers/merges/${walk.merge}/undo`);
      expect([200, 404, 409]).toContain(undone.status);
      if (undone.status !== 200) return;
      walk.isMerged = false;
      const { own, other } = walk.ids;
      await callers.admin.post(`/api/customers/${own}/different`).send({ from: other }).expect(204);
    },
    async erase(walk) {
      const path = `/customers/${walk.ids.own}/erasure`;
      const { fullName } = (await get(path)) as { fullName: string };
      const asked = { reason: 'Asked for it by mail', name: fullName };
      const erased = await callers.admin.post(`/api${path}`).send(asked);
      expect([walk.order, erased.status, erased.body.message]).toEqual([walk.order, 200, undefined]);
      Object.assign(walk, { isErased: true, isOtherErased: walk.isMerged });
    },
  };

  /** Finds words of the erased in texts, by the order of the acts and the place. */
  const tracesIn = (walks: readonly Walk[], texts: readonly [string, string][], kept = ''): string[] =>
    walks.flatMap(({ order, own, other, isErased, isOtherErased }) =>
      [...(isErased ? own.words.values() : []), ...(isOtherErased ? other.words.values() : [])]
        .filter((word) => !kept.includes(word))
        .flatMap((word) =>
          texts.flatMap(([place, text]) =>
            text.includes(word) ? [`${order.join(' ')}: ${place}: ${word}`] : [],
          ),
        ),
    );

  /** Every document of every collection, by its collection. */
  async function everything(): Promise<[string, string][]> {
    const { uri } = await joinDatabase({ dataDir: dataDir() });
    const client = await mongo.MongoClient.connect(uri);
    const all: [string, string][] = [];
    for (const collection of await client.db('thailand_trip').collections())
      for (const document of await collection.find().toArray()) {
        const bytes = document.bytes instanceof mongo.Binary ? document.bytes.toString('utf8') : '';
        const text = `${mongo.BSON.EJSON.stringify(document)} ${bytes}`;
        all.push([collection.collectionName, text.toLowerCase()]);
      }
    await client.close();
    return all;
  }

  /** By design papers, and files of the bank, stay as they are until their term. */
  const isKept = ([collection]: [string, string]) => ['documents', 'statementfiles'].includes(collection);

  /** Searches what the server stores for the words of the erased. */
  async function expectNoTraces(walks: readonly Walk[]): Promise<string> {
    const stored = await everything();
    expect(
      tracesIn(
        walks,
        stored.filter((one) => !isKept(one)),
      ),
    ).toEqual([]);
    const kept = stored.filter(isKept).join('\n');
    expect(tracesIn(walks, files(), kept)).toEqual([]);
    // Nothing is gone of who was not erased.
    for (const { order, other, isOtherErased } of walks)
      if (!isOtherErased) {
        const found = (place: string) => stored.some(([, text]) => text.includes(other.words.get(place)!));
        const places = ['given', 'family', 'mailbox', 'street', 'city', 'notes', 'comment', 'typed'];
        expect([order, places.filter((place) => !found(place))]).toEqual([order, []]);
      }
    return kept;
  }

  /** Searches what the back-office exports, and the files of the persons' data. */
  async function expectNoTracesInFiles(walks: readonly Walk[], kept: string): Promise<void> {
    const texts: [string, string][] = [];
    for (const list of ['customers', 'payments', 'bank-transactions', 'audit', 'books'])
      for (const format of ['csv', 'excel']) {
        const query = { format, ...(list === 'books' && { from: '2020-01-01', to: '2099-12-31' }) };
        texts.push([
          `${list} ${format}`,
          await textOf(callers.admin.get(`/api/${list}/export`).query(query)),
        ]);
      }
    for (const { ids } of walks)
      texts.push(['data', await textOf(callers.admin.get(`/api/customers/${ids.own}/personal-data`))]);
    expect(tracesIn(walks, texts, kept)).toEqual([]);
  }

  async function expectWhole(): Promise<void> {
    expect(await run('audit', 'check')).toContain('is whole');
    await run('figures', 'check');
  }

  it('is erased in every order of deletion, merge, undo, erasure and restore', async () => {
    const walks: Walk[] = [];
    for (const [index, order] of orders.entries()) walks.push(await begin(order, index));
    for (const walk of walks) await resend(walk);
    const backups: string[] = [];
    const backUp = async () => {
      const to = join(folder, `${backups.length}.backup`);
      await run('db-backup', '--to', to);
      backups.push(to);
    };
    if (number) await backUp();
    const file = await textOf(callers.admin.get(`/api/customers/${walks[0]!.ids.own}/personal-data`));
    const { words } = walks[0]!.own;
    expect([...words].flatMap(([place, word]) => (file.includes(word) ? [] : [place]))).toEqual([]);

    const rounds = Math.max(...orders.map((order) => order.length)) - 1;
    for (let round = 0; round < rounds; round++) {
      // A session's token is good for a quarter of an hour.
      token = (await server.login()).token;
      for (const walk of walks) {
        const act = walk.order[round + 1] as Act | undefined;
        if (act) await doing[act](walk);
      }
      if (number) await backUp();
    }
    expect(walks.filter(({ isErased }) => !isErased)).toEqual([]);
    let kept = await expectNoTraces(walks);
    await expectNoTracesInFiles(walks, kept);
    await expectWhole();
    // A log never names a person, who may be erased later.
    const named = walks.map((walk) => ({ ...walk, isErased: true, isOtherErased: true }));
    expect(tracesIn(named, [['log', server.output.toLowerCase()]])).toEqual([]);
    for (const backup of backups.toReversed()) {
      await server.stop();
      await run('db-restore', '--from', backup);
      await server.restart();
      kept = await expectNoTraces(walks);
    }
    await expectWhole();
    // A backup is packed: what it holds stands in the folder that it is restored to.
    const later = join(folder, 'later.backup');
    await run('db-backup', '--to', later);
    await server.stop();
    await run('db-restore', '--from', later);
    expect(tracesIn(walks, files(), kept)).toEqual([]);
  }, 7_200_000);
});
