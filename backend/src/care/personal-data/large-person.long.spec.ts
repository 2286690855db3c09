import { Types } from 'mongoose';
import type { ErasurePlan } from '#domain/care/personal-data';
import { createCustomer } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';

/** Records of one person, of more than 100 MB in each of two collections. */
const comments = { count: 20_000, bytes: 5500 };
const mails = { count: 5500, bytes: 20_000 };
const insertedAtOnce = 500;

const anHour = 3_600_000;

describe('a person with more than 100 MB in a collection', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it(
    'is given their data, and erased',
    async () => {
      const fullName = 'Goliath Heavy';
      const customerId = await createCustomer(app, { fullName });
      const fill = async (
        collection: string,
        { count, bytes }: typeof mails,
        recordOf: (text: string) => object,
      ) => {
        const text = `Goliath ${'x'.repeat(bytes)}`;
        for (let begun = 0; begun < count; begun += insertedAtOnce)
          await app.connection.collection(collection).insertMany(
            Array.from({ length: insertedAtOnce }, () => ({
              _id: new Types.ObjectId(),
              customerId: new Types.ObjectId(customerId),
              createdAt: new Date(),
              ...recordOf(text),
            })),
          );
      };
      await fill('comments', comments, (text) => ({ by: 'admin', authorId: '', version: 0, text }));
      await fill('mails', mails, (text) => ({
        key: `link:${new Types.ObjectId().toHexString()}`,
        kind: 'link',
        to: 'goliath@heavy.example',
        subject: 'Goliath',
        text,
        html: '',
        state: 'sent',
        attempts: 1,
        searchText: 'goliath',
      }));

      let bytes = 0;
      await app.admin
        .get(`/api/customers/${customerId}/personal-data`)
        .buffer(true)
        .parse((response, done) => {
          response.on('data', (part: Buffer) => (bytes += part.length));
          response.on('end', () => done(null, undefined));
        })
        .expect(200);
      expect(bytes).toBeGreaterThan(0);
      const input = { reason: 'Asked for it by mail', name: fullName };
      await app.admin.post(`/api/customers/${customerId}/erasure`).send(input).expect(200);
      await waitFor(async () => {
        const { body } = await app.admin.get(`/api/customers/${customerId}/erasure`).expect(200);
        return (body as ErasurePlan).erased?.finished === true;
      }, anHour);
      for (const [collection, { count }] of Object.entries({ comments, mails })) {
        const records = app.connection.collection(collection);
        const own = { customerId: new Types.ObjectId(customerId) };
        expect(await records.countDocuments(own)).toBe(count);
        expect(await records.countDocuments({ ...own, text: { $ne: 'Erased' } })).toBe(0);
      }
    },
    anHour,
  );
});
