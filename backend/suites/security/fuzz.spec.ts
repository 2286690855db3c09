import fc from 'fast-check';
import { TestApp } from '../../src/testing/test-app.js';
import { Client } from './fuzz/client.js';
import { move } from './fuzz/inputs.js';
import { VirtualUser } from './fuzz/virtual-user.js';

/** FUZZ_REQUESTS=200000 FUZZ_SEED=7 npx jest fuzz: more, or others. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 250);
const seed = Number(process.env.FUZZ_SEED ?? 1);
// Many concurrent users, who seldom wait for each other: the server and its database are kept busy.
const lanesAtOnce = 20;
const movesAtOnce = 50;

const flat = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const day = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString().slice(0, 10) : null;
const details = (value: unknown) => (value && Object.keys(value).length ? flat(value) : null);

describe('any use of the API', () => {
  let app: TestApp;
  let client: Client;
  beforeAll(async () => {
    app = await TestApp.start();
    await app.app.listen(0, '127.0.0.1');
    client = new Client((app.app.getHttpServer().address() as { port: number }).port);
  });
  afterAll(async () => {
    client.agent.destroy();
    await app.stop();
  });

  it(
    `fails nothing in ${requests} requests, and leaves what an independent model has`,
    async () => {
      const lanes = Array.from(
        { length: lanesAtOnce },
        (_, number) => new VirtualUser(`lane${number}`, client, app.token, app.adminPassword),
      );
      const moves = fc.array(
        fc.array(move, { minLength: movesAtOnce, maxLength: movesAtOnce, size: 'max' }),
        {
          minLength: lanesAtOnce,
          maxLength: lanesAtOnce,
        },
      );
      const started = Date.now();
      await fc.assert(
        fc.asyncProperty(moves, async (chosen) => {
          await Promise.all(
            lanes.map(async (lane, number) => {
              for (const next of chosen[number] ?? []) if (client.calls < requests) await lane.make(next);
            }),
          );
        }),
        {
          numRuns: Math.ceil((requests * 1.1) / lanesAtOnce / movesAtOnce),
          seed,
          // Steps depend on stored data, so a failure cannot be shrunk; it is reported without the whole run.
          endOnFailure: true,
          reporter: ({ errorInstance }) => {
            if (errorInstance instanceof Error) throw errorInstance;
          },
        },
      );
      const seconds = Math.round((Date.now() - started) / 1000);
      console.info(`${client.calls} requests in ${seconds} s, the slowest ${client.slowest} ms`);
      expect(client.calls).toBeGreaterThanOrEqual(requests);

      const customers = lanes.flatMap(({ model }) => [...model.customers.values()]);
      const payments = lanes.flatMap(({ model }) => [...model.payments.values()]);
      const stored = await app.connection.collection('customers').find().toArray();
      expect(stored).toHaveLength(customers.length);
      const byId = new Map(stored.map((record) => [String(record._id), record]));
      for (const { id, fields, version } of customers) {
        const record: Record<string, unknown> = byId.get(id) ?? {};
        const kept = Object.fromEntries(Object.keys(fields).map((field) => [field, record[field] ?? null]));
        const hasPayment = payments.some(({ customerId }) => customerId === id);
        expect({ ...kept, version: record.version, hasPayment: record.hasPayment }).toEqual({
          ...fields,
          // The form's field without a value is an empty text.
          ...('referralSource' in fields && { referralSource: fields.referralSource ?? '' }),
          version,
          hasPayment,
        });
      }

      const recorded = await app.connection.collection('payments').find().toArray();
      expect(recorded).toHaveLength(payments.length);
      const paymentById = new Map(recorded.map((record) => [String(record._id), record]));
      for (const { id, customerId, fields, referenceNumber, history, version } of payments) {
        const record: Record<string, unknown> = paymentById.get(id) ?? {};
        const kept = Object.fromEntries(Object.keys(fields).map((field) => [field, record[field] ?? null]));
        expect({
          ...kept,
          transferDate: day(record.transferDate),
          paymentDetails: details(record.paymentDetails),
          customerId: String(record.customerId),
          referenceNumber: record.referenceNumber,
          version: record.version,
          history: (record.statusHistory as { status: string; note?: string }[]).map(({ status, note }) => ({
            status,
            note: note ?? null,
          })),
        }).toEqual({
          ...fields,
          paymentDetails: flat(fields.paymentDetails),
          customerId,
          referenceNumber,
          version,
          history,
        });
      }

      const { body: stats } = await app.admin.get('/api/payments/stats').expect(200);
      const counts = Object.fromEntries(
        stats.statuses.map(({ _id, count }: { _id: string; count: number }) => [_id, count]),
      );
      const expected: Record<string, number> = {};
      for (const { fields } of payments)
        expected[String(fields.status)] = (expected[String(fields.status)] ?? 0) + 1;
      expect(counts).toEqual(expected);
      const { body: people } = await app.admin.get('/api/customers/stats').expect(200);
      expect(people.total).toBe(customers.length);
    },
    900_000 + requests * 20,
  );
});
