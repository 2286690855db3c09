import { Types } from 'mongoose';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import type { Comment } from '../src/care/comments/comment.schema.js';
import { type BenchEnvironment, openWorld } from './environment.js';
import { time } from './growth.js';

/** Items of the timeline of one customer, and of another one. */
const [few, many] = [50, sized(5000, 500)];

interface TimelineEnvironment {
  environment: BenchEnvironment;
  short: Types.ObjectId;
  long: Types.ObjectId;
}

/** Gives a customer comments, one a minute. */
async function comment({ connection }: BenchEnvironment, customerId: Types.ObjectId, count: number) {
  await connection.collection<Comment>('comments').insertMany(
    Array.from({ length: count }, (_, number) => ({
      _id: new Types.ObjectId(),
      customerId,
      by: 'admin',
      authorId: '',
      version: 0,
      text: `Called for the ${number + 1}th time`,
      createdAt: new Date(Date.now() - number * 60_000),
    })),
  );
}

const pageOf = (customer: Types.ObjectId, kind: string) =>
  `/activity?filter[customerId]=${String(customer)}${kind}`;

/** Compares pages of the long timeline with the first one of the short. */
const timeline = (
  name: string,
  what: string,
  kind: string,
  pages: number,
): Benchmark<TimelineEnvironment> => ({
  name: `timeline-${name}`,
  what: `${what} of a customer with ${many.toLocaleString('en-US')} comments`,
  limit: `the first one with ${few}`,
  goal: 1.5,
  direction: 'atMost',
  run: async ({ environment, short, long }) => {
    const { app, token } = environment;
    let after = '';
    for (let page = 1; page < pages; page++) {
      const response = await fetch(`${app.url}/api${pageOf(long, kind)}${after}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      after = `&after=${encodeURIComponent(((await response.json()) as { next: string }).next)}`;
    }
    const limit = await time(environment, pageOf(short, kind));
    return { measured: await time(environment, pageOf(long, kind) + after), limit, unit: 'ms' };
  },
});

export const timelineBenchmarks: BenchmarkGroup<TimelineEnvironment> = {
  open: async () => {
    const environment = await openWorld(sized(1000, 100));
    // Customers of one payment each, so that what stands between the comments is the same.
    const customers = await environment.connection
      .collection('payments')
      .aggregate<{ _id: Types.ObjectId }>([
        { $group: { _id: '$customerId', payments: { $sum: 1 } } },
        { $match: { payments: 1 } },
        { $limit: 2 },
      ])
      .toArray();
    const [short, long] = customers.map(({ _id }) => _id);
    if (!short || !long) throw new Error('The world has no such customers');
    await comment(environment, short, few);
    await comment(environment, long, many);
    return { environment, short, long };
  },
  close: ({ environment }) => environment.close(),
  benchmarks: [
    timeline('first', 'the first page of the timeline', '', 1),
    timeline('later', 'its tenth page', '', 10),
    timeline('comments', 'the first page of the comments', '&filter[kind]=comment', 1),
  ],
};
