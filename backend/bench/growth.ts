import { referenceKey } from '#domain/payments/payments';
import { priceFor } from '#domain/places/prices';
import type { Customer } from '../src/customers/customer.schema.js';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { openWorld, type BenchEnvironment } from './environment.js';

/** Payments in the small and in the grown environment; BENCH_GROWN sets the latter, for example to a million. */
const small = sized(1000, 100);
const grown = Number(process.env.BENCH_GROWN ?? sized(100_000, 1000));
/** Calls per result; after `enough` milliseconds fewer are made, but at least three. */
const repeats = sized(20, 3);
const enough = 2000;

export interface Worlds {
  small: BenchEnvironment;
  grown: BenchEnvironment;
}

/** A path of the API, or a function that finds it in an environment. */
type PathOf = string | ((environment: BenchEnvironment) => Promise<string>);

/** Median time of a call, in milliseconds. */
export async function time(environment: BenchEnvironment, pathOf: PathOf): Promise<number> {
  const { app, token } = environment;
  const path = typeof pathOf === 'string' ? pathOf : await pathOf(environment);
  const times: number[] = [];
  const begun = performance.now();
  for (let count = 0; count < repeats && (count < 3 || performance.now() - begun < enough); count++) {
    const started = performance.now();
    const response = await fetch(`${app.url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function aReference(world: BenchEnvironment): Promise<string> {
  const payment = await world.connection
    .collection<{ referenceNumber: string }>('payments')
    .findOne({}, { skip: small / 2 });
  return payment?.referenceNumber ?? '';
}

/** A payment from the middle of the list, with its customer: the source of realistic search terms. */
async function aSale({ connection }: BenchEnvironment) {
  const payment = await connection
    .collection<{ referenceNumber: string; customerId: Customer['_id'] }>('payments')
    .findOne({}, { skip: small / 2 });
  const customer = await connection.collection<Customer>('customers').findOne({ _id: payment?.customerId });
  if (!payment || !customer) throw new Error('The world has no payments');
  return { payment, customer };
}

/** A name with three payments of one amount in each environment, shared with no other customer and payment. */
const rareName = 'Quirina Xylanderby';
const rareAmount = 7331.42;

async function addRareName({ app, token }: BenchEnvironment): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { _id: string };
  };
  const { _id: customerId } = await post('/customers', {
    fullName: rareName,
    email: 'rare@example.com',
    phone: '+1 416 555 0100',
    country: 'usa',
    address: '1 Main Street',
    city: 'Reno',
    state: 'nevada',
    postalCode: '89501',
  });
  for (let count = 0; count < 3; count++)
    await post('/payments', {
      customerId,
      paymentMethod: 'wireTransfer',
      amount: rareAmount,
      currency: 'USD',
      status: 'pending',
    });
}

/** The share of the payments that are pending with a plan: 10,000 of 100,000. */
const planned = 0.1;

/** Has a tenth of the payments wait for two parts, most of them in the months to come and some overdue. */
async function addPlans({ connection }: BenchEnvironment, payments: number): Promise<void> {
  const collection = connection.collection<{ amount: number }>('payments');
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const pending = await collection
    .find({ status: 'pending' })
    .limit(payments * planned)
    .toArray();
  await collection.bulkWrite(
    pending.map(({ _id, amount }, index) => {
      const first = Math.floor(amount * 25) / 100;
      const expectedOn = dayIn((index % 200) - 10);
      const plan = [
        { amount: first, due: expectedOn },
        { amount: Math.round((amount - first) * 100) / 100, due: dayIn((index % 200) + 50) },
      ];
      return { updateOne: { filter: { _id }, update: { $set: { plan, expectedOn } } } };
    }),
  );
}

async function addRecords(world: BenchEnvironment, payments: number): Promise<void> {
  await addRareName(world);
  await addPlans(world, payments);
}

type Sale = Awaited<ReturnType<typeof aSale>>;

type Search = [name: string, what: string, text: (sale: Sale) => string];

/** Searches that find as many records in either environment. */
const searches: Search[] = [
  ['name', 'half a surname', () => rareName.split(' ')[1]!.slice(0, 5)],
  ['full-name', 'a whole name', () => rareName],
  ['digits', 'the last six digits', ({ payment }) => payment.referenceNumber.slice(-6)],
  ['phone', 'a phone number', ({ customer }) => customer.phone],
  ['email', 'an email', ({ customer }) => customer.email],
  ['amount', 'a rare amount', () => String(rareAmount)],
];

/** Searches whose number of matches grows with the payments, and their time with it. */
const commonSearches: Search[] = [
  [
    'common-name',
    'half of a surname of one in some five hundred',
    ({ customer }) => customer.fullName.split(' ').at(-1)?.slice(0, 4) ?? '',
  ],
  ['common-full-name', 'two such names together', ({ customer }) => customer.fullName],
  ['common-amount', 'the usual price', () => String(priceFor('canada', 'ontario').amount)],
];

/** Makes a benchmark of the global search and one of the payment list for each search. */
const searchedBy = (
  made: (name: string, what: string, path: PathOf) => Benchmark<Worlds>,
  those: Search[],
): Benchmark<Worlds>[] =>
  those.flatMap(([name, what, text]) =>
    [
      ['quick', 'the search of everything', '/search?q='] as const,
      ['list', 'the list of payments', '/payments?filter[search]='] as const,
    ].map(([where, title, path]) =>
      made(
        `search-${name}-${where}`,
        `${title} by ${what}`,
        async (world) => path + encodeURIComponent(text(await aSale(world))),
      ),
    ),
  );

/** Compares a call in the grown environment with the same in the small one. */
const growth = (name: string, what: string, path: PathOf): Benchmark<Worlds> => ({
  name: `growth-${name}`,
  what: `${what}, with ${grown.toLocaleString('en-US')} payments`,
  limit: `the same with ${small.toLocaleString('en-US')}`,
  goal: 1.5,
  direction: 'atMost',
  run: async (worlds) => {
    const measured = await time(worlds.grown, path);
    return { measured, limit: await time(worlds.small, path), unit: 'ms' };
  },
});

/**
 * Compares the milliseconds that the call takes longer in the grown environment with a fixed limit: a ratio says little
 * about calls that take a few milliseconds.
 */
export const addition = (
  name: string,
  what: string,
  path: PathOf,
  group = 'growth',
  records = 'payments',
): Benchmark<Worlds> => ({
  name: `${group}-${name}`,
  what: `${what}: what ${grown.toLocaleString('en-US')} ${records} add to its time`,
  limit: '100 ms',
  goal: 1,
  direction: 'atMost',
  run: async (worlds) => {
    const measured = (await time(worlds.grown, path)) - (await time(worlds.small, path));
    return { measured, limit: 100, unit: 'ms' };
  },
});

export async function closeWorlds(worlds: Worlds): Promise<void> {
  await worlds.small.close();
  await worlds.grown.close();
}

/** @param fill adds further records to an environment with this number of payments */
export async function openWorlds(
  fill: (world: BenchEnvironment, payments: number) => Promise<void>,
): Promise<Worlds> {
  // The large one first: it takes longest to fill, and an access token is valid for a quarter of an hour.
  const worlds = { grown: await openWorld(grown), small: await openWorld(small) };
  try {
    await fill(worlds.grown, grown);
    await fill(worlds.small, small);
  } catch (error) {
    await closeWorlds(worlds);
    throw error;
  }
  return worlds;
}

export const growthBenchmarks: BenchmarkGroup<Worlds> = {
  open: () => openWorlds(addRecords),
  close: closeWorlds,
  benchmarks: [
    growth('payments', 'the first page of payments', '/payments'),
    growth('status', 'payments of one status', '/payments?filter[status]=paid'),
    growth(
      'dates',
      'pending payments since a date',
      '/payments?filter[status]=pending&filter[createdAt][gte]=2026-10-02',
    ),
    growth('customers', 'the first page of customers', '/customers'),
    growth('country', 'customers of one country', '/customers?filter[country]=usa'),
    growth(
      'reference',
      'a payment by its whole reference',
      async (world) => `/payments?filter[referenceNumber]=${referenceKey(await aReference(world))}`,
    ),
    growth('overdue', 'overdue payments, of which many have plans', '/payments?filter[overdue]=true'),
    growth('plans', 'payments with plans', '/payments?filter[plan]=true'),
    addition('counts', 'the numbers of the drawer', '/counts'),
    addition('expected', 'the money that is expected, by month', '/reports/expected'),
    ...searchedBy(growth, searches),
    ...searchedBy(addition, commonSearches),
    addition('search-part-of-name', 'customers by a part of a name', '/customers?filter[name]=onathan%20sm'),
    addition('stats', 'the statistics of the dashboard', '/payments/stats'),
    addition('report', 'the reports, all time', '/reports/summary'),
    addition(
      'report-range',
      'the reports of a range of days',
      '/reports/summary?from=2025-01-15&to=2026-10-20',
    ),
  ],
};
