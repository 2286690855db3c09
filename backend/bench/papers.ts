import { setTimeout as delay } from 'node:timers/promises';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, memoryOf, openWorld } from './environment.js';
import { load, loadPages, loads } from './load.js';
import { submissions } from './submissions.js';

/** Payments that are settled at once, as by one import, and each get an invoice. BENCH_PAPERS sets another number. */
const size = Number(process.env.BENCH_PAPERS ?? sized(10_000, 300));
/** Duration of one measurement, in seconds. */
const seconds = sized(3, 1);

interface PaperEnvironment {
  environment: BenchEnvironment;
  /** The server's memory before its first paper, in megabytes. */
  atRest: number;
}

const payments = ({ environment: { connection } }: PaperEnvironment) => connection.collection('payments');
const countPapers = ({ environment: { connection } }: PaperEnvironment) =>
  connection.collection('documents').countDocuments();

const settled = { status: { $in: ['paid', 'confirmed'] } };
const due = { documentsDueAt: { $exists: true } };

/** Takes all papers away, and makes those of all settled payments due; resolves once the first one is issued. */
async function begin(world: PaperEnvironment): Promise<void> {
  await world.environment.connection.collection('documents').deleteMany({});
  const change = { $set: { documentsDueAt: new Date() }, $unset: { documentCount: '' } };
  await payments(world).updateMany(settled, change);
  while (!(await countPapers(world))) await delay(20);
}

/** Runs `work` while papers are issued. Throws where they ended before it: something else was measured then. */
async function whileIssuing<Result>(world: PaperEnvironment, work: () => Promise<Result>): Promise<Result> {
  await begin(world);
  const result = await work();
  const left = await payments(world).countDocuments(due);
  await payments(world).updateMany(due, { $unset: { documentsDueAt: '' } });
  console.error(`  ${await countPapers(world)} papers were issued, ${left} are left`);
  if (!left) throw new Error('No paper was left: nothing was measured');
  return result;
}

const meanwhile = (name: keyof typeof loads): Benchmark<PaperEnvironment> => ({
  name: `papers-${name}`,
  what: `the slowest of a hundred pages of payments, ${loads[name].what}, while invoices are issued`,
  limit: 'the same while none is',
  goal: 2,
  direction: 'atMost',
  run: async (world) => {
    const { environment } = world;
    const page = () => loadPages(environment.app, environment, loads[name].options);
    const { p99: limit } = await page();
    const { p99: measured } = await whileIssuing(world, page);
    return { measured, limit, unit: 'ms' };
  },
});

const rate: Benchmark<PaperEnvironment> = {
  name: 'papers-rate',
  what: 'invoices of payments that are settled at once, a second, each in a transaction of its own',
  limit: 'submissions of the checkout at 50 connections, which share theirs',
  goal: 0.1,
  direction: 'atLeast',
  run: async (world) => {
    const { rate: limit } = await load(`${world.environment.app.url}/api/payments/checkout`, submissions());
    const measured = await whileIssuing(world, async () => {
      const [before, began] = [await countPapers(world), performance.now()];
      await delay(seconds * 1000);
      return ((await countPapers(world)) - before) / ((performance.now() - began) / 1000);
    });
    return { measured, limit, unit: '/s' };
  },
};

const memory: Benchmark<PaperEnvironment> = {
  name: 'papers-memory',
  what: `the server's memory at its most until ${size.toLocaleString('en-US')} settled payments have their papers`,
  limit: 'the same before the first of them',
  goal: 1.5,
  direction: 'atMost',
  run: async (world) => {
    let most = memoryOf(world.environment.app);
    const began = performance.now();
    await begin(world);
    while ((await payments(world).countDocuments(due)) > 0) {
      most = Math.max(most, memoryOf(world.environment.app));
      await delay(50);
    }
    const issued = await countPapers(world);
    console.error(`  ${issued} papers were issued in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    return { measured: most, limit: world.atRest, unit: 'MB' };
  },
};

export const paperBenchmarks: BenchmarkGroup<PaperEnvironment> = {
  open: async () => {
    // Four of five generated payments are settled.
    const environment = await openWorld(Math.ceil(size * 1.25));
    const { app, connection } = environment;
    // Payments of before the first start have no papers.
    const since = { $set: { at: '2000-01-01T00:00:00.000Z' } };
    await connection.collection<{ _id: string }>('documentcounters').updateOne({ _id: 'since' }, since);
    // Memory that a newly started server allocates for its first requests is not that of papers.
    await loadPages(app, environment);
    return { environment, atRest: memoryOf(app) };
  },
  close: ({ environment }) => environment.close(),
  benchmarks: [meanwhile('others'), meanwhile('full'), rate, memory],
};
