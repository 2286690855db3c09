import { readFileSync } from 'node:fs';
import { moneyDays, moneyOf } from '#domain/ledger/payment-money';
import type { ExportFormat } from '#domain/platform/lists';
import { csvCell } from '../src/platform/exports/csv.js';
import { exportCursor } from '../src/platform/exports/export-file.js';
import type { Customer } from '../src/customers/customer.schema.js';
import { paymentColumns } from '../src/payments/lists/payment-export.js';
import type { Payment } from '../src/payments/payment.schema.js';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { loadPages, loads } from './load.js';
import { openWorld, type BenchEnvironment } from './environment.js';

const rows = Number(process.env.BENCH_ROWS ?? sized(50_000, 500));
/**
 * Reads an export to its end; returns rows per second, milliseconds to the first byte, and the server's peak memory.
 */
async function take({ app, token }: BenchEnvironment, format: ExportFormat, filter = '') {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1024;
  const started = performance.now();
  const response = await fetch(`${app.url}/api/payments/export?format=${format}${filter}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  let first = 0;
  let most = memory();
  for await (const piece of response.body ?? []) {
    if (piece.length && !first) first = performance.now() - started;
    most = Math.max(most, memory());
  }
  return { rate: rows / ((performance.now() - started) / 1000), first, most };
}

/** The baseline: the same file made by a plain loop over the same cursor, in this process. */
async function bareCsv({ connection }: BenchEnvironment): Promise<number> {
  const started = performance.now();
  const cursor = connection
    .collection<Payment>('payments')
    .find(
      {},
      {
        ...exportCursor,
        projection: { referenceKey: 0, referenceParts: 0, statusHistory: 0, paymentDetails: 0 },
      },
    )
    .sort({ createdAt: -1, _id: -1 });
  const customers = connection.collection<Customer>('customers');
  let bytes = 0;
  while (await cursor.hasNext()) {
    const batch = cursor.readBufferedDocuments();
    const ids = batch.map(({ customerId }) => customerId);
    const found = await customers
      .find({ _id: { $in: ids } }, { projection: { fullName: 1, email: 1 } })
      .toArray();
    const byId = new Map(found.map((customer) => [String(customer._id), customer]));
    for (const payment of batch) {
      const figures = { ...moneyOf(payment), ...moneyDays(payment) };
      const row = { ...payment, figures, customerId: byId.get(String(payment.customerId)) ?? null };
      bytes += Buffer.byteLength(`${paymentColumns.map(({ value }) => csvCell(value(row))).join(',')}\r\n`);
    }
  }
  if (!bytes) throw new Error('There was nothing to write');
  return rows / ((performance.now() - started) / 1000);
}

const rate = (format: ExportFormat, goal: number): Benchmark<BenchEnvironment> => ({
  name: `export-${format}`,
  what: `an export of ${rows.toLocaleString('en-US')} payments as ${format}, rows a second`,
  limit: 'a bare loop that writes the same CSV from the same cursor',
  goal,
  direction: 'atLeast',
  run: async (world) => ({
    measured: (await take(world, format)).rate,
    limit: await bareCsv(world),
    unit: '/s',
  }),
});

const firstByte = (format: ExportFormat): Benchmark<BenchEnvironment> => ({
  name: `export-${format}-first`,
  what: `the first byte of an export as ${format}`,
  limit: 'one second',
  goal: 1,
  direction: 'atMost',
  run: async (world) => ({ measured: (await take(world, format)).first, limit: 1000, unit: 'ms' }),
});

/**
 * Selects the oldest tenth of the generated payments: their number per day grows over time, as that of customers does.
 */
const tenth = '&filter[createdAt][lte]=2024-11-23';

const memory = (format: ExportFormat): Benchmark<BenchEnvironment> => ({
  name: `export-${format}-memory`,
  what: `the server's memory at its most in an export of ${rows.toLocaleString('en-US')} payments as ${format}`,
  limit: 'the same for a tenth of them',
  goal: 1.3,
  direction: 'atMost',
  run: async (world) => {
    const { most: limit } = await take(world, format, tenth);
    return { measured: (await take(world, format)).most, limit, unit: 'MB' };
  },
});

const meanwhile = (format: ExportFormat): Benchmark<BenchEnvironment> => ({
  name: `export-${format}-others`,
  what: `the slowest of a hundred pages of payments while an export as ${format} runs`,
  limit: 'the same without an export',
  goal: 2,
  direction: 'atMost',
  run: async (world) => {
    const page = () => loadPages(world.app, world, loads.others.options);
    const { p99: limit } = await page();
    let going = true;
    const exporting = async () => {
      while (going) await take(world, format);
    };
    const [{ p99: measured }] = await Promise.all([page().finally(() => (going = false)), exporting()]);
    return { measured, limit, unit: 'ms' };
  },
});

export const exportBenchmarks: BenchmarkGroup<BenchEnvironment> = {
  open: () => openWorld(rows),
  close: (world) => world.close(),
  benchmarks: [
    rate('csv', 0.7),
    rate('excel', 0.35),
    firstByte('csv'),
    firstByte('excel'),
    memory('csv'),
    memory('excel'),
    meanwhile('csv'),
    meanwhile('excel'),
  ],
};
