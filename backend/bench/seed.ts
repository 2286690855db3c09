import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { connectionOptions } from '../src/platform/database/database.module.js';
import { listen } from '@packages/embedded-database';
import { seed } from '../src/programs/seed/seed.js';
import { type BenchmarkGroup, sized } from '../../packages/embedded-database/bench/benchmark.js';

const size = { customers: sized(20_000, 200), payments: sized(28_000, 280), start: 1 };

/** Documents per second of seeding an empty embedded database, the indexes included. */
async function rate(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-bench-seed-'));
  const database = await listen({ dataDir });
  const connection = await mongoose
    .createConnection(database.uri, connectionOptions(database.uri))
    .asPromise();
  const started = performance.now();
  await seed(connection, size);
  const seconds = (performance.now() - started) / 1000;
  await connection.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
  return (size.customers + size.payments) / seconds;
}

export const seedBenchmarks: BenchmarkGroup<undefined> = {
  open: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
  benchmarks: [
    {
      name: 'seed',
      what: 'documents a second of npm run seed, indexes included',
      limit: '20,000 documents a second',
      goal: 1,
      direction: 'atLeast',
      run: async () => ({ measured: await rate(), limit: 20_000, unit: '/s' }),
    },
  ],
};
