import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import type { Customer } from '#domain/customers/customers';
import type { ListedPayment } from '#domain/payments/payments';
import { aCheckout, buildCustomer, createCustomer, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

describe('the search of everything', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const search = async (q: string) => {
    const { body } = await app.admin.get('/api/search').query({ q }).expect(200);
    return body as { customers: Customer[]; payments: ListedPayment[] };
  };
  const list = async (text: string, filters: object = {}) => {
    const query = { 'filter[search]': text, limit: 100, ...filters };
    const { body } = await app.admin.get('/api/payments').query(query).expect(200);
    expect(body.pagination.total).toBe(body.payments.length);
    return (body.payments as ListedPayment[]).map(({ _id }) => _id);
  };
  /** Expects each text of `found` to find the payment, here and in the list, and none of `notFound`. */
  const expectFound = async (paymentId: string, found: string[], notFound: string[] = []) => {
    for (const text of found) {
      const { payments } = await search(text);
      expect([text, payments.map(({ _id }) => _id)]).toEqual([text, expect.arrayContaining([paymentId])]);
      expect([text, await list(text)]).toEqual([text, expect.arrayContaining([paymentId])]);
    }
    for (const text of notFound) {
      expect([text, (await search(text)).payments.map(({ _id }) => _id)]).not.toEqual([
        text,
        expect.arrayContaining([paymentId]),
      ]);
      expect([text, await list(text)]).not.toEqual([text, expect.arrayContaining([paymentId])]);
    }
  };

  /** Stores customers of a name as the API does, in one write. */
  const storeCopies = async (fullName: string, count: number) => {
    const { customers } = app.connection.collections;
    const made = await createCustomer(app, { fullName });
    const customer = await customers!.findOne({ _id: new Types.ObjectId(made) });
    await customers!.insertMany(
      Array.from({ length: count - 1 }, () => ({ ...customer, _id: new Types.ObjectId() })),
    );
  };

  it('finds customers and their payments by the beginnings of words, without case and accents', async () => {
    const customerId = await createCustomer(app, {
      fullName: "Zoë O'Bryèn-Łukasz",
      email: 'zb.mail+trip@quarry-stone.example',
    });
    const { _id } = await createPayment(app, { customerId });
    const found = [
      'zoe',
      'ZOË',
      "o'bryen",
      'obryen',
      'bryen',
      'luka',
      'zo bry',
      'bryen-luk',
      'quarry',
      'stone',
    ];
    await expectFound(
      _id,
      [...found, 'zb.mail+trip@quarry-stone.example', 'mail zoë'],
      ['oe', 'ryen', 'zoe nobody', 'example'],
    );
    for (const text of found)
      expect((await search(text)).customers.map((customer) => customer._id)).toContain(customerId);
    const { payments } = await search('bryen');
    expect(payments[0]).toMatchObject({
      _id,
      customerId: { _id: customerId, fullName: "Zoë O'Bryèn-Łukasz" },
    });
    expect(payments[0]).not.toHaveProperty('referenceKey');
    expect((await search('bryen')).customers[0]).not.toHaveProperty('nameKey');
  });

  it('finds by a phone number, whole in any form, and by its end', async () => {
    const customerId = await createCustomer(app, { fullName: 'Phone Person', phone: '+1 (437) 555-8261' });
    const { _id } = await createPayment(app, { customerId });
    const found = ['+14375558261', '1 437 555 8261', '437-555-8261', '(437) 555-8261', '8261', '558261'];
    await expectFound(_id, found, ['261', '4375', '5558262']);
    expect((await search('+1 (437) 555-8261')).customers.map((customer) => customer._id)).toEqual([
      customerId,
    ]);
  });

  it('finds by a reference in any form, by its last parts, by the beginning of a part, and by the start of a transaction id', async () => {
    const { _id, referenceNumber } = await createPayment(app, { transactionId: 'CAxQ-77 19Z' });
    const last = referenceNumber.split('-').slice(-2);
    await expectFound(
      _id,
      [
        referenceNumber,
        referenceNumber.toLowerCase(),
        referenceNumber.replaceAll('-', ' '),
        referenceNumber.replaceAll('-', ''),
        last.join('-'),
        last.join(''),
        last[1]!,
        last[0]!,
        last[0]!.slice(0, 4),
        last[1]!.slice(0, 4),
        last[1]!.slice(1),
        last[1]!.slice(-4),
        last.join('-').slice(3, -2),
        last.join('').slice(2, -2),
        referenceNumber.slice(0, -7),
        referenceNumber.slice(0, -9).replaceAll('-', ''),
        `${last[0]} caxq`,
        'caxq',
        'CAxQ-7719',
      ],
      [last[1]!.slice(-3), 'axq'],
    );
    const own = await createPayment(app, { referenceNumber: 'INV 2031-0042' });
    await expectFound(own._id, ['inv 2031 0042', 'inv20310042', 'INV-2031-0042', 'inv-20'], ['0043', 'nv20']);
  });

  it('finds by a whole reference with letters that look like digits', async () => {
    const { _id } = await createPayment(app, { referenceNumber: 'CRTS-OTN-1A05C2-105826' });
    const written = ['CRTS-OTN-1A05C2-1O5B26', 'crts otn iaosc2 l05826', 'CRTS-0TN-1A05C2-105826'];
    await expectFound(_id, written, ['CRTS-OTN-1A05C2-1O5B2', 'CRTS-OTN-IAOSC2-LO5827']);
    for (const reference of written) {
      const query = { 'filter[referenceNumber]': reference };
      const { body } = await app.admin.get('/api/payments').query(query).expect(200);
      expect([reference, body.payments]).toMatchObject([reference, [{ _id }]]);
    }
  });

  it('finds by an exact amount, with words beside it', async () => {
    const customerId = await createCustomer(app, { fullName: 'Amanda Amount' });
    const { _id } = await createPayment(app, { customerId, amount: 3456.78 });
    await expectFound(
      _id,
      [
        '3456.78',
        '3,456.78',
        '3 456,78',
        '3\u00a0456.78',
        'amanda 3 456,78',
        '$3456.78',
        'CA$3,456.78',
        'amanda 3456.78',
        '3456.78 CAD',
        'amo ama 3,456.78',
      ],
      ['3456', '3456.7', '345678', 'bert 3456.78'],
    );
    const whole = await createPayment(app, { amount: 7321 });
    await expectFound(whole._id, ['7321', '7,321', '$7321.00'], ['732']);
  });

  it.each(['', ' ', '- –', '...', "'", '@', '%', '\\', '$'])('finds nothing by "%s"', async (text) => {
    await createPayment(app);
    expect(await search(text)).toEqual({ customers: [], payments: [] });
  });

  it('keeps up with every change of a record', async () => {
    const before = `Q${randomUUID().slice(0, 8).replace(/\d/g, 'x')}`;
    const after = `W${randomUUID().slice(0, 8).replace(/\d/g, 'x')}`;
    const customer = buildCustomer({ fullName: `Ann ${before}` });
    const customerId = await createCustomer(app, customer);
    const payment = await createPayment(app, { customerId });
    await expectFound(payment._id, [before]);
    await app.admin
      .put(`/api/customers/${customerId}`)
      .send({ ...customer, fullName: `Ann ${after}` })
      .expect(200);
    await expectFound(payment._id, [after, `ann ${after}`], [before]);
    const other = await createCustomer(app, { fullName: 'Other Owner' });
    const stored = (await app.admin.get(`/api/payments/${payment._id}`)).body as object;
    await app.admin
      .put(`/api/payments/${payment._id}`)
      .send({ ...stored, customerId: other, referenceNumber: 'MOVED-887766', transactionId: 'tx99' })
      .expect(200);
    await expectFound(payment._id, ['owner 887766', 'moved887766', 'tx99'], [after]);
    await app.admin.delete(`/api/payments/${payment._id}`).expect(204);
    await app.admin.delete(`/api/customers/${customerId}`).expect(204);
    expect(await search('moved887766')).toEqual({ customers: [], payments: [] });
    expect((await search(after)).customers).toEqual([]);
  });

  it('finds a payment by what its visitor typed, and by the customer that it was attached to', async () => {
    const email = `${randomUUID()}@example.com`;
    await createCustomer(app, { fullName: 'Stored Xylophonist', email });
    const details = aCheckout({ email, fullName: 'Typed Zitherist' });
    const { body } = await app.visitor.post('/api/payments/checkout').send(details).expect(201);
    await expectFound(body.paymentId, ['zitherist', 'xylophonist', 'typed stored']);
  });

  it('is narrowed by the other filters, sorted, paged and exported', async () => {
    const customerId = await createCustomer(app, { fullName: 'Narrow Nightingale' });
    const paid = await createPayment(app, { customerId, status: 'paid', amount: 5 });
    const pending = await createPayment(app, { customerId, amount: 7 });
    expect(await list('nightin', { 'filter[status]': 'paid' })).toEqual([paid._id]);
    expect(await list('nightin', { sort: '-amount' })).toEqual([pending._id, paid._id]);
    const { body } = await app.admin
      .get('/api/payments')
      .query({ 'filter[search]': 'nightin', limit: 1, page: 2 })
      .expect(200);
    expect(body).toMatchObject({ payments: [{ _id: paid._id }], pagination: { total: 2, pages: 2 } });
    const { text } = await app.admin
      .get('/api/payments/export')
      .query({ format: 'csv', 'filter[search]': 'nightin 5.00' })
      .expect(200);
    expect(text).toContain(paid.referenceNumber);
    expect(text).not.toContain(pending.referenceNumber);
  });

  it('shows at most eight of each, newest first', async () => {
    const customerId = await createCustomer(app, { fullName: 'Many Mockingbird' });
    const made: string[] = [];
    for (let count = 0; count < 9; count++) made.push((await createPayment(app, { customerId }))._id);
    const { payments } = await search('mockingb');
    expect(payments.map(({ _id }) => _id)).toEqual(made.reverse().slice(0, 8));
    expect(await list('mockingb')).toHaveLength(9);
  });

  it('finds the one record of two words that each stand in very many', async () => {
    const target = await createCustomer(app, { fullName: 'Quentin Quarrymann' });
    for (const fullName of ['Quentin Other', 'Some Quarrymann']) await storeCopies(fullName, 505);
    expect((await search('quentin quarrymann')).customers.map(({ _id }) => _id)).toEqual([target]);
  });

  it('finds a customer by the name that it has now', async () => {
    const id = await createCustomer(app, { fullName: 'Zebulon Quillfeather' });
    const renamed = buildCustomer({ fullName: 'Zebulon Ostrichplume' });
    await app.admin.put(`/api/customers/${id}`).send(renamed).expect(200);
    const found = async (text: string) => (await search(text)).customers.map(({ _id }) => _id);
    expect(await found('zebulon ostrichplume')).toEqual([id]);
    expect(await found('quillfeather')).toEqual([]);
  });

  it('keeps the words that a visitor typed where the customer takes another name', async () => {
    const email = `${randomUUID()}@example.com`;
    const customer = buildCustomer({ fullName: 'Shared Sackbutist', email });
    const customerId = await createCustomer(app, customer);
    const details = aCheckout({ email, fullName: 'Shared Sackbutist' });
    const { body } = await app.visitor.post('/api/payments/checkout').send(details).expect(201);
    await app.admin
      .put(`/api/customers/${customerId}`)
      .send({ ...customer, fullName: 'Renamed Rebecist' })
      .expect(200);
    await expectFound(body.paymentId, ['sackbut', 'rebecist', 'sackbutist rebecist']);
  });

  it('shows the terms in no answer, and in no line of the audit trail', async () => {
    const customer = buildCustomer({ fullName: 'Quiet Quintonist' });
    const customerId = await createCustomer(app, customer);
    const payment = await createPayment(app, { customerId });
    const changed = { ...customer, fullName: 'Quiet Quenaist' };
    const answers = [
      await app.admin.put(`/api/customers/${customerId}`).send(changed).expect(200),
      await app.admin.get(`/api/customers/${customerId}`).expect(200),
      await app.admin.get('/api/customers').expect(200),
      await app.admin.get(`/api/payments/${payment._id}`).expect(200),
      await app.admin.get('/api/search?q=quenaist').expect(200),
      await app.admin.get('/api/payments?filter[search]=quenaist').expect(200),
      await app.admin.get('/api/audit').query({ 'filter[resourceId]': customerId }).expect(200),
    ];
    for (const { body } of [{ body: payment }, ...answers])
      expect(JSON.stringify(body)).not.toContain('terms');
    expect(answers[4]!.body).toMatchObject({
      customers: [{ _id: customerId }],
      payments: [{ _id: payment._id }],
    });
  });

  it('counts no more than 5,000 payments, and refuses a word that finds more beside any filter', async () => {
    const customerId = await createCustomer(app, { fullName: 'Frequent Flautist' });
    const { _id } = await createPayment(app, { customerId, amount: 8 });
    const { payments } = app.connection.collections;
    const stored = await payments!.findOne({ _id: new Types.ObjectId(_id) });
    await payments!.insertMany(
      Array.from({ length: 5000 }, (_, number) => ({
        ...stored,
        _id: new Types.ObjectId(),
        referenceKey: `FREQUENT${number}`,
        amount: 9,
      })),
    );
    const query = { 'filter[search]': 'flautist' };
    const message = 'More than 5,000 payments match. Add another word, or type more of it.';
    for (const path of ['/api/payments', '/api/payments/export?format=csv']) {
      const { body } = await app.admin.get(path).query(query).expect(400);
      expect(body.message).toBe(message);
    }
    expect((await search('flautist')).payments).toHaveLength(8);
    expect(await list('flautist 8.00')).toEqual([_id]);
    const narrowed = await app.admin
      .get('/api/payments')
      .query({ 'filter[search]': 'flautist', 'filter[referenceNumber]': stored!.referenceKey })
      .expect(200);
    expect(narrowed.body.pagination.total).toBe(1);
    await payments!.deleteMany({ referenceKey: /^FREQUENT/ });
  });

  it('counts no more than 50,000 payments of an amount @long', async () => {
    const { payments } = app.connection.collections;
    const { _id } = await createPayment(app, { amount: 77.77 });
    const stored = await payments!.findOne({ _id: new Types.ObjectId(_id) });
    const insert = (count: number) =>
      payments!.insertMany(
        Array.from({ length: count }, () => {
          const id = new Types.ObjectId();
          return { ...stored, _id: id, referenceKey: String(id) };
        }),
      );
    const get = () => app.admin.get('/api/payments').query({ 'filter[search]': '77.77' });
    await insert(6000);
    expect((await get().expect(200)).body.pagination.total).toBe(6001);
    await insert(44_000);
    const { body } = await get().expect(400);
    expect(body.message).toBe('More than 50,000 payments match. Add another word, or type more of it.');
    await payments!.deleteMany({ amount: 77.77, _id: { $ne: stored!._id } });
  });

  it('refuses what is no text', async () => {
    await app.admin.get('/api/search?q[$ne]=1').expect(400);
    await app.admin.get(`/api/search?q=${'x'.repeat(201)}`).expect(400);
    await app.admin.get('/api/payments?filter[search][gte]=1').expect(400);
    expect((await app.admin.get('/api/search').expect(200)).body).toEqual({ customers: [], payments: [] });
  });
});
