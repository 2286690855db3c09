import { createHash, randomUUID } from 'node:crypto';
import { type LocationOptions } from '#domain/visitor/checkout';
import { places } from '#domain/places/places';
import { beginLimitWindows } from '../../testing/clock.js';
import {
  aCheckout,
  buildCustomer,
  createCustomer,
  createPayment,
  someDetails,
} from '../../testing/builders.js';
import { optionsFile } from '../../testing/options-file.js';
import { filledInOptions } from '../../testing/payment-options.js';
import { TestApp } from '../../testing/test-app.js';

describe('the checkout', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const submit = (body: object, key?: string) => {
    const call = app.visitor.post('/api/payments/checkout').send(body);
    return key ? call.set('Idempotency-Key', key) : call;
  };
  const countPayments = async (): Promise<number> =>
    (await app.admin.get('/api/payments?limit=1').expect(200)).body.pagination.total;

  it('tells prices, methods and instructions by location to every visitor', async () => {
    const { body } = await app.visitor.get('/api/checkout/options').expect(200);
    expect(body.sample).toBe(true);
    expect(body.locations.canada).not.toHaveProperty('provinces');
    expect(body.locations.canada.amounts).toEqual(places.canada.regionPrices);
    expect(body.locations.canada.interacInstructions).toContain('SAMPLE');
    for (const { transferInstructions } of Object.values<LocationOptions>(body.locations))
      expect(transferInstructions).toContain('Amount: {amount}\nMessage: {reference}');
    expect(body.locations.usa).toMatchObject({ amount: 1997, currency: 'USD', methods: places.usa.methods });
    expect(body.locations.other).toMatchObject({ amount: 2050, preferredMethod: 'wireTransfer' });
  });

  it.each(Object.entries(places.canada.regionPrices!))(
    'records a payment from %s at CA$%d',
    async (province, amount) => {
      const { body } = await submit(aCheckout({ province })).expect(201);
      const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
      expect(payment).toMatchObject({ amount, currency: 'CAD', status: 'pending', paymentMethod: 'interac' });
      expect(payment.quoted).toEqual({ amount, currency: 'CAD' });
    },
  );

  it.each([
    ['usa', 'bankTransfer', 1997],
    ['other', 'wireTransfer', 2050],
  ] as const)('records a payment from %s by %s at US$%d', async (country, method, amount) => {
    const { body } = await submit(aCheckout({ country, method })).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    expect(payment).toMatchObject({
      amount,
      currency: 'USD',
      paymentMethod: method,
      paymentType: method,
      // The total shown to the visitor: the same number, in another currency.
      quoted: { amount, currency: 'CAD' },
      source: 'checkout',
      createdBy: 'checkout',
      referenceNumber: body.referenceNumber,
      transferDate: '2030-01-31T00:00:00.000Z',
    });
    expect(payment.statusHistory).toEqual([{ date: expect.any(String), status: 'pending', by: 'checkout' }]);
  });

  it('makes a reference of the prefix, the customer and the time', async () => {
    const { body } = await submit(aCheckout()).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    const segment = payment.customerId.slice(18, 24).toUpperCase();
    expect(body.referenceNumber).toMatch(new RegExp(`^CRTS-OTN-${segment}-\\d{6}$`));
  });

  it('leaves nothing of a deleted customer but the audit trail', async () => {
    const details = {
      email: 'Zoe.Forgotten@example.com',
      fullName: 'Zoe Forgotten',
      phone: '+1 416 555 7788',
    };
    const { body } = await submit(
      aCheckout({ ...details, address: '77 Forgotten Lane' }),
      randomUUID(),
    ).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    const [email] = await app.connection.collection('checkoutemails').find({}).toArray();
    expect(email).toMatchObject({ createdAt: expect.any(Date), customerId: expect.anything() });
    await app.admin.delete(`/api/payments/${body.paymentId}`).expect(204);
    await app.admin.delete(`/api/customers/${payment.customerId}`).expect(204);
    const holding: string[] = [];
    for (const { collectionName } of await app.connection.db!.collections()) {
      const records = JSON.stringify(await app.connection.collection(collectionName).find({}).toArray());
      if (/forgotten|416 555 7788/i.test(records)) holding.push(collectionName);
    }
    expect(holding).toEqual(['audit']);
  });

  it.each([
    ['a lower price', { amount: 1 }],
    ['the price of another province', { amount: 2096.85 }],
    ['another currency', { currency: 'USD' }],
    ['a price as text', { amount: '2256.61' }],
  ])('refuses %s and stores nothing', async (_, change) => {
    const before = await countPayments();
    const checkout = aCheckout({ province: 'ontario' });
    const { body } = await submit({ ...checkout, payment: { ...checkout.payment, ...change } }).expect(400);
    expect(body).toEqual({
      statusCode: 400,
      message: 'The amount does not match the current price. Please review your payment options.',
      errors: { 'payment.amount': expect.any(String) },
    });
    expect(await countPayments()).toBe(before);
  });

  it.each([
    ['canada', 'interac', 'Postal code is required'],
    ['usa', 'bankTransfer', 'Postal/ZIP code is required'],
    ['other', 'wireTransfer', 'Postal/ZIP code is required'],
  ] as const)('says everything that is missing from %s by %s', async (country, method, postalCode) => {
    const empty = Object.fromEntries(Object.keys(someDetails()).map((field) => [field, '  ']));
    const { body } = await submit(aCheckout({ country, method, ...empty })).expect(400);
    expect(body).toEqual({
      statusCode: 400,
      message: 'Full name is required',
      errors: {
        'customer.fullName': 'Full name is required',
        'customer.email': 'Email is required',
        'customer.phone': 'Phone number is required',
        'customer.address': 'Address is required',
        'customer.city': 'City is required',
        'customer.postalCode': postalCode,
        'payment.transferDate': 'Expected transfer date is required',
      },
    });
  });

  it.each([
    [{ country: 'canada', email: 'ada' }, 'customer.email', 'Invalid email format'],
    [{ country: 'canada', phone: '123' }, 'customer.phone', 'Invalid phone number'],
    [
      { country: 'canada', postalCode: '90210' },
      'customer.postalCode',
      'Invalid Canadian postal code (format: A1A 1A1)',
    ],
    [
      { country: 'usa', postalCode: 'M5V 2T6' },
      'customer.postalCode',
      'Invalid US ZIP code (format: 12345 or 12345-6789)',
    ],
    [
      { country: 'usa', postalCode: '90210', transferDate: '2020-01-01' },
      'payment.transferDate',
      'Transfer date cannot be in the past',
    ],
    [
      { country: 'usa', method: 'interac' },
      'payment.paymentMethod',
      'This payment method is not available for your location',
    ],
    [
      { country: 'canada', method: 'creditCard' },
      'payment.paymentMethod',
      'This payment method is not available for your location',
    ],
    [{ country: 'canada', province: 'atlantis' }, 'customer.province', 'Please select your province'],
    [{ country: 'usa', state: '' }, 'customer.state', 'Please select your state'],
  ])('refuses %j', async (details, field, message) => {
    const { body } = await submit(aCheckout({ postalCode: 'M5V 2T6', ...(details as object) })).expect(400);
    expect(body).toEqual({ statusCode: 400, message, errors: { [field]: message } });
  });

  it('asks for the country before anything else', async () => {
    const { customer, payment } = aCheckout();
    const { body } = await submit({ customer: { ...customer, country: '' }, payment }).expect(400);
    expect(body.errors).toEqual({ 'customer.country': 'Please select your country' });
  });

  it.each([
    [[]],
    [{}],
    [{ customer: [], payment: {} }],
    [{ customer: { country: { $ne: 1 } }, payment: {} }],
  ])('refuses the body %j', async (body) => {
    await submit(body as object).expect(400);
  });

  it('gives the same reference for the same key and body, however often and at once', async () => {
    const key = randomUUID();
    const body = aCheckout();
    const before = await countPayments();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(body, key).expect(201)));
    expect(new Set(answers.map(({ body: { referenceNumber } }) => referenceNumber)).size).toBe(1);
    expect(await countPayments()).toBe(before + 1);
  });

  it('gives the reference of what was stored even when its price or date would not be taken any more', async () => {
    const key = randomUUID();
    const body = aCheckout();
    const { body: first } = await submit(body, key).expect(201);
    // The stored submission is changed to one of an earlier day with an earlier price.
    const old = { ...body, payment: { ...body.payment, amount: 1, transferDate: '2020-01-01' } };
    await submit(old, randomUUID()).expect(400);
    const keys = app.connection.collection<{ _id: string; bodyHash: string }>('checkoutkeys');
    const oldKey = randomUUID();
    const sorted = JSON.stringify(old, (_, value: unknown) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
    const stored = await keys.findOne({ _id: key });
    const bodyHash = createHash('sha256').update(sorted).digest('base64url');
    await keys.insertOne({ ...stored, _id: oldKey, bodyHash });
    const { body: again } = await submit(old, oldKey).expect(201);
    expect(again).toEqual(first);
  });

  it('has keys of its own: those of admins, whom a visitor may have watched, are others', async () => {
    const key = randomUUID();
    const customerId = await createCustomer(app);
    const payment = { paymentMethod: 'interac', amount: 5, currency: 'CAD', status: 'pending' };
    const send = () =>
      app.admin
        .post('/api/payments')
        .set('Idempotency-Key', key)
        .send({ ...payment, customerId });
    const { body: recorded } = await send().expect(201);
    const { body } = await submit(aCheckout(), key).expect(201);
    expect(body.paymentId).not.toBe(recorded._id);
    expect((await send().expect(201)).body._id).toBe(recorded._id);
  });

  it('refuses the same key with another body, and a key that is no UUID', async () => {
    const key = randomUUID();
    const { body: made } = await submit(aCheckout(), key).expect(201);
    const before = await countPayments();
    const { body } = await submit(aCheckout(), key).expect(409);
    expect(body.errors).toEqual({ referenceNumber: made.referenceNumber });
    expect(body.message).toBe(
      'This submission was already made with other details. Please start a new checkout.',
    );
    await submit(aCheckout(), 'x').expect(400);
    expect(await countPayments()).toBe(before);
  });

  it('stores phone and postal code without characters that are not shown, with plain spaces and hyphens', async () => {
    const typed = { phone: '\u202a+1\u00a0416\u2011555\u20110134\u202c', postalCode: '\u200eM5V\u00a02T6' };
    const { body } = await submit(aCheckout(typed)).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
    const plain = { phone: '+1 416-555-0134', postalCode: 'M5V 2T6' };
    expect(payment.paymentDetails).toMatchObject(plain);
    const { body: customer } = await app.admin.get(`/api/customers/${payment.customerId}`).expect(200);
    expect(customer).toMatchObject(plain);
  });

  it('attaches a payment to the customer who has the email, and changes nothing of that customer', async () => {
    const email = `known.${randomUUID()}@example.com`;
    const id = await createCustomer(app, { email, fullName: 'Known Person' });
    const { body: before } = await app.admin.get(`/api/customers/${id}`);
    const { body } = await submit(
      aCheckout({ email: ` ${email.toUpperCase()} `, fullName: 'Somebody Else' }),
    ).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`);
    expect(payment.customerId).toBe(id);
    expect(payment.paymentDetails).toMatchObject({ fullName: 'Somebody Else', city: 'Toronto' });
    const { body: after } = await app.admin.get(`/api/customers/${id}`);
    expect(after).toEqual({ ...before, hasPayment: true });
  });

  it('makes one customer of simultaneous first submissions under one email', async () => {
    const email = `first.${randomUUID()}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submit(aCheckout({ email }), randomUUID()).expect(201)),
    );
    expect(new Set(answers.map(({ body }) => body.referenceNumber)).size).toBe(10);
    const { body } = await app.admin.get(`/api/customers?filter[email]=${email}`).expect(200);
    expect(body.pagination.total).toBe(1);
  });

  it('takes a first submission again whose customer was deleted a moment ago', async () => {
    const email = `deleted.${randomUUID()}@example.com`;
    const { body: first } = await submit(aCheckout({ email })).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${first.paymentId}`).expect(200);
    await app.admin.delete(`/api/payments/${first.paymentId}`).expect(204);
    await app.admin.delete(`/api/customers/${payment.customerId}`).expect(204);
    const { body: again } = await submit(aCheckout({ email })).expect(201);
    expect(again.paymentId).not.toBe(first.paymentId);
    const { body } = await app.admin.get(`/api/customers?filter[email]=${email}`).expect(200);
    expect(body.pagination.total).toBe(1);
  });

  it('keeps text as it is typed, markup and operators included', async () => {
    const fullName = '<b>O\'Neil</b> {"$gt":""}';
    const { body } = await submit(aCheckout({ fullName })).expect(201);
    const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`);
    const { body: customer } = await app.admin.get(`/api/customers/${payment.customerId}`);
    expect(customer).toMatchObject({ fullName, firstName: "<b>O'Neil</b>", lastName: '{"$gt":""}' });
  });

  it('treats a filled-in honeypot as abuse', async () => {
    const before = await countPayments();
    const { body } = await submit({ ...aCheckout(), website: 'https://example.com' }).expect(400);
    expect(body.message).toBe('Failed to process checkout');
    await submit({ ...aCheckout(), website: '' }).expect(201);
    expect(await countPayments()).toBe(before + 1);
  });

  it('finds what was sold by its reference, without case, spaces and hyphens', async () => {
    const { body: sold } = await submit(
      aCheckout({
        ...buildCustomer(),
        fullName: 'Find Me',
        country: 'canada',
        province: 'ontario',
        state: '',
      }),
    ).expect(201);
    const typed = sold.referenceNumber.toLowerCase().replaceAll('-', ' ');
    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[referenceNumber]': typed })
      .expect(200);
    expect(body.pagination.total).toBe(1);
    expect(body.payments[0]).toMatchObject({ _id: sold.paymentId, customerId: { fullName: 'Find Me' } });
  });
});

describe('the limits of the checkout', () => {
  beforeEach(beginLimitWindows);
  afterEach(() => jest.restoreAllMocks());

  it('lets one address submit so often a minute, and says when it may again', async () => {
    const app = await TestApp.start({ RATE_LIMIT_CHECKOUT: '2' });
    const submit = () => app.visitor.post('/api/payments/checkout').send(aCheckout());
    await submit().expect(201);
    await submit().expect(201);
    const { body, headers } = await submit().expect(429);
    expect(body).toEqual({ statusCode: 429, message: 'Too many requests. Please try again later.' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await app.stop();
  });
});

describe('what expires', () => {
  it('is the hash of an email, and an entry of the audit trail after the time that is set', async () => {
    const app = await TestApp.start();
    const expiries = async (name: string) =>
      (await app.connection.collection(name).indexes()).flatMap(
        ({ expireAfterSeconds }) => expireAfterSeconds ?? [],
      );
    expect(await expiries('checkoutemails')).toEqual([3600]);
    expect(await expiries('audit')).toEqual([2557 * 24 * 3600]);
    const shorter = await TestApp.start({ AUDIT_RETENTION_DAYS: '30' }, app.uri);
    expect(await expiries('audit')).toEqual([30 * 24 * 3600]);
    await app.app.close();
    await shorter.stop();
  });
});

describe('the methods of a province', () => {
  let app: TestApp;
  const methods = {
    quebec: ['creditCard'],
    ontario: ['bankTransfer', 'creditCard'],
    yukon: ['creditCard', 'interac'],
  };
  beforeAll(async () => {
    app = await TestApp.start(optionsFile({ canada: { ...filledInOptions.canada, methods } }));
  });
  afterAll(() => app.stop());
  const submit = (checkout: Parameters<typeof aCheckout>[0]) =>
    app.visitor.post('/api/payments/checkout').send(aCheckout(checkout));

  it('are told of those that have their own, Interac as the preferred one, else the first', async () => {
    const { body } = await app.visitor.get('/api/checkout/options').expect(200);
    const { canada, usa } = body.locations;
    expect(canada).toMatchObject({ methods: places.canada.methods, preferredMethod: 'interac' });
    expect(canada.provinces).toEqual({
      quebec: { methods: ['creditCard'], preferredMethod: 'creditCard' },
      ontario: { methods: ['bankTransfer', 'creditCard'], preferredMethod: 'bankTransfer' },
      yukon: { methods: ['creditCard', 'interac'], preferredMethod: 'interac' },
    });
    expect(usa).not.toHaveProperty('provinces');
  });

  it.each([
    ['quebec', 'interac'],
    ['QC', 'bankTransfer'],
    ['Quebec', 'interac'],
    ['ontario', 'interac'],
    ['yukon', 'bankTransfer'],
  ] as const)('of %s refuse %s', async (province, method) => {
    const { body } = await submit({ province, method }).expect(400);
    expect(body.errors).toEqual({
      'payment.paymentMethod': 'This payment method is not available for your location',
    });
  });

  it.each([
    ['ontario', 'bankTransfer'],
    ['yukon', 'interac'],
    ['alberta', 'bankTransfer'],
  ] as const)('of %s take %s', async (province, method) => {
    await submit({ province, method }).expect(201);
  });

  it('that an admin records where it is not offered has its instructions, told to be in English in French', async () => {
    const customerId = await createCustomer(app, {
      country: 'usa',
      province: '',
      state: 'NY',
      postalCode: '10001',
    });
    const { _id } = await createPayment(app, { customerId, paymentMethod: 'interac' });
    const { body } = await app.admin.post(`/api/payments/${_id}/link`).send({}).expect(200);
    const path = new URL(body.url as string).pathname.replace('/order/', '/api/orders/');
    const { body: order } = await app.visitor.get(path).set('Accept-Language', 'fr').expect(200);
    expect(order).toMatchObject({
      instructions: expect.stringContaining('Send the Interac e-Transfer'),
      instructionsInEnglish: true,
    });
  });
});
