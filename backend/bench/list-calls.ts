import { readdirSync, readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { maximumPageSize } from '#domain/platform/lists';
import {
  type Benchmark,
  type BenchmarkGroup,
  type Sample,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, openWorld, type Program } from './environment.js';
import { fill, insert } from './instances-growth.js';

const records = Number(process.env.BENCH_GROWN ?? sized(100_000, 1000));
/** Processor time that a call of a list may take which does not count as costly, in milliseconds. */
const mostMs = 50;
/** Calls until the least time of one above the limit is taken for it: the server works for others, too. */
const attempts = 3;

interface Parameter {
  name: string;
  schema: { enum?: string[]; pattern?: string };
}
type Paths = Record<string, { get?: { parameters?: Parameter[] } }>;

/** Texts of filters that take any: what very many records have, and what none has. */
const texts = ['a', 'an', 'com', 'zqxj'];
const samples = ['2000-01-01', '6553f100a1b2c3d4e5f60718', '25', 'CAD'];

function valuesOf({ name, schema: { enum: allowed, pattern } }: Parameter): string[] {
  if (allowed) return allowed.filter(Boolean);
  if (name.endsWith('[lte]')) return ['2099-12-31'];
  const matching = pattern && samples.find((sample) => new RegExp(pattern).test(sample));
  return matching ? [matching] : texts;
}

/**
 * Every list of the API's document that needs no record's id: without a filter by each sort, and by each filter with every
 * field of a sort, newest or greatest first. Calls that differ in the sort only are together.
 */
function callsOf(paths: Paths): string[][] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters ?? [];
    const sort = parameters.find(({ name }) => name === 'sort');
    if (!sort || path.includes('{')) return [];
    const page = parameters.some(({ name }) => name === 'limit') ? `&limit=${maximumPageSize}` : '';
    const calls = valuesOf(sort).map((by) => `${path}?sort=${by}${page}`);
    const filters = parameters
      .filter(({ name }) => name.startsWith('filter['))
      .flatMap((filter) => valuesOf(filter).map((value) => `&${filter.name}=${value}`));
    const descending = calls.filter((call) => call.includes('=-'));
    return [calls, ...filters.map((filter) => descending.map((call) => call + filter))];
  });
}

/** Processor time of the server so far, and of this program with its embedded database, in milliseconds. */
function processorMs({ app }: ListWorld): number {
  const { user, system } = process.cpuUsage();
  const tasks = `/proc/${app.pid}/task`;
  const server = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return (user + system) / 1000 + server.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

const ask = async (app: Program, path: string, token: string): Promise<number> => {
  const response = await fetch(`${app.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
};

/** The processor time of a call, in milliseconds. */
async function timeOf(world: ListWorld, path: string): Promise<number> {
  const began = processorMs(world);
  const status = await ask(world.app, path, world.token);
  // A search that finds too many is refused.
  if (status !== 200 && status !== 400) throw new Error(`${path}: ${status}`);
  return processorMs(world) - began;
}

/** Returns whether a call counts as costly: the server that allows one in a minute refuses the second. */
async function isCostly({ limited, token }: ListWorld, path: string): Promise<boolean> {
  await ask(limited, path, token);
  return (await ask(limited, path, token)) === 429;
}

const { ObjectId } = mongoose.mongo;

/** Adds as many documents, card events and notices as there are payments. */
async function fillFurther({ connection }: BenchEnvironment, count: number): Promise<void> {
  const day = (number: number) =>
    new Date(Date.now() - (number % 700) * 86_400_000).toISOString().slice(0, 10);
  await insert(connection, 'documents', count, (number) => ({
    number: `INV-${number}`,
    numberOrder: String(number).padStart(12, '0'),
    position: 0,
    kind: number % 20 ? 'invoice' : 'creditNote',
    day: day(number),
    countedOn: day(number),
    paymentId: new ObjectId(),
    customerId: new ObjectId(),
    referenceNumber: `CRTS-${number}`,
    searchText: `inv-${number} crts-${number} ann an ${number}`,
    currency: 'CAD',
    total: 100,
    net: 100,
  }));
  await insert(connection, 'cardevents', count, (number) => ({
    eventId: `evt_bench_${number}`,
    provider: 'stripe',
    type: 'checkout.session.completed',
    live: number % 20 > 0,
    state: number % 50 ? 'applied' : 'dismissed',
    fact: {},
    paymentIntentId: `pi_bench_${number}`,
    occurredAt: new Date(Date.now() - number * 1000),
  }));
  await insert(connection, 'interacnotices', count, (number) => ({
    referenceNumber: `CA${number}`,
    numberKey: `ca${number}`,
    amount: 100,
    currency: 'CAD',
    version: 0,
    sender: `Ann ${number}`,
    senderKey: `ann${number}`,
    message: `For ${number}`,
    createdBy: 'admin',
  }));
}

/** The most processor time of calls that do not count as costly, which is printed of each. One costly call is enough. */
async function mostOf(world: ListWorld, calls: string[]): Promise<number> {
  let most = 0;
  for (const path of calls) {
    let ms = await timeOf(world, path);
    const isBounded = ms > mostMs && (await isCostly(world, path));
    if (!isBounded)
      for (let count = 1; count < attempts && ms > mostMs; count++)
        ms = Math.min(ms, await timeOf(world, path));
    console.error(`  ${ms.toFixed(0)} ms${isBounded ? ', costly' : ''}: ${path}`);
    if (isBounded) break;
    most = Math.max(most, ms);
  }
  return most;
}

async function dearest(world: ListWorld): Promise<Sample> {
  const document = await fetch(`${world.app.url}/api/docs-json`);
  let measured = 0;
  for (const calls of callsOf(((await document.json()) as { paths: Paths }).paths))
    measured = Math.max(measured, await mostOf(world, calls));
  return { measured, limit: mostMs, unit: 'ms' };
}

interface ListWorld extends BenchEnvironment {
  /** The application with the least number of costly calls. */
  limited: Program;
}

/** The processor time of each call of a list. */
export const listCallBenchmarks: BenchmarkGroup<ListWorld> = {
  open: async () => {
    const environment = await openWorld(records);
    await fill(environment, records);
    await fillFurther(environment, records);
    // The lists of card events and payouts are there with a card provider only.
    const launch = (env: Record<string, string> = {}) =>
      environment.launch('src/server.js', { STRIPE_WEBHOOK_SECRET: 'whsec_bench', ...env });
    const app = await launch();
    const limited = await launch({ RATE_LIMIT_COSTLY: '1' });
    const close = async () => {
      await Promise.all([app.stop(), limited.stop()]);
      await environment.close();
    };
    return { ...environment, app, limited, close };
  },
  close: (world) => world.close(),
  benchmarks: [
    {
      name: 'stall-lists',
      what: 'the most processor time of a call of a list, with any filter and sort, that does not count as costly',
      limit: `${mostMs} ms`,
      goal: 1,
      direction: 'atMost',
      once: true,
      run: dearest,
    } satisfies Benchmark<ListWorld>,
  ],
};
