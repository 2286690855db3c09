import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
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
import { cardEnvironment, signatureOf } from '../../src/testing/cards.js';
import { verifyStats } from '../../src/ledger/stats/rebuild.js';
import { TestApp } from '../../src/testing/test-app.js';

/** CARD_SHAPES=20000 npx jest faults/card-event-shapes: longer. */
const runs = Number(process.env.CARD_SHAPES ?? 50);

type Json = Record<string, unknown>;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ ...cardEnvironment, CARD_TEST_EVENTS: 'record' });
});
afterAll(() => app.stop());

const post = (payload: string) =>
  app.visitor
    .post('/api/card-events/stripe')
    .set('Content-Type', 'application/json')
    .set('Stripe-Signature', signatureOf(payload))
    .send(payload);

const collection = (name: string) => app.connection.collection(name);
const storedEvent = (event: Json) => collection('cardevents').findOne({ eventId: String(event.id) });
const aPayment = () => samplePayment({ live: true, key: randomUUID(), email: `${randomUUID()}@example.com` });
const paidEvent = (payment: SamplePayment) =>
  sampleEvent('checkout.session.completed', sampleSession(payment), { live: true });

/** The events that are mangled, of a payment that was paid before, unless they are about its session. */
const kinds: Record<string, (payment: SamplePayment) => [type: string, object: object]> = {
  paid: (payment) => ['checkout.session.completed', sampleSession(payment)],
  unpaid: (payment) => ['checkout.session.completed', sampleSession(payment, { payment_status: 'unpaid' })],
  succeeded: (payment) => ['checkout.session.async_payment_succeeded', sampleSession(payment)],
  refund: (payment) => ['refund.created', sampleRefund(payment, { amount: 5000 })],
  charge: (payment) => ['charge.refunded', sampleCharge(payment, 5000)],
  'charge-listed': (payment) => [
    'charge.refunded',
    sampleCharge(payment, 5000, [sampleRefund(payment, { amount: 5000 })]),
  ],
  lost: (payment) => ['charge.dispute.closed', sampleDispute(payment, { amount: 5000, status: 'lost' })],
};

/** An object in an object, and so on. */
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** Values as JSON, none of which is the right one. */
const wrongValues = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '9007199254740993',
  '""',
  '"x"',
  '"\\u0000"',
  '[]',
  '{}',
  '[null]',
  '{"id":null}',
  '{"$ne":1}',
  '{"a.b":{"$set":1}}',
  '{"__proto__":{"x":1}}',
  '{"data":[null]}',
  '"225661"',
  '"paid"',
  '"USD"',
  '"evt_1"',
  `"${'x'.repeat(3000)}"`,
  nested(150),
];

const mark = (index: number) => `@@wrong-${index}@@`;

/** The paths of all values in an event. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length ? [path] : []),
    ...Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name])),
  ];
}

interface Mangling {
  at: number;
  /** Absent where the field is removed. */
  value: string | undefined;
}

const idFields = new Set(['id', 'charge', 'payment_intent']);
/** A wrong id that no other payment has, as the provider names no two objects by one. Others than texts stay. */
const uniqueText = (json: string): string =>
  json.replace(/^"(.+)"$/, (_, text) => `"${text}-${randomUUID()}"`);

/** Returns an event as JSON with some of its values replaced or removed. */
function mangled(event: object, manglings: readonly Mangling[]): string {
  const copy = structuredClone(event) as Json;
  const values: string[] = [];
  for (const [index, { at, value }] of manglings.entries()) {
    const paths = pathsOf(copy);
    const path = paths[at % paths.length]!;
    let parent = copy;
    for (const name of path.slice(0, -1)) parent = parent[name] as Json;
    const last = path.at(-1)!;
    if (value === undefined) delete parent[last];
    else parent[last] = mark(index);
    values.push(idFields.has(last) ? uniqueText(value ?? '') : (value ?? ''));
  }
  return values.reduce(
    (json, value, index) => json.replace(JSON.stringify(mark(index)), () => value),
    JSON.stringify(copy),
  );
}

const statusesOf: Record<string, string> = { paid: 'paid', unpaid: 'pending' };

/** The payment that a mangled event of a session may be recorded as, read from it without the server's code. */
function expectedOf({ type, livemode, data }: Json) {
  const object = (data as { object: Json }).object;
  const details = object.customer_details as { email?: unknown } | null | undefined;
  return {
    amount: (object.amount_total as number) / 100,
    currency: String(object.currency).toUpperCase(),
    status: type === 'checkout.session.completed' ? statusesOf[String(object.payment_status)] : 'paid',
    sessionId: object.id,
    live: livemode,
    email: typeof details?.email === 'string' ? details.email : object.customer_email,
  };
}

async function checkSession(event: Json, answered: number, earlier: number): Promise<void> {
  const payments = collection('payments');
  const isRecorded = (await payments.countDocuments()) > earlier;
  if (!isRecorded) return;
  const payment = (await payments.findOne({}, { sort: { _id: -1 } })) as unknown as {
    [Name in 'amount' | 'currency' | 'status' | 'card' | 'paymentDetails']: never;
  };
  const { amount, currency, status, card, paymentDetails } = payment;
  const { sessionId, live } = card as Json;
  const { email } = paymentDetails as Json;
  expect({ amount, currency, status, sessionId, live, email }).toEqual(expectedOf(event));
  expect(answered).toBe(200);
}

/** Expects that a mangled refund or dispute has given back nothing, or the amount that it says itself. */
async function checkRefund(event: Json, { sessionId }: SamplePayment): Promise<void> {
  const payment = await collection('payments').findOne({ 'card.sessionId': sessionId });
  const { refunded } = payment!.card as { refunded: number };
  if (refunded === 0) return;
  const object = (event.data as { object: Json }).object;
  expect(object.currency).toMatch(/^cad$/i);
  const isCharge = event.type === 'charge.refunded';
  if (!isCharge) expect(object.status).toMatch(/^(?:succeeded|lost)$/);
  const list = object.refunds as { data?: { amount: number }[] } | undefined;
  const told = isCharge ? [object.amount_refunded, list?.data?.[0]?.amount] : [object.amount];
  expect(told).toContain(Math.round(refunded * 100));
}

const mangling: fc.Arbitrary<Mangling> = fc.record({
  at: fc.nat(500),
  value: fc.option(fc.constantFrom(...wrongValues), { nil: undefined, freq: 4 }),
});

describe('a signed event of another shape', () => {
  it(
    `is never answered by 500, recorded wrongly or lost: ${runs} of them`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(kinds)),
          fc.array(mangling, { minLength: 1, maxLength: 3 }),
          async (kind, manglings) => {
            const payment = aPayment();
            const isSession = ['paid', 'unpaid', 'succeeded'].includes(kind);
            if (!isSession) await post(JSON.stringify(paidEvent(payment))).expect(200);
            const earlier = await collection('payments').countDocuments();
            const payload = mangled(sampleEvent(...kinds[kind]!(payment), { live: true }), manglings);
            const { status } = await post(payload);
            const event = JSON.parse(payload) as Json;
            const isEvent = typeof event.id === 'string' && event.id !== '' && event.id.length < 256;
            const isKnown = isEvent && typeof event.type === 'string';
            expect(status).toBe(isKnown ? 200 : 400);
            if (isKnown && /^(?:checkout|charge|refund)\./.test(String(event.type)))
              expect(await storedEvent(event)).not.toBeNull();
            if (isSession) await checkSession(event, status, earlier);
            else {
              expect(await collection('payments').countDocuments()).toBe(earlier);
              await checkRefund(event, payment);
            }
          },
        ),
        { numRuns: runs },
      );
      expect(await verifyStats(app.connection)).toEqual([]);
      await app.admin.get('/api/card-events?limit=100').expect(200);
    },
    60_000 + runs * 200,
  );

  it.each([
    'x',
    '[]',
    'null',
    '1',
    '"evt_1"',
    '{}',
    '{"id":{"$ne":1},"type":"refund.created"}',
    nested(150_000),
  ])('is refused where it is no event: %.40s', async (payload) => {
    const { body } = await post(payload).expect(400);
    expect(body).toEqual({ statusCode: 400, message: 'This is no event of the card provider' });
  });

  it.each<[string, Json]>([
    ['no data', { data: null }],
    ['an object that is none', { data: { object: 'cs_1' } }],
    ['no mode', { livemode: null }],
    ['no time', { created: 'yesterday' }],
  ])('with %s is held, and can be dismissed but not recorded', async (_, change) => {
    const event = { ...paidEvent(aPayment()), ...change };
    await post(JSON.stringify(event)).expect(200);
    await post(JSON.stringify(event)).expect(200);
    const { body } = await app.admin.get(`/api/card-events?filter[search]=${event.id}`).expect(200);
    expect(body.cardEvents).toMatchObject([{ state: 'held', heldReason: 'unreadable', live: true }]);
    const path = `/api/card-events/${body.cardEvents[0]._id}`;
    const { body: shown } = await app.admin.get(path).expect(200);
    expect(shown).toMatchObject({ recordable: false, candidates: [], body: { id: event.id } });
    const { body: refusal } = await app.admin.post(`${path}/record`).send({}).expect(409);
    expect(refusal.message).toMatch(/^Nothing could be read from this event/);
    await app.admin.post(`${path}/dismiss`).send({ reason: 'Looked up' }).expect(200);
  });

  it('that names no payment, or a status that is not known, is held', async () => {
    const payment = aPayment();
    await post(JSON.stringify(paidEvent(payment))).expect(200);
    const refund = sampleRefund(payment, { amount: 5000 });
    const events = [
      sampleEvent('refund.created', { ...refund, charge: null, payment_intent: null }, { live: true }),
      sampleEvent('refund.created', { ...refund, status: 'reconsidered' }, { live: true }),
      sampleEvent('charge.dispute.updated', sampleDispute(payment, { status: 'appeal_under_review' }), {
        live: true,
      }),
    ];
    for (const event of events) {
      await post(JSON.stringify(event)).expect(200);
      expect(await storedEvent(event)).toMatchObject({ state: 'held', heldReason: 'unreadable' });
    }
    const found = await collection('payments').findOne({ 'card.sessionId': payment.sessionId });
    expect(found).toMatchObject({ status: 'paid', card: { refunded: 0 } });
  });

  it('is kept within bounds, without names that the database reads as its own', async () => {
    const event = paidEvent(aPayment());
    const object = { ...event.data.object, metadata: '@@' };
    const metadata = `{"$set":1,"a.b":2,"deep":${nested(5000)},"long":"${'x'.repeat(100_000)}","kept":"3"}`;
    const payload = JSON.stringify({ ...event, data: { object } }).replace('"@@"', metadata);
    await post(payload).expect(200);
    const stored = await storedEvent(event);
    expect(stored).toMatchObject({ state: 'applied' });
    const { body } = (await collection('cardeventbodies').findOne({ _id: stored!._id }))!;
    const kept = (body as { object: { metadata: Json } }).object.metadata;
    expect(Object.keys(kept)).toEqual(['deep', 'long', 'kept']);
    expect(String(kept.long)).toHaveLength(5000);
  });

  it('does not make its sender wait', async () => {
    for (let tries = 0; tries < 20; tries++) await post('{}').expect(400);
    await post(JSON.stringify({ ...paidEvent(aPayment()), id: sampleId('evt') })).expect(200);
  });
});
