import { Types } from 'mongoose';
import type { Mail } from '#domain/mail/mail';
import { aCheckout, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { UsersService } from '../../auth/users/users.service.js';

const unknownId = '0123456789abcdef01234567';

describe('the status of several payments', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const setStatuses = (body: object) => app.admin.post('/api/payments/status').send(body);
  const find = async (id: string) => (await app.admin.get(`/api/payments/${id}`).expect(200)).body;
  const createMany = (count: number) => Promise.all(Array.from({ length: count }, () => createPayment(app)));
  const countPaid = async (): Promise<number> => {
    const { body } = await app.admin.get('/api/payments/stats').expect(200);
    return body.statuses.find(({ _id }: { _id: string }) => _id === 'paid')?.count ?? 0;
  };

  it('is set with one history entry, one audit entry and the statistics of each', async () => {
    const payments = await createMany(3);
    const ids = payments.map(({ _id }) => _id);
    const before = await countPaid();
    const { body } = await setStatuses({ ids, status: 'paid', note: ' Seen at the bank ' }).expect(200);
    expect(body).toEqual({
      batch: expect.stringMatching(/^[0-9a-f]{24}$/),
      results: ids.map((id) => ({ id, ok: true, version: 1 })),
    });
    for (const id of ids) {
      expect(await find(id)).toMatchObject({
        status: 'paid',
        version: 1,
        statusHistory: [
          { status: 'pending', by: 'admin' },
          { status: 'paid', note: 'Seen at the bank', by: 'admin' },
        ],
      });
      const { body: audit } = await app.admin
        .get('/api/audit')
        .query({ 'filter[resourceId]': id, 'filter[action]': 'status' })
        .expect(200);
      expect(audit.entries).toMatchObject([
        {
          changes: [
            { field: 'status', from: 'pending', to: 'paid' },
            { field: 'note', from: null, to: 'Seen at the bank' },
          ],
        },
      ]);
    }
    expect(await countPaid()).toBe(before + 3);
  });

  it('is refused for all where no payment takes the words beside it', async () => {
    const { _id } = await createPayment(app);
    const words = { way: 'cash', receivedOn: '2026-01-05' };
    const untaken = (await setStatuses({ ids: [_id], status: 'failed', ...words }).expect(400)).body;
    expect(Object.keys(untaken.errors)).toEqual(['receivedOn', 'way']);
    const { body: later } = await setStatuses({ ids: [_id], status: 'paid', receivedOn: '2099-01-05' });
    expect(later.errors).toEqual({ receivedOn: 'Received On must not be after today' });
    expect(await find(_id)).toMatchObject({ status: 'pending', version: 0 });
  });

  it('that one of them cannot take is told of that one, and set for the others', async () => {
    const [changed, good] = await createMany(2);
    await app.admin.patch(`/api/payments/${changed!._id}/status`).send({ status: 'refunded' }).expect(200);
    const ids = [changed!._id, unknownId, good!._id];
    const versions = { [changed!._id]: 0, [good!._id.toUpperCase()]: 0 };
    const { body } = await setStatuses({ ids, status: 'paid', versions }).expect(200);
    expect(body.results).toEqual([
      {
        id: changed!._id,
        ok: false,
        message: 'This payment was changed meanwhile. It is Refunded now.',
      },
      { id: unknownId, ok: false, message: 'Payment not found' },
      { id: good!._id, ok: true, version: 1 },
    ]);
    expect(await find(changed!._id)).toMatchObject({ status: 'refunded', version: 1 });
    expect(await find(good!._id)).toMatchObject({ status: 'paid', version: 1 });
  });

  it('is set once, however often it is sent', async () => {
    const [payment, other] = await createMany(2);
    const ids = [payment!._id, other!._id, payment!._id.toUpperCase()];
    const body = { ids, status: 'paid', note: 'Friday', versions: { [payment!._id]: 0, [other!._id]: 0 } };
    const send = async () => (await setStatuses(body).expect(200)).body.results;
    const all = [...(await Promise.all([send(), send(), send()])), await send()];
    for (const results of all) expect(results).toEqual(ids.map((id) => ({ id, ok: true, version: 1 })));
    for (const { _id } of [payment!, other!]) expect((await find(_id)).statusHistory).toHaveLength(2);
    await setStatuses({ ids: [payment!._id], status: 'paid' }).expect(200);
    expect((await find(payment!._id)).version).toBe(1);
    await setStatuses({ ids: [payment!._id], status: 'paid', note: 'Saturday' }).expect(200);
    expect((await find(payment!._id)).statusHistory).toHaveLength(3);
  });

  it('is one of the two that colliding admins set at the same moment, and the other one is told', async () => {
    const payments = await createMany(6);
    const ids = payments.map(({ _id }) => _id);
    const versions = Object.fromEntries(ids.map((id) => [id, 0]));
    const before = await countPaid();
    const [paid, failed] = await Promise.all(
      ['paid', 'failed'].map(
        async (status) => (await setStatuses({ ids, status, versions }).expect(200)).body.results,
      ),
    );
    let isPaid = 0;
    for (const [index, id] of ids.entries()) {
      const { status, statusHistory, version } = await find(id);
      expect([paid[index].ok, failed[index].ok]).toEqual([status === 'paid', status === 'failed']);
      expect([statusHistory.length, version]).toEqual([2, 1]);
      if (status === 'paid') isPaid += 1;
    }
    expect(await countPaid()).toBe(before + isPaid);
  });

  it('that a colleague has set meanwhile is told as theirs, so that it is not undone with the rest', async () => {
    const { _id } = await createPayment(app);
    await app.app.get(UsersService).add({
      username: 'bea',
      email: 'bea@example.com',
      password: 'a long enough passphrase 17',
      role: 'admin',
    });
    const { body: tokens } = await app.visitor
      .post('/api/auth/login')
      .send({ username: 'bea', password: 'a long enough passphrase 17' })
      .expect(200);
    await app.visitor
      .patch(`/api/payments/${_id}/status`)
      .auth(tokens.token, { type: 'bearer' })
      .send({ status: 'paid' })
      .expect(200);
    const send = async (body: object) =>
      (await setStatuses({ ids: [_id], status: 'paid', ...body }).expect(200)).body.results;
    expect(await send({ versions: { [_id]: 0 } })).toEqual([
      { id: _id, ok: false, message: 'This payment was changed meanwhile. It is Paid now.' },
    ]);
    expect(await send({})).toEqual([{ id: _id, ok: true }]);
    expect((await find(_id)).version).toBe(1);
  });

  it('writes to each payer as a single change does', async () => {
    const { body: sold } = await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
    await setStatuses({ ids: [sold.paymentId], status: 'paid' }).expect(200);
    const { body } = await app.admin.get('/api/mails').query({ 'filter[paymentId]': sold.paymentId });
    expect(body.mails.map(({ kind }: Mail) => kind)).toEqual(['paid', 'instructions']);
  });

  it.each([
    [{ ids: [] }, { ids: 'Ids must be from 1 to 100 payments' }],
    [{ ids: Array(101).fill(unknownId) }, { ids: 'Ids must be from 1 to 100 payments' }],
    [{ ids: { $ne: 1 } }, { ids: 'Ids must be from 1 to 100 payments' }],
    [{ ids: [{ $ne: 1 }] }, { ids: 'An id has 24 hex digits' }],
    [{ ids: ['1'] }, { ids: 'An id has 24 hex digits' }],
    [
      { status: 'lost' },
      { status: 'Status must be one of pending, paid, confirmed, failed, refunded, cancelled' },
    ],
    [{ status: undefined }, { status: 'Status is required' }],
    [{ note: 'x'.repeat(1001) }, { note: 'Note must be at most 1000 characters' }],
    [{ versions: [1] }, { versions: 'Versions must be whole numbers by id' }],
    [{ versions: { $gt: 1 } }, { versions: 'Versions must be whole numbers by id' }],
    [{ versions: { [unknownId]: '1' } }, { versions: 'Versions must be whole numbers by id' }],
  ])('is refused for %j', async (change, errors) => {
    const { _id } = await createPayment(app);
    const { body } = await setStatuses({ ids: [_id], status: 'paid', ...change }).expect(400);
    expect(body.errors).toEqual(errors);
    expect((await find(_id)).status).toBe('pending');
  });
});

describe('a batch of changes of status', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const find = async (id: string) => (await app.admin.get(`/api/payments/${id}`).expect(200)).body;
  const set = async (body: object) =>
    (await app.admin.post('/api/payments/status').send(body).expect(200)).body;
  const undo = async (batch: string) =>
    (await app.admin.post('/api/payments/status/undo').send({ batch }).expect(200)).body.results;

  it('is undone by one call, in what still stands, with the same results whenever it is asked again', async () => {
    const [one, two, three] = await Promise.all([
      createPayment(app),
      createPayment(app, { status: 'failed' as never }),
      createPayment(app),
    ]);
    const ids = [one._id, two._id, three._id];
    const { batch } = await set({ ids, status: 'paid' });
    await app.admin.patch(`/api/payments/${three._id}/status`).send({ status: 'cancelled' }).expect(200);
    const expected = [
      { id: one._id, ok: true, version: 2 },
      { id: two._id, ok: true, version: 2 },
      { id: three._id, ok: false, message: 'This payment was changed meanwhile. It is Cancelled now.' },
    ];
    for (const results of await Promise.all([undo(batch), undo(batch)])) expect(results).toEqual(expected);
    expect(await undo(batch)).toEqual(expected);
    expect(await find(one._id)).toMatchObject({ status: 'pending', version: 2 });
    expect((await find(two._id)).statusHistory).toMatchObject([
      { status: 'failed' },
      { status: 'paid' },
      { status: 'failed', note: 'Change to Paid undone' },
    ]);
    expect(await find(three._id)).toMatchObject({ status: 'cancelled' });
  });

  it('cancels the unsent mail of what is undone, and queues a new one when it is done again', async () => {
    const { _id } = await createPayment(app);
    const states = async (): Promise<string[]> => {
      const { body } = await app.admin.get('/api/mails').query({ 'filter[paymentId]': _id }).expect(200);
      const mails = (body as { mails: Mail[] }).mails;
      return mails.map(({ kind, state }) => `${kind} ${state}`).sort((a, b) => a.localeCompare(b));
    };
    for (const [status, kind] of [
      ['paid', 'paid'],
      ['refunded', 'refunded'],
    ] as const) {
      const { batch } = await set({ ids: [_id], status });
      expect(await states()).toContain(`${kind} held`);
      await undo(batch);
      expect(await states()).not.toContain(`${kind} held`);
      expect(await states()).toContain(`${kind} cancelled`);
    }
    await set({ ids: [_id], status: 'paid' });
    expect(await states()).toEqual(['paid cancelled', 'paid held', 'refunded cancelled']);
  });

  it('is undone by the batch that the payment names, until it is undone or the payment changes', async () => {
    const { _id } = await createPayment(app);
    expect(await find(_id)).not.toHaveProperty('batch');
    const { body } = await app.admin
      .patch(`/api/payments/${_id}/status`)
      .send({ status: 'failed' })
      .expect(200);
    const { batch } = await find(_id);
    expect(batch).toBe(body.batch);
    expect(await undo(batch as string)).toMatchObject([{ id: _id, ok: true }]);
    expect(await find(_id)).not.toHaveProperty('batch');
    expect(await find(_id)).toMatchObject({ status: 'pending' });
  });

  it('whose outcome was unknown is undone by the batch of the call that was sent again', async () => {
    const { _id } = await createPayment(app);
    const body = { ids: [_id], status: 'paid', versions: { [_id]: 0 } };
    const first = await set(body);
    const again = await set(body);
    expect(again.results).toEqual(first.results);
    expect(again.batch).not.toBe(first.batch);
    expect(await undo(again.batch)).toEqual([{ id: _id, ok: true, version: 2 }]);
    expect(await undo(first.batch)).toEqual([{ id: _id, ok: true, version: 2 }]);
    expect(await find(_id)).toMatchObject({ status: 'pending', version: 2 });
  });

  it('may have several parts, and is that of one payment too', async () => {
    const [one, two] = await Promise.all([createPayment(app), createPayment(app)]);
    const { batch } = await set({ ids: [one._id], status: 'paid' });
    expect((await set({ ids: [two._id], status: 'paid', batch })).batch).toBe(batch);
    expect((await undo(batch)).map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    const ofAnother = { _id: new Types.ObjectId(), by: 'colleague', changes: [] };
    await app.connection.collection('statusbatches').insertOne(ofAnother);
    const added = { ids: [two._id], status: 'paid', batch: String(ofAnother._id) };
    await app.admin.post('/api/payments/status').send(added).expect(404);
    const { body } = await app.admin
      .patch(`/api/payments/${one._id}/status`)
      .send({ status: 'refunded' })
      .expect(200);
    expect(await undo(body.batch)).toEqual([{ id: one._id, ok: true, version: body.version + 1 }]);
    expect(await find(one._id)).toMatchObject({ status: 'pending' });
  });

  it('that an earlier version has stored takes back what it had set, and nothing for a note', async () => {
    const { _id } = await createPayment(app);
    const set = async (note: string, before: string) => {
      const { body } = await app.admin
        .patch(`/api/payments/${_id}/status`)
        .send({ status: 'paid', note })
        .expect(200);
      await app.connection
        .collection('statusbatches')
        .updateMany(
          { 'changes.step': { $exists: true } },
          { $unset: { 'changes.0.step': '' }, $set: { 'changes.0.before': { status: before } } },
        );
      return body.batch as string;
    };
    const undo = (batch: string) => app.admin.post('/api/payments/status/undo').send({ batch }).expect(200);
    const statusOf = async () => (await app.admin.get(`/api/payments/${_id}`).expect(200)).body.status;
    const batch = await set('Seen', 'pending');
    await undo(batch);
    expect(await statusOf()).toBe('pending');
    await set('Seen again', 'pending');
    await undo(await set('A note', 'paid'));
    expect(await statusOf()).toBe('paid');
  });

  it('is refused where there is none', async () => {
    await app.admin.post('/api/payments/status/undo').send({ batch: unknownId }).expect(404);
    await app.admin.post('/api/payments/status/undo').send({ batch: 'x' }).expect(400);
    await app.admin
      .post('/api/payments/status')
      .send({ ids: [unknownId], status: 'paid', batch: unknownId })
      .expect(404);
  });
});

describe('the status of one payment', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('changes only on the version that it was seen in, where one is named', async () => {
    const { _id } = await createPayment(app);
    const patch = (body: object) => app.admin.patch(`/api/payments/${_id}/status`).send(body);
    await patch({ status: 'paid', version: 0 }).expect(200);
    await patch({ status: 'failed' }).expect(200);
    const { body } = await patch({ status: 'pending', note: 'Undone', version: 1 }).expect(409);
    expect(body.message).toBe('This payment was changed meanwhile. It is Failed now.');
    await patch({ status: 'pending', version: '2' }).expect(400);
    const { body: undone } = await patch({ status: 'pending', note: 'Undone', version: 2 }).expect(200);
    expect(undone.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'paid',
      'failed',
      'pending',
    ]);
  });
});
