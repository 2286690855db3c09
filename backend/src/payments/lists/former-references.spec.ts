import type { BankTransaction } from '#domain/bank/reconciliation';
import { bankFile, createAccount, importFile, transactionsOf } from '../../testing/reconciliation.js';
import { waitFor } from '../../testing/wait-for.js';
import { aCheckout, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

describe('a generated reference that an admin has replaced', () => {
  let app: TestApp;
  let accountId: string;
  beforeAll(async () => {
    app = await TestApp.start();
    accountId = await createAccount(app);
  });
  afterAll(() => app.stop());

  const payment = async (id: string) => (await app.admin.get(`/api/payments/${id}`).expect(200)).body;
  const give = async (id: string, referenceNumber: string, status = 200) =>
    app.admin
      .put(`/api/payments/${id}`)
      .send({ ...(await payment(id)), referenceNumber })
      .expect(status);
  const submit = async () =>
    (await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201)).body as {
      paymentId: string;
      referenceNumber: string;
      orderPath: string;
    };
  const arrive = async (text: string): Promise<string> => {
    const { statementId } = await importFile(app, accountId, bankFile([{ text, amount: 2256.61 }]));
    return statementId;
  };
  const transactionOf = async (statementId: string): Promise<BankTransaction | undefined> =>
    (await transactionsOf(app, statementId))[0];

  it('still opens the visitor’s page, and is named with the payment', async () => {
    const { paymentId, referenceNumber, orderPath } = await submit();
    const { body } = await give(paymentId, 'TRIP 2026/1');
    expect(body).toMatchObject({ referenceNumber: 'TRIP 2026/1', formerReferences: [referenceNumber] });
    expect(Object.keys(await payment(paymentId))).toEqual(Object.keys(body as object));
    expect(body).not.toHaveProperty('formerReferenceKeys');
    const page = await app.visitor.get(orderPath.replace(/^\/order\//, '/api/orders/')).expect(200);
    expect(page.body).toMatchObject({ reference: 'TRIP 2026/1' });
    const { body: trail } = await app.admin
      .get('/api/audit')
      .query({ 'filter[resourceId]': paymentId, 'filter[action]': 'update' })
      .expect(200);
    expect(trail.entries[0].changes).toEqual([
      { field: 'referenceNumber', from: referenceNumber, to: 'TRIP 2026/1' },
    ]);
  });

  it('still finds the payment', async () => {
    const { paymentId, referenceNumber } = await submit();
    await give(paymentId, 'TRIP 2026/2');
    const [, , person = '', digits = ''] = referenceNumber.split('-');
    for (const query of [
      { 'filter[referenceNumber]': referenceNumber.toLowerCase() },
      { 'filter[referenceNumber]': `${person.slice(1)} ${digits.slice(0, 4)}` },
      { 'filter[referenceNumber]': 'trip2026/2' },
      { 'filter[search]': referenceNumber },
      { 'filter[search]': 'TRIP 2026/2' },
    ]) {
      const { body } = await app.admin.get('/api/payments').query(query).expect(200);
      expect([query, body.payments]).toMatchObject([query, [{ _id: paymentId }]]);
    }
    const { body } = await app.admin.get('/api/search').query({ q: referenceNumber }).expect(200);
    expect(body.payments).toMatchObject([{ _id: paymentId }]);
  });

  it('still brings a transfer to its payment', async () => {
    const { paymentId, referenceNumber } = await submit();
    await give(paymentId, 'TRIP 2026/3');
    expect(await transactionOf(await arrive(`E-TRANSFER ${referenceNumber}`))).toMatchObject({
      state: 'ready',
      candidates: [
        {
          paymentId,
          referenceNumber: 'TRIP 2026/3',
          formerReferences: [referenceNumber],
          why: ['reference'],
        },
      ],
    });
  });

  it('is proposed where it is mistyped in a transfer', async () => {
    const { paymentId, referenceNumber } = await submit();
    await give(paymentId, 'TRIP 2026/4');
    const mistyped = referenceNumber.slice(0, -1) + ((Number(referenceNumber.at(-1)) + 1) % 10);
    expect(await transactionOf(await arrive(`E-TRANSFER ${mistyped}`))).toMatchObject({
      state: 'review',
      candidates: [{ paymentId, why: ['reference-close'] }],
    });
  });

  it('is that of no other payment, and may be given back', async () => {
    const { paymentId, referenceNumber } = await submit();
    await give(paymentId, 'TRIP 2026/5');
    const other = await createPayment(app);
    const taken = { message: 'A payment with this reference number already exists' };
    expect((await give(other._id, referenceNumber, 409)).body).toMatchObject(taken);
    const { _id, ...input } = await payment(other._id);
    const recorded = app.admin.post('/api/payments').send({ ...input, referenceNumber });
    expect((await recorded.expect(409)).body).toMatchObject(taken);
    expect(await payment(_id)).toMatchObject({ referenceNumber: other.referenceNumber });

    const { body } = await give(paymentId, referenceNumber);
    expect(body).toMatchObject({ referenceNumber, formerReferences: [] });
    expect(await transactionOf(await arrive(`WIRE ${referenceNumber}`))).toMatchObject({ state: 'ready' });
  });

  it('replaced by the one in a transfer that came before settles which payment that is for', async () => {
    const { paymentId } = await submit();
    const statementId = await arrive('WIRE BOOKING 77-2026-Q');
    expect(await transactionOf(statementId)).toMatchObject({ state: 'review', candidates: [] });
    await give(paymentId, 'Booking 77-2026-Q');
    await waitFor(async () => (await transactionOf(statementId))?.candidates[0]?.paymentId === paymentId);
  });
});

it('a reference typed by an admin and replaced is free for another payment', async () => {
  const app = await TestApp.start();
  try {
    const { _id } = await createPayment(app, { referenceNumber: 'WRONG-4711' });
    const { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
    const changed = app.admin.put(`/api/payments/${_id}`).send({ ...body, referenceNumber: 'RIGHT-4712' });
    expect((await changed.expect(200)).body).not.toHaveProperty('formerReferences');
    await createPayment(app, { referenceNumber: 'WRONG-4711' });
  } finally {
    await app.stop();
  }
});
