import type { Books, BooksMonth } from '#domain/ledger/books';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import type { Payment } from '#domain/payments/payments';
import { bankDesk, createAccount, createDue } from '../../testing/reconciliation.js';
import { verifyStats } from '../../ledger/stats/rebuild.js';
import { createPayment } from '../../testing/builders.js';
import { UsersService } from '../../auth/users/users.service.js';
import { TestApp } from '../../testing/test-app.js';

/** The last days of the two months before this one, and a day in each. */
const today = new Date();
const monthEnd = (back: number): string =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back + 1, 0)).toISOString().slice(0, 10);
const dayIn = (back: number, day: string): string => `${monthEnd(back).slice(0, 8)}${day}`;
const id = expect.any(String) as string;
const thisDay = today.toISOString().slice(0, 10);

describe('the books', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());
  afterEach(async () => expect(await verifyStats(app.connection)).toEqual([]));

  const books = async () => (await app.admin.get('/api/books').expect(200)).body as Books;
  const monthOf = (all: Books, back: number, currency = 'CAD'): BooksMonth | undefined =>
    all.months.find((one) => one.month === monthEnd(back).slice(0, 7) && one.currency === currency);
  const ledgerOf = async (id: string) =>
    (await app.admin.get(`/api/payments/${id}/ledger`).expect(200)).body as PaymentLedger;
  const close = (until: string, reason?: string) =>
    app.admin.post('/api/books/close').send({ until, reason });
  const hand = async (id: string, values: object) => {
    const { version } = await desk.payment(id);
    return app.admin.post(`/api/payments/${id}/ledger`).send({ version, ...values });
  };

  it('count money and sales of every way on the day on which it came, and what is deposited', async () => {
    const before = monthOf(await books(), 2);
    expect(before).toBeUndefined();
    const byBank = await createDue(app, 'Bank Payer', { amount: 1000 });
    await desk.match((await desk.arrive('BANK PAYER', 1000, dayIn(2, '05')))._id, byBank._id, 1000);
    const byCash = await createDue(app, 'Cash Payer', { amount: 500 });
    const cash = { kind: 'receipt', way: 'cash', amount: 500, day: dayIn(2, '20') };
    expect((await hand(byCash._id, cash)).body).toMatchObject({ status: 'paid', received: 500, due: 0 });
    const inPart = await createDue(app, 'Part Payer', { amount: 800 });
    expect((await hand(inPart._id, { ...cash, amount: 300, way: 'cheque' })).body).toMatchObject({
      status: 'pending',
      received: 300,
      due: 500,
    });
    const out = await desk.arrive('REFUND BANK PAYER', -400, dayIn(1, '07'));
    await desk.match(out._id, byBank._id, 400);

    const all = await books();
    expect(monthOf(all, 2)).toEqual({
      month: monthEnd(2).slice(0, 7),
      currency: 'CAD',
      opening: 0,
      received: 1800,
      ways: { bank: 1000, card: 0, cash: 500, cheque: 300, other: 0 },
      refunded: 0,
      shortfalls: 0,
      sales: 1500,
      returns: 0,
      closing: 300,
      usd: 1095,
      count: 2,
      late: 0,
    });
    expect(monthOf(all, 1)).toMatchObject({
      opening: 300,
      refunded: 400,
      returns: 400,
      closing: 300,
      count: 0,
    });
    expect(all.now).toEqual([{ currency: 'CAD', deposits: 300, surplus: 0, missing: 0 }]);
    const { body: summary } = await app.admin
      .get(`/api/reports/summary?from=${dayIn(2, '01')}&to=${monthEnd(2)}`)
      .expect(200);
    expect(summary.revenue).toMatchObject({ usd: 1095, currencies: [{ amount: 1500, count: 2 }] });
    const found = async (query: string) =>
      (await app.admin.get(`/api/payments?${query}`).expect(200)).body.pagination.total as number;
    expect(await found(`filter[bookedOn][gte]=${dayIn(2, '01')}&filter[bookedOn][lte]=${monthEnd(2)}`)).toBe(
      2,
    );
    expect(await found(`filter[bookedOn][gte]=${dayIn(1, '01')}&filter[bookedOn][lte]=${monthEnd(1)}`)).toBe(
      1,
    );
    // No booking lies between one of October and one of November.
    expect(
      await found(`filter[bookedOn][gte]=${dayIn(2, '21')}&filter[bookedOn][lte]=${dayIn(1, '06')}`),
    ).toBe(0);
  });

  it('are closed until the end of a past month, which nothing changes any more', async () => {
    const late = await createDue(app, 'Late Payer', { amount: 700 });
    const early = await createDue(app, 'Early Payer', { amount: 900 });
    const row = await desk.arrive('EARLY PAYER', 900, dayIn(2, '09'));
    await desk.match(row._id, early._id, 900);
    const untouched = await createPayment(app, { amount: 100, currency: 'CAD', status: 'paid' });
    const { body } = await close(monthEnd(2)).expect(200);
    expect(body).toMatchObject({ closedUntil: monthEnd(2), closedBy: 'admin', closedAt: expect.any(String) });
    const closed = monthOf(await books(), 2);

    // A late file, the undo of an old match and an edit leave it as it was.
    await desk.match((await desk.arrive('LATE PAYER', 700, dayIn(2, '28')))._id, late._id, 700);
    expect((await ledgerOf(late._id)).entries).toMatchObject([{ day: dayIn(2, '28'), bookedOn: thisDay }]);
    expect((await ledgerOf(late._id)).bookings).toMatchObject([
      { day: dayIn(2, '28'), bookedOn: thisDay, amount: 700 },
    ]);
    await desk.undo(row._id);
    expect((await ledgerOf(early._id)).entries).toMatchObject([
      { bookedOn: dayIn(2, '09'), voided: { by: 'admin', bookedOn: thisDay } },
    ]);
    const { version } = await desk.payment(early._id);
    const { body: refused } = await app.admin
      .put(`/api/payments/${early._id}`)
      .send({ ...(await formOf(early._id)), amount: 950, version })
      .expect(409);
    expect(refused.message).toBe('This payment is in a closed month');
    await app.admin.delete(`/api/payments/${early._id}`).expect(409);
    await app.admin.delete(`/api/payments/${untouched._id}`).expect(204);
    expect(monthOf(await books(), 2)).toEqual(closed);
    const now = monthOf(await books(), 0);
    expect(now).toMatchObject({ late: 2 });
    const { body: listed } = await app.admin.get(`/api/books/late?month=${thisDay.slice(0, 7)}`).expect(200);
    const line = { bookedOn: thisDay, way: 'bank', currency: 'CAD', by: 'admin' };
    expect(listed).toEqual({
      total: 2,
      bookings: [
        {
          ...line,
          _id: id,
          paymentId: late._id,
          referenceNumber: late.referenceNumber,
          day: dayIn(2, '28'),
          amount: 700,
        },
        {
          ...line,
          _id: id,
          paymentId: early._id,
          referenceNumber: early.referenceNumber,
          day: dayIn(2, '09'),
          amount: -900,
        },
      ],
    });
    expect(
      (await app.admin.get(`/api/books/late?month=${monthEnd(2).slice(0, 7)}`).expect(200)).body,
    ).toEqual({
      total: 0,
      bookings: [],
    });
    for (const month of ['', '2026', '2026-13', '2026-02-01', '$ne'])
      await app.admin.get('/api/books/late').query({ month }).expect(400);

    const { text } = await app.admin
      .get(`/api/books/export?from=${thisDay}&to=${thisDay}&format=csv`)
      .expect(200);
    expect(text).toContain(late.referenceNumber);
    expect(text).not.toContain('Late Payer');
    expect(text.split('\n')[0]).toContain('Booked On');
  });

  const formOf = async (id: string) => {
    const { customerId, amount, currency, paymentMethod, status } = await desk.payment(id);
    return { customerId, amount, currency, paymentMethod, status };
  };

  it('have none of a mistyped century', async () => {
    const { _id, version } = await createPayment(app, { amount: 61 });
    const mistyped = '1026-11-21';
    const words = { status: 'paid', way: 'cash', receivedOn: mistyped, version };
    const answers = [
      [await hand(_id, { kind: 'receipt', way: 'cash', amount: 61, day: mistyped }), 'day', 'Day'],
      [await app.admin.patch(`/api/payments/${_id}/status`).send(words), 'receivedOn', 'Received On'],
      [await close('1026-11-30'), 'until', 'Until'],
    ] as const;
    for (const [{ status, body }, field, label] of answers)
      expect([status, body.errors]).toEqual([400, { [field]: `${label} must not be before Jan 1, 2000` }]);
    expect((await books()).months.filter(({ month }) => month < '2000')).toEqual([]);
    expect(await desk.payment(_id)).toMatchObject({ status: 'pending', due: 61, version });
  });

  it('have no amount that is a text, even one of digits', async () => {
    const { _id } = await createPayment(app, { amount: 61 });
    for (const amount of ['61', '0x3d', [61], true]) {
      const { status, body } = await hand(_id, { kind: 'receipt', way: 'cash', amount, day: dayIn(1, '05') });
      expect([status, body.errors]).toEqual([400, { amount: 'Amount must be a positive number' }]);
    }
  });

  it('are opened again with a reason, and refuse what is no past month', async () => {
    for (const until of ['', 'today', thisDay, dayIn(1, '03'), monthEnd(0), '2026-02-30']) {
      const { body } = await close(until).expect(400);
      expect(body.errors).toHaveProperty('until');
    }
    expect((await close(monthEnd(3)).expect(400)).body.errors).toHaveProperty('reason');
    expect((await close(monthEnd(2)).expect(200)).body.closedUntil).toBe(monthEnd(2));
    const { body } = await close(monthEnd(3), 'A statement was missing').expect(200);
    expect(body.closedUntil).toBe(monthEnd(3));
    const { body: trail } = await app.admin.get('/api/audit?filter[resource]=books').expect(200);
    expect(trail.entries[0]).toMatchObject({
      action: 'reopen',
      changes: [
        { field: 'closedUntil', from: monthEnd(2), to: monthEnd(3) },
        { field: 'reason', to: 'A statement was missing' },
      ],
    });
  });

  it('keep a booking where it stands when its month is opened again and an act is not about money', async () => {
    const { _id } = await createDue(app, 'Word Payer', { amount: 630 });
    await app.admin
      .patch(`/api/payments/${_id}/status`)
      .send({ status: 'paid', receivedOn: dayIn(2, '11') })
      .expect(200);
    await close(monthEnd(2)).expect(200);
    await desk.match((await desk.arrive('WORD PAYER', 630, dayIn(2, '12')))._id, _id, 630);
    await close(monthEnd(3), 'A statement was missing').expect(200);
    const before = await ledgerOf(_id);
    expect(before.bookings).toMatchObject([{ bookedOn: dayIn(2, '11'), amount: 630 }]);
    const note = { status: 'paid', note: 'Called back' };
    await app.admin.patch(`/api/payments/${_id}/status`).send(note).expect(200);
    const form = { ...(await formOf(_id)), referenceNumber: 'RENAMED-630' };
    await app.admin.put(`/api/payments/${_id}`).send(form).expect(200);
    expect((await ledgerOf(_id)).bookings).toMatchObject(before.bookings.map(({ _id: id }) => ({ _id: id })));
  });

  it('are closed by admins only, while every role reads them', async () => {
    const password = 'a long enough passphrase 17';
    for (const role of ['manager', 'viewer'] as const) {
      const account = { username: `${role}1`, email: `${role}1@example.com`, role, password };
      await app.app.get(UsersService).add(account);
      const { body } = await app.visitor
        .post('/api/auth/login')
        .send({ username: account.username, password })
        .expect(200);
      const auth = [body.token as string, { type: 'bearer' }] as const;
      await app.visitor
        .get('/api/books')
        .auth(...auth)
        .expect(200);
      await app.visitor
        .post('/api/books/close')
        .auth(...auth)
        .send({ until: monthEnd(1) })
        .expect(403);
    }
  });

  it('book each receipt before a closing or after it, where both are sent at the same time', async () => {
    const payments: Payment[] = [];
    for (let number = 0; number < 6; number++)
      payments.push((await createDue(app, `Racing Payer${number}`, { amount: 100 })) as unknown as Payment);
    const acts = payments.map(({ _id, version }) =>
      app.admin
        .post(`/api/payments/${_id}/ledger`)
        .send({ kind: 'receipt', way: 'cash', amount: 100, day: dayIn(1, '15'), version: version ?? 0 }),
    );
    const answers = await Promise.all([...acts.slice(0, 3), close(monthEnd(1)), ...acts.slice(3)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    const { closedAt } = await books();
    for (const { _id } of payments) {
      const [entry] = (await ledgerOf(_id)).entries;
      if (entry!.bookedOn === thisDay) continue;
      expect(entry!.at <= closedAt!).toBe(true);
    }
  });
});
