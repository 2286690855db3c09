import { calendarOf, utcCalendar } from '#domain/platform/calendar';
import { formatDay } from '#domain/platform/dates';
import { daysAgo, type OverduePage } from '#domain/payments/overdue';
import type { PaymentPage } from '#domain/payments/payments';
import type { ReportSummary } from '#domain/office/reports';
import { loadConfig } from '../../programs/settings.js';
import { rebuildStats, verifyStats } from '../../ledger/stats/rebuild.js';
import { bankFile, createAccount, importFile, upload } from '../../testing/reconciliation.js';
import { aCheckout, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

/** A zone in which it is another day than in UTC at this moment. */
const elsewhere = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';

describe('the business time zone', () => {
  let app: TestApp;
  afterEach(async () => {
    jest.useRealTimers();
    await app.stop();
  });

  const summary = async (from: string, to: string) =>
    (await app.admin.get('/api/reports/summary').query({ from, to }).expect(200)).body as ReportSummary;
  const listed = async (from: string, to: string) => {
    const query = { 'filter[createdAt][gte]': from, 'filter[createdAt][lte]': to };
    const { body } = await app.admin.get('/api/payments').query(query).expect(200);
    return (body as { pagination: { total: number } }).pagination.total;
  };

  it('ends the days and months of reports, lists and exports, also of payments recorded before it was set', async () => {
    app = await TestApp.start();
    const { _id } = await createPayment(app, { status: 'paid' });
    const { ObjectId } = app.connection.base.mongo;
    // Ten in the evening of October 31 in Toronto.
    const createdAt = new Date('2025-11-01T02:00:00Z');
    await app.connection
      .collection('payments')
      .updateOne({ _id: new ObjectId(_id) }, { $set: { createdAt } });
    await rebuildStats(app.connection);
    expect((await summary('2025-11-01', '2025-11-30')).statuses).toEqual([{ _id: 'paid', count: 1 }]);
    expect(await listed('2025-11-01', '2025-11-30')).toBe(1);
    const { uri } = app;
    await app.stop({ keep: true });

    app = await TestApp.start({ TIME_ZONE: 'America/Toronto' }, uri);
    expect((await summary('2025-10-31', '2025-10-31')).statuses).toEqual([{ _id: 'paid', count: 1 }]);
    expect((await summary('2025-11-01', '2025-11-30')).statuses).toEqual([]);
    expect(await listed('2025-10-01', '2025-10-31')).toBe(1);
    expect(await listed('2025-11-01', '2025-11-30')).toBe(0);
    const query = { format: 'csv', 'filter[createdAt][lte]': '2025-10-31' };
    const { text } = await app.admin.get('/api/payments/export').query(query).expect(200);
    expect(text).toContain('"Date (America/Toronto)"');
    expect(text).toContain(',2025-10-31 22:00:00,');
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('decides which payments are overdue, and is named to the back-office', async () => {
    app = await TestApp.start({ TIME_ZONE: elsewhere });
    const today = calendarOf(elsewhere).dayOf(new Date());
    expect(today).not.toBe(utcCalendar.dayOf(new Date()));
    const yesterday = utcCalendar.dayOf(new Date(Date.parse(today) - 1));
    const late = await createPayment(app, { transferDate: yesterday });
    await createPayment(app, { transferDate: today });
    const { body } = await app.admin.get('/api/reports/overdue').expect(200);
    expect((body as OverduePage).payments.map(({ _id }) => _id)).toEqual([late._id]);
    const counts = await app.admin.get('/api/counts').expect(200);
    expect(counts.body).toMatchObject({ overdue: 1, timeZone: elsewhere });
  });

  it('decides which card payments are in no payout after ten days', async () => {
    app = await TestApp.start({ TIME_ZONE: elsewhere });
    const payments = app.connection.collection('payments');
    const since = (days: number) => daysAgo(days, new Date(), calendarOf(elsewhere));
    const { ObjectId } = app.connection.base.mongo;
    const made = [await createPayment(app), await createPayment(app)];
    for (const [index, { _id }] of made.entries())
      await payments.updateOne({ _id: new ObjectId(_id) }, { $set: { awaitsPayout: since(10 + index) } });
    const { body } = await app.admin.get('/api/payments').query({ 'filter[inNoPayout]': 'true' }).expect(200);
    expect((body as PaymentPage).payments.map(({ _id }) => _id)).toEqual([made[1]!._id]);
  });

  it('has the day on which a receipt says that it was paid, and a file was imported', async () => {
    app = await TestApp.start({ TIME_ZONE: elsewhere });
    const today = calendarOf(elsewhere).dayOf(new Date());
    const sale = (await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201)).body as {
      paymentId: string;
      orderPath: string;
    };
    await app.admin.patch(`/api/payments/${sale.paymentId}/status`).send({ status: 'paid' }).expect(200);
    const order = await app.visitor.get(sale.orderPath.replace('/order/', '/api/orders/')).expect(200);
    expect(order.body).toMatchObject({ receipt: { paidOn: today } });

    const account = await createAccount(app);
    const file = bankFile([{ text: 'NOBODY', amount: 5 }]);
    await importFile(app, account, file);
    const { body } = await upload(app, account, file).expect(409);
    expect((body as { message: string }).message).toContain(`on ${formatDay(today)}`);
  });

  it('leaves a closed month closed, also where it is not over yet in a zone that is set later', async () => {
    // Ten in the evening of December 31 in Toronto.
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'],
      now: new Date('2027-01-01T03:00:00Z'),
    });
    app = await TestApp.start({ TIME_ZONE: 'UTC' });
    const { _id, version } = await createPayment(app, { amount: 100 });
    const { body: closed } = await app.admin
      .post('/api/books/close')
      .send({ until: '2026-12-31' })
      .expect(200);
    const { uri } = app;
    await app.stop({ keep: true });

    app = await TestApp.start({ TIME_ZONE: 'America/Toronto' }, uri);
    const money = { kind: 'receipt', way: 'cash', amount: 100, day: '2026-12-31', version };
    await app.admin.post(`/api/payments/${_id}/ledger`).send(money).expect(201);
    const { body: ledger } = await app.admin.get(`/api/payments/${_id}/ledger`).expect(200);
    const booked = { day: '2026-12-31', bookedOn: '2027-01-01', amount: 100 };
    expect(ledger).toMatchObject({ entries: [booked], bookings: [booked] });
    const { body: books } = await app.admin.get('/api/books').expect(200);
    expect(books.months).toMatchObject([{ month: '2027-01', received: 100, sales: 100 }, ...closed.months]);
  });

  it('has the day in the name of an exported file', async () => {
    app = await TestApp.start({ TIME_ZONE: elsewhere });
    const today = calendarOf(elsewhere).dayOf(new Date());
    for (const name of ['customers', 'payments', 'bank-transactions', 'audit']) {
      const { headers } = await app.admin.get(`/api/${name}/export`).query({ format: 'csv' }).expect(200);
      expect(headers['content-disposition']).toBe(`attachment; filename="${name}-export-${today}.csv"`);
    }
  });

  it('is refused where no zone has its name', async () => {
    app = await TestApp.start();
    expect(() => loadConfig({ ADMIN_PASSWORD: app.adminPassword, TIME_ZONE: 'Toronto' })).toThrow(
      'TIME_ZONE takes a name such as America/Toronto, not "Toronto"',
    );
  });
});
