import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { load, type Load } from './load.js';
import { openWorld, type BenchEnvironment, type Program } from './environment.js';
import { submissions } from './submissions.js';

const size = sized(20_000, 200);
type Pair = (world: BenchEnvironment) => Promise<[Load, Load]>;

function get(path: string, bare: string): Pair {
  return async (world) => {
    const mine = await load(`${world.app.url}/api${path}`, {
      headers: { Authorization: `Bearer ${world.token}` },
    });
    return [mine, await load(`${world.bare.url}${bare}`)];
  };
}

const post: Pair = async ({ app, bare }) => {
  const mine = await load(`${app.url}/api/payments/checkout`, submissions());
  return [mine, await load(`${bare.url}/checkout`, submissions())];
};

/** Submissions of an application that queues mails, compared with one that queues none. */
const mail: Benchmark<BenchEnvironment> = {
  name: 'checkout-mail',
  what: 'POST /api/payments/checkout with its mail, requests a second at 50 connections',
  limit: 'the same without the mail',
  goal: 0.95,
  direction: 'atLeast',
  run: async ({ app, withoutMail }) => {
    const rateOf = async ({ url }: Program) =>
      (await load(`${url}/api/payments/checkout`, submissions())).rate;
    // The two differ by less than the machine's own variation from one second to the next: the order of measurement
    // alternates.
    const earlier = await rateOf(app);
    const without = (await rateOf(withoutMail)) + (await rateOf(withoutMail));
    return { measured: (earlier + (await rateOf(app))) / 2, limit: without / 2, unit: '/s' };
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
