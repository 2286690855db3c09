import type { BankTransaction } from '#domain/bank/reconciliation';
import type { ReportSummary } from '#domain/office/reports';
import { StatsService } from '../../ledger/stats/stats.service.js';
import { rebuildStats, verifyStats } from '../../ledger/stats/rebuild.js';
import { TestApp } from '../../testing/test-app.js';
import {
  bankFile,
  createAccount,
  createDue,
  importFile,
  transactionsOf,
} from '../../testing/reconciliation.js';

describe('what arrived, in the reports', () => {
  let app: TestApp;
  beforeEach(async () => (app = await TestApp.start()));
  afterEach(() => app.stop());

  const arrivals = async (range: { from?: string; to?: string } = {}) =>
    ((await app.admin.get('/api/reports/summary').query(range).expect(200)).body as ReportSummary).arrivals;
  const act = (id: string | undefined, action: string, body: object) =>
    app.admin.post(`/api/bank-transactions/${id}/${action}`).send(body);
  const byText = async (statementId: string) =>
    new Map((await transactionsOf(app, statementId)).map((one) => [one.text, one] as const));
  const find = async (id: string | undefined) =>
    (await app.admin.get(`/api/bank-transactions/${id}`).expect(200)).body as BankTransaction;

  it('follows imports, matches, undos and deletions, before and after the deltas are merged', async () => {
    const account = await createAccount(app, 'Chase', 'USD');
    const due = await createDue(app, 'Reto Report', { amount: 30, currency: 'USD' });
    const rows = [
      { text: due.referenceNumber, amount: 30, day: '2025-02-03' },
      { text: 'MORE', amount: 12.5, day: '2025-02-03' },
      { text: 'FEE', amount: -4, day: '2025-02-03' },
      { text: 'LATER', amount: 1, day: '2025-02-04' },
    ];
    const named = { bankAccountId: account, bankAccount: 'Chase', currency: 'USD' };
    const expectArrivals = async (allocated: number) => {
      const expected = {
        totals: [{ ...named, amount: 43.5, allocated, count: 3 }],
        months: [{ month: '2025-02', ...named, amount: 43.5, allocated, count: 3 }],
        days: [
          { day: '2025-02-04', ...named, amount: 1, allocated: 0, count: 1 },
          { day: '2025-02-03', ...named, amount: 42.5, allocated, count: 2 },
        ],
      };
      expect(await arrivals()).toEqual(expected);
      await app.app.get(StatsService).merge();
      expect(await arrivals()).toEqual(expected);
      expect(await verifyStats(app.connection)).toEqual([]);
    };
    const { statementId } = await importFile(app, account, bankFile(rows));
    await expectArrivals(0);
    const transactions = await byText(statementId);
    const exact = transactions.get(due.referenceNumber)?._id;
    await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [exact] })
      .expect(200);
    await expectArrivals(30);
    const { version } = await find(exact);
    await act(exact, 'undo', { version }).expect(200);
    await expectArrivals(0);
    const part = { allocations: [{ paymentId: due._id, amount: 10.01 }], version: version + 1 };
    await act(exact, 'match', part).expect(200);
    await expectArrivals(10.01);
    await act(exact, 'ignore', { reason: 'returned', version: version + 2 }).expect(200);
    await expectArrivals(10.01);
    // Outgoing money is not counted, and neither is its refund.
    const refund = { allocations: [{ paymentId: due._id, amount: 4 }], version: 0 };
    await act(transactions.get('FEE')?._id, 'match', refund).expect(200);
    await expectArrivals(10.01);
    await act(transactions.get('FEE')?._id, 'undo', { version: 1 }).expect(200);
    await act(exact, 'undo', { version: version + 3 }).expect(200);
    await app.admin.delete(`/api/statements/${statementId}`).expect(204);
    expect(await arrivals()).toEqual({ totals: [], months: [], days: [] });
    await app.app.get(StatsService).merge();
    expect(await arrivals()).toEqual({ totals: [], months: [], days: [] });
    expect(await verifyStats(app.connection)).toEqual([]);
    await rebuildStats(app.connection);
    expect(await arrivals()).toEqual({ totals: [], months: [], days: [] });
  });

  it('counts the days of a range alone, by account and currency, and leaves payments alone', async () => {
    const [one, two] = [await createAccount(app, 'B Bank'), await createAccount(app, 'A Bank', 'USD')];
    const days = ['2024-12-31', '2025-01-01', '2025-01-15', '2025-01-16', '2025-01-31', '2025-02-01'];
    for (const [index, account] of [one, two].entries()) {
      const rows = days.map((day) => ({ day, text: `ROW ${day}`, amount: 100 + index }));
      await importFile(app, account, bankFile(rows));
    }
    for (const merged of [false, true]) {
      if (merged) await app.app.get(StatsService).merge();
      for (const [from, to] of [
        ['2025-01-01', '2025-01-31'],
        ['2025-01-15', '2025-01-16'],
        ['2025-01-16', '2025-02-01'],
        ['2024-01-01', '2025-01-01'],
        ['2025-02-02', '2025-12-31'],
        [undefined, '2025-01-15'],
        ['2025-01-31', undefined],
        [undefined, undefined],
      ] as const) {
        const wanted = days.filter((day) => (!from || day >= from) && (!to || day <= to));
        const report = await arrivals({ ...(from && { from }), ...(to && { to }) });
        const count = wanted.length;
        expect(
          report.totals.map(({ bankAccount, amount, count: own }) => [bankAccount, amount, own]),
        ).toEqual(
          count
            ? [
                ['A Bank', count * 101, count],
                ['B Bank', count * 100, count],
              ]
            : [],
        );
        expect(report.days.map(({ day }) => day)).toEqual(wanted.flatMap((day) => [day, day]).reverse());
        const months = [...new Set(wanted.map((day) => day.slice(0, 7)))].reverse();
        const ofMonth = (month: string) => wanted.filter((day) => day.startsWith(month)).length;
        expect(report.months.map(({ month, bankAccount, amount }) => [month, bankAccount, amount])).toEqual(
          months.flatMap((month) => [
            [month, 'B Bank', ofMonth(month) * 100],
            [month, 'A Bank', ofMonth(month) * 101],
          ]),
        );
      }
    }
    const { body } = await app.admin.get('/api/reports/summary').expect(200);
    expect([body.statuses, body.revenue.currencies]).toEqual([[], []]);
    expect((await app.admin.get('/api/payments/stats').expect(200)).body.statuses).toEqual([]);
  });

  it('lists the latest 400 days of accounts, and totals of all of them', async () => {
    const account = await createAccount(app);
    const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
    const rows = Array.from({ length: 450 }, (_, index) => ({
      day: day(index),
      text: 'ROW',
      amount: 1,
    }));
    await importFile(app, account, bankFile(rows));
    for (const merged of [false, true]) {
      if (merged) await app.app.get(StatsService).merge();
      const report = await arrivals();
      expect(report.totals).toMatchObject([{ amount: 450, count: 450 }]);
      expect([report.days.length, report.days[0]?.day, report.days.at(-1)?.day]).toEqual([
        400,
        day(449),
        day(50),
      ]);
    }
  });
});
