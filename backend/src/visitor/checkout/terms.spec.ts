import { createHash, randomUUID } from 'node:crypto';
import { sampleEvent, sampleId, samplePayment, sampleSession } from '../../cards/samples.js';
import { aCheckout } from '../../testing/builders.js';
import { cardEnvironment, sendEvent } from '../../testing/cards.js';
import { optionsFile } from '../../testing/options-file.js';
import { TestApp } from '../../testing/test-app.js';

const terms = { fr: 'Aucun remboursement\naprès le 1er mai.', en: 'No refunds\nafter May 1.' };
const version = createHash('sha256')
  .update(JSON.stringify({ en: terms.en, fr: terms.fr }))
  .digest('hex')
  .slice(0, 12);
const mailSettings = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'office@trips.test',
  PUBLIC_URL: 'https://trips.test',
};

describe('the terms', () => {
  let app: TestApp;
  beforeAll(async () => {
    const settings = { ...cardEnvironment, ...mailSettings, CARD_TEST_EVENTS: 'record' };
    app = await TestApp.start({ ...optionsFile({ terms }), ...settings });
  });
  afterAll(() => app.stop());

  const submit = (body: object, key?: string) => {
    const call = app.visitor.post('/api/payments/checkout').send(body);
    return key ? call.set('Idempotency-Key', key) : call;
  };
  const payment = async (id: string, server = app) =>
    (await server.admin.get(`/api/payments/${id}`).expect(200)).body;
  const instructions = async (id: string, server = app): Promise<{ text: string; html: string }> =>
    (
      await server.admin
        .post(`/api/payments/${id}/mails`)
        .send({ kind: 'instructions', preview: true })
        .expect(200)
    ).body;

  it('are told with their version, and kept on the payment with the time of their acceptance', async () => {
    const { body: options } = await app.visitor.get('/api/checkout/options').expect(200);
    expect(options.terms).toEqual({ version, ...terms });
    const from = Date.now();
    const { body } = await submit({ ...aCheckout(), acceptedTerms: version }).expect(201);
    const { acceptedTerms } = await payment(body.paymentId);
    expect(acceptedTerms).toEqual({ version, at: expect.any(String), language: 'en' });
    expect(Date.parse(acceptedTerms.at)).toBeGreaterThanOrEqual(from);
    expect(Date.parse(acceptedTerms.at)).toBeLessThanOrEqual(Date.now());
    expect((await instructions(body.paymentId)).text).toContain(terms.en);
  });

  it('are kept and mailed in the language of the page', async () => {
    const request = { ...aCheckout(), language: 'fr', acceptedTerms: version };
    const { body } = await submit(request).expect(201);
    expect((await payment(body.paymentId)).acceptedTerms.language).toBe('fr');
    expect((await instructions(body.paymentId)).text).toContain(terms.fr);
  });

  it.each([undefined, '', null, true, ['x'], {}])('refuse a purchase with %j', async (acceptedTerms) => {
    const { body } = await submit({ ...aCheckout(), acceptedTerms }).expect(400);
    expect(body.errors).toEqual({ acceptedTerms: 'Please accept the terms' });
  });

  it('refuse another version, after which the same key takes the present one', async () => {
    const key = randomUUID();
    const request = aCheckout();
    const refused = await submit({ ...request, acceptedTerms: '0123456789ab' }, key).expect(409);
    expect(refused.body).toMatchObject({
      message: 'The terms have changed. Please read them again.',
      errors: { acceptedTerms: 'The terms have changed. Please read them again.' },
    });
    await submit({ ...request, acceptedTerms: version }, key).expect(201);
  });

  it('name what is wrong with the details beside them', async () => {
    const { body } = await submit(aCheckout({ fullName: '' })).expect(400);
    expect(body.errors).toEqual({
      'customer.fullName': 'Full name is required',
      acceptedTerms: 'Please accept the terms',
    });
  });

  describe('of a card payment', () => {
    const pay = async (reference: (key: string) => string) => {
      const key = randomUUID();
      const session = sampleSession(
        samplePayment({ live: true, key: reference(key), email: `jo.${key}@example.com` }),
      );
      const at = Math.floor(Date.now() / 1000) - 60;
      await sendEvent(app, sampleEvent('checkout.session.completed', session, { live: true, at })).expect(
        200,
      );
      const { body } = await app.visitor.get(`/api/checkout/card/${key}`).expect(200);
      return { at: new Date(at * 1000).toISOString(), found: await payment(body.paymentId) };
    };

    it('come with its key, at the time of the event', async () => {
      const { at, found } = await pay((key) => `${key}_${version}`);
      expect(found.acceptedTerms).toEqual({ version, at, language: 'en' });
    });

    it('are left out where the version is not known, or none came', async () => {
      for (const reference of [(key: string) => `${key}_0123456789ab`, (key: string) => key])
        expect((await pay(reference)).found).not.toHaveProperty('acceptedTerms');
    });

    it('were accepted at the earliest event, in whichever order the events come', async () => {
      const key = randomUUID();
      const debit = samplePayment({
        live: true,
        key: `${key}_${version}`,
        email: `jo.${key}@example.com`,
        paymentIntentId: sampleId('pi'),
      });
      const last = Math.floor(Date.now() / 1000) - 60;
      const paid = sampleEvent('checkout.session.async_payment_succeeded', sampleSession(debit), {
        live: true,
        at: last,
      });
      const unpaid = sampleSession(debit, { payment_status: 'unpaid' });
      const first = sampleEvent('checkout.session.completed', unpaid, { live: true, at: last - 3600 });
      for (const event of [paid, first]) await sendEvent(app, event).expect(200);
      const { body } = await app.visitor.get(`/api/checkout/card/${key}`).expect(200);
      const { acceptedTerms, status } = await payment(body.paymentId);
      expect(status).toBe('paid');
      expect(acceptedTerms.at).toBe(new Date((last - 3600) * 1000).toISOString());
    });
  });

  it('stay as they were accepted once others are in force, which a repeated submission does not need', async () => {
    const key = randomUUID();
    const request = { ...aCheckout(), acceptedTerms: version };
    const { body: made } = await submit(request, key).expect(201);
    const link = { en: 'https://trips.test/terms' };
    const next = await TestApp.start({ ...optionsFile({ terms: link }), ...mailSettings }, app.uri);
    try {
      const mail = await instructions(made.paymentId, next);
      expect(mail.text).toContain(terms.en);
      expect(mail.text).not.toContain(link.en);
      const { body: options } = await next.visitor.get('/api/checkout/options').expect(200);
      const { body: linked } = await next.visitor
        .post('/api/payments/checkout')
        .send({ ...aCheckout(), acceptedTerms: options.terms.version })
        .expect(201);
      expect((await instructions(linked.paymentId, next)).html).toContain(`href="${link.en}"`);
      const again = await next.visitor
        .post('/api/payments/checkout')
        .set('Idempotency-Key', key)
        .send(request)
        .expect(201);
      expect(again.body.referenceNumber).toBe(made.referenceNumber);
    } finally {
      await next.stop({ keep: true });
    }
  });
});

it('without terms nothing is asked or kept', async () => {
  const app = await TestApp.start();
  try {
    const { body: options } = await app.visitor.get('/api/checkout/options').expect(200);
    expect(options).not.toHaveProperty('terms');
    const request = { ...aCheckout(), acceptedTerms: version };
    const { body } = await app.visitor.post('/api/payments/checkout').send(request).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    expect(payment).not.toHaveProperty('acceptedTerms');
    expect(await app.connection.collection('termstexts').countDocuments()).toBe(0);
  } finally {
    await app.stop();
  }
});
