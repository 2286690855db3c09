import { randomUUID } from 'node:crypto';
import mongoose, { Types } from 'mongoose';
import { type ActivityItem, activityMessages, type ActivityPage } from '#domain/care/activity';
import { UsersService } from '../../auth/users/users.service.js';
import { sampleEvent, samplePayment, sampleSession } from '../../cards/samples.js';
import { createCustomer, createPayment, receive } from '../../testing/builders.js';
import { cardEnvironment, sendEvent } from '../../testing/cards.js';
import { TestApp } from '../../testing/test-app.js';
import { uriForDatabase } from '../../testing/uri-for-database.js';

describe('the timeline of a customer and of a payment', () => {
  let app: TestApp;
  let viewer: string;
  beforeAll(async () => {
    const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `activity_${randomUUID().slice(0, 8)}`);
    app = await TestApp.start(cardEnvironment, `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`);
    const password = 'a long enough passphrase 17';
    const account = { username: 'vera', email: 'vera@example.com', role: 'viewer', password };
    await app.app.get(UsersService).add(account);
    const { body } = await app.visitor.post('/api/auth/login').send({ username: 'vera', password });
    viewer = body.token as string;
  });
  afterAll(() => app.stop());
  afterEach(() => jest.restoreAllMocks());

  type Query = Record<string, string | number>;
  const read = async (query: Query, token = app.token): Promise<ActivityPage> => {
    const call = app.visitor.get('/api/activity').query(query).auth(token, { type: 'bearer' });
    return (await call.expect(200)).body as ActivityPage;
  };
  const all = async (query: Query, limit: number, token?: string): Promise<ActivityItem[]> => {
    const items: ActivityItem[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: ActivityPage = await read({ ...query, limit, after }, token);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      items.push(...page.items);
      after = page.next;
    }
    return items;
  };
  const idOf = ({ kind, _id }: ActivityItem) => `${kind} ${_id}`;
  const comment = async (input: object) =>
    (await app.admin.post('/api/comments').send(input).expect(201)).body as { _id: string; version: number };

  const entry = (_id: string, at: string) => ({
    _id,
    at,
    step: _id,
    kind: 'receipt',
    way: 'cash',
    amount: 1,
    by: 'x',
    day: '2026-01-02',
    bookedOn: '2026-01-02',
  });

  /** A customer with two payments, of whom there is something of each kind but the card provider's. */
  async function makeHistory() {
    const customerId = await createCustomer(app, { fullName: 'Tess Line' });
    const [one, other] = [
      await createPayment(app, { customerId }),
      await createPayment(app, { customerId, amount: 250 }),
    ];
    await receive(app, one._id, 40);
    await app.admin
      .patch(`/api/payments/${other._id}/status`)
      .send({ status: 'paid', note: 'By hand' })
      .expect(200);
    const first = await comment({ customerId, text: 'About her' });
    const second = await comment({ paymentId: other._id, text: 'About it' });
    return { customerId, one, other, first, second };
  }

  it('has comments, changes, mails and money of a customer and its payments, newest first', async () => {
    const { customerId, one, other, first, second } = await makeHistory();
    const { items, next } = await read({ 'filter[customerId]': customerId, limit: 100 });
    expect(next).toBeUndefined();
    const times = items.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(items.slice(0, 2)).toMatchObject([
      { kind: 'comment', _id: second._id, text: 'About it', by: 'admin', paymentId: other._id, version: 0 },
      { kind: 'comment', _id: first._id, text: 'About her' },
    ]);
    expect(items[0]).toMatchObject({ referenceNumber: other.referenceNumber });
    expect(items[1]).not.toHaveProperty('paymentId');
    const changes = items.filter(({ kind }) => kind === 'change');
    expect(changes).toContainEqual(
      expect.objectContaining({
        action: 'status',
        paymentId: other._id,
        currency: 'CAD',
        by: 'admin',
        ip: expect.any(String),
      }),
    );
    expect(changes.at(-1)).toMatchObject({ action: 'create' });
    expect(changes.at(-1)).not.toHaveProperty('paymentId');
    expect(items.filter(({ kind }) => kind === 'money')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          entry: 'receipt',
          way: 'cash',
          amount: 40,
          currency: 'CAD',
          paymentId: one._id,
          referenceNumber: one.referenceNumber,
          by: 'admin',
        }),
      ]),
    );
    const mails = items.filter(({ kind }) => kind === 'mail');
    expect(mails.length).toBeGreaterThan(0);
    expect(mails[0]).toMatchObject({ by: 'mail', state: 'held', mailKind: expect.any(String) });
    expect(mails[0]).not.toHaveProperty('text');

    const ofOne = await read({ 'filter[paymentId]': one._id, limit: 100 });
    expect(new Set(ofOne.items.map(({ paymentId }) => paymentId))).toEqual(new Set([one._id]));
    expect(ofOne.items.map(idOf)).toEqual(items.filter(({ paymentId }) => paymentId === one._id).map(idOf));
  });

  it('has the events of the card provider', async () => {
    const sample = samplePayment({ live: true });
    const event = sampleEvent('checkout.session.completed', sampleSession(sample), { live: true });
    await sendEvent(app, event).expect(200);
    const { body } = await app.admin.get('/api/card-events').query({ 'filter[search]': sample.sessionId });
    const { _id, paymentId } = body.cardEvents[0] as { _id: string; paymentId: string };
    const { items } = await read({ 'filter[paymentId]': paymentId, 'filter[kind]': 'card' });
    expect(items).toEqual([
      expect.objectContaining({
        _id,
        kind: 'card',
        type: 'checkout.session.completed',
        state: 'applied',
        live: true,
        amount: 2256.61,
        currency: 'CAD',
        by: 'card',
        paymentId,
      }),
    ]);
  });

  it.each([1, 2, 3, 7])('has every item once on pages of %d, as on one', async (limit) => {
    const { customerId, one, other } = await makeHistory();
    // Several records of one time stand on two pages.
    const at = new Date('2026-01-02T03:04:05.006Z');
    await app.connection.collection('comments').insertMany(
      Array.from({ length: 6 }, (_, n) => ({
        customerId: new Types.ObjectId(customerId),
        text: String(n),
        by: 'x',
        authorId: 'x',
        createdAt: n < 4 ? at : new Date(at.getTime() + 1),
        version: 0,
      })),
    );
    await app.connection.collection('audit').insertMany(
      Array.from({ length: 3 }, () => ({
        at,
        by: 'x',
        ip: '::1',
        action: 'update',
        resource: 'customers',
        resourceId: customerId,
      })),
    );
    for (const payment of [one, other])
      await app.connection.collection('payments').updateOne(
        { _id: new Types.ObjectId(payment._id) },
        {
          $push: {
            ledger: { $each: ['b', 'a'].map((id) => entry(`${payment._id}${id}`, at.toISOString())) },
          } as never,
        },
      );
    const query = { 'filter[customerId]': customerId };
    const whole = (await read({ ...query, limit: 100 })).items.map(idOf);
    expect(whole.length).toBeGreaterThan(15);
    expect((await all(query, limit)).map(idOf)).toEqual(whole);
    for (const kind of ['comment', 'change', 'mail', 'money']) {
      const ofKind = (await all({ ...query, 'filter[kind]': kind }, limit)).map(idOf);
      expect(ofKind).toEqual(whole.filter((one) => one.startsWith(kind)));
    }
  });

  it('reads of the ledgers as many entries as a page shows', async () => {
    const { customerId, one } = await makeHistory();
    const ledger = Array.from({ length: 200 }, (_, n) =>
      entry(String(n).padStart(3, '0'), new Date(Date.UTC(2026, 0, 2, 0, 0, n)).toISOString()),
    );
    await app.connection
      .collection('payments')
      .updateOne({ _id: new Types.ObjectId(one._id) }, { $push: { ledger: { $each: ledger } } as never });
    const answers: string[] = [];
    const client = app.connection.getClient();
    const listen = ({ reply }: { reply: object }) => void answers.push(JSON.stringify(reply));
    client.on('commandSucceeded', listen);
    await read({ 'filter[customerId]': customerId, 'filter[kind]': 'money', limit: 5 });
    client.off('commandSucceeded', listen);
    const entries = answers.join().match(/"bookedOn":"/g);
    expect(entries).toHaveLength(6);
  });

  it('shows an edited and a deleted comment as such, and the pinned one on the first page', async () => {
    const customerId = await createCustomer(app);
    const [edited, deleted] = [
      await comment({ customerId, text: 'First' }),
      await comment({ customerId, text: 'Gone' }),
    ];
    await app.admin.patch(`/api/comments/${edited._id}`).send({ text: 'Second', version: 0 }).expect(200);
    await app.admin.post(`/api/comments/${edited._id}/pin`).expect(200);
    await app.admin.delete(`/api/comments/${deleted._id}`).send({ version: 0 }).expect(200);
    const query = { 'filter[customerId]': customerId, 'filter[kind]': 'comment', limit: 1 };
    const first = await read(query);
    expect(first.items).toMatchObject([
      { _id: deleted._id, deleted: { by: 'admin', at: expect.any(String) } },
    ]);
    expect(first.items[0]).not.toHaveProperty('text');
    const pinned = { _id: edited._id, text: 'Second', edited: true, pinned: true, version: 2 };
    expect(first.pinned).toMatchObject(pinned);
    const second = await read({ ...query, after: first.next! });
    expect(second).toEqual({ items: [expect.objectContaining(pinned)] });
  });

  it('shows a viewer everything but the changes', async () => {
    const { customerId } = await makeHistory();
    const query = { 'filter[customerId]': customerId };
    const kinds = new Set((await all(query, 5, viewer)).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['comment', 'mail', 'money']);
    await app.visitor
      .get('/api/activity')
      .query({ ...query, 'filter[kind]': 'change' })
      .auth(viewer, { type: 'bearer' })
      .expect(403);
  });

  const id = 'f'.repeat(24);
  it.each([
    ['no record', {}, activityMessages.oneRecord],
    ['two records', { 'filter[customerId]': id, 'filter[paymentId]': id }, activityMessages.oneRecord],
    ['another filter', { 'filter[customerId]': id, 'filter[id]': id }, activityMessages.oneRecord],
    ['an unknown filter', { 'filter[customerId]': id, 'filter[by]': 'x' }, 'Unknown filter: by'],
    ['no id', { 'filter[customerId]': 'x' }, 'filter[customerId] takes an id of 24 hex digits'],
    ['another kind', { 'filter[customerId]': id, 'filter[kind]': 'x' }, /takes one of comment, change/],
    ['another cursor', { 'filter[customerId]': id, after: 'x' }, activityMessages.after],
    [
      'a cursor of no time',
      { 'filter[customerId]': id, after: `${'9'.repeat(16)}-mail-${id}` },
      activityMessages.after,
    ],
    [
      'a time too far',
      { 'filter[customerId]': id, after: `999999999999999-x-${id}` },
      activityMessages.after,
    ],
    ['a limit of none', { 'filter[customerId]': id, limit: 0 }, /whole number/],
  ])('refuses %s', async (_, query, message) => {
    const { body } = await app.admin.get('/api/activity').query(query).expect(400);
    expect(body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('of nothing is empty', async () => {
    expect(await read({ 'filter[customerId]': id })).toEqual({ items: [] });
    expect(await read({ 'filter[paymentId]': id })).toEqual({ items: [] });
  });

  /** The documents that a page's reads examine, by collection. */
  async function examinedBy(query: Query): Promise<Record<string, number>> {
    const find = jest.spyOn(mongoose.mongo.Collection.prototype, 'find');
    await read(query);
    const cursors = find.mock.results.map(({ value }, at) => ({
      collection: (find.mock.contexts[at] as mongoose.mongo.Collection).collectionName,
      cursor: value as mongoose.mongo.FindCursor,
    }));
    find.mockRestore();
    const examined: Record<string, number> = {};
    for (const { collection, cursor } of cursors) {
      if (!['comments', 'audit', 'mails', 'cardevents'].includes(collection)) continue;
      const plan = (await cursor.clone().explain('executionStats')) as {
        executionStats: { totalDocsExamined: number };
      };
      examined[collection] = (examined[collection] ?? 0) + plan.executionStats.totalDocsExamined;
    }
    return examined;
  }

  it('reads as many records for a page of 5,000 items as for one of 50', async () => {
    async function makeItems(count: number): Promise<string> {
      const customerId = await createCustomer(app);
      const payments: { _id: string }[] = [];
      for (let made = 0; made < 3; made++) payments.push(await createPayment(app, { customerId }));
      const customer = new Types.ObjectId(customerId);
      // As if they had been made over a year.
      const each = Array.from({ length: count / 4 }, (_, n) => ({
        at: new Date(Date.now() - ((n + 1) * 365 * 86_400_000) / (count / 4)),
        payment: payments[n % payments.length]!._id,
      }));
      const { connection } = app;
      await connection.collection('comments').insertMany(
        each.map(({ at }) => ({
          customerId: customer,
          text: 'x',
          by: 'x',
          authorId: 'x',
          createdAt: at,
          version: 0,
        })),
      );
      await connection.collection('audit').insertMany(
        each.map(({ at, payment }) => ({
          at,
          by: 'x',
          ip: '::1',
          action: 'update',
          resource: 'payments',
          resourceId: payment,
        })),
      );
      await connection.collection('mails').insertMany(
        each.map(({ at }) => ({
          key: String(new Types.ObjectId()),
          customerId: customer,
          createdAt: at,
          state: 'sent',
          kind: 'paid',
          to: 'x@example.com',
          subject: 'x',
        })),
      );
      await connection.collection('cardevents').insertMany(
        each.map(({ at, payment }) => ({
          eventId: String(new Types.ObjectId()),
          paymentId: new Types.ObjectId(payment),
          live: false,
          type: 'checkout.session.completed',
          createdAt: at,
          state: 'applied',
          fact: { kind: 'session', minor: 1, currency: 'CAD' },
        })),
      );
      return customerId;
    }
    const [few, many] = [await makeItems(60), await makeItems(5000)];
    const limit = 10;
    const pageOf = async (customerId: string) => {
      const query = { 'filter[customerId]': customerId, limit };
      const { next } = await read(query);
      return [await examinedBy(query), await examinedBy({ ...query, after: next! })];
    };
    const [ofFew, ofMany] = [await pageOf(few), await pageOf(many)];
    for (const [at, page] of ofMany.entries())
      for (const [collection, count] of Object.entries(page))
        expect([collection, at, count, count <= Math.max(30, 3 * (ofFew[at]![collection] ?? 0))]).toEqual([
          collection,
          at,
          count,
          true,
        ]);
    expect(Object.keys(ofMany[0]!).sort()).toEqual(['audit', 'cardevents', 'comments', 'mails']);
  });
});
