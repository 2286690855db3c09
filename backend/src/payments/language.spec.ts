import { randomUUID } from 'node:crypto';
import { aCheckout, createPayment } from '../testing/builders.js';
import { cardEnvironment, sendEvent } from '../testing/cards.js';
import { TestApp } from '../testing/test-app.js';
import { sampleEvent, samplePayment, sampleSession } from '../cards/samples.js';

describe('the language of a payment', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start(cardEnvironment)));
  afterAll(() => app.stop());

  const submit = (body: object, { accept, key }: { accept?: string; key?: string } = {}) => {
    const call = app.visitor.post('/api/payments/checkout').send(body);
    if (accept) void call.set('Accept-Language', accept);
    return key ? call.set('Idempotency-Key', key) : call;
  };
  const languageOf = async (id: string) => {
    const { body } = await app.admin.get(`/api/payments/${id}`).expect(200);
    return body.language as string;
  };

  it.each([
    ['the one of the submission', { language: 'fr' }, 'en', 'fr'],
    ['the one of the submission, English', { language: 'en' }, 'fr-CA', 'en'],
    ["the browser's", {}, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ["the browser's where the submission has null", { language: null }, 'fr', 'fr'],
    ['English without either', {}, undefined, 'en'],
    ['English where the browser has neither', {}, 'de,th;q=0.5', 'en'],
  ])('is %s', async (_, fields, accept, expected) => {
    const { body } = await submit({ ...aCheckout(), ...fields }, { ...(accept && { accept }) }).expect(201);
    expect(await languageOf(body.paymentId)).toBe(expected);
  });

  it.each([['de'], ['FR'], [''], [1], [['fr']], [{}], [true]])(
    'is not %j, which is refused',
    async (language) => {
      const { body } = await submit({ ...aCheckout(), language }).expect(400);
      expect(body.errors).toEqual({ language: 'Language must be one of en, fr' });
    },
  );

  it('makes no other submission of the same one', async () => {
    const [checkout, key] = [aCheckout(), randomUUID()];
    const first = await submit({ ...checkout, language: 'fr' }, { key }).expect(201);
    for (const again of [checkout, { ...checkout, language: 'en' }, { ...checkout, language: 'xx' }])
      expect((await submit(again, { key }).expect(201)).body).toEqual(first.body);
    expect(await languageOf(first.body.paymentId)).toBe('fr');
  });

  it('is English for one that an admin records, unless said, and is changed by the form', async () => {
    const english = await createPayment(app);
    const french = await createPayment(app, { language: 'fr' });
    expect([await languageOf(english._id), await languageOf(french._id)]).toEqual(['en', 'fr']);
    const { body: payment } = await app.admin.get(`/api/payments/${french._id}`).expect(200);
    const { customerId, paymentMethod, amount, currency, status } = payment;
    const form = { customerId, paymentMethod, amount, currency, status };
    await app.admin.put(`/api/payments/${french._id}`).send(form).expect(200);
    expect(await languageOf(french._id)).toBe('fr');
    await app.admin
      .put(`/api/payments/${french._id}`)
      .send({ ...form, language: 'en' })
      .expect(200);
    expect(await languageOf(french._id)).toBe('en');
    const { body: trail } = await app.admin.get(`/api/audit?filter[resourceId]=${french._id}`).expect(200);
    expect(JSON.stringify(trail.entries)).toContain('"field":"language","from":"fr","to":"en"');
    for (const language of ['de', null, 3]) {
      const { body } = await app.admin
        .put(`/api/payments/${french._id}`)
        .send({ ...form, language })
        .expect(400);
      expect(Object.keys(body.errors)).toEqual(['language']);
    }
  });

  it.each([
    ['fr-CA', 'fr'],
    ['fr', 'fr'],
    ['en-GB', 'en'],
    ['auto', 'en'],
    ['de', 'en'],
    [null, 'en'],
  ])('of a card page in %s is %s', async (locale, expected) => {
    const sample = samplePayment({ live: true });
    const session = { ...sampleSession(sample), locale };
    await sendEvent(app, sampleEvent('checkout.session.completed', session, { live: true })).expect(200);
    const { body } = await app.admin
      .get(`/api/payments?filter[search]=${sample.paymentIntentId}`)
      .expect(200);
    expect(body.payments.map(({ language }: { language: string }) => language)).toEqual([expected]);
  });

  it('narrows the lists', async () => {
    const { _id } = await createPayment(app, { language: 'fr' });
    const idsOf = async (language: string) => {
      const { body } = await app.admin
        .get(`/api/payments?limit=100&filter[language]=${language}`)
        .expect(200);
      return body.payments.map((payment: { _id: string }) => payment._id);
    };
    expect(await idsOf('fr')).toContain(_id);
    expect(await idsOf('en')).not.toContain(_id);
    await app.admin.get('/api/payments?filter[language]=de').expect(400);
    await app.admin.get('/api/reports/overdue?filter[language]=fr').expect(200);
  });
});
