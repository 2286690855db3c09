import { createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { bankDesk, createAccount, createDue } from '../testing.js';

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
      ...{ customerId: first.customerId, amount, currency: 'CAD', transferDate: '2026-11-20' },
    });
  const whys = async (text: string, amount: number) => {
    const { state, candidates } = await desk.arrive(text, amount);
    return { state, why: Object.fromEntries(candidates.map(({ paymentId, why }) => [paymentId, why])) };
  };

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
