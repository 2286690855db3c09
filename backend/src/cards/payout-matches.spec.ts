import type { BankTransaction } from '#domain/bank/reconciliation';
import type { CardPayoutDetails } from '#domain/payouts/payouts';
import { bankDesk, createAccount, createDue } from '../testing/reconciliation.js';
import { verifyLedgers } from '../ledger/stats/ledger-check.js';
import { verifyPayouts } from '../ledger/stats/payout-check.js';
import { verifyStats } from '../ledger/stats/rebuild.js';
import { StatsService } from '../ledger/stats/stats.service.js';
import { TestApp } from '../testing/test-app.js';
import { importReport, reportRow, type ReportRow } from '../testing/payouts.js';
import { cardEnvironment } from '../testing/cards.js';

describe('a bank transaction that is a payout', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  let number = 0;
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());
  afterEach(async () => {
    while (await app.app.get(StatsService).merge());
    expect(await verifyLedgers(app.connection)).toEqual([]);
    expect(await verifyPayouts(app.connection)).toEqual([]);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  /** Imports a payout of this net, which no other test has, and returns its id. */
  async function paidOut(net: number, values: ReportRow = {}): Promise<string> {
    const id = `po_${++number}`;
    const amount = net.toFixed(2);
    await importReport(app, [
      reportRow({ automatic_payout_id: id, gross: amount, fee: '0', net: amount, ...values }),
    ]);
    return id;
  }
  const payout = async (id: string) =>
    (await app.admin.get(`/api/card-payouts/${id}`).expect(200)).body as CardPayoutDetails;
  const match = (transaction: BankTransaction, payoutId: string, values: object = {}) =>
    desk.act(transaction._id, 'match', { kind: 'payout', payoutId, version: transaction.version, ...values });
  const proposed = async ({ _id }: BankTransaction) => (await desk.find(_id)).proposals ?? [];

  it('is proposed by its amount within five days, matched and undone, and is no receipt', async () => {
    const received = async () => {
      const { body } = await app.admin.get('/api/reports/summary').expect(200);
      return JSON.stringify(body.arrivals.totals);
    };
    const before = await received();
    const id = await paidOut(1001.11);
    const transaction = await desk.arrive('STRIPE TRANSFER', 1001.11, '2026-11-25');
    expect(await proposed(transaction)).toEqual([
      {
        kind: 'payout',
        amount: 1001.11,
        why: ['payout'],
        payout: expect.objectContaining({ _id: id, net: 1001.11 }),
      },
    ]);
    const { body } = await match(transaction, id, { note: 'Seen' }).expect(200);
    const { _id, version } = transaction;
    expect(body).toMatchObject({
      state: 'matched',
      rest: 0,
      version: version + 1,
      statusKept: false,
      allocations: [],
      offsets: [
        { _id: body.made[0], kind: 'payout', payoutId: id, amount: 1001.11, day: '2026-11-20', note: 'Seen' },
      ],
    });
    expect(await payout(id)).toMatchObject({ state: 'matched', bankTransactionId: _id, bankAmount: 1001.11 });
    expect(await received()).toBe(before);
    const csv = await app.admin.get('/api/bank-transactions/export').query({ format: 'csv' }).expect(200);
    expect(csv.text).toContain(`Card payout CA$1,001.11, 2026-11-20 ${id}`);
    const again = await desk.arrive('STRIPE TRANSFER AGAIN', 1001.11, '2026-11-25');
    expect(await proposed(again)).toEqual([]);
    const undone = await desk.undo(_id, { allocationIds: body.made });
    expect(undone).toMatchObject({ state: 'review', rest: 1001.11 });
    expect(await payout(id)).not.toHaveProperty('bankTransactionId');
    expect(await payout(id)).toMatchObject({ state: 'open' });
    await match(await desk.find(again._id), id).expect(200);
    const trail = { 'filter[resource]': 'card-payouts', 'filter[resourceId]': id };
    const { entries } = (await app.admin.get('/api/audit').query(trail).expect(200)).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'match',
      'undo',
      'match',
      'import',
    ]);
  });

  it('is proposed by its amount without the provider’s name, and not on other days or in another currency', async () => {
    const [near, far, other] = [
      await paidOut(1002.22),
      await paidOut(1003.33),
      await paidOut(1004.44, { currency: 'usd' }),
    ];
    expect(await proposed(await desk.arrive('PAYMENTS EUROPE', 1002.22, '2026-11-15'))).toMatchObject([
      { kind: 'payout', payout: { _id: near } },
    ]);
    const late = await desk.arrive('PAYMENTS EUROPE', 1003.33, '2026-11-26');
    expect(await proposed(late)).toEqual([]);
    // An admin may know better.
    await match(late, far).expect(200);
    const foreign = await desk.arrive('STRIPE', 1004.44);
    expect((await proposed(foreign)).map((one) => 'payout' in one && one.payout._id)).not.toContain(other);
    const { body } = await match(foreign, other).expect(400);
    expect(body.errors).toEqual({ payoutId: 'That payout is in USD' });
  });

  it('waits for no bank transaction where as much went back as came', async () => {
    const open = async () =>
      (await app.admin.get('/api/card-payouts?filter[state]=open').expect(200)).body.pagination.total;
    const before = await open();
    const id = await paidOut(0);
    expect(await payout(id)).toMatchObject({ net: 0, state: 'matched' });
    expect(await payout(id)).not.toHaveProperty('bankTransactionId');
    expect(await open()).toBe(before);
  });

  it('takes money back where more went back than came', async () => {
    const id = await paidOut(-52.1, { reporting_category: 'refund' });
    const incoming = await desk.arrive('STRIPE', 52.1);
    expect((await match(incoming, id).expect(400)).body.errors).toEqual({
      payoutId: 'That payout takes money from the account',
    });
    const outgoing = await desk.arrive('STRIPE DEBIT', -52.1);
    expect(await proposed(outgoing)).toMatchObject([{ kind: 'payout', amount: 52.1, payout: { _id: id } }]);
    expect((await match(outgoing, id).expect(200)).body).toMatchObject({ state: 'matched', rest: 0 });
    expect((await desk.undo(outgoing._id)).state).toBe('ignored');
    expect((await payout(id)).state).toBe('open');
  });

  it('of another amount is matched only where an admin says so, and differs then', async () => {
    const id = await paidOut(1005.55, { automatic_payout_effective_at: '2026-10-05' });
    const transaction = await desk.arrive('STRIPE TRANSFER', 1003.45, '2026-10-06');
    expect(await proposed(transaction)).toMatchObject([
      { kind: 'payout', why: [], payout: { _id: id }, difference: 'CA$2.10 less than the payout' },
    ]);
    const { body } = await match(transaction, id).expect(400);
    expect(body).toMatchObject({
      message: 'This transaction is CA$2.10 less than the payout',
      errors: { acceptDifference: 'This transaction is CA$2.10 less than the payout' },
    });
    expect((await payout(id)).state).toBe('open');
    await match(transaction, id, { acceptDifference: true }).expect(200);
    expect(await payout(id)).toMatchObject({ state: 'differs', net: 1005.55, bankAmount: 1003.45 });
    const query = { 'filter[state]': 'differs' };
    expect((await app.admin.get('/api/card-payouts').query(query).expect(200)).body.cardPayouts).toHaveLength(
      1,
    );
    const rest = {
      automatic_payout_id: id,
      automatic_payout_effective_at: '2026-10-05',
      reporting_category: 'fee',
    };
    await importReport(app, [reportRow({ ...rest, gross: '-2.10', fee: '0', net: '-2.10' })]);
    expect(await payout(id)).toMatchObject({ state: 'matched', net: 1003.45 });
  });

  it('is the only bank transaction of its payout, also where two admins match at once', async () => {
    const id = await paidOut(1006.66);
    const rows = [await desk.arrive('STRIPE ONE', 1006.66), await desk.arrive('STRIPE TWO', 1006.66)];
    const answers = await Promise.all(rows.map((row) => match(row, id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.message).toBe('This payout is matched to another bank transaction already');
    const won = rows[answers.findIndex(({ status }) => status === 200)]!;
    await match(won, id).expect(409);
    expect((await payout(id)).bankTransactionId).toBe(won._id);
  });

  it('is matched once by two admins at the same time', async () => {
    const id = await paidOut(1007.77);
    const transaction = await desk.arrive('STRIPE ONE', 1007.77);
    const answers = await Promise.all([match(transaction, id), match(transaction, id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await desk.find(transaction._id)).offsets).toHaveLength(1);
  });

  it('is whole: nothing of it is matched otherwise', async () => {
    const id = await paidOut(1008.88);
    const due = await createDue(app, 'Part Payer', { amount: 8.88 });
    const transaction = await desk.arrive('STRIPE', 1008.88);
    await desk.match(transaction._id, due._id, 8.88);
    expect(await proposed(transaction)).toEqual([]);
    const { body } = await match(await desk.find(transaction._id), id).expect(409);
    expect(body.message).toBe('A part of this transaction is matched already: undo that first');
  });

  it.each([
    ['no payout', { payoutId: undefined }, 'payoutId'],
    ['no such payout', { payoutId: 'po_none' }, 'payoutId'],
    ['an amount', { amount: 1 }, 'amount'],
    ['a payment', { paymentId: '0123456789abcdef01234567' }, 'paymentId'],
    ['a word for a yes', { acceptDifference: 'yes' }, 'acceptDifference'],
  ])('is not matched by %s', async (said, values, field) => {
    const transaction = await desk.arrive(`STRIPE ${said}`, 1009.99);
    const { body } = await match(transaction, 'po_1', values).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect((await desk.find(transaction._id)).state).toBe('review');
  });

  it('keeps its statement from being deleted', async () => {
    const id = await paidOut(1010.1);
    const transaction = await desk.arrive('STRIPE', 1010.1);
    await match(transaction, id).expect(200);
    await app.admin.delete(`/api/statements/${transaction.statementId}`).expect(409);
    await desk.undo(transaction._id);
    await app.admin.delete(`/api/statements/${transaction.statementId}`).expect(204);
  });
});
