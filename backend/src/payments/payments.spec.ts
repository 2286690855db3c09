import { randomUUID } from 'node:crypto';
import { paymentMethods } from '#domain/places/payment-methods';
import { aCheckout, createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';

describe('payments', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start({ EXCHANGE_RATES: 'CAD=0.75,THB=0.03' })));
  afterAll(() => app.stop());

  const list = async (query: object) => (await app.admin.get('/api/payments').query(query).expect(200)).body;
  const find = async (id: string) => (await app.admin.get(`/api/payments/${id}`).expect(200)).body;

  it('are recorded with the fields of the form, their creator and their first history entry', async () => {
    const customerId = await createCustomer(app);
    const { body } = await app.admin
      .post('/api/payments')
      .send({
        customerId,
        paymentMethod: 'wireTransfer',
        amount: 2050.5,
        currency: 'THB',
        status: 'confirmed',
        transferDate: '2026-01-31',
        referenceNumber: 'Bank 17-A',
        transferReference: 'Their note',
        notes: 'Line one\nLine two',
        source: 'checkout',
        statusHistory: [],
      })
      .expect(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      customerId,
      paymentMethod: 'wireTransfer',
      paymentType: 'wireTransfer',
      amount: 2050.5,
      currency: 'THB',
      status: 'confirmed',
      transferDate: '2026-01-31T00:00:00.000Z',
      referenceNumber: 'Bank 17-A',
      transferReference: 'Their note',
      notes: 'Line one\nLine two',
      language: 'en',
      statusHistory: [{ date: expect.any(String), status: 'confirmed', by: 'admin' }],
      source: 'admin',
      createdBy: 'admin',
      country: 'canada',
      received: 0,
      refunded: 0,
      surplus: 0,
      unproven: 2050.5,
      due: 0,
      version: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      tax: { country: 'canada', province: 'ontario', label: 'HST', rate: 0.13, share: 1 },
    });
    const { body: customer } = await app.admin.get(`/api/customers/${customerId}`);
    expect(customer.hasPayment).toBe(true);
  });

  it('are recorded once per key, however often and at once the form is sent', async () => {
    const customerId = await createCustomer(app);
    const form = { customerId, paymentMethod: 'interac', amount: 88.88, currency: 'CAD', status: 'pending' };
    const key = randomUUID();
    const send = (body: object, idempotencyKey: string = key) =>
      app.admin.post('/api/payments').set('Idempotency-Key', idempotencyKey).send(body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(form).expect(201)));
    const { body: recorded } = await send(form).expect(201);
    for (const { body } of answers) expect(body).toEqual(recorded);
    const { referenceNumber } = recorded as { referenceNumber: string };
    const { body: refusal } = await send({ ...form, amount: 99 }).expect(409);
    expect(refusal.message).toBe(
      `This payment was recorded already, as ${referenceNumber}, with other details. Open that one to change it.`,
    );
    expect((await list({ 'filter[customerId]': customerId })).pagination.total).toBe(1);
    await send(form, 'no key').expect(400);
    await send(form, randomUUID()).expect(201);
    expect((await list({ 'filter[customerId]': customerId })).pagination.total).toBe(2);
  });

  it('get a reference where none is typed', async () => {
    const { referenceNumber, customerId } = await createPayment(app, { referenceNumber: '' });
    expect(referenceNumber).toMatch(new RegExp(`^CRTS-OTN-${customerId.slice(18).toUpperCase()}-\\d{6}$`));
  });

  it('have references of their own, even of one customer at one moment', async () => {
    const customerId = await createCustomer(app);
    const made = await Promise.all(Array.from({ length: 20 }, () => createPayment(app, { customerId })));
    expect(new Set(made.map(({ referenceNumber }) => referenceNumber)).size).toBe(20);
  });

  it('refuse a reference that exists, however it is written', async () => {
    const { _id } = await createPayment(app, { referenceNumber: 'INV-2026-1' });
    const customerId = await createCustomer(app);
    const input = { customerId, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' };
    const before = (await list({ limit: 1 })).pagination.total;
    const { body } = await app.admin
      .post('/api/payments')
      .send({ ...input, referenceNumber: 'inv 20261' })
      .expect(409);
    expect(body.message).toBe('A payment with this reference number already exists');
    const other = await createPayment(app);
    await app.admin
      .put(`/api/payments/${other._id}`)
      .send({ ...input, referenceNumber: 'INV-2026-1' })
      .expect(409);
    await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...input, referenceNumber: 'INV-2026-1' })
      .expect(200);
    expect((await list({ limit: 1 })).pagination.total).toBe(before + 1);
  });

  it('show nothing of what they are found by', async () => {
    const created = await createPayment(app);
    const path = `/api/payments/${created._id}`;
    const found = await find(created._id);
    const { body: changed } = await app.admin.put(path).send(found).expect(200);
    const { body: paid } = await app.admin.patch(`${path}/status`).send({ status: 'paid' }).expect(200);
    const { payments } = await list({ limit: 1 });
    for (const payment of [created, found, changed, paid, ...payments] as object[])
      expect(Object.keys(payment).filter((key) => /Key$|Parts$/.test(key))).toEqual([]);
  });

  it.each(['-', ' – ', '- -'])('are not found by "%s", which no reference is like', async (text) => {
    await createPayment(app);
    const { payments, pagination } = await list({ 'filter[referenceNumber]': text });
    expect(payments).toEqual([]);
    expect(pagination.total).toBe(0);
  });

  it('say what is missing or wrong', async () => {
    const { body } = await app.admin.post('/api/payments').send({}).expect(400);
    expect(body.errors).toEqual({
      customerId: 'Customer is required',
      paymentMethod: 'Payment method is required',
      amount: 'Amount is required',
      currency: 'Currency is required',
      status: 'Status is required',
    });
    const customerId = await createCustomer(app);
    const good = { customerId, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' };
    for (const [change, errors] of [
      [{ amount: 0 }, { amount: 'Amount must be a positive number' }],
      [{ amount: -5 }, { amount: 'Amount must be a positive number' }],
      [{ amount: 1.005 }, { amount: 'Amount can have at most two decimals' }],
      [{ currency: 'EUR' }, { currency: 'Currency must be one of THB, USD, CAD' }],
      [
        { status: 'stolen' },
        { status: 'Status must be one of pending, paid, confirmed, failed, refunded, cancelled' },
      ],
      [
        { paymentMethod: 'cash' },
        { paymentMethod: `Payment method must be one of ${paymentMethods.join(', ')}` },
      ],
      [{ customerId: '0123456789abcdef01234567' }, { customerId: 'Customer not found' }],
      [{ transferDate: '1026-11-28' }, { transferDate: 'Transfer date must not be before Jan 1, 2000' }],
      [{ transferDate: '2106-11-28' }, { transferDate: 'Transfer date must be within ten years' }],
      [{ transferDate: '2026-02-30' }, { transferDate: 'Transfer date must be a date (YYYY-MM-DD)' }],
      [{ referenceNumber: '---' }, { referenceNumber: 'Reference number must contain a letter or a digit' }],
      // Unseen, it would be another reference than the same without it.
      [
        { referenceNumber: 'AB\u200b-1' },
        { referenceNumber: 'Reference number contains characters that cannot be used' },
      ],
      [
        { paymentDetails: { $where: '1' } },
        { paymentDetails: 'Payment details must be at most 50 short values' },
      ],
    ] as const) {
      const answer = await app.admin
        .post('/api/payments')
        .send({ ...good, ...change })
        .expect(400);
      expect(answer.body.errors).toEqual(errors);
    }
  });

  it('refuse details under the name of a member that every object has', async () => {
    const paymentDetails = JSON.parse('{"toString": 1}') as object;
    const customerId = await createCustomer(app);
    const good = { customerId, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' };
    const { body } = await app.admin
      .post('/api/payments')
      .send({ ...good, paymentDetails })
      .expect(400);
    expect(body.errors.paymentDetails).toBe('Payment details must be at most 50 short values');
  });

  it('change status with a note and keep every earlier entry', async () => {
    const { body: sold } = await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
    const patch = (body: object) => app.admin.patch(`/api/payments/${sold.paymentId}/status`).send(body);
    const { body } = await patch({ status: 'paid', note: ' Arrived on Monday ' }).expect(200);
    expect(body).toMatchObject({ status: 'paid', version: 1, customerId: expect.any(String) });
    await patch({ status: 'paid' }).expect(200);
    await patch({ status: 'refunded' }).expect(200);
    const { statusHistory } = await find(sold.paymentId);
    expect(statusHistory).toEqual([
      { date: expect.any(String), status: 'pending', by: 'checkout' },
      { date: expect.any(String), status: 'paid', note: 'Arrived on Monday', by: 'admin' },
      { date: expect.any(String), status: 'paid', by: 'admin' },
      { date: expect.any(String), status: 'refunded', by: 'admin' },
    ]);
  });

  it('take every status and refuse any other', async () => {
    const { _id } = await createPayment(app);
    for (const status of ['paid', 'confirmed', 'failed', 'refunded', 'cancelled', 'pending'])
      await app.admin.patch(`/api/payments/${_id}/status`).send({ status }).expect(200);
    const { body } = await app.admin
      .patch(`/api/payments/${_id}/status`)
      .send({ status: 'lost' })
      .expect(400);
    expect(body.errors.status).toContain('Status must be one of');
    await app.admin.patch(`/api/payments/${_id}/status`).send({}).expect(400);
    await app.admin
      .patch('/api/payments/0123456789abcdef01234567/status')
      .send({ status: 'paid' })
      .expect(404);
    expect((await find(_id)).statusHistory).toHaveLength(7);
  });

  it('lose no status change of two admins at once', async () => {
    const { _id } = await createPayment(app);
    const set = (status: string, note: string) =>
      app.admin.patch(`/api/payments/${_id}/status`).send({ status, note }).expect(200);
    await Promise.all(
      Array.from({ length: 10 }, (_, number) => set(number % 2 ? 'paid' : 'failed', `note ${number}`)),
    );
    const { statusHistory, status, version } = await find(_id);
    expect(statusHistory).toHaveLength(11);
    expect(statusHistory.at(-1).status).toBe(status);
    expect(version).toBe(10);
    expect(new Set(statusHistory.slice(1).map(({ note }: { note: string }) => note)).size).toBe(10);
  });

  it('keep what the form has no field for when they are edited', async () => {
    const set = { transactionId: 'T-1', paymentDetails: { bank: 'Royal' } };
    const { _id, customerId } = await createPayment(app, { ...set, paymentType: 'cheque' });
    const input = { customerId, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' };
    const { body } = await app.admin.put(`/api/payments/${_id}`).send(input).expect(200);
    expect(body).toMatchObject({ ...set, paymentMethod: 'interac', paymentType: 'cheque' });
  });

  it('receive the amount of the form where it says how the money came', async () => {
    const { _id, customerId } = await createPayment(app, { amount: 100 });
    const input = { customerId, paymentMethod: 'interac', amount: 80, currency: 'CAD', status: 'paid' };
    const { body } = await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...input, way: 'cash' })
      .expect(200);
    expect(body).toMatchObject({ status: 'paid', received: 80, due: 0, surplus: 0 });
  });

  it('lose a transaction id that null clears', async () => {
    const { _id, customerId } = await createPayment(app, { transactionId: 'T-1' });
    const input = { customerId, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' };
    const cleared = { ...input, transactionId: null };
    const { body } = await app.admin.put(`/api/payments/${_id}`).send(cleared).expect(200);
    expect([body.transactionId, (await find(_id)).transactionId]).toEqual(['', '']);
  });

  it('are edited without touching the history, unless the status changes', async () => {
    const { _id, customerId, referenceNumber } = await createPayment(app);
    const input = {
      customerId,
      paymentMethod: 'interac',
      amount: 55.55,
      currency: 'USD',
      status: 'pending',
      version: 0,
    };
    const { body } = await app.admin.put(`/api/payments/${_id}`).send(input).expect(200);
    expect(body).toMatchObject({
      amount: 55.55,
      currency: 'USD',
      referenceNumber,
      paymentType: 'interac',
      version: 1,
    });
    expect(body.statusHistory).toHaveLength(1);
    const stale = await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...input, amount: 1 })
      .expect(409);
    expect(stale.body.message).toBe(
      'This record was changed by someone else. Reload it to see the latest version.',
    );
    const { body: confirmed } = await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...input, status: 'confirmed', version: 1 })
      .expect(200);
    expect(confirmed.statusHistory.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'confirmed',
    ]);
  });

  it('move the mark of their customers when they move or go', async () => {
    const from = await createCustomer(app);
    const to = await createCustomer(app);
    const { _id } = await createPayment(app, { customerId: from });
    const marks = async () =>
      Promise.all(
        [from, to].map(async (id) => (await app.admin.get(`/api/customers/${id}`)).body.hasPayment),
      );
    expect(await marks()).toEqual([true, false]);
    await app.admin
      .put(`/api/payments/${_id}`)
      .send({ customerId: to, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' })
      .expect(200);
    expect(await marks()).toEqual([false, true]);
    await app.admin.delete(`/api/payments/${_id}`).expect(204);
    expect(await marks()).toEqual([false, false]);
    const { body } = await app.admin.get(`/api/payments/${_id}`).expect(404);
    expect(body).toEqual({ statusCode: 404, message: 'Payment not found' });
  });

  it('are filtered by status, method, customer and date', async () => {
    const customerId = await createCustomer(app);
    const { _id } = await createPayment(app, { customerId, status: 'failed', paymentMethod: 'creditCard' });
    await createPayment(app, { customerId, status: 'paid', paymentMethod: 'creditCard' });
    const ids = async (query: Record<string, string>) =>
      (await list({ 'filter[customerId]': customerId, ...query })).payments.map(
        (payment: { _id: string }) => payment._id,
      );
    expect(await ids({})).toHaveLength(2);
    expect(await ids({ 'filter[status]': 'failed' })).toEqual([_id]);
    expect(await ids({ 'filter[paymentMethod]': 'interac' })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids({ 'filter[createdAt][gte]': today, 'filter[createdAt][lte]': today })).toHaveLength(2);
    expect(await ids({ 'filter[createdAt][gte]': '2999-01-01T00:00:00.000Z' })).toEqual([]);
  });

  it('are filtered by currency and country, and counted with other filters', async () => {
    const abroad = await createCustomer(app, { country: 'other', province: null });
    const made = await createPayment(app, { customerId: abroad, currency: 'THB', status: 'refunded' });
    const query = { 'filter[currency]': 'THB', 'filter[country]': 'other', 'filter[status]': 'refunded' };
    const { payments, pagination } = await list({ ...query, limit: 100 });
    expect(payments.map(({ _id }: { _id: string }) => _id)).toContain(made._id);
    const stored = { currency: 'THB', country: 'other', status: 'refunded' };
    expect(pagination.total).toBe(await app.connection.collection('payments').countDocuments(stored));
    for (const payment of payments) expect(payment).toMatchObject(stored);
  });

  it.each([
    ['filter[currency]=EUR', 'filter[currency] takes one of THB, USD, CAD'],
    ['filter[country]=mars', 'filter[country] takes one of canada, usa, other'],
    [
      'filter[status]=lost',
      'filter[status] takes one of pending, paid, confirmed, failed, refunded, cancelled, settled',
    ],
    ['filter[customerId]=1', 'filter[customerId] takes an id of 24 hex digits'],
    ['filter[createdAt][gte]=yesterday', 'filter[createdAt][gte] takes an ISO date, such as 2026-11-21'],
    ['filter[createdAt][gte]=2026-02-30', 'filter[createdAt][gte] takes an ISO date, such as 2026-11-21'],
    ['filter[createdAt][$where]=1', 'Unknown operator for createdAt: $where'],
    ['filter[createdAt]=2026-01-01', 'filter[createdAt] takes an operator: gte, lte'],
    ['filter[amount]=1', 'Unknown filter: amount'],
  ])('refuse the query %s', async (query, message) => {
    const { body } = await app.admin.get(`/api/payments?${query}`).expect(400);
    expect(body).toEqual({ statusCode: 400, message });
  });

  it('carry their counts by status under every other filter of the list', async () => {
    const [customerId, other] = [await createCustomer(app), await createCustomer(app)];
    const amount = 4711.23;
    const statuses = ['pending', 'pending', 'paid', 'failed'] as const;
    for (const status of statuses) await createPayment(app, { customerId, amount, status });
    await createPayment(app, { customerId: other, amount, status: 'paid' });
    const counts = { pending: 2, paid: 1, failed: 1, confirmed: 0, refunded: 0, cancelled: 0 };
    const ofBoth = { ...counts, paid: 2 };
    const days = (from: number, to: number) => ({
      gte: new Date(Date.now() + from * 86_400_000).toISOString(),
      lte: new Date(Date.now() + to * 86_400_000).toISOString(),
    });
    for (const [filter, total, expected] of [
      [{ customerId }, 4, counts],
      [{ customerId, status: 'pending' }, 2, counts],
      [{ customerId, status: 'refunded' }, 0, counts],
      [{ customerId, createdAt: days(-1, 1) }, 4, counts],
      [{ customerId, createdAt: days(1, 2) }, 0, { ...counts, pending: 0, paid: 0, failed: 0 }],
      [{ search: String(amount) }, 5, ofBoth],
      [{ search: String(amount), status: 'paid' }, 2, ofBoth],
    ] as const)
      for (const limit of [1, 100])
        expect(await list({ filter, limit })).toMatchObject({ pagination: { total }, counts: expected });

    const all = await list({});
    const { body: stats } = await app.admin.get('/api/payments/stats').expect(200);
    for (const { _id, count } of stats.statuses) expect(all.counts[_id]).toBe(count);
    for (const createdAt of [days(-1, 1), days(-40, 0.5)])
      expect((await list({ filter: { createdAt, status: 'paid' } })).counts).toEqual(all.counts);
  });

  it('are counted by status, with settled money as revenue in US dollars', async () => {
    const stats = async () => (await app.admin.get('/api/payments/stats').expect(200)).body;
    const count = (answer: { statuses: { _id: string; count: number }[] }, status: string) =>
      answer.statuses.find(({ _id }) => _id === status)?.count ?? 0;
    const before = await stats();
    const paid = await createPayment(app, { amount: 100.2, currency: 'CAD', status: 'paid' });
    await createPayment(app, { amount: 0.2, currency: 'USD', status: 'confirmed' });
    await createPayment(app, { amount: 1000, currency: 'THB', status: 'refunded' });
    const during = await stats();
    // 100.20 × 0.75 + 0.20
    expect(during.totalRevenue - before.totalRevenue).toBeCloseTo(75.35, 2);
    expect(count(during, 'paid')).toBe(count(before, 'paid') + 1);
    await app.admin.patch(`/api/payments/${paid._id}/status`).send({ status: 'refunded' }).expect(200);
    const after = await stats();
    expect(after.totalRevenue - before.totalRevenue).toBeCloseTo(0.2, 2);
    expect(count(after, 'refunded')).toBe(count(before, 'refunded') + 2);
    expect(after.currency).toBe('USD');
  });

  it('are reported by currency, month, status, method and country, with what is overdue', async () => {
    await createPayment(app, { transferDate: '2020-02-02', amount: 12.34 });
    const { body } = await app.admin.get('/api/reports/summary').expect(200);
    const stored = app.connection.collection('payments');
    const total = await stored.countDocuments();
    const sum = (rows: { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
    for (const rows of [body.statuses, body.methods, body.countries]) expect(sum(rows)).toBe(total);
    expect(sum(body.revenue.months)).toBe(
      await stored.countDocuments({ status: { $in: ['paid', 'confirmed'] } }),
    );
    expect(body.revenue.months[0].month).toBe(new Date().toISOString().slice(0, 7));
    expect(body.overdue.payments[0]).toMatchObject({
      amount: 12.34,
      transferDate: '2020-02-02T00:00:00.000Z',
      customerId: { fullName: 'Grace Lee' },
    });
    const today = new Date().toISOString().slice(0, 10);
    const { body: todays } = await app.admin
      .get(`/api/reports/summary?from=${today}&to=${today}`)
      .expect(200);
    expect(todays).toEqual({ ...body, from: today, to: today });
    const [from, to] = ['0001-01-01', '9999-12-31'];
    const { body: ever } = await app.admin.get(`/api/reports/summary?from=${from}&to=${to}`).expect(200);
    expect(ever).toEqual({ ...body, from, to });
    const { body: early } = await app.admin.get('/api/reports/summary?to=2020-01-01').expect(200);
    expect(early).toMatchObject({
      revenue: { currencies: [], usd: 0, months: [] },
      statuses: [],
      overdue: body.overdue,
    });
  });

  it.each(['from=2026-13-01', 'from=2026-02-01&to=2026-01-01', 'from[$ne]=1'])(
    'refuse the report %s',
    async (query) => {
      await app.admin.get(`/api/reports/summary?${query}`).expect(400);
    },
  );
});
