import type { Counts } from '#domain/office/counts';
import type { CardPayoutDetails, CardPayoutPage } from '#domain/payouts/payouts';
import type { Payment, PaymentPage } from '#domain/payments/payments';
import { createAccount, createDue, upload } from '../testing/reconciliation.js';
import { verifyLedgers } from '../ledger/stats/ledger-check.js';
import { verifyPayouts } from '../ledger/stats/payout-check.js';
import { verifyStats } from '../ledger/stats/rebuild.js';
import { StatsService } from '../ledger/stats/stats.service.js';
import { TestApp } from '../testing/test-app.js';
import { importReport, postReport, reportFile, reportRow } from '../testing/payouts.js';
import { sampleEvent, sampleId, samplePayment, type SamplePayment, sampleSession } from './samples.js';
import { cardEnvironment, sendEvent } from '../testing/cards.js';

let number = 0;
const aPayer = (values: Partial<SamplePayment> = {}) =>
  samplePayment({
    live: true,
    email: `payer${++number}@example.com`,
    name: `Payer Number${number}`,
    ...values,
  });

it('payout reports are stored once where two servers import them at once', async () => {
  const app = await TestApp.start(cardEnvironment);
  const other = await TestApp.start(cardEnvironment, app.uri);
  const rows = Array.from({ length: 50 }, (_, index) =>
    reportRow({ balance_transaction_id: `txn_${index}`, payment_intent_id: `pi_${index}` }),
  );
  const results = await Promise.all(
    [app, other, app, other].map(async (server) => (await importReport(server, rows)).lines),
  );
  expect(results.map((lines) => lines.new).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 50]);
  const { body } = await other.admin.get('/api/card-payouts').expect(200);
  expect(body.cardPayouts).toMatchObject([{ lineCount: 50, fee: 3287 }]);
  await other.stop({ keep: true });
  await app.stop();
});

describe('the card provider’s payout reports', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
  });
  afterAll(() => app.stop());
  beforeEach(() => app.reset());
  afterEach(async () => {
    while (await app.app.get(StatsService).merge());
    expect(await verifyLedgers(app.connection)).toEqual([]);
    expect(await verifyPayouts(app.connection)).toEqual([]);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  const pay = (payer: SamplePayment, at?: string) =>
    sendEvent(
      app,
      sampleEvent('checkout.session.completed', sampleSession(payer), {
        live: payer.live,
        ...(at && { at: Date.parse(at) / 1000 }),
      }),
    ).expect(200);
  /** Records a card payment by its event, and returns it. */
  async function recorded(payer: SamplePayment, at?: string): Promise<Payment> {
    await pay(payer, at);
    const query = { 'filter[search]': payer.email };
    const { body } = await app.admin.get('/api/payments').query(query).expect(200);
    const { _id } = (body as PaymentPage).payments[0]!;
    return (await app.admin.get(`/api/payments/${_id}`).expect(200)).body as Payment;
  }
  const payment = async (id: string) =>
    (await app.admin.get(`/api/payments/${id}`).expect(200)).body as Payment;
  const payouts = async (query: object = {}) =>
    (await app.admin.get('/api/card-payouts').query(query).expect(200)).body as CardPayoutPage;
  const details = async (id: string) =>
    (await app.admin.get(`/api/card-payouts/${id}`).expect(200)).body as CardPayoutDetails;
  const counts = async () => (await app.admin.get('/api/counts').expect(200)).body as Counts;
  const countOf = (name: string) => app.connection.collection(name).countDocuments();

  it('say what a payout consists of, and which of its lines are of no known payment', async () => {
    const payer = aPayer();
    const { _id, referenceNumber } = await recorded(payer);
    const unknown = sampleId('pi');
    const rows = [
      reportRow({ balance_transaction_id: 'txn_charge', payment_intent_id: payer.paymentIntentId }),
      reportRow({ balance_transaction_id: 'txn_unknown', payment_intent_id: unknown }),
      reportRow({
        balance_transaction_id: 'txn_refund',
        reporting_category: 'refund',
        gross: '-100.00',
        fee: '0',
        net: '-100',
        payment_intent_id: payer.paymentIntentId,
      }),
      reportRow({
        balance_transaction_id: 'txn_fee',
        reporting_category: 'fee',
        gross: '-3.05',
        fee: '0.00',
        net: '-3.05',
      }),
      reportRow({
        automatic_payout_id: 'po_negative',
        reporting_category: 'dispute',
        gross: '-2256.610',
        balance_transaction_id: 'txn_dispute',
        fee: '15.00',
        net: '-2271.61',
      }),
    ];
    expect(await importReport(app, rows)).toEqual({
      payouts: 2,
      lines: { new: 5, known: 0, unknown: 2 },
      unknownLines: [
        { balanceTransactionId: 'txn_unknown', category: 'charge', paymentIntentId: unknown },
        { balanceTransactionId: 'txn_dispute', category: 'dispute' },
      ],
    });
    const { cardPayouts, pagination, counts: states } = await payouts({ sort: '-net' });
    expect(pagination).toMatchObject({ total: 2, pages: 1 });
    expect(states).toEqual({ open: 2, matched: 0, differs: 0 });
    const common = { day: '2026-11-20', currency: 'CAD', state: 'open' };
    expect(cardPayouts).toMatchObject([
      {
        ...common,
        _id: 'po_sample',
        gross: 4410.17,
        fee: 131.48,
        net: 4278.69,
        lineCount: 4,
        withoutPayment: 1,
      },
      {
        ...common,
        _id: 'po_negative',
        gross: -2256.61,
        fee: 15,
        net: -2271.61,
        lineCount: 1,
        withoutPayment: 1,
      },
    ]);
    const { lines, ...payout } = await details('po_sample');
    expect(payout).toEqual(cardPayouts[0]);
    const charge = { category: 'charge', gross: 2256.61, fee: 65.74, net: 2190.87 };
    const tied = { paymentIntentId: payer.paymentIntentId, paymentId: _id, referenceNumber };
    expect(lines).toEqual([
      { balanceTransactionId: 'txn_unknown', ...charge, paymentIntentId: unknown },
      { balanceTransactionId: 'txn_charge', ...charge, ...tied },
      { balanceTransactionId: 'txn_fee', category: 'fee', gross: -3.05, fee: 0, net: -3.05 },
      { balanceTransactionId: 'txn_refund', category: 'refund', gross: -100, fee: 0, net: -100, ...tied },
    ]);
    expect(await payment(_id)).toMatchObject({
      payout: { id: 'po_sample', day: '2026-11-20', fee: 65.74, currency: 'CAD' },
    });
    await app.admin
      .get('/api/card-payouts/po_unknown')
      .expect(404, { statusCode: 404, message: 'Payout not found' });
    expect(
      (await payouts({ 'filter[withoutPayment]': 'true', 'filter[state]': 'open', limit: 1 })).pagination,
    ).toEqual({
      page: 1,
      limit: 1,
      total: 2,
      pages: 2,
    });
    expect((await payouts({ 'filter[state]': 'matched' })).cardPayouts).toEqual([]);
    const audit = { 'filter[resource]': 'card-payouts', 'filter[resourceId]': 'po_sample' };
    const { body } = await app.admin.get('/api/audit').query(audit).expect(200);
    expect(body.entries).toMatchObject([{ by: 'admin', action: 'import' }]);
    expect(body.entries[0].changes).toContainEqual({ field: 'report', from: null, to: 'itemised.csv' });
  });

  it('have their columns in any order, and further ones; a byte order mark and Windows’ line ends do not matter', async () => {
    const columns = [
      'net',
      'fee',
      'gross',
      'customer_email',
      'payment_intent_id',
      'Currency',
      'reporting_category',
      'balance_transaction_id',
      'automatic_payout_effective_at_utc',
      'automatic_payout_id',
    ];
    const row = {
      ...reportRow(),
      Currency: 'usd',
      automatic_payout_effective_at_utc: '2026-11-21T00:00:00Z',
    };
    const file = `\uFEFF${reportFile([row], columns).replaceAll('\n', '\r\n')}`;
    await postReport(app, file).expect(201);
    expect((await payouts()).cardPayouts).toMatchObject([
      { currency: 'USD', day: '2026-11-21', net: 2190.87 },
    ]);
  });

  it('are read with delimiters in their texts, and as a spreadsheet with a decimal comma has saved them', async () => {
    const row = reportRow({ description: 'Tour; three days\tGroup' });
    await postReport(app, reportFile([row])).expect(201);
    const charge = reportRow({ description: 'Tour, three days\tGroup' });
    const commas = [
      { ...charge, gross: '2256,61', fee: '65,74', net: '2190,87' },
      { ...row, gross: '2\u202F256,61', fee: '65,74', net: '2 190,870' },
    ];
    const saved = reportFile(commas, Object.keys(charge), ';');
    expect((await postReport(app, saved).expect(201)).body.lines).toMatchObject({ new: 1, known: 1 });
    const cells = reportFile([charge]).trimEnd().split('\n');
    const wrapped = cells.map((line) => `"${line.replaceAll('"', '""')}"`).join('\r\n');
    expect((await postReport(app, wrapped).expect(201)).body.lines).toMatchObject({ new: 0, known: 1 });
    expect((await payouts()).cardPayouts).toMatchObject([{ gross: 4513.22, fee: 131.48, net: 4381.74 }]);
  });

  it.each([
    ['no report', 'Date,Description,Amount\n2026-11-20,STRIPE,1.00\n', /^This is no payout report of Stripe/],
    ['an empty file', '', /^The file is empty$/],
    ['only its header', reportFile([]), /^The report has no lines$/],
    [
      'no payment intents',
      reportFile(
        [reportRow()],
        Object.keys(reportRow()).filter((name) => name !== 'payment_intent_id'),
      ),
      /^Add the column payment_intent_id to the report$/,
    ],
    [
      'no day',
      reportFile(
        [reportRow()],
        Object.keys(reportRow()).filter((name) => !name.includes('effective')),
      ),
      /^Add the column automatic_payout_effective_at to the report$/,
    ],
    ['no amount', [{}, { gross: '12.345' }], /^Line 3 is not read: gross "12.345" is no amount$/],
    ['thousands or decimals', [{ gross: '2,256' }], /^Line 2 is not read: gross "2,256" is no amount$/],
    ['a fee in words', [{ fee: '' }], /^Line 2 is not read: fee "" is no amount$/],
    ['a sum that is wrong', [{}, { net: '2190.88' }], /^Line 3 is not read: gross less fee is not net$/],
    [
      'another currency',
      [{ currency: 'eur' }],
      /^Line 2 is not read: currency "EUR" is none of THB, USD, CAD$/,
    ],
    [
      'no such day',
      [{ automatic_payout_effective_at: '2026-02-30' }],
      /^Line 2 is not read: the payout's day/,
    ],
    [
      'a day that a spreadsheet has written',
      [{ automatic_payout_effective_at: '20/11/2026 00:00' }],
      /"20\/11\/2026 00:00" is no date like 2026-11-20\. A spreadsheet may have changed it/,
    ],
    ['no payout', [{ automatic_payout_id: '' }], /^Line 2 is not read: automatic_payout_id is empty$/],
    [
      'a hostile id',
      [{ balance_transaction_id: '$where' }],
      /^Line 2 is not read: balance_transaction_id is "\$where"$/,
    ],
    [
      'a payout of two days',
      [{}, { automatic_payout_effective_at: '2026-11-21' }],
      /^Line 3 .* has another day before$/,
    ],
    [
      'a line twice',
      [{ balance_transaction_id: 'txn_1' }, { balance_transaction_id: 'txn_1', fee: '0', gross: '2190.87' }],
      /^Line 3 is not read: txn_1 was reported otherwise/,
    ],
    [
      'a line that is cut off',
      `${reportFile([reportRow(), reportRow()]).trimEnd().slice(0, -40)}`,
      /^Line 3 is not read: it has \d+ columns/,
    ],
    [
      'an open quotation mark',
      `${reportFile([reportRow()])}"`,
      /^Line 3 is not read: it is no line of a CSV file$/,
    ],
  ])('that have %s are refused, and nothing is stored', async (_, rows, message) => {
    const file = typeof rows === 'string' ? rows : reportFile(rows.map((row) => reportRow(row)));
    const { body } = await postReport(app, file).expect(400);
    expect(body.message).toMatch(message);
    expect([await countOf('cardpayouts'), await countOf('cardpayoutlines')]).toEqual([0, 0]);
  });

  it('are taken up to their limits', async () => {
    const rows = Array.from({ length: 20_001 }, (_, index) => ({
      ...reportRow({ balance_transaction_id: `txn_${index}` }),
      description: '',
    }));
    const columns = Object.keys(reportRow()).filter((name) => name !== 'description' && name !== 'created');
    expect((await postReport(app, reportFile(rows, columns)).expect(400)).body.message).toBe(
      'A report has at most 20000 lines. Choose fewer days.',
    );
    const { body } = await postReport(app, reportFile(rows.slice(1), columns)).expect(201);
    expect(body.lines).toEqual({ new: 20_000, known: 0, unknown: 20_000 });
    expect((await details('po_sample')).lines).toHaveLength(1000);
    await postReport(app, Buffer.alloc(2 * 1024 * 1024 + 1, 'a')).expect(413);
  });

  it('add nothing again, what is new of a longer one, and refuse what contradicts them', async () => {
    const first = [reportRow({ balance_transaction_id: 'txn_1' })];
    const longer = [...first, reportRow({ balance_transaction_id: 'txn_2' })];
    await importReport(app, first);
    const before = await payouts();
    expect((await importReport(app, first)).lines).toEqual({ new: 0, known: 1, unknown: 1 });
    expect(await payouts()).toEqual(before);
    expect((await importReport(app, longer)).lines).toEqual({ new: 1, known: 1, unknown: 2 });
    expect((await payouts()).cardPayouts).toMatchObject([{ lineCount: 2, net: 4381.74, withoutPayment: 2 }]);
    const other = reportRow({ balance_transaction_id: 'txn_1', gross: '2190.87', fee: '0' });
    expect((await postReport(app, reportFile([other])).expect(400)).body.message).toBe(
      'Line 2 is not read: txn_1 was reported otherwise before',
    );
    const usd = reportRow({ currency: 'usd' });
    expect((await postReport(app, reportFile([usd])).expect(400)).body.message).toBe(
      'Line 2 is not read: payout po_sample has another currency before',
    );
  });

  it('are of live payments only', async () => {
    const payer = aPayer({ live: false });
    await recorded(payer);
    const row = reportRow({ payment_intent_id: payer.paymentIntentId });
    expect((await postReport(app, reportFile([row])).expect(400)).body.message).toBe(
      `Line 2 is not read: ${payer.paymentIntentId} is a payment in test mode. Download the report of the live mode`,
    );
    const late = aPayer({ live: false });
    await importReport(app, [reportRow({ payment_intent_id: late.paymentIntentId })]);
    expect(await recorded(late)).not.toHaveProperty('payout');
    expect((await payouts()).cardPayouts).toMatchObject([{ withoutPayment: 1 }]);
  });

  it('find their payment when its event comes after them', async () => {
    const payer = aPayer();
    const rows = [
      reportRow({ balance_transaction_id: 'txn_charge', payment_intent_id: payer.paymentIntentId }),
      reportRow({
        balance_transaction_id: 'txn_back',
        reporting_category: 'refund',
        automatic_payout_id: 'po_later',
        gross: '-1',
        fee: '0',
        net: '-1',
        payment_intent_id: payer.paymentIntentId,
      }),
    ];
    await importReport(app, rows);
    const { _id, payout } = await recorded(payer);
    expect(payout).toEqual({ id: 'po_sample', day: '2026-11-20', fee: 65.74, currency: 'CAD' });
    for (const id of ['po_sample', 'po_later'])
      expect(await details(id)).toMatchObject({ withoutPayment: 0, lines: [{ paymentId: _id }] });
    expect((await importReport(app, rows)).lines).toEqual({ new: 0, known: 2, unknown: 0 });
  });

  it('find their payment when it comes at the same time, in any order', async () => {
    const payers = Array.from({ length: 12 }, () => aPayer());
    await Promise.all(
      payers.flatMap((payer, index) => {
        const report = () =>
          importReport(app, [
            reportRow({ automatic_payout_id: `po_${index}`, payment_intent_id: payer.paymentIntentId }),
          ]);
        return index % 2 ? [pay(payer), report()] : [report(), pay(payer)];
      }),
    );
    expect((await payouts({ 'filter[withoutPayment]': 'true' })).cardPayouts).toEqual([]);
    const stored = await app.connection
      .collection('payments')
      .find({}, { projection: { payout: 1 } })
      .toArray();
    expect(stored.map(({ payout }) => payout?.id as string).sort()).toEqual(
      payers.map((_, index) => `po_${index}`).sort(),
    );
  });

  it('keep the payment of a debit that they have paid out, also before its success is told', async () => {
    const payer = aPayer();
    const session = sampleSession(payer, { payment_status: 'unpaid' });
    await sendEvent(app, sampleEvent('checkout.session.completed', session, { live: true })).expect(200);
    await importReport(app, [reportRow({ payment_intent_id: payer.paymentIntentId })]);
    const { body } = await app.admin.get('/api/payments').expect(200);
    const { _id, status } = (body as PaymentPage).payments[0]!;
    expect(status).toBe('pending');
    const refused = await app.admin.delete(`/api/payments/${_id}`).expect(409);
    expect(refused.body.message).toBe('This payment has receipts');
    expect(await details('po_sample')).toMatchObject({ withoutPayment: 0, lines: [{ paymentId: _id }] });
  });

  it('find their payment when an admin assigns its held event', async () => {
    const payer = aPayer({ currency: 'eur' });
    await importReport(app, [reportRow({ payment_intent_id: payer.paymentIntentId })]);
    await pay(payer);
    const due = await createDue(app, 'Assigned Payer');
    const held = await app.admin.get('/api/card-events').query({ 'filter[state]': 'held' }).expect(200);
    await app.admin
      .post(`/api/card-events/${held.body.cardEvents[0]._id}/record`)
      .send({ paymentId: due._id })
      .expect(200);
    expect(await payment(due._id)).toMatchObject({
      status: 'paid',
      payout: { id: 'po_sample' },
    });
  });

  it('count what needs an admin, once one was imported', async () => {
    const [early, late, paidOut] = [aPayer(), aPayer(), aPayer()];
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await recorded(early, daysAgo(12));
    await recorded(late, daysAgo(2));
    await recorded(paidOut, daysAgo(12));
    expect((await counts()).cards).not.toHaveProperty('payouts');
    await importReport(app, [
      reportRow({ payment_intent_id: paidOut.paymentIntentId }),
      reportRow({ payment_intent_id: 'pi_unknown' }),
    ]);
    expect((await counts()).cards?.payouts).toEqual({ withoutPayment: 1, open: 1, inNoPayout: 1 });
    const { body } = await app.admin.get('/api/payments').query({ 'filter[inNoPayout]': 'true' }).expect(200);
    expect((body as PaymentPage).payments.map(({ customerId }) => customerId?.email)).toEqual([early.email]);
  });

  it('bring their fees into the months of the books, which a closing keeps as they are', async () => {
    const feesOf = async () => {
      const { body } = await app.admin.get('/api/books').expect(200);
      return Object.fromEntries(
        (body.months as { month: string; currency: string; fees: number }[])
          .filter(({ fees }) => fees)
          .map(({ month, currency, fees }) => [`${month} ${currency}`, fees]),
      );
    };
    const [past, later] = ['2026-01-20', '2026-02-20'];
    const row = (day: string, values: object = {}) =>
      reportRow({ automatic_payout_id: `po_${day}`, automatic_payout_effective_at: day, ...values });
    await importReport(app, [
      row(past),
      row(past, { reporting_category: 'fee', gross: '-3.05', fee: '0', net: '-3.05' }),
      row(later),
    ]);
    expect(await feesOf()).toEqual({ '2026-01 CAD': 68.79, '2026-02 CAD': 65.74 });
    await app.admin.post('/api/books/close').send({ until: '2026-01-31' }).expect(200);
    await importReport(app, [row(past, { fee: '1.00', net: '2255.61' })]);
    const month = new Date().toISOString().slice(0, 7);
    expect(await feesOf()).toEqual({ '2026-01 CAD': 68.79, '2026-02 CAD': 65.74, [`${month} CAD`]: 1 });
    const csv = await app.admin.get('/api/books/export').query({ format: 'csv' }).expect(200);
    const fees = csv.text.split('\r\n').filter((line) => line.includes('Fees'));
    expect(fees).toHaveLength(3);
    expect(fees[0]).toContain('68.79,"CAD","po_2026-01-20"');
    const january = await app.admin
      .get('/api/books/export')
      .query({ format: 'csv', from: '2026-01-01', to: '2026-01-31' })
      .expect(200);
    expect(january.text.split('\r\n').filter((line) => line.includes('Fees'))).toEqual([fees[0]]);
  });

  it('are no statements of a bank', async () => {
    const { body } = await upload(app, await createAccount(app), reportFile([reportRow()])).expect(400);
    expect(body.message).toBe(
      'This is a payout report of Stripe, no statement of a bank. Import it as such: it says what payouts consist of.',
    );
  });

  it('are unknown where no card events are configured', async () => {
    const plain = await TestApp.start();
    for (const path of ['/api/card-payouts', '/api/card-payouts/po_sample'])
      await plain.admin.get(path).expect(404, { statusCode: 404, message: 'Card events are not configured' });
    await postReport(plain, reportFile([reportRow()])).expect(404);
    await plain.stop();
  });
});
