import { Types } from 'mongoose';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, openWorld } from './environment.js';
import { longestStall, longestStallMs } from './stalls.js';

/** The most that a merge moves. */
const [payments, comments] = [sized(1000, 100), sized(5000, 500)];

interface Heavy {
  environment: BenchEnvironment;
  /** The customer that stays, and the one that goes. */
  ids: [into: Types.ObjectId, from: Types.ObjectId];
  merge?: string;
}

async function send<Answer>({ app, token }: BenchEnvironment, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${app.url}/api${path}`, {
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function merge(heavy: Heavy): Promise<void> {
  const { environment, ids } = heavy;
  const [into, from] = ids.map(String);
  const versions: Record<string, number> = {};
  for (const id of [into, from])
    versions[id!] = (await send<{ version: number }>(environment, `/customers/${id}`)).version;
  const done = await send<{ merge: string }>(environment, `/customers/${into}/merge`, { from, versions });
  heavy.merge = done.merge;
}

async function undo({ environment, merge: id }: Heavy): Promise<void> {
  await send(environment, `/customers/merges/${id}/undo`, {});
}

const stallOf = (
  name: string,
  what: string,
  { before, work, after }: Record<'before' | 'work' | 'after', (heavy: Heavy) => Promise<void>>,
): Benchmark<Heavy> => ({
  name: `heavy-${name}`,
  what,
  limit: `${longestStallMs} ms`,
  goal: 1,
  direction: 'atMost',
  run: async (heavy) => {
    await before(heavy);
    const began = performance.now();
    const measured = await longestStall(heavy.environment, () => work(heavy));
    console.error(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await after(heavy);
    return { measured, limit: longestStallMs, unit: 'ms' };
  },
});

const nothing = () => Promise.resolve();

/** Another call beside the merge of the largest customer, and beside its undo. */
export const heavyMergeBenchmarks: BenchmarkGroup<Heavy> = {
  open: async () => {
    const environment = await openWorld(sized(100_000, 1000));
    const { connection } = environment;
    const found = connection.collection('payments');
    const stored = await found.findOne({}, { sort: { _id: 1 } });
    const customers = await connection.collection('customers').find().sort({ _id: 1 }).limit(2).toArray();
    const [into, from] = customers.map(({ _id }) => _id);
    if (!stored || !into || !from) throw new Error('The world has no such records');
    await found.deleteMany({ customerId: from });
    for (const collection of ['mails', 'comments', 'documents'])
      await connection.collection(collection).deleteMany({ customerId: from });
    await found.insertMany(
      Array.from({ length: payments }, (_, number) => ({
        ...stored,
        _id: new Types.ObjectId(),
        customerId: from,
        source: 'admin',
        referenceKey: `HEAVY${number}`,
        referenceNumber: `HEAVY-${number}`,
      })),
    );
    await connection.collection('comments').insertMany(
      Array.from({ length: comments }, (_, number) => ({
        _id: new Types.ObjectId(),
        customerId: from,
        by: 'admin',
        authorId: '',
        version: 0,
        text: `${number} `.padEnd(2000, 'words '),
        createdAt: new Date(Date.now() - number * 60_000),
      })),
    );
    return { environment, ids: [into, from] };
  },
  close: ({ environment }) => environment.close(),
  benchmarks: [
    stallOf('merge', `another call during the merge of ${payments} payments and ${comments} comments`, {
      before: nothing,
      work: merge,
      after: undo,
    }),
    stallOf('merge-undo', 'another call during its undo', { before: merge, work: undo, after: nothing }),
  ],
};
