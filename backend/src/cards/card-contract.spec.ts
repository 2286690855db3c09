import { randomUUID } from 'node:crypto';
import { TestApp } from '../testing/test-app.js';
import { fromMinorUnits } from './providers/minor-units.js';
import { sampleEvent, samplePayment, sampleSession } from './samples.js';
import { cardEnvironment, sendEvent } from './testing.js';

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
