import { aCheckout, createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';

const wrong = 'ann@gmial.com';
const right = 'ann@gmail.com';

describe('a mistyped address that is corrected', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(() => app.reset());
  afterAll(() => app.stop());

  const order = async (email = wrong) => {
    const { body } = await app.visitor.post('/api/payments/checkout').send(aCheckout({ email })).expect(201);
    return body as { paymentId: string; referenceNumber: string; orderPath: string };
  };
  const payment = async (id: string) => (await app.admin.get(`/api/payments/${id}`).expect(200)).body;
  const customer = async (id: string) => (await app.admin.get(`/api/customers/${id}`).expect(200)).body;
  const correct = (id: string, body: object) => app.admin.post(`/api/payments/${id}/address`).send(body);
  const mails = async (paymentId: string) =>
    (await app.admin.get('/api/mails').query({ 'filter[paymentId]': paymentId, limit: 100 }).expect(200)).body
      .mails;
  const found = async (email: string) =>
    (await app.admin.get('/api/payments').query({ 'filter[search]': email }).expect(200)).body.pagination
      .total;
  const look = (path: string) => app.visitor.get(path.replace(/^\/order\//, '/api/orders/'));

  it('is the payment’s and the customer’s, and gets what waits, with a new link; the old one ends', async () => {
    const { paymentId, orderPath } = await order();
    const before = await payment(paymentId);
    const { body } = await correct(paymentId, { email: ` ${right} `, version: before.version }).expect(200);
    expect(body).toMatchObject({ _id: paymentId, version: before.version + 1, status: 'pending' });
    expect(body.paymentDetails).toEqual({ ...before.paymentDetails, email: right });
    expect(body.statusHistory).toEqual(before.statusHistory);
    expect((await customer(before.customerId)).email).toBe(right);
    const [instructions, ...others] = await mails(paymentId);
    expect(others).toEqual([]);
    expect(instructions).toMatchObject({ kind: 'instructions', to: right, state: 'held' });
    const { body: mail } = await app.admin.get(`/api/mails/${instructions._id}`).expect(200);
    expect(mail.text).not.toContain(orderPath);
    await look(orderPath).expect(404);
    const { body: link } = await app.admin.post(`/api/payments/${paymentId}/link`).send({}).expect(200);
    const path = new URL(link.url).pathname;
    expect(mail.text).toContain(path);
    await look(path).expect(200);
    expect([await found(right), await found(wrong)]).toEqual([1, 0]);
    const { body: audit } = await app.admin
      .get('/api/audit')
      .query({ 'filter[resourceId]': paymentId })
      .expect(200);
    expect(JSON.stringify(audit.entries)).toContain(wrong);
    expect(JSON.stringify(audit.entries)).toContain(right);
  });

  it('stays the customer’s where another customer has the new one, or the customer has another', async () => {
    await createCustomer(app, { email: right });
    const { paymentId } = await order();
    const { customerId, version } = await payment(paymentId);
    await correct(paymentId, { email: right, version }).expect(200);
    expect((await customer(customerId)).email).toBe(wrong);
    const { body } = await correct(paymentId, { email: 'ann@hotmail.com', version: version + 1 }).expect(200);
    expect(body.paymentDetails.email).toBe('ann@hotmail.com');
    expect((await customer(customerId)).email).toBe(wrong);
  });

  it('is the customer’s of a payment that was not typed at a checkout', async () => {
    const customerId = await createCustomer(app, { email: wrong });
    const { _id, version } = await createPayment(app, { customerId });
    const { body } = await correct(_id, { email: right, version }).expect(200);
    expect(body.version).toBe(version + 1);
    expect((await customer(customerId)).email).toBe(right);
    await correct(_id, { email: 'ann@hotmail.com', version }).expect(409);
  });

  it('moves what waits for payments recorded by hand, and nothing else, where the customer’s form changes it', async () => {
    const { paymentId: typed } = await order();
    const { customerId } = await payment(typed);
    const byHand = await createPayment(app, { customerId });
    const ofOther = await createPayment(app, { customerId: await createCustomer(app, { email: wrong }) });
    const mail = { kind: 'instructions' };
    for (const { _id } of [byHand, ofOther])
      await app.admin.post(`/api/payments/${_id}/mails`).send(mail).expect(201);
    const edit = async (email: string) => {
      const form = { ...(await customer(customerId)), email };
      await app.admin.put(`/api/customers/${customerId}`).send(form).expect(200);
    };
    const recipients = async () =>
      (await Promise.all([byHand._id, typed, ofOther._id].map(mails))).flat().map(({ to }) => to);
    await edit(right);
    expect(await recipients()).toEqual([right, wrong, wrong]);
  });

  it('is refused where it is none or stands already, on a stale version, and for an erased customer', async () => {
    const { paymentId } = await order();
    const { customerId, version } = await payment(paymentId);
    for (const [body, field] of [
      [{ email: 'ann', version }, 'email'],
      [{ version }, 'email'],
      [{ email: 'ANN@gmial.com', version }, 'email'],
      [{ email: right }, 'version'],
      [{ email: right, version: '1' }, 'version'],
      [{ email: { $ne: null }, version }, 'email'],
    ] as const) {
      const { body: refusal } = await correct(paymentId, body).expect(400);
      expect(Object.keys(refusal.errors)).toEqual([field]);
    }
    await correct(paymentId, { email: right, version: version + 1 }).expect(409);
    await correct('0'.repeat(24), { email: right, version }).expect(404);
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'cancelled' }).expect(200);
    const { fullName: name } = await customer(customerId);
    const erasure = { reason: 'Asked for it', name };
    await app.admin.post(`/api/customers/${customerId}/erasure`).send(erasure).expect(200);
    const { version: now } = await payment(paymentId);
    await correct(paymentId, { email: right, version: now }).expect(409);
    expect(await payment(paymentId)).toMatchObject({ version: now });
  });
});
