import { Types } from 'mongoose';
import { createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';
import { waitFor } from '../testing/wait-for.js';

describe('the payments of a customer', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const found = async (search: string) => {
    const { body } = await app.admin.get('/api/payments').query({ 'filter[search]': search }).expect(200);
    return body.pagination.total as number;
  };
  const rename = async (id: string, fullName: string) => {
    const { body } = await app.admin.get(`/api/customers/${id}`).expect(200);
    await app.admin
      .put(`/api/customers/${id}`)
      .send({ ...body, fullName })
      .expect(200);
  };

  it('are found by another name: the newest at once, of many the others in steps, the last name at last', async () => {
    const id = await createCustomer(app, { fullName: 'Former Name' });
    await createPayment(app, { customerId: id });
    const payments = app.connection.collection('payments');
    const stored = (await payments.findOne({ customerId: new Types.ObjectId(id) }))!;
    // Some of one moment.
    const copies = Array.from({ length: 1250 }, (_, at) => ({
      ...stored,
      _id: new Types.ObjectId(),
      referenceKey: `MANY${at}`,
      createdAt: new Date(stored.createdAt.getTime() - Math.floor(at / 100) * 1000),
    }));
    await payments.insertMany(copies);
    await rename(id, 'Second Surname');
    expect(await found('Surname')).toBeGreaterThanOrEqual(500);
    await rename(id, 'Third Lastname');
    const isDue = { 'wordsDue.at': { $exists: true } };
    await waitFor(async () => !(await app.connection.collection('customers').findOne(isDue)));
    expect([await found('Lastname'), await found('Surname'), await found('Former')]).toEqual([1251, 0, 0]);
    const newest = (await payments.find({}).sort({ updatedAt: -1 }).limit(1).toArray())[0]!;
    expect(newest.version).toBe(stored.version);
  });
});
