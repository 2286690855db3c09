import type { PaymentPage } from '#domain/payments/payments';
import type { OverduePage } from '#domain/payments/overdue';
import { createCustomer, createPayment, receive } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

describe('the filters of payments', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(() => app.reset());
  afterAll(() => app.stop());

  const list = async (query: object): Promise<PaymentPage> =>
    (await app.admin.get('/api/payments').query(query).expect(200)).body as PaymentPage;
  const overdue = async (query: object): Promise<OverduePage> =>
    (await app.admin.get('/api/reports/overdue').query(query).expect(200)).body as OverduePage;
  const found = ({ payments }: { payments: { _id: string }[] }) => payments.map(({ _id }) => _id).sort();

  /** Sets the time of a payment's creation to this time of the day so many days ago. */
  const makeOlder = (id: string, days: number) =>
    app.connection
      .collection('payments')
      .updateOne({ referenceNumber: id }, { $set: { createdAt: new Date(Date.now() - days * 86_400_000) } });

  it('find those recorded with a province in either spelling, also where the customer has moved since', async () => {
    const inProvince = async (province: string) => {
      const customerId = await createCustomer(app, { province });
      return { customerId, payment: await createPayment(app, { customerId }) };
    };
    const [slug, code] = [await inProvince('ontario'), await inProvince('ON')];
    await inProvince('QC');
    await createPayment(app, {
      customerId: await createCustomer(app, { country: 'other', province: 'Ontario' }),
    });
    const { body } = await app.admin.get(`/api/customers/${code.customerId}`).expect(200);
    await app.admin
      .put(`/api/customers/${code.customerId}`)
      .send({ ...body, province: 'BC' })
      .expect(200);
    for (const province of ['ON', 'ontario', 'Ontario']) {
      const page = await list({ 'filter[province]': province, 'filter[country]': 'canada' });
      expect(found(page)).toEqual([slug.payment._id, code.payment._id].sort());
      expect(page.pagination.total).toBe(2);
      expect(page.counts).toMatchObject({ pending: 2, paid: 0 });
    }
    expect(found(await list({ 'filter[province]': 'Atlantis' }))).toEqual([]);
  });

  it('find the pending ones that were made more than so many days ago, by days of the office', async () => {
    const made = async (days: number, status: 'pending' | 'paid' = 'pending') => {
      const payment = await createPayment(app, { status });
      await makeOlder(payment.referenceNumber, days);
      return payment._id;
    };
    const [ten, eleven] = [await made(10), await made(11)];
    await made(40, 'paid');
    const fresh = await made(0);
    const older = await list({ 'filter[age]': 10 });
    expect(found(older)).toEqual([eleven]);
    expect(older.pagination.total).toBe(1);
    expect(older.counts).toMatchObject({ pending: 1, paid: 0 });
    expect(found(await list({ 'filter[age]': 9 }))).toEqual([ten, eleven].sort());
    expect(found(await list({ 'filter[age]': 9, 'filter[currency]': 'USD' }))).toEqual([]);
    const paid = await list({ 'filter[age]': 9, 'filter[status]': 'paid' });
    expect([found(paid), paid.pagination.total]).toEqual([[], 0]);
    expect(found(await list({ 'filter[age]': '' }))).toContain(fresh);
    const file = await app.admin.get('/api/payments/export?format=csv&filter[age]=10').expect(200);
    expect(file.text.trim().split('\n')).toHaveLength(2);
  });

  it.each(['0', '-3', '1.5', 'ten', '10000'])('refuse an age of "%s"', async (age) => {
    const { body } = await app.admin.get('/api/payments').query({ 'filter[age]': age }).expect(400);
    expect(body.message).toBe('filter[age] takes a whole number of days from 1 to 9999');
  });

  it('find the settled ones of which a part went back, until the rest goes or the part comes again', async () => {
    const { _id } = await createPayment(app);
    await createPayment(app, { status: 'paid' });
    await receive(app, _id, 100);
    const refund = async (amount: number) => {
      const { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
      return (
        await app.admin
          .post(`/api/payments/${_id}/ledger`)
          .send({
            kind: 'refund',
            way: 'cash',
            amount,
            version: body.version,
            day: new Date().toISOString().slice(0, 10),
          })
          .expect(201)
      ).body as { version: number };
    };
    const partly = async () => found(await list({ 'filter[partlyRefunded]': 'true' }));
    expect(await partly()).toEqual([]);
    await refund(40);
    expect(await partly()).toEqual([_id]);
    expect((await app.admin.get(`/api/payments/${_id}`)).body).not.toHaveProperty('partlyRefunded');
    const { version } = await refund(60);
    expect(await partly()).toEqual([]);
    const { entries } = (await app.admin.get(`/api/payments/${_id}/ledger`).expect(200)).body as {
      entries: { _id: string; kind: string; amount?: number }[];
    };
    const rest = entries.find(({ kind, amount }) => kind === 'refund' && amount === 60)!;
    await app.admin.post(`/api/payments/${_id}/ledger/${rest._id}/void`).send({ version }).expect(200);
    expect(await partly()).toEqual([_id]);
  });

  it('find the sales of which there is no paper', async () => {
    await createPayment(app);
    const { _id } = await createPayment(app, { status: 'paid' });
    const page = await list({ 'filter[withoutPaper]': 'true' });
    expect([found(page), page.pagination.total]).toEqual([[_id], 1]);
    expect(page.counts).toMatchObject({ pending: 0, paid: 1 });
    await app.admin.post(`/api/payments/${_id}/documents`).send({}).expect(201);
    expect(found(await list({ 'filter[withoutPaper]': 'true' }))).toEqual([]);
  });

  it('narrow the list of overdue payments by customer, method, currency, country, province and age', async () => {
    const customerId = await createCustomer(app, { province: 'ON' });
    const transferDate = '2020-02-02';
    const mine = await createPayment(app, {
      customerId,
      transferDate,
      paymentMethod: 'interac',
      currency: 'CAD',
    });
    await makeOlder(mine.referenceNumber, 20);
    const abroad = await createCustomer(app, {
      country: 'usa',
      province: null,
      state: 'NY',
      postalCode: '90210',
    });
    await createPayment(app, {
      customerId: abroad,
      transferDate,
      paymentMethod: 'wireTransfer',
      currency: 'USD',
    });
    expect((await overdue({})).pagination.total).toBe(2);
    for (const [name, value] of Object.entries({
      customerId,
      paymentMethod: 'interac',
      currency: 'CAD',
      country: 'canada',
      province: 'ontario',
      age: '10',
    })) {
      const page = await overdue({ [`filter[${name}]`]: value });
      expect([name, found(page), page.pagination.total]).toEqual([name, [mine._id], 1]);
      const { body } = await app.admin
        .get('/api/reports/overdue/matching')
        .query({ [`filter[${name}]`]: value, count: 1 })
        .expect(200);
      expect(found(body as OverduePage)).toEqual([mine._id]);
    }
    expect(found(await overdue({ 'filter[age]': '30' }))).toEqual([]);
    await app.admin.get('/api/reports/overdue?filter[status]=paid').expect(400);
  });
});
