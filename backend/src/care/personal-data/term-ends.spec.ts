import { Types } from 'mongoose';
import { createCustomer, createPayment, receive } from '../../testing/builders.js';
import { bankFile, createAccount, importFile } from '../../testing/reconciliation.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';
import { TermEnds } from './term-ends.service.js';

describe('the end of the term of personal data', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start({ PERSONAL_DATA_YEARS: '6' })));
  afterAll(() => app.stop());

  const terms = () => app.app.get(TermEnds);
  const year = new Date().getUTCFullYear();
  const end = `${year + 7}-01-01`;
  const endedOn = async (day: string) => {
    const { customerIds, statementIds } = await terms().endedOn(day);
    return { customers: customerIds.map(String), files: statementIds.map(String) };
  };

  it('erases names in records, papers and files of the bank, and leaves what a payment stands in the way of', async () => {
    const customerId = await createCustomer(app, { fullName: 'Zebulonia Quixworthy' });
    const paid = await createPayment(app, { customerId, amount: 80 });
    await receive(app, paid._id, 80);
    await app.admin.post(`/api/payments/${paid._id}/documents`).send({}).expect(201);
    const waiting = await createPayment(app);
    const unpaying = await createCustomer(app, { fullName: 'Perry Winkle' });
    const accountId = await createAccount(app);
    const day = `${year}-01-15`;
    const { statementId } = await importFile(
      app,
      accountId,
      bankFile([{ text: 'QUIXWORTHY OTHER', amount: 12, day }]),
    );
    expect(await endedOn(`${year + 6}-12-31`)).toEqual({ customers: [], files: [] });
    const ended = await endedOn(end);
    expect(ended.customers.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      [customerId, waiting.customerId].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    expect(ended.files).toEqual([statementId]);
    const documents = async () =>
      (await app.admin.get('/api/documents').query({ 'filter[customerId]': customerId }).expect(200)).body
        .documents;
    const [before] = await documents();
    expect(before.buyer.name).toBe('Zebulonia Quixworthy');

    await terms().eraseEnded(end);
    expect(await endedOn(end)).toEqual({ customers: [waiting.customerId], files: [] });
    const [after] = await documents();
    expect(after).toEqual({ ...before, buyer: { name: 'Erased', address: [], email: 'Erased' } });
    const nameOf = async (id: string) =>
      (await app.admin.get(`/api/customers/${id}`).expect(200)).body.fullName;
    expect(await Promise.all([customerId, waiting.customerId, unpaying].map(nameOf))).toEqual([
      'Erased',
      'Grace Lee',
      'Perry Winkle',
    ]);
    const file = await app.admin.get(`/api/statements/${statementId}/file`).expect(200);
    expect(file.text ?? (file.body as Buffer).toString()).not.toContain('QUIXWORTHY');
    const { cents, text } = (await app.connection.collection('banktransactions').findOne({ day }))!;
    expect({ cents, text }).toEqual({ cents: 1200, text: 'QUIXWORTHY OTHER' });
  });

  it('holds up no other where an erasure fails', async () => {
    const [broken, whole] = [await createPayment(app), await createPayment(app)];
    for (const { _id } of [broken, whole])
      await app.admin.patch(`/api/payments/${_id}/status`).send({ status: 'cancelled' }).expect(200);
    const payments = app.connection.collection('payments');
    const one = { _id: new Types.ObjectId(broken._id) };
    await payments.updateOne(one, { $set: { formerReferences: 1 } });
    await terms().eraseEnded(end);
    const left = (await endedOn(end)).customers;
    expect(left).toContain(broken.customerId);
    expect(left).not.toContain(whole.customerId);
    await payments.deleteOne(one);
  });

  it('is told a month before', async () => {
    expect((await app.admin.get('/api/warnings').expect(200)).body.warnings).not.toContain(
      'personalDataEnds',
    );
    await terms().mark(Date.parse(`${year + 6}-11-29T12:00:00Z`));
    expect(await terms().soon()).toMatchObject({ customers: 0 });
    await terms().mark(Date.parse(`${year + 6}-12-02T12:00:00Z`));
    expect(await terms().soon()).toMatchObject({ customers: 1 });
  });

  it('erases no customer when the clock jumps ahead, until the end of the term was announced for a month', async () => {
    const other = await TestApp.start({ PERSONAL_DATA_YEARS: '6' });
    try {
      const { _id } = await createPayment(other);
      await other.admin.patch(`/api/payments/${_id}/status`).send({ status: 'cancelled' }).expect(200);
      const erasures = async (days: number) => {
        await other.app.get(TermEnds).work(Date.now() + days * 86_400_000);
        return other.connection.collection('erasures').countDocuments();
      };
      const decade = 3653;
      for (const days of [0, decade, 0, decade, decade + 20]) expect(await erasures(days)).toBe(0);
      expect(await erasures(decade + 40)).toBe(1);
    } finally {
      await other.stop();
    }
  });

  it('is told with the customers that it comes for, until one pays again', async () => {
    const other = await TestApp.start({ PERSONAL_DATA_YEARS: '6' });
    try {
      const [old, paying] = [await createPayment(other), await createPayment(other)];
      await createPayment(other);
      const ids = [old, paying].map(({ _id }) => new Types.ObjectId(_id));
      const createdAt = new Date(`${year - 8}-05-05T12:00:00Z`);
      await other.connection
        .collection('payments')
        .updateMany({ _id: { $in: ids } }, { $set: { createdAt, bookedOn: `${year - 8}-05-05` } });
      const listed = async () => {
        const { body } = await other.admin
          .get('/api/customers')
          .query({ 'filter[termEnds]': 'true', sort: 'createdAt' })
          .expect(200);
        expect(body.pagination.total).toBe(body.customers.length);
        return (body.customers as { _id: string }[]).map(({ _id }) => _id);
      };
      await other.app.get(TermEnds).mark();
      const told = async () => (await other.admin.get('/api/warnings').expect(200)).body.personalData;
      expect(await listed()).toEqual([old.customerId, paying.customerId]);
      expect(await told()).toEqual({ day: expect.any(String), customers: 2 });
      await createPayment(other, { customerId: paying.customerId });
      await other.app.get(TermEnds).mark();
      expect(await listed()).toEqual([old.customerId]);
      expect(await told()).toMatchObject({ customers: 1 });
      await other.admin.get('/api/customers?filter[termEnds]=x').expect(400);
    } finally {
      await other.stop();
    }
  });
});

// Apart from the others: the sign-in of a process is that of its newest server.
it('a start does not wait for a due erasure that fails, which is told and done later', async () => {
  const earlier = await TestApp.start();
  const [broken, whole] = [await createPayment(earlier), await createPayment(earlier)];
  const erasures = earlier.connection.collection('erasures');
  // As a restored backup has them.
  await erasures.insertMany(
    [broken, whole].map(({ _id, customerId }, n) => ({
      customerIds: [new Types.ObjectId(customerId)],
      paymentIds: [new Types.ObjectId(_id)],
      at: new Date(n),
      by: 'admin',
      reason: 'Asked',
      isDue: true,
    })),
  );
  const one = { _id: new Types.ObjectId(broken._id) };
  await earlier.connection.collection('payments').updateOne(one, { $set: { formerReferences: 1 } });
  await earlier.stop({ keep: true });
  const restored = await TestApp.start({}, earlier.uri);
  try {
    const nameOf = async (id: string) =>
      (await restored.admin.get(`/api/customers/${id}`).expect(200)).body.fullName as string;
    const isTold = async () => {
      const { body } = await restored.admin.get('/api/warnings').expect(200);
      return (body.warnings as string[]).includes('failedErasure');
    };
    expect(await nameOf(whole.customerId)).toBe('Erased');
    expect(await nameOf(broken.customerId)).not.toBe('Erased');
    expect(await isTold()).toBe(true);
    await restored.connection.collection('payments').updateOne(one, { $unset: { formerReferences: '' } });
    await waitFor(async () => {
      await restored.app.get(TermEnds).wake();
      return !(await isTold());
    });
    expect(await nameOf(broken.customerId)).toBe('Erased');
  } finally {
    await restored.stop();
  }
});
