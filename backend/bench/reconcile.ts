import { faker } from '@faker-js/faker';
import type { BankTransaction } from '#domain/bank/reconciliation';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, openWorld } from './environment.js';
import { fileOf, type MadeTransfer, noisyTransfers, type Waiting, waitingPayments } from './transfers.js';

/** Rows of a file and pending payments, of the small environment and of the grown one. */
const small = { rows: sized(1000, 20), payments: sized(1000, 50) };
const grown = { rows: sized(5000, 100), payments: sized(100_000, 500) };
/** Pending payments and transfers of the precision benchmark's environment. */
const precise = sized(10_000, 200);
const currency = 'CAD';

interface Prepared {
  environment: BenchEnvironment;
  waiting: Waiting[];
}

interface Environments {
  small: Prepared;
  grown: Prepared;
}

async function prepare(payments: number): Promise<Prepared> {
  const environment = await openWorld(payments);
  return { environment, waiting: await waitingPayments(environment.connection, currency) };
}

async function call<Body>(
  { app, token }: BenchEnvironment,
  method: string,
  path: string,
  body?: string,
  type = 'application/json',
): Promise<Body> {
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
  });
  const answer = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Imports a file into an account of its own; returns the milliseconds from the upload to the matched transactions. */
export async function importFile(environment: BenchEnvironment, transfers: MadeTransfer[]): Promise<number> {
  const account = await call<{ _id: string }>(
    environment,
    'POST',
    '/bank-accounts',
    JSON.stringify({ name: 'Bench', currency }),
  );
  const started = performance.now();
  const draft = await call<{ _id: string }>(
    environment,
    'POST',
    `/bank-accounts/${account._id}/statements`,
    fileOf(transfers),
    'application/octet-stream',
  );
  await call(environment, 'PUT', `/statements/${draft._id}/mapping`, JSON.stringify({ confirmed: true }));
  await call(environment, 'POST', `/statements/${draft._id}/import`);
  return performance.now() - started;
}

async function timeImport({ environment, waiting }: Prepared, rows: number): Promise<number> {
  await environment.connection.collection('banktransactions').deleteMany({});
  return importFile(environment, noisyTransfers(waiting, rows));
}

export const reconcileBenchmarks: BenchmarkGroup<Environments> = {
  open: async () => {
    faker.seed(1);
    return { small: await prepare(small.payments), grown: await prepare(grown.payments) };
  },
  close: async (environments) => {
    await environments.small.environment.close();
    await environments.grown.environment.close();
  },
  benchmarks: [
    {
      name: 'reconcile-import',
      what: `importing and matching ${grown.rows} rows against ${grown.payments} pending payments`,
      limit: `${small.rows} rows against ${small.payments}`,
      goal: 5,
      direction: 'atMost',
      run: async (environments) => ({
        measured: await timeImport(environments.grown, grown.rows),
        limit: await timeImport(environments.small, small.rows),
        unit: 'ms',
      }),
    },
  ],
};

/** Results of matching noisy transfers, in percent. */
interface Precision {
  /** Share of the exact transfers that are ready with the right payment. */
  ready: number;
  /** Share of the transfers in review that belong to a payment and have that payment as first candidate. */
  first: number;
}

/**
 * Matches noisy transfers and compares the results with the generated truth.
 * @throws Error where a wrong match is ready
 */
async function measurePrecision(environment: BenchEnvironment): Promise<Precision> {
  faker.seed(2);
  const waiting = await waitingPayments(environment.connection, currency);
  const transfers = noisyTransfers(waiting, precise);
  for (let start = 0; start < transfers.length; start += 5000)
    await importFile(environment, transfers.slice(start, start + 5000));
  const byText = new Map(transfers.map((transfer) => [transfer.text.replace(/\s+/g, ' ').trim(), transfer]));
  const counts = { exact: 0, exactReady: 0, review: 0, first: 0, wrong: [] as string[] };
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await call<{ transactions: BankTransaction[]; pagination: { pages: number } }>(
      environment,
      'GET',
      `/bank-transactions?limit=100&page=${page}&sort=createdAt`,
    );
    pages = list.pagination.pages;
    for (const { text, state, candidates } of list.transactions) {
      const transfer = byText.get(text);
      if (!transfer) throw new Error(`${text} was not sent`);
      const isRight = candidates[0]?.paymentId === transfer.paymentId;
      if (transfer.isExact) {
        counts.exact += 1;
        if (state === 'ready' && isRight) counts.exactReady += 1;
      }
      if (state === 'ready' && !isRight) counts.wrong.push(text);
      if (state === 'review' && transfer.paymentId) {
        counts.review += 1;
        if (isRight) counts.first += 1;
      }
    }
  }
  if (counts.wrong.length) throw new Error(`Wrong matches are ready: ${counts.wrong.slice(0, 5).join('; ')}`);
  return { ready: (100 * counts.exactReady) / counts.exact, first: (100 * counts.first) / counts.review };
}

interface PreciseEnvironment {
  environment: BenchEnvironment;
  precision: Precision;
}

/** Compares a share in percent with the required minimum. */
const share = (name: keyof Precision, what: string, least: number): Benchmark<PreciseEnvironment> => ({
  name: `reconcile-${name}`,
  what: `${what}, of ${precise.toLocaleString('en-US')} noisy transfers; not one wrong match is ready`,
  limit: `${least} of a hundred`,
  goal: 1,
  direction: 'atLeast',
  run: ({ precision }) => Promise.resolve({ measured: precision[name], limit: least, unit: 'of 100' }),
});

export const precisionBenchmarks: BenchmarkGroup<PreciseEnvironment> = {
  open: async () => {
    const environment = await openWorld(Math.ceil(precise * 1.7));
    return { environment, precision: await measurePrecision(environment) };
  },
  close: ({ environment }) => environment.close(),
  benchmarks: [
    share('ready', 'exact references and amounts that are ready', 95),
    share('first', 'in review, the right candidate stands first', 80),
  ],
};
