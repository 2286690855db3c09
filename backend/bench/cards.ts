import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import { sampleEvent, samplePayment, sampleSession } from '../src/cards/samples.js';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, openWorld, type Program } from './environment.js';
import { load, loadPages, loads } from './load.js';
import { submissions } from './submissions.js';

/** Events of a burst, each in a connection of its own. */
const size = sized(1000, 20);
/** Duration of a load of pages: a burst takes some 5 s. */
const seconds = sized(6, 2);
const secret = 'whsec_of_the_benchmarks';

interface CardEnvironment {
  environment: BenchEnvironment;
  /** The application with card events, on the same database. */
  cards: Program;
}

interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}

/** Returns signed events, each of a new payment. */
function makeEvents(count: number): SignedEvent[] {
  return Array.from({ length: count }, () => {
    const payment = samplePayment({ live: true, key: randomUUID(), email: `${randomUUID()}@example.com` });
    const event = sampleEvent('checkout.session.completed', sampleSession(payment), { live: true });
    const body = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    return { body, headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature } };
  });
}

/** Sends an event; throws where it is not answered by 200. */
async function send({ url }: Program, { body, headers }: SignedEvent): Promise<void> {
  const status = await new Promise((resolve, reject) => {
    const call = request(`${url}/api/card-events/stripe`, { method: 'POST', headers, agent: false });
    call.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    call.once('error', reject);
    call.end(body);
  });
  if (status !== 200) throw new Error(`A card event was answered by ${String(status)}`);
}

/** Sends events at once; returns the time until the last answer, in milliseconds. */
async function burst(program: Program, events: SignedEvent[]): Promise<number> {
  const began = performance.now();
  await Promise.all(events.map((event) => send(program, event)));
  return performance.now() - began;
}

const rate: Benchmark<CardEnvironment> = {
  name: 'card-burst',
  what: `${size.toLocaleString('en-US')} card events that come at once, events a second until the last answer`,
  limit: 'submissions of the checkout at 50 connections, which write the same records',
  goal: 0.5,
  direction: 'atLeast',
  run: async ({ cards }) => {
    const { rate: limit } = await load(`${cards.url}/api/payments/checkout`, submissions());
    return { measured: size / ((await burst(cards, makeEvents(size))) / 1000), limit, unit: '/s' };
  },
};

const meanwhile = (name: keyof typeof loads): Benchmark<CardEnvironment> => ({
  name: `card-burst-${name}`,
  what: `the slowest of a hundred pages of payments, ${loads[name].what}, while such a burst is answered`,
  limit: 'the same without it',
  goal: 2,
  direction: 'atMost',
  run: async ({ environment, cards }) => {
    const page = () =>
      // The pages are asked for by a thread of their own, which sending the burst does not stop.
      loadPages(cards, environment, { ...loads[name].options, duration: seconds, workers: 1 });
    const events = makeEvents(size);
    const { p99: limit } = await page();
    // An office has its connections before the burst opens a thousand.
    const begun = delay(500).then(() => burst(cards, events));
    const [{ p99: measured }] = await Promise.all([page(), begun]);
    return { measured, limit, unit: 'ms' };
  },
});

export const cardBenchmarks: BenchmarkGroup<CardEnvironment> = {
  open: async () => {
    const environment = await openWorld(sized(20_000, 200));
    const cards = await environment.launch('src/server.js', { STRIPE_WEBHOOK_SECRET: secret });
    // The first calls of a new server take longer.
    await burst(cards, makeEvents(50));
    return { environment, cards };
  },
  close: async ({ environment, cards }) => {
    await cards.stop();
    await environment.close();
  },
  benchmarks: [rate, meanwhile('others'), meanwhile('full')],
};
