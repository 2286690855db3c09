import { Types } from 'mongoose';
import type { Customer } from '#domain/customers/customers';
import type { Duplicates } from '#domain/care/merges';
import { createCustomer } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';

describe('customers with many records', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const customers = () => app.connection.collection('customers');
  const find = async (id: string) =>
    (await app.admin.get(`/api/customers/${id}`).expect(200)).body as Customer;

  it('are found by a phone that thousands share, of whom an edit looks at none', async () => {
    const one = await createCustomer(app, { fullName: 'Shared Phone', phone: '+1 604 555 3000' });
    const allLookedAt = () =>
      waitFor(async () => !(await customers().findOne({ duplicatesDue: true, fullName: 'Shared Phone' })));
    await allLookedAt();
    const stored = (await customers().findOne({ _id: new Types.ObjectId(one) }))!;
    const others = Array.from({ length: 3000 }, (_, index) => ({
      ...{ ...stored, _id: new Types.ObjectId(), emailKey: `shared${index}@example.com`, isDuplicate: true },
      ...{ duplicateKeys: ['#6045553000'], createdAt: new Date(index) },
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
