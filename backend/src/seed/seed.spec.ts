import { createCustomer } from '../testing/builders.js';
import { runProgram } from '../testing/run-program.js';
import { TestApp } from '../testing/test-app.js';
import { verifyStats } from '../stats/rebuild.js';

const apps: TestApp[] = [];
async function start(): Promise<TestApp> {
  const app = await TestApp.start();
  apps.push(app);
  return app;
}
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()));
});

const contents = async ({ connection }: TestApp) => ({
  customers: await connection.collection('customers').find().sort({ _id: 1 }).toArray(),
  payments: await connection.collection('payments').find().sort({ _id: 1 }).toArray(),
});

const run = (args: string[], uri = process.env.MONGODB_URI) =>
  runProgram('seed/main', args, { env: { ...process.env, MONGODB_URI: uri } });

async function fill({ uri }: TestApp, ...args: string[]): Promise<void> {
  expect(await run(args, uri)).toMatchObject({ code: 0, errors: '' });
}

it('makes as many records as it is asked for, the same for the same start', async () => {
  const [one, same, other] = [await start(), await start(), await start()];
  await fill(one, '--customers', '60', '--payments', '80', '--start', '7');
  await fill(same, '--customers', '60', '--payments', '80', '--start', '7');
  await fill(other, '--customers', '60', '--payments', '80', '--start', '8');
  const made = await contents(one);
  expect(made.customers).toHaveLength(60);
  expect(made.payments).toHaveLength(80);
  expect(new Set(made.payments.map(({ referenceKey }) => referenceKey as string)).size).toBe(80);
  expect(await contents(same)).toEqual(made);
  expect((await contents(other)).payments).not.toEqual(made.payments);
});

it('makes records that an admin can find, count and save', async () => {
  const app = await start();
  await fill(app, '--customers', '40', '--payments', '50');
  for (const resource of ['payments', 'customers']) {
    const { body } = await app.admin.get(`/api/${resource}`).query({ limit: 50 }).expect(200);
    const records = body[resource] as { _id: string }[];
    expect(records).toHaveLength(body.pagination.total as number);
    for (const { _id } of records) {
      const path = `/api/${resource}/${_id}`;
      const { body: record } = await app.admin.get(path).expect(200);
      await app.admin
        .put(path)
        .send(record as object)
        .expect(200);
    }
  }
  expect(await verifyStats(app.connection)).toEqual([]);
});

it('shows in a server that runs already', async () => {
  const app = await start();
  const counts = async () =>
    (await app.admin.get('/api/payments/stats').expect(200)).body.statuses as object[];
  const _id = await createCustomer(app);
  expect(await counts()).toEqual([]);
  await app.admin.delete(`/api/customers/${_id}`).expect(204);
  await fill(app, '--customers', '10', '--payments', '12', '--start', '1');
  expect(await counts()).not.toEqual([]);
  expect(await verifyStats(app.connection)).toEqual([]);
});

it('makes customers alone, or nothing', async () => {
  const app = await start();
  await fill(app, '--customers', '0', '--payments', '5', '--start', '1');
  expect(await contents(app)).toEqual({ customers: [], payments: [] });
  await fill(app, '--customers', '3', '--payments', '0', '--start', '1');
  expect((await contents(app)).customers).toHaveLength(3);
});

it('leaves a database alone that has customers or payments', async () => {
  const app = await start();
  await createCustomer(app);
  const { code, errors } = await run(['--customers', '5'], app.uri);
  expect(code).toBe(1);
  expect(errors).toContain('The database has customers or payments already');
  expect((await contents(app)).customers).toHaveLength(1);
});

it.each([
  [['--customers', 'many'], '--customers takes a whole number from 0 to 1000000'],
  [['--payments', '1000001'], '--payments takes a whole number from 0 to 1000000'],
  [['--peoples', '1'], "Unknown option '--peoples'"],
])('refuses %j in one line', async (args, message) => {
  const { code, errors } = await run(args);
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([expect.stringContaining(message)]);
});
