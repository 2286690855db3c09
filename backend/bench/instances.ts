import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, openWorld, type Program } from './environment.js';
import { load, type Load } from './load.js';
import { submissions } from './submissions.js';

/** Servers beside each other on one database. */
const count = 4;
/** Connections in all: as many of one server as of all of them. */
const connections = 48;

interface Instances {
  environment: BenchEnvironment;
  servers: Program[];
}

/** Puts the same load on some of the servers together; returns the sum of their rates, and the slowest p99. */
async function loadTogether(
  { servers, environment }: Instances,
  used: number,
  path: string,
  options: () => object = () => ({}),
): Promise<Load> {
  const results = await Promise.all(
    servers.slice(0, used).map(({ url }) =>
      load(`${url}/api${path}`, {
        connections: connections / used,
        headers: { Authorization: `Bearer ${environment.token}` },
        ...options(),
      }),
    ),
  );
  return {
    rate: results.reduce((sum, { rate }) => sum + rate, 0),
    p99: Math.max(...results.map(({ p99 }) => p99)),
  };
}

const compared = (
  name: string,
  what: string,
  path: string,
  options?: () => object,
): Benchmark<Instances>[] => [
  {
    name: `instances-${name}`,
    what: `${what} of ${count} servers on one database, requests a second at ${connections} connections`,
    limit: 'one server at as many connections',
    goal: 1,
    direction: 'atLeast',
    run: async (world) => {
      const { rate: limit } = await loadTogether(world, 1, path, options);
      return { measured: (await loadTogether(world, count, path, options)).rate, limit, unit: '/s' };
    },
  },
  {
    name: `instances-${name}-p99`,
    what: `${what}, the slowest of a hundred of ${count} servers on one database`,
    limit: 'the same of one server at as many connections',
    goal: 1.5,
    direction: 'atMost',
    run: async (world) => {
      const { p99: limit } = await loadTogether(world, 1, path, options);
      return { measured: (await loadTogether(world, count, path, options)).p99, limit, unit: 'ms' };
    },
  },
];

export const instancesBenchmarks: BenchmarkGroup<Instances> = {
  open: async () => {
    const environment = await openWorld(sized(20_000, 200));
    const further = Array.from({ length: count - 1 }, () => environment.launch('src/server.js'));
    return { environment, servers: [environment.app, ...(await Promise.all(further))] };
  },
  close: async ({ environment, servers }) => {
    await Promise.all(servers.slice(1).map((server) => server.stop()));
    await environment.close();
  },
  benchmarks: [
    ...compared('payments', 'GET /api/payments', '/payments'),
    ...compared('checkout', 'POST /api/payments/checkout', '/payments/checkout', submissions),
  ],
};
