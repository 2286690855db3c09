import { randomUUID } from 'node:crypto';
import { TestApp } from '../testing/test-app.js';
import { fromMinorUnits } from './providers/minor-units.js';
import {
  sampleCharge,
  sampleEvent,
  samplePayment,
  type SamplePayment,
  sampleRefund,
  sampleSession,
} from './samples.js';
import { cardEnvironment, sendEvent } from '../testing/cards.js';

const completed = (values: Parameters<typeof samplePayment>[0]) => {
  const payment = samplePayment({ live: true, key: randomUUID(), ...values });
  return sampleEvent('checkout.session.completed', sampleSession(payment), { live: payment.live });
};

describe('amounts of the provider', () => {
  it.each([
    [225_661, 'CAD', 2256.61],
    [15_000, 'JPY', 15_000],
    [15_000, 'KRW', 15_000],
    [15_000, 'KWD', 15],
    [15_000, 'EUR', 150],
  ])('%d of %s are %d', (minor, currency, amount) => expect(fromMinorUnits(minor, currency)).toBe(amount));
});

describe('the question of a visitor’s tab', () => {
  it('is not stored on its way, and limited by address', async () => {
    const app = await TestApp.start(cardEnvironment);
    const ask = () => app.visitor.get(`/api/checkout/card/${randomUUID()}`);
    const { headers } = await ask().expect(200);
    expect(headers['cache-control']).toBe('no-store');
    // More than two minutes allow for, as one may end meanwhile.
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask()));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThanOrEqual(20);
    expect(Number(limited[0]!.headers['retry-after'])).toBeGreaterThan(0);
    await app.stop();
  });
});

describe('a burst of events', () => {
  it('has places of its own, beside those of the network that sends it', async () => {
    const app = await TestApp.start(cardEnvironment, undefined, {
      limits: { maxPerNetwork: 1, maxConcurrentRequests: 2 },
    });
    const events = Array.from({ length: 20 }, () => completed({}));
    const answers = await Promise.all(events.map((event) => sendEvent(app, event)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await app.stop();
  });
});

describe('the events for an admin', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ ...cardEnvironment, CARD_TEST_EVENTS: 'record', AUDIT_RETENTION_DAYS: '30' });
  });
  afterAll(() => app.stop());

  const send = (type: string, object: object, { live }: SamplePayment) =>
    sendEvent(app, sampleEvent(type, object, { live })).expect(200);
  const listed = async (filters: Record<string, string>) => {
    const query = Object.entries(filters).map(([name, value]) => [`filter[${name}]`, value]);
    const path = `/api/card-events?limit=100&${new URLSearchParams(query)}`;
    return (await app.admin.get(path).expect(200)).body.cardEvents;
  };

  it('are found by state, type, mode, payment, payer, reference and each id', async () => {
    const live = samplePayment({ live: true, name: 'Jane Unique', email: 'jane.unique@example.com' });
    const test = samplePayment({ live: false, name: 'Trial Person', email: 'trial@example.com' });
    for (const payment of [live, test])
      await send('checkout.session.completed', sampleSession(payment), payment);
    const refund = sampleRefund(live, { amount: 100 });
    await send('refund.created', refund, live);
    const [{ paymentId, referenceNumber }] = await listed({ search: live.sessionId });
    const types = ['checkout.session.completed', 'refund.created'];
    const typesOf = async (filters: Record<string, string>) =>
      (await listed(filters)).map(({ type }: { type: string }) => type).toSorted();
    expect(await typesOf({ paymentId })).toEqual(types);
    expect(await typesOf({ search: referenceNumber })).toEqual(types);
    expect(await typesOf({ search: live.paymentIntentId })).toEqual(types);
    expect(await typesOf({ search: 'jane.unique@example.com' })).toEqual(types);
    expect(await typesOf({ search: 'Jane Unique' })).toEqual(types);
    expect(await typesOf({ search: live.chargeId })).toEqual(['refund.created']);
    expect(await typesOf({ search: refund.id })).toEqual(['refund.created']);
    expect(await typesOf({ type: 'refund.created' })).toEqual(['refund.created']);
    expect(await listed({ live: 'false' })).toMatchObject([{ sessionId: test.sessionId, live: false }]);
    expect(await typesOf({ live: 'true', state: 'applied' })).toEqual(types);
    expect(await typesOf({ state: 'held' })).toEqual([]);
  });

  it('keep neither the card nor links, and what was sent until it is decided and its time is over', async () => {
    const payment = samplePayment({ live: true, currency: 'eur' });
    const secretive = { url: 'https://example.com/pay', payment_method_details: { card: { last4: '4242' } } };
    await send('checkout.session.completed', { ...sampleSession(payment), ...secretive }, payment);
    await send('charge.refunded', { ...sampleCharge(payment, 100), ...secretive }, payment);
    const [{ _id }] = await listed({ search: payment.sessionId });
    const { body } = await app.admin.get(`/api/card-events/${_id}`).expect(200);
    expect(body.body.object).toMatchObject({
      amount_total: 225661,
      customer_details: { name: 'Jane Sample' },
    });
    const bodies = app.connection.collection('cardeventbodies');
    const ofPayment = await bodies.find({ 'body.object.payment_intent': payment.paymentIntentId }).toArray();
    expect(ofPayment).toHaveLength(2);
    expect(JSON.stringify(ofPayment)).not.toMatch(/4242|example\.com\/pay/);
    expect(ofPayment.map(({ settledAt }) => settledAt)).toEqual([undefined, undefined]);
    await app.admin.post(`/api/card-events/${_id}/dismiss`).send({ reason: 'Known' }).expect(200);
    const settled = await bodies.find({ 'body.object.payment_intent': payment.paymentIntentId }).toArray();
    expect(settled.map(({ settledAt }) => settledAt)).toEqual([expect.any(Date), expect.any(Date)]);
    const indexes = await bodies.indexes();
    expect(indexes.find(({ key }) => 'settledAt' in key)).toMatchObject({
      expireAfterSeconds: 30 * 24 * 3600,
    });
  });
});

describe('the metrics', () => {
  it('count each event by its treatment', async () => {
    const METRICS_TOKEN = 'the-token-of-the-monitoring';
    const app = await TestApp.start({ ...cardEnvironment, METRICS_TOKEN, CARD_TEST_EVENTS: 'ignore' });
    const event = completed({});
    await sendEvent(app, event).expect(200);
    await sendEvent(app, event).expect(200);
    await sendEvent(app, sampleEvent('customer.created', { id: 'cus_1' }, { live: true })).expect(200);
    await sendEvent(app, completed({ live: false })).expect(200);
    await sendEvent(app, event, { secret: 'whsec_of_another_endpoint' }).expect(400);
    const { text } = await app.visitor.get('/metrics').set('Authorization', `Bearer ${METRICS_TOKEN}`);
    for (const treatment of ['stored', 'repeated', 'other-type', 'test-ignored', 'refused'])
      expect(text).toContain(`trip_card_events_total{treatment="${treatment}"} 1`);
    await app.stop();
  });
});
