import { Types } from 'mongoose';
import type { Customer } from '#domain/customers/customers';
import { type Duplicates, maximumMergedRecords, mergeMessages } from '#domain/care/merges';
import { createCustomer, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';

describe('customers with many records', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const customers = () => app.connection.collection('customers');
  const find = async (id: string) =>
    (await app.admin.get(`/api/customers/${id}`).expect(200)).body as Customer;

  const merge = async (id: string, from: string) => {
    const versions = { [id]: (await find(id)).version, [from]: (await find(from)).version };
    return app.admin.post(`/api/customers/${id}/merge`).send({ from, versions });
  };
  const undo = (id: string) => app.admin.post(`/api/customers/merges/${id}/undo`);

  /** Adds copies of the only record of a customer in a collection; each has values of its own. */
  async function copies(collection: string, customerId: string, count: number, own: (at: number) => object) {
    const records = app.connection.collection(collection);
    const stored = await records.findOne({ customerId: new Types.ObjectId(customerId) });
    const made = Array.from({ length: count }, (__, at) => ({
      ...stored,
      _id: new Types.ObjectId(),
      ...own(at),
    }));
    await records.insertMany(made);
    return made.map((one) => one._id);
  }
  const owned = (collection: string, id: string) =>
    app.connection.collection(collection).countDocuments({ customerId: new Types.ObjectId(id) });

  it('are followed through a long chain of merges', async () => {
    const first = await createCustomer(app);
    const { _id } = await createPayment(app, { customerId: first });
    let last = first;
    for (let link = 0; link < 25; link++) {
      const next = await createCustomer(app);
      expect((await merge(next, last)).status).toBe(200);
      last = next;
    }
    expect(await find(first)).toMatchObject({ _id: last, mergedInto: last });
    const { body } = await app.admin.get('/api/payments').query({ 'filter[customerId]': first }).expect(200);
    expect(body.payments).toMatchObject([{ _id }]);
    const created: string[] = [];
    let after = '';
    do {
      const query = { 'filter[customerId]': last, 'filter[kind]': 'change', limit: 100, after };
      const { body: page } = await app.admin.get('/api/activity').query(query).expect(200);
      for (const { _id: entry, action, paymentId } of page.items)
        if (action === 'create' && !paymentId) created.push(entry);
      after = page.next ?? '';
    } while (after);
    expect(created).toHaveLength(26);
  });

  it('are merged, and taken apart, with all that a stranger ordered under their address', async () => {
    const [id, from] = [await createCustomer(app), await createCustomer(app)];
    await createPayment(app, { customerId: from });
    const unpaid = await copies('payments', from, 1001, (at) => ({
      referenceKey: `UNPAID${at}`,
      source: 'checkout',
    }));
    const paid = await createPayment(app, { customerId: from, status: 'confirmed' });
    const comment = { paymentId: String(unpaid[0]), text: 'Of an order' };
    await app.admin.post('/api/comments').send(comment).expect(201);
    const own = { customerId: id, text: 'Speaks French' };
    const { body: pinned } = await app.admin.post('/api/comments').send(own).expect(201);
    await app.admin.post(`/api/comments/${pinned._id}/pin`).expect(200);
    const { body } = await merge(id, from);
    expect([body.message, body.moved]).toEqual([
      undefined,
      { payments: 2, comments: 0, mails: 0, documents: 0 },
    ]);
    const { body: page } = await app.admin.get(`/api/payments/${paid._id}`).expect(200);
    expect(page.customerId).toBe(id);
    const [other] = [await createCustomer(app)];
    expect((await merge(other, id)).body.message).toBe(mergeMessages.following);
    expect((await undo(body.merge)).body.message).toBe(mergeMessages.following);
    await waitFor(async () => (await owned('payments', from)) === 0);
    expect([await owned('payments', id), await owned('comments', id)]).toEqual([1003, 2]);
    await waitFor(async () => (await undo(body.merge)).status === 200);
    await waitFor(async () => (await owned('payments', id)) === 0);
    expect([await owned('payments', from), await owned('comments', from)]).toEqual([1003, 1]);
    await waitFor(async () => !(await find(id)).hasPayment);
    const { body: found } = await app.admin.get(`/api/payments/${String(unpaid[5])}`).expect(200);
    expect(found).toMatchObject({ customerId: from, version: 2 });
    const pinnedOf = async (customerId: string) =>
      (await app.admin.get(`/api/activity?filter[customerId]=${customerId}`).expect(200)).body.pinned?._id;
    expect([await pinnedOf(id), await pinnedOf(from)]).toEqual([pinned._id, undefined]);
  });

  it('are not taken apart where an order that followed was changed since', async () => {
    const [id, from] = [await createCustomer(app), await createCustomer(app)];
    const { _id, referenceNumber } = await createPayment(app, { customerId: from });
    await copies('payments', from, 1001, (at) => ({ referenceKey: `CHANGED${at}`, source: 'checkout' }));
    const { body } = await merge(id, from);
    await waitFor(async () => (await owned('payments', from)) === 0);
    await app.admin.patch(`/api/payments/${_id}/status`).send({ status: 'paid' }).expect(200);
    await waitFor(async () => {
      const answer = (await undo(body.merge)).body.message as string;
      return answer !== mergeMessages.following && answer.includes(referenceNumber);
    });
  });

  it('are merged with 1,000 payments and 5,000 comments, and no more', async () => {
    const [id, from] = [await createCustomer(app), await createCustomer(app)];
    await createPayment(app, { customerId: from, status: 'confirmed' });
    const payments = await copies('payments', from, 1000, (at) => ({ referenceKey: `PAID${at}` }));
    expect((await merge(id, from)).body.message).toBe(mergeMessages.tooMany);
    await app.connection.collection('payments').deleteOne({ _id: payments[0]! });
    await app.admin.post('/api/comments').send({ customerId: from, text: 'Much to say' }).expect(201);
    const comments = await copies('comments', from, maximumMergedRecords, () => ({ text: 'x'.repeat(2000) }));
    expect((await merge(id, from)).body.message).toBe(mergeMessages.tooManyRecords);
    await app.connection.collection('comments').deleteOne({ _id: comments[0]! });
    const { body } = await merge(id, from);
    expect(body.moved).toMatchObject({ payments: 1000, comments: maximumMergedRecords });
    const { body: undone } = await undo(body.merge).expect(200);
    expect(undone.moved).toEqual(body.moved);
    expect(await owned('comments', from)).toBe(maximumMergedRecords);
  });

  it('are found by a phone that thousands share, of whom an edit looks at none', async () => {
    const one = await createCustomer(app, { fullName: 'Shared Phone', phone: '+1 604 555 3000' });
    const allLookedAt = () =>
      waitFor(async () => !(await customers().findOne({ duplicatesDue: true, fullName: 'Shared Phone' })));
    await allLookedAt();
    const stored = (await customers().findOne({ _id: new Types.ObjectId(one) }))!;
    const others = Array.from({ length: 3000 }, (_, index) => ({
      ...stored,
      _id: new Types.ObjectId(),
      emailKey: `shared${index}@example.com`,
      isDuplicate: true,
      duplicateKeys: ['#6045553000'],
      createdAt: new Date(index),
    }));
    await customers().insertMany(others);
    const edited = { ...(await find(one)), phone: '1', city: 'Elsewhere' };
    await app.admin.put(`/api/customers/${one}`).send(edited).expect(200);
    expect(await customers().countDocuments({ duplicatesDue: true })).toBeLessThan(3);
    await app.admin
      .put(`/api/customers/${one}`)
      .send({ ...edited, version: edited.version + 1, phone: '6045553000' })
      .expect(200);
    const { body } = await app.admin.get(`/api/customers/${one}/duplicates`).expect(200);
    const oldest = others.slice(0, 20).map(({ _id }) => String(_id));
    expect((body as Duplicates).duplicates.map(({ customer }) => customer._id)).toEqual(oldest);
    await allLookedAt();
    expect(await customers().findOne({ _id: stored._id })).toMatchObject({ isDuplicate: true });
  });
});
