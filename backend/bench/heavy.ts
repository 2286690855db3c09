import { Types } from 'mongoose';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import type { Comment } from '../src/care/comments/comment.schema.js';
import type { Payment } from '../src/payments/payment.schema.js';
import { type BenchEnvironment, memoryOf, openWorld, password } from './environment.js';
import { longestStall, longestStallMs } from './stalls.js';

/** Payments and comments of the heavy customer, and the payments of all others. */
const payments = sized(10_000, 100);
const comments = sized(20_000, 200);
const others = sized(100_000, 1000);
const commentLength = 2000;
/** Most that the server's memory may grow by, in megabytes. */
const mostGrowth = 256;
const insertedAtOnce = 1000;

/** Adds a customer with payments like one that was settled, comments, and an entry of the audit trail for each. */
async function addHeavyCustomer({ connection }: BenchEnvironment): Promise<{ id: string; fullName: string }> {
  const settled = {
    status: 'confirmed' as const,
    card: { $exists: false },
    documentsDueAt: { $exists: false },
  };
  const payment = await connection.collection<Payment>('payments').findOne(settled);
  const customer = await connection.collection('customers').findOne({ _id: payment?.customerId });
  if (!payment || !customer) throw new Error('The world has no settled payment');
  const customerId = new Types.ObjectId();
  const fullName = `Heavy ${customerId.toHexString()}`;
  const email = `${customerId.toHexString()}@example.com`;
  await connection
    .collection('customers')
    .insertOne({ ...customer, _id: customerId, fullName, email, emailKey: email, nameKey: fullName });
  const fill = async (count: number, resource: string, recordOf: (_id: Types.ObjectId) => object) => {
    for (let begun = 0; begun < count; begun += insertedAtOnce) {
      const records = Array.from({ length: Math.min(insertedAtOnce, count - begun) }, () =>
        recordOf(new Types.ObjectId()),
      ) as { _id: Types.ObjectId }[];
      await connection.collection(resource).insertMany(records);
      await connection.collection('audit').insertMany(
        records.map(({ _id }) => ({
          at: new Date(),
          by: 'admin',
          action: 'create',
          resource,
          resourceId: String(_id),
          ip: '',
          requestId: '',
          changes: [{ field: 'text', from: null, to: `Called ${fullName}` }],
        })),
      );
    }
  };
  await fill(payments, 'payments', (_id) => {
    const referenceNumber = `HEAVY-${_id.toHexString()}`;
    return { ...payment, _id, customerId, referenceNumber, referenceKey: referenceNumber.toLowerCase() };
  });
  await fill(comments, 'comments', (_id): Comment => ({
    _id,
    customerId,
    by: 'admin',
    authorId: '',
    version: 0,
    createdAt: new Date(),
    text: `${fullName} ${'x'.repeat(commentLength)}`,
  }));
  return { id: customerId.toHexString(), fullName };
}

/** Calls the API of a customer after a sign-in of this moment, which the call asks for. */
async function call({ app }: BenchEnvironment, path: string, body?: object): Promise<Response> {
  const json = { 'Content-Type': 'application/json' };
  const post = (sent: object, headers: object) => ({
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(sent),
  });
  const login = await fetch(`${app.url}/api/auth/login`, post({ username: 'admin', password }, {}));
  const headers = { Authorization: `Bearer ${((await login.json()) as { token: string }).token}` };
  const response = await fetch(`${app.url}/api/customers/${path}`, body ? post(body, headers) : { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Reads the personal data of a customer to its end. */
async function exportData(environment: BenchEnvironment, { id }: { id: string }): Promise<void> {
  const response = await call(environment, `${id}/personal-data`);
  await response.body?.pipeTo(new WritableStream());
}

/** Erases a customer, and waits until all of it is done. */
async function erase(environment: BenchEnvironment, { id, fullName }: { id: string; fullName: string }) {
  await call(environment, `${id}/erasure`, { reason: 'A benchmark', name: fullName });
  for (let isOver = false; !isOver; await new Promise((resolve) => setTimeout(resolve, 1000))) {
    const plan = await call(environment, `${id}/erasure`);
    isOver = ((await plan.json()) as { erased: { finished: boolean } }).erased.finished;
  }
}

/** The growth of the server's memory in the run before, which the benchmark after it tells. */
const growths = new Map<string, number>();

/** Measures how long another call waits while work on a heavy customer runs, then by how much the server's memory grew. */
function heavy(
  name: string,
  what: string,
  work: typeof erase | typeof exportData,
): Benchmark<BenchEnvironment>[] {
  const of = `of a customer with ${payments.toLocaleString('en-US')} payments and ${comments.toLocaleString('en-US')} comments`;
  const run = async (environment: BenchEnvironment): Promise<number> => {
    const customer = await addHeavyCustomer(environment);
    const atRest = memoryOf(environment.app);
    let most = atRest;
    const look = setInterval(() => (most = Math.max(most, memoryOf(environment.app))), 50);
    try {
      return await longestStall(environment, () => work(environment, customer));
    } finally {
      clearInterval(look);
      growths.set(name, most - atRest);
    }
  };
  return [
    {
      name: `heavy-${name}`,
      what: `the longest that another call waits during ${what} ${of}`,
      limit: `${longestStallMs} ms`,
      goal: 1,
      direction: 'atMost',
      run: async (environment) => ({
        measured: await run(environment),
        limit: longestStallMs,
        unit: 'ms',
      }),
    },
    {
      name: `heavy-${name}-memory`,
      what: `the growth of the server's memory meanwhile`,
      limit: `${mostGrowth} MB`,
      goal: 1,
      direction: 'atMost',
      run: async (environment) => {
        if (!growths.has(name)) await run(environment);
        return { measured: growths.get(name) ?? Number.NaN, limit: mostGrowth, unit: 'MB' };
      },
    },
  ];
}

export const heavyBenchmarks: BenchmarkGroup<BenchEnvironment> = {
  open: () => openWorld(others),
  close: (environment) => environment.close(),
  benchmarks: [
    ...heavy('export', 'the export of the personal data', exportData),
    ...heavy('erasure', 'the erasure', erase),
  ],
};
