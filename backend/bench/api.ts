import { randomUUID } from 'node:crypto';
import { checkoutRequest } from '../../domain/checkout.js';
import type { Benchmark, BenchmarkGroup } from './benchmark.js';
import { load, type Load } from './load.js';
import { openWorld, type BenchEnvironment } from './environment.js';

const size = 20_000;
type Pair = (world: BenchEnvironment) => Promise<[Load, Load]>;

function get(path: string, bare: string): Pair {
  return async (world) => {
    const mine = await load(`${world.app.url}/api${path}`, {
      headers: { Authorization: `Bearer ${world.token}` },
    });
    return [mine, await load(`${world.bare.url}${bare}`)];
  };
}

const purchase = () =>
  JSON.stringify(
    checkoutRequest({ country: 'canada', province: 'ontario', state: '' }, 'interac', {
      fullName: 'Bench Buyer',
      email: `${randomUUID()}@example.com`,
      phone: '+1 416 555 0100',
      address: '1 Main St',
      city: 'Toronto',
      postalCode: 'M5V 2T6',
      transferDate: '2099-01-31',
      transferReference: '',
    }),
  );

const submissions = () => {
  const options = {
    method: 'POST' as const,
    setupClient: (client: {
      on(event: 'response', listener: () => void): void;
      setHeadersAndBody(headers: object, body: string): void;
    }) => {
      const next = () =>
        client.setHeadersAndBody(
          { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
          purchase(),
        );
      next();
      client.on('response', next);
    },
  };
  return options as never;
};

const post: Pair = async ({ app, bare }) => {
  const mine = await load(`${app.url}/api/payments/checkout`, submissions());
  return [mine, await load(`${bare.url}/checkout`, submissions())];
};

/** Submissions with the mail that each of them writes, beside those without it. */
const mail: Benchmark<BenchEnvironment> = {
  name: 'checkout-mail',
  what: 'POST /api/payments/checkout with its mail, requests a second at 50 connections',
  limit: 'the same without the mail',
  goal: 0.95,
  direction: 'atLeast',
  run: async ({ app, withoutMail }) => {
    const { rate: measured } = await load(`${app.url}/api/payments/checkout`, submissions());
    const { rate: limit } = await load(`${withoutMail.url}/api/payments/checkout`, submissions());
    return { measured, limit, unit: '/s' };
  },
};

const pair = (name: string, what: string, goal: number, take: Pair): Benchmark<BenchEnvironment>[] => [
  {
    name: `api-${name}`,
    what: `${what}, requests a second at 50 connections`,
    limit: 'bare Fastify with the official driver',
    goal,
    direction: 'atLeast',
    run: async (world) => {
      const [mine, bare] = await take(world);
      return { measured: mine.rate, limit: bare.rate, unit: '/s' };
    },
  },
  {
    name: `api-${name}-p99`,
    what: `${what}, the slowest of a hundred at 50 connections`,
    limit: 'the same of the bare server',
    goal: 2,
    direction: 'atMost',
    run: async (world) => {
      const [mine, bare] = await take(world);
      return { measured: mine.p99, limit: bare.p99, unit: 'ms' };
    },
  },
];

export const apiBenchmarks: BenchmarkGroup<BenchEnvironment> = {
  open: () => openWorld(size),
  close: (world) => world.close(),
  benchmarks: [
    ...pair('payments', 'GET /api/payments', 0.85, get('/payments', '/payments')),
    ...pair(
      'payments-paid',
      'GET /api/payments of one status',
      0.85,
      get('/payments?filter[status]=paid', '/payments/paid'),
    ),
    ...pair('customers', 'GET /api/customers', 0.85, get('/customers', '/customers')),
    ...pair('checkout', 'POST /api/payments/checkout', 0.8, post),
    mail,
  ],
};
