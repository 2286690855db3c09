import { Types } from 'mongoose';
import type { WaitingMoney } from '#domain/bank/matches';
import { createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { bankDesk, createAccount, createDue } from '../../testing/reconciliation.js';

describe('money that waits in Reconcile', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  const waiting = async (customerId: string) =>
    ((await app.admin.get(`/api/customers/${customerId}/waiting-money`).expect(200)).body as WaitingMoney)
      .transactions;

  it('is what proposes a payment of the customer, and what has the name with another amount, newest first', async () => {
    const payment = await createDue(app, 'Wanda Waits', { amount: 200 });
    expect(await waiting(payment.customerId)).toEqual([]);
    const exact = await desk.arrive(`E-TRANSFER ${payment.referenceNumber}`, 200, '2026-11-20');
    const other = await desk.arrive('INTERAC ETRNSFR AD RECVD WANDA WAITS', 17.5, '2026-11-21');
    await desk.arrive('INTERAC ETRNSFR AD RECVD WANDA OTHERWISE', 17.5, '2026-11-21');
    expect(await waiting(payment.customerId)).toEqual([
      {
        _id: other._id,
        day: '2026-11-21',
        state: 'review',
        amount: 17.5,
        currency: 'CAD',
        payer: 'WANDA WAITS',
      },
      { _id: exact._id, day: '2026-11-20', state: 'ready', amount: 200, currency: 'CAD' },
    ]);
    // The part that is matched waits no more, nor does what an admin ignores.
    await desk.match(exact._id, payment._id, 150);
    const { version } = await desk.find(other._id);
    await desk.act(other._id, 'ignore', { reason: 'not ours', version }).expect(200);
    expect(await waiting(payment.customerId)).toMatchObject([{ _id: exact._id, amount: 50 }]);
  });

  it('is what a payer sends who paid for the customer before, and no money that goes out', async () => {
    const payment = await createDue(app, 'Petra Paidfor', { amount: 90 });
    const text = 'INTERAC ETRNSFR AD RECVD FRED FRIEND';
    const first = await desk.arrive(`${text} ${payment.referenceNumber}`, 90, '2026-11-18');
    await desk.match(first._id, payment._id, 90);
    await createPayment(app, { customerId: payment.customerId, amount: 60, currency: 'CAD' });
    const second = await desk.arrive(text, 60, '2026-11-19');
    await desk.arrive('SENT TO PETRA PAIDFOR', -20);
    expect((await waiting(payment.customerId)).map(({ _id }) => _id)).toEqual([second._id]);
  });

  it('is refused for a customer that is not there', async () => {
    await app.admin.get(`/api/customers/${String(new Types.ObjectId())}/waiting-money`).expect(404);
    await app.admin.get('/api/customers/no-id/waiting-money').expect(404);
  });
});
