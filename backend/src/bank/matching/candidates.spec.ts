import type { BankTransaction } from '#domain/bank/reconciliation';
import { createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { bankDesk, createAccount, createDue, transactionsOf } from '../../testing/reconciliation.js';

describe('weak candidates', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  const anotherOf = (first: { customerId: string }, amount: number) =>
    createPayment(app, {
      customerId: first.customerId,
      amount,
      currency: 'CAD',
      transferDate: '2026-11-20',
    });
  const whysOf = ({ state, candidates }: BankTransaction) => ({
    state,
    why: Object.fromEntries(candidates.map(({ paymentId, why }) => [paymentId, why])),
  });
  const whys = async (text: string, amount: number) => whysOf(await desk.arrive(text, amount));

  it('offers the open payment of a customer who writes the reference of a paid one', async () => {
    const former = await createDue(app, 'Lara Lastyear', { amount: 100 });
    await desk.setStatus(former._id, 'paid');
    const open = await anotherOf(former, 120);
    expect(await whys(`E-TRANSFER ${former.referenceNumber}`, 120)).toEqual({
      state: 'review',
      why: { [former._id]: ['reference'], [open._id]: ['customer'] },
    });
  });

  it('offers two payments of one customer that add up to the transfer, and never as ready', async () => {
    const first = await createDue(app, 'Sonia Summed', { amount: 300.1 });
    const second = await anotherOf(first, 45.9);
    const third = await anotherOf(first, 7);
    const why = { [first._id]: ['sum'], [second._id]: ['sum'] };
    expect(await whys('INTERAC ETRNSFR AD RECVD SONIA SUMMED', 346)).toEqual({ state: 'review', why });
    expect(await whys(`WIRE ${second.referenceNumber}`, 52.9)).toEqual({
      state: 'review',
      why: { [second._id]: ['reference', 'sum'], [third._id]: ['sum'] },
    });
  });

  it('offers a payment that is recorded after the transfer, as that of the customer or as a part of the sum', async () => {
    const former = await createDue(app, 'Lena Later', { amount: 100 });
    await desk.setStatus(former._id, 'paid');
    const { statementId } = await desk.arrive(`E-TRANSFER ${former.referenceNumber}`, 130);
    const open = await anotherOf(former, 120);
    const part = await anotherOf(former, 10);
    // As it is stored: opening it would match it again.
    const [stored] = await transactionsOf(app, statementId);
    expect(whysOf(stored!)).toEqual({
      state: 'review',
      why: { [former._id]: ['reference'], [open._id]: ['sum', 'customer'], [part._id]: ['sum', 'customer'] },
    });
  });

  it('offers a customer’s later payment for an earlier transfer of the same payer', async () => {
    const former = await createDue(app, 'Petra Paidfor', { amount: 100 });
    const paid = await desk.arrive('PAYMENT FROM ACME GENEROUS', 100);
    await desk.match(paid._id, former._id, 100);
    const { statementId } = await desk.arrive('PAYMENT FROM ACME GENEROUS', 45);
    const open = await anotherOf(former, 50);
    const [stored] = await transactionsOf(app, statementId);
    expect(whysOf(stored!)).toEqual({ state: 'review', why: { [open._id]: ['payer'] } });
  });

  it('offers a payment by a name and the last six digits of its reference', async () => {
    const due = await createDue(app, 'Dina Digits', { amount: 300 });
    const digits = due.referenceNumber.slice(-6);
    expect(await whys(`INTERAC DINA DIGITS ${digits}`, 290)).toEqual({
      state: 'review',
      why: { [due._id]: ['digits'] },
    });
    expect(await whys(`INTERAC DINA OTHER ${digits}`, 290)).toEqual({ state: 'review', why: {} });
  });
});
