import { maximumPageSize } from '#domain/platform/lists';
import { cardEnvironment } from '../../src/testing/cards.js';
import { createCustomer, createPayment } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';

interface Document {
  paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
}
type Found = Record<string, { _id: string }[]> & { pagination?: { total: number } };

/** The records of a list's answer. */
const recordsOf = (answer: Found) => Object.values(answer).find((value) => Array.isArray(value)) ?? [];
const anId = (at: number) => at.toString(16).padStart(24, '0');

describe('lists', () => {
  let app: TestApp;
  let paths: string[];
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    for (let at = 0; at < 3; at++) {
      const customerId = await createCustomer(app);
      await createPayment(app, { customerId });
    }
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    paths = Object.entries((body as Document).paths)
      .filter(([path, { get }]) => {
        const names = get?.parameters?.map(({ name }) => name) ?? [];
        return names.includes('page') && names.includes('limit') && !path.includes('{');
      })
      .map(([path]) => path)
      // The id is there that of the record that an entry is about.
      .filter((path) => path !== '/api/audit');
  });
  afterAll(() => app.stop());

  it('answer the records of up to a hundred ids', async () => {
    expect(paths).toEqual(
      expect.arrayContaining(['/api/customers', '/api/payments', '/api/bank-transactions']),
    );
    const withRecords: string[] = [];
    for (const path of paths) {
      const { body: all } = await app.admin.get(path).query({ limit: maximumPageSize }).expect(200);
      const wanted = recordsOf(all as Found)
        .slice(0, 2)
        .map(({ _id }) => _id);
      if (wanted.length) withRecords.push(path);
      const others = Array.from({ length: maximumPageSize - wanted.length }, (_, at) => anId(at));
      const { body } = await app.admin
        .get(path)
        .query({ 'filter[id]': [...wanted, ...others].join(), limit: maximumPageSize })
        .expect(200);
      expect([
        path,
        recordsOf(body as Found)
          .map(({ _id }) => _id)
          .sort(),
      ]).toEqual([path, wanted.sort()]);
      expect((body as Found).pagination?.total).toBe(wanted.length);
    }
    expect(withRecords).toEqual(expect.arrayContaining(['/api/people', '/api/customers', '/api/payments']));
  });

  it('refuse more ids than a page has, and what is no id', async () => {
    const many = Array.from({ length: maximumPageSize + 1 }, (_, at) => anId(at)).join();
    for (const path of paths)
      for (const ids of [many, 'x', `${anId(1)},`, `${anId(1)} ${anId(2)}`]) {
        const { body } = await app.admin.get(path).query({ 'filter[id]': ids }).expect(400);
        expect(body.message).toMatch(/^filter\[id\] takes /);
      }
    await app.admin.get(`${paths[0]}?filter[id][$gt]=`).expect(400);
  });
});
