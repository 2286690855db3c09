import { readFileSync } from 'node:fs';
import type { ExportFormat } from '../../domain/lists.js';
import { csvCell } from '../src/exports/csv.js';
import { type ExportedPayment, paymentColumns } from '../src/payments/payment-export.js';
import type { Benchmark, BenchmarkGroup, Sample } from './benchmark.js';
import { openWorld, type World } from './world.js';

const rows = Number(process.env.BENCH_ROWS ?? 50_000);
/** Reads an export to its end: rows a second, milliseconds to the first byte, and the server's memory at its most. */
async function take({ app, token }: World, format: ExportFormat) {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) / 1024;
  const started = performance.now();
  const response = await fetch(`${app.url}/api/payments/export?format=${format}`, {
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

/** The limit: the same file made by a bare loop over the same cursor, in this process. */
async function bareCsv({ connection }: World): Promise<number> {
  const started = performance.now();
  const cursor = connection
    .collection<ExportedPayment>('payments')
    .find({}, { batchSize: 500 })
    .sort({ createdAt: -1, _id: -1 });
  let bytes = 0;
  for await (const row of cursor)
    bytes += Buffer.byteLength(
      `${paymentColumns.map(({ value }) => csvCell(value(row as ExportedPayment))).join(',')}\r\n`,
    );
  if (!bytes) throw new Error('There was nothing to write');
  return rows / ((performance.now() - started) / 1000);
}

const rate = (format: ExportFormat, goal: number): Benchmark<World> => ({
  name: `export-${format}`,
  what: `an export of ${rows.toLocaleString('en-US')} payments as ${format}, rows a second`,
  limit: 'a bare loop that writes the same CSV from the same cursor',
  goal,
  direction: 'atLeast',
  run: async (world): Promise<Sample> => {
    return { measured: (await take(world, format)).rate, limit: await bareCsv(world), unit: '/s' };
  },
});

const firstByte = (format: ExportFormat): Benchmark<World> => ({
  name: `export-${format}-first`,
  what: `the first byte of an export as ${format}`,
  limit: 'one second',
  goal: 1,
  direction: 'atMost',
  run: async (world): Promise<Sample> => {
    return { measured: (await take(world, format)).first, limit: 1000, unit: 'ms' };
  },
});

export const exportBenchmarks: BenchmarkGroup<World> = {
  open: () => openWorld(rows),
  close: (world) => world.close(),
  benchmarks: [rate('csv', 0.7), rate('excel', 0.35), firstByte('csv'), firstByte('excel')],
};
