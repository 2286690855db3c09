import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { PaymentPage } from '#domain/payments/payments';
import { TestServer } from '../../src/testing/test-server.js';
import {
  sampleCharge,
  sampleDispute,
  sampleEvent,
  sampleId,
  samplePayment,
  type SamplePayment,
  sampleRefund,
  sampleSession,
} from '../../src/cards/samples.js';
import { cardEnvironment, sendEvent, signatureOf } from '../../src/testing/cards.js';
import { runProgram } from '../../src/testing/run-program.js';
import { TestApp } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { FaultProxy } from './fault-proxy.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** CARD_PAYMENTS=300 CARD_KILLS=20 npx jest faults/card-events: longer, or harder. */
const payments = Number(process.env.CARD_PAYMENTS ?? 4);
const kills = Number(process.env.CARD_KILLS ?? 1);
const burst = Number(process.env.CARD_BURST ?? 50);
/** The provider's time-out for one event, in milliseconds. */
const providerTimeoutMs = 10_000;

type Event = ReturnType<typeof sampleEvent>;

const start = Math.floor(Date.now() / 1000) - 100_000;

/** A payment as it may go: each step is one event, which the provider can send in any order, and again. */
const history = fc.record({
  isDebit: fc.boolean(),
  succeeds: fc.boolean(),
  refunds: fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 120_000 }),
      fails: fc.boolean(),
      namesIntent: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  tellsTotal: fc.boolean(),
  dispute: fc.option(fc.constantFrom('needs_response', 'won', 'lost')),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** The events of a history for one payment, in the order in which they occurred. */
function eventsOf(
  payment: SamplePayment,
  { isDebit, succeeds, refunds, tellsTotal, dispute }: History,
): Event[] {
  let at = start;
  const events: Event[] = [];
  const add = (type: string, object: object) =>
    events.push(sampleEvent(type, object, { live: true, at: (at += 10) }));
  add('checkout.session.completed', sampleSession(payment, { payment_status: isDebit ? 'unpaid' : 'paid' }));
  if (isDebit)
    add(
      `checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`,
      sampleSession(payment, { payment_status: succeeds ? 'paid' : 'unpaid' }),
    );
  if (isDebit && !succeeds) return events;
  let given = 0;
  for (const { amount, fails, namesIntent } of refunds) {
    given += amount;
    const refund = sampleRefund(payment, { amount, ...(!namesIntent && { payment_intent: null }) });
    add('refund.created', refund);
    add('charge.refunded', sampleCharge(payment, given, tellsTotal ? undefined : [refund]));
    if (!fails) continue;
    given -= amount;
    add('refund.failed', { ...refund, status: 'failed' });
  }
  if (!dispute) return events;
  const opened = sampleDispute(payment, { amount: 50_000 });
  add('charge.dispute.created', opened);
  if (dispute !== 'needs_response') add('charge.dispute.closed', { ...opened, status: dispute });
  return events;
}

const shuffled = <Value>(values: readonly Value[]): Value[] =>
  values
    .map((value) => ({ value, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);

describe('card events while their server is killed again and again', () => {
  let server: TestServer;
  // See kill.spec.ts: the embedded database is killed with its server.
  const ownDatabase: Record<string, string> = process.env.TEST_DATABASE_IS_EMBEDDED
    ? { MONGODB_URI: '' }
    : {};
  beforeAll(async () => (server = await TestServer.start({ ...ownDatabase, ...cardEnvironment })));
  afterAll(() => server.dispose());

  /** Sends an event once. */
  async function send(event: Event) {
    const body = JSON.stringify(event);
    const response = await fetch(`${server.url}/api/card-events/stripe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signatureOf(body) },
      body,
      signal: AbortSignal.timeout(providerTimeoutMs),
    });
    return { status: response.status, answer: await response.text() };
  }

  let acknowledged = 0;
  /** Sends an event until it is acknowledged, as the provider does. */
  async function deliver(event: Event): Promise<void> {
    for (;;) {
      try {
        const { status, answer } = await send(event);
        if (status === 200) {
          acknowledged++;
          return;
        }
        if (status !== 503) throw new Error(`Answered ${status} ${answer}`);
      } catch (error) {
        // The server is down, or went down before it answered.
        if (!/TypeError|Timeout|Abort|Syntax/.test((error as Error).name)) throw error;
      }
      await delay(50);
    }
  }

  const inOrder = async (events: readonly Event[]) => {
    for (const event of events) await deliver(event);
  };

  /** The stored state of a payment by its payer's email, without what differs between two of them. */
  async function stateOf({ email }: SamplePayment) {
    const list = (await (await server.api(`/payments?filter[search]=${email}`)).json()) as PaymentPage;
    expect(list.payments).toHaveLength(1);
    const payment = (await (await server.api(`/payments/${list.payments[0]?._id}`)).json()) as {
      [Field in 'status' | 'amount' | 'refunded' | 'currency']: unknown;
    } & { card: { state: string; refunded: number; dispute?: { amount: number; status: string } } };
    const { status, amount, refunded, currency, card } = payment;
    const { state, dispute } = card;
    return {
      status,
      amount,
      refunded,
      currency,
      state,
      ofCard: card.refunded,
      dispute: dispute && { amount: dispute.amount, status: dispute.status },
    };
  }

  const aPayment = () =>
    samplePayment({ live: true, key: randomUUID(), email: `${randomUUID()}@example.com` });

  it(
    `end in one state in any order, repeated, from two senders: ${payments} payments, ${kills} kills`,
    async () => {
      const histories = fc.sample(history, payments);
      const pairs = histories.map((one) => ({ one, first: aPayment(), second: aPayment() }));
      // The first of each pair gets its events as they occurred, once each and one after the other.
      const orderly = pairs.map(({ one, first }) => eventsOf(first, one));
      // The second gets them in any order, twice, and by two senders at once.
      const wild = pairs.flatMap(({ one, second }) => eventsOf(second, one));
      const senders = [shuffled(wild), shuffled(wild)];
      const load = Promise.all([...senders.map(inOrder), Promise.all(orderly.map(inOrder))]);
      const all = wild.length * 3;
      for (let killed = 0; killed < kills; killed++) {
        await waitFor(() => acknowledged >= (all * (killed + 1)) / (kills + 2), 60_000);
        await server.kill();
        await server.restart();
      }
      await load;

      for (const { one, first, second } of pairs) {
        const [expected, found] = [await stateOf(first), await stateOf(second)];
        expect({ one, ...found }).toEqual({ one, ...expected });
        if (one.isDebit && !one.succeeds) expect(found.status).toBe('failed');
        else {
          const given = one.refunds.reduce((sum, { amount, fails }) => (fails ? sum : sum + amount), 0);
          const lost = one.dispute === 'lost' ? 50_000 : 0;
          // More may go back than came in: a lost dispute of what a refund gave back already.
          expect(found.refunded).toBe((given + lost) / 100);
        }
      }
      const csv = await (await server.api('/payments/export?format=csv')).text();
      expect(csv.split('\r\n').slice(1, -1)).toHaveLength(payments * 2);
      const list = (await (await server.api('/card-events?limit=1')).json()) as { counts: object };
      expect(list.counts).toEqual({ held: 0, waiting: 0, dismissed: 0, applied: wild.length * 2 });
      const figures = await runProgram('commands/figures', ['check'], { env: server.environment });
      expect(figures).toMatchObject({ code: 0, errors: '' });
    },
    120_000 + payments * 2000 + kills * 10_000,
  );

  it(
    `come in once each in a burst of ${burst}, of which the provider sends again what is not answered in time`,
    async () => {
      const applied = async () => {
        const list = await (await server.api('/card-events?limit=1')).json();
        return (list as { counts: { applied: number } }).counts.applied;
      };
      const total = async () => {
        const page = await (await server.api('/payments?limit=1')).json();
        return (page as { pagination: { total: number } }).pagination.total;
      };
      const [appliedBefore, totalBefore] = [await applied(), await total()];
      const events = Array.from({ length: burst }, () =>
        sampleEvent('checkout.session.completed', sampleSession(aPayment()), { live: true }),
      );
      // Some of them twice at once, as the provider may send them.
      await Promise.all([...events, ...events.slice(0, burst / 20)].map(deliver));
      expect(await applied()).toBe(appliedBefore + burst);
      expect(await total()).toBe(totalBefore + burst);
    },
    60_000 + burst * 50,
  );
});

describe('a card event while the database is away', () => {
  it('is 503, and comes in once it is sent again', async () => {
    const name = `cards_${randomUUID().slice(0, 8)}`;
    const proxy = await FaultProxy.start(uriForDatabase(process.env.MONGODB_URI ?? '', name));
    const app = await TestApp.start(cardEnvironment, proxy.uri);
    try {
      const payment = samplePayment({ live: true, key: randomUUID() });
      const event = sampleEvent('checkout.session.completed', sampleSession(payment), { live: true });
      proxy.away();
      const { headers } = await sendEvent(app, event).expect(503);
      expect(headers['retry-after']).toBe('5');
      proxy.heal();
      await waitFor(async () => (await app.visitor.get('/api/health')).status === 200);
      await sendEvent(app, event).expect(200);
      await sendEvent(app, { ...event, id: sampleId('evt') }).expect(200);
      expect(await app.connection.collection('payments').countDocuments()).toBe(1);
    } finally {
      await app.stop();
      await proxy.close();
    }
  });
});
