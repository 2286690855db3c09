import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import type { DocumentList, IssuedDocument, TaxReport } from '#domain/documents/documents';
import type { Counts } from '#domain/office/counts';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import type { Payment } from '#domain/payments/payments';
import { sampleEvent, samplePayment, sampleSession } from '../cards/samples.js';
import { CustomersService } from '../customers/customers.service.js';
import { waitFor } from '../testing/wait-for.js';
import { aCheckout, createCustomer, createPayment, receive } from '../testing/builders.js';
import { bankDesk, createAccount } from '../testing/reconciliation.js';
import { cardEnvironment, sendEvent } from '../testing/cards.js';
import { optionsFile } from '../testing/options-file.js';
import { TestApp } from '../testing/test-app.js';
import { DocumentIssuer } from './document-issuer.service.js';

const company = {
  legalName: 'Trips Inc.',
  address: '9 Office Rd\nToronto ON  M5V 2T6',
  country: 'canada',
  registrations: [{ label: 'GST/HST', number: '123456789 RT0001' }],
};
const papers = {
  company,
  tax: { share: 1, registration: '123456789 RT0001' },
  documents: { firstInvoice: 41, creditNotePrefix: 'CR-' },
};

const day = () => new Date().toISOString().slice(0, 10);

describe('the documents of payments', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({
      ...optionsFile(papers),
      MAIL_DELAY_SECONDS: '0',
      TIME_ZONE: 'UTC',
      ...cardEnvironment,
    });
  });
  beforeEach(() => app.reset());
  afterAll(() => app.stop());

  const payment = async (id: string) =>
    (await app.admin.get(`/api/payments/${id}`).expect(200)).body as Payment;
  const documents = async (query: object = {}) =>
    (
      (
        await app.admin
          .get('/api/documents')
          .query({ limit: 100, sort: 'number', ...query })
          .expect(200)
      ).body as DocumentList
    ).documents;
  const ofPayment = (id: string) => documents({ 'filter[paymentId]': id });
  const setStatus = (id: string, status: string) =>
    app.admin.patch(`/api/payments/${id}/status`).send({ status }).expect(200);
  /** Waits until nothing is due for a payment, and returns its documents: invoices before credit notes. */
  const settled = async (id: string): Promise<IssuedDocument[]> => {
    await waitFor(async () => {
      const stored = await app.connection
        .collection('payments')
        .findOne({ documentsDueAt: { $exists: true } });
      return !stored;
    });
    return ofPayment(id);
  };
  const buy = async (checkout: Parameters<typeof aCheckout>[0] = {}) => {
    const { body } = await app.visitor.post('/api/payments/checkout').send(aCheckout(checkout)).expect(201);
    return body as { paymentId: string; referenceNumber: string; orderPath: string };
  };

  it('say with letter and page what came and went in its own currency, beside the agreed total', async () => {
    const order = { ...aCheckout({ country: 'usa' }), language: 'fr' };
    const { body: made } = await app.visitor.post('/api/payments/checkout').send(order).expect(201);
    const { paymentId, orderPath } = made as { paymentId: string; orderPath: string };
    const desk = bankDesk(app, await createAccount(app, 'Dollars', 'CAD'));
    const came = await desk.arrive('from abroad', 1997, '2026-11-18');
    await desk.match(came._id, paymentId, 1997, {
      allocations: [{ paymentId, amount: 1997, settles: 1997 }],
    });
    const gone = await desk.arrive('back again', -300, '2026-11-20');
    const refund = { kind: 'refund', paymentId, amount: 300, settles: 300, version: gone.version };
    await desk.act(gone._id, 'match', refund).expect(200);
    const papersOf = await settled(paymentId);
    const line = (amount: number) => ({ way: 'bank', amount, original: { amount, currency: 'CAD' } });
    const agreed = { amount: 1997, currency: 'CAD' };
    const invoice = papersOf.find(({ kind }) => kind === 'invoice');
    const creditNote = papersOf.find(({ kind }) => kind === 'creditNote');
    expect(invoice).toMatchObject({ total: 1997, currency: 'USD', quoted: agreed, payments: [line(1997)] });
    expect(invoice?.buyer.address.at(-1)).toBe('États-Unis');
    expect(creditNote).toMatchObject({ total: 300, currency: 'USD', returned: [line(300)] });
    const { body: page } = await app.visitor
      .get(`/api${orderPath.replace('/order/', '/orders/')}`)
      .expect(200);
    expect(page).toMatchObject({
      abroad: true,
      money: { currency: 'USD', agreed, payments: [line(1997)], returned: [line(300)] },
    });
    const textOf = async (kind: string) => {
      const { body } = await app.admin
        .get('/api/mails')
        .query({ 'filter[paymentId]': paymentId })
        .expect(200);
      const { _id } = (body as { mails: { _id: string; kind: string }[] }).mails.find(
        (one) => one.kind === kind,
      )!;
      const { subject, text } = (await app.admin.get(`/api/mails/${_id}`).expect(200)).body as Record<
        string,
        string
      >;
      return `${subject}\n${text}`.replaceAll('\u00a0', ' ');
    };
    expect(await textOf('paid')).toContain('Montant : 1 997,00 $ CA (règle 1 997,00 $ US)\n');
    const letter = await textOf('refunded');
    expect(letter).toContain('votre remboursement de 300,00 $ CA\n');
    expect(letter).toContain('par le même mode de paiement');
    expect(letter).toContain('Remboursement : 300,00 $ CA (règle 300,00 $ US)');
  });

  it('speak of the bank’s days only where money goes back by bank or card', async () => {
    const { paymentId } = await buy();
    await receive(app, paymentId, 2256.61);
    await app.admin
      .post(`/api/payments/${paymentId}/ledger`)
      .send({
        kind: 'refund',
        way: 'cash',
        amount: 200,
        day: day(),
        version: (await payment(paymentId)).version,
      })
      .expect(201);
    const { body } = await app.admin.get('/api/mails').query({ 'filter[paymentId]': paymentId }).expect(200);
    const { _id } = (body as { mails: { _id: string; kind: string }[] }).mails.find(
      ({ kind }) => kind === 'refunded',
    )!;
    const { text } = (await app.admin.get(`/api/mails/${_id}`).expect(200)).body as { text: string };
    expect(text).toContain('We refund CA$200.00 to you.\n');
    expect(text).not.toContain('Banks take');
  });

  it('are an invoice of the price with the tax of its place, for the buyer as typed', async () => {
    const { paymentId, referenceNumber } = await buy({
      fullName: 'Somchai Jaidee',
      email: 'somchai@example.com',
    });
    expect(await payment(paymentId)).toMatchObject({
      tax: { country: 'canada', province: 'ontario', label: 'HST', rate: 0.13, share: 1 },
    });
    expect(await documents()).toEqual([]);
    await setStatus(paymentId, 'paid');
    const [invoice, ...others] = await settled(paymentId);
    expect(others).toEqual([]);
    const { customerId } = await payment(paymentId);
    expect(invoice).toEqual({
      _id: expect.any(String),
      number: 'INV-000041',
      kind: 'invoice',
      day: day(),
      bookedOn: day(),
      paymentId,
      referenceNumber,
      language: 'en',
      customerId: (customerId as unknown as { _id: string })._id ?? customerId,
      company,
      buyer: {
        name: 'Somchai Jaidee',
        address: ['1 Main St', 'Toronto ON M5V 2T6', 'Canada'],
        email: 'somchai@example.com',
      },
      description: 'Thailand real-estate diligence trip',
      place: { country: 'canada', province: 'ontario' },
      currency: 'CAD',
      net: 1997,
      total: 2256.61,
      tax: { label: 'HST', rate: 0.13, share: 1, registration: '123456789 RT0001', amount: 259.61 },
      payments: [{ day: day(), way: 'interac', amount: 2256.61 }],
      returned: [],
    });
    expect((await app.admin.get(`/api/documents/${invoice!._id}`).expect(200)).body).toEqual(invoice);
  });

  it('are of the fee of a cancelled payment, and of its whole amount once it is paid after all', async () => {
    const cancel = (id: string, fee: number) =>
      app.admin.patch(`/api/payments/${id}/status`).send({ status: 'cancelled', fee }).expect(200);
    const order = { ...aCheckout({ country: 'usa' }), language: 'fr' };
    const { body: french } = await app.visitor.post('/api/payments/checkout').send(order).expect(201);
    await receive(app, french.paymentId, 300);
    await receive(app, french.paymentId, 200);
    await cancel(french.paymentId, 400);
    const { body: page } = await app.visitor
      .get(`/api/orders/${french.orderPath.split('/').slice(2).join('/')}`)
      .expect(200);
    expect(page).toMatchObject({ status: 'cancelled', received: 500, fee: 400 });
    const [ofFee, ...others] = await settled(french.paymentId);
    expect(others).toEqual([]);
    expect(ofFee).toMatchObject({
      kind: 'invoice',
      description: 'Frais d’annulation',
      total: 400,
      currency: 'USD',
      returned: [],
      payments: [
        { way: 'cash', amount: 300 },
        { way: 'cash', amount: 100 },
      ],
    });
    expect(ofFee).not.toHaveProperty('quoted');
    await cancel(french.paymentId, 250);
    await settled(french.paymentId);
    await setStatus(french.paymentId, 'paid');
    expect((await settled(french.paymentId)).map(({ kind, total, reason }) => [kind, total, reason])).toEqual(
      [
        ['creditNote', 150, 'Cancelled'],
        ['creditNote', 250, 'Corrected'],
        ['invoice', 400, undefined],
        ['invoice', 1997, undefined],
      ],
    );

    const { paymentId } = await buy();
    await receive(app, paymentId, 2256.61);
    await settled(paymentId);
    await cancel(paymentId, 500);
    const [note, invoice] = await settled(paymentId);
    expect([note, invoice]).toMatchObject([
      { kind: 'creditNote', total: 1756.61, reason: 'Cancelled', description: invoice!.description },
      { kind: 'invoice', total: 2256.61, tax: { amount: 259.61 } },
    ]);
    // The rest of the invoice holds the tax of the fee.
    expect(invoice!.tax!.amount - note!.tax!.amount).toBeCloseTo(57.52);

    // The credited money goes back, and then some of the fee.
    for (const amount of [1756.61, 100]) {
      const { version } = await payment(paymentId);
      const act = { kind: 'refund', way: 'cheque', amount, day: day(), version };
      await app.admin.post(`/api/payments/${paymentId}/ledger`).send(act).expect(201);
      await settled(paymentId);
    }
    const refunds = (await documents()).filter(({ reason }) => reason === 'Refund');
    expect(refunds).toMatchObject([{ total: 100, returned: [{ way: 'cheque', amount: 100 }] }]);
  });

  it('credit what goes back, to the last cent of the tax', async () => {
    const { paymentId } = await buy();
    await receive(app, paymentId, 2256.61);
    await settled(paymentId);
    for (const amount of [752.2, 752.2, 752.21]) {
      const { version } = await payment(paymentId);
      await app.admin
        .post(`/api/payments/${paymentId}/ledger`)
        .send({ kind: 'refund', way: 'cheque', amount, day: day(), version })
        .expect(201);
      await settled(paymentId);
    }
    const credits = await documents({ 'filter[kind]': 'creditNote' });
    expect(credits.map(({ number, total, reason }) => [number, total, reason])).toEqual([
      ['CR-000001', 752.2, 'Refund'],
      ['CR-000002', 752.2, 'Refund'],
      ['CR-000003', 752.21, 'Refund'],
    ]);
    expect(
      credits.map(({ tax }) => tax!.amount).reduce((sum, amount) => sum + Math.round(amount * 100), 0),
    ).toBe(25961);
    expect(credits[0]).toMatchObject({
      credits: { number: 'INV-000041', day: day() },
      payments: [],
      returned: [{ day: day(), way: 'cheque', amount: 752.2 }],
    });
  });

  it('are none of what is undone, and of a payment that is not settled', async () => {
    const { _id } = await createPayment(app, { status: 'pending' });
    const { body } = await setStatus(_id, 'failed');
    expect(body).toMatchObject({ status: 'failed' });
    expect(await settled(_id)).toEqual([]);
    await app.admin.post(`/api/payments/${_id}/documents`).send({}).expect(409, {
      statusCode: 409,
      message: 'There is nothing to issue for this payment',
    });
    await app.admin
      .post(`/api/payments/${'0'.repeat(24)}/documents`)
      .send({})
      .expect(404);
  });

  it('are corrected for another buyer, and keep the payment from being deleted', async () => {
    const { _id } = await createPayment(app, { status: 'paid', amount: 1000 });
    await settled(_id);
    const buyer = { name: 'Lee Holdings', address: '5 Bay St\nToronto' };
    const { body } = await app.admin.post(`/api/payments/${_id}/documents`).send({ buyer }).expect(201);
    expect((body as DocumentList).documents).toMatchObject([
      {
        kind: 'creditNote',
        number: 'CR-000001',
        reason: 'Corrected',
        total: 1000,
        buyer: { name: 'Grace Lee' },
      },
      {
        kind: 'invoice',
        number: 'INV-000042',
        total: 1000,
        buyer: { name: 'Lee Holdings', address: ['5 Bay St', 'Toronto'] },
      },
    ]);
    await app.admin.post(`/api/payments/${_id}/documents`).send({ buyer }).expect(409);
    expect(await settled(_id)).toHaveLength(3);
    await setStatus(_id, 'cancelled');
    expect(await settled(_id)).toMatchObject([
      { reason: 'Corrected' },
      { reason: 'Cancelled', total: 1000, buyer: { name: 'Lee Holdings' } },
      { kind: 'invoice' },
      { kind: 'invoice' },
    ]);
    await app.admin.delete(`/api/payments/${_id}`).expect(409, {
      statusCode: 409,
      message: 'This payment has documents',
    });
  });

  it.each([
    [{ buyer: 'Lee' }, { buyer: 'Buyer takes a name and an address' }],
    [{ buyer: { name: ' ', address: 'x' } }, { 'buyer.name': 'Name is required' }],
    [
      { buyer: { name: 'Lee', address: 'x'.repeat(2001) } },
      { 'buyer.address': 'Address must be at most 2000 characters' },
    ],
    [{ buyer: { name: { $gt: '' }, address: 'x' } }, { 'buyer.name': 'Name is required' }],
  ])('refuse the buyer %j', async (body, errors) => {
    const { _id } = await createPayment(app, { status: 'paid', amount: 1000 });
    await settled(_id);
    const answer = await app.admin.post(`/api/payments/${_id}/documents`).send(body).expect(400);
    expect(answer.body).toMatchObject({ errors });
    expect(await settled(_id)).toHaveLength(1);
  });

  it('whose letters no font has are counted and found, until a corrected invoice shows the buyer', async () => {
    const bought = async (fullName: string) => {
      const { paymentId } = await buy({ fullName });
      await setStatus(paymentId, 'paid');
      await settled(paymentId);
      return paymentId;
    };
    const marked = async () => {
      const { body: counts } = await app.admin.get('/api/counts').expect(200);
      const query = { 'filter[lettersMissing]': 'true' };
      const { body: list } = await app.admin.get('/api/payments').query(query).expect(200);
      const { payments } = list as { payments: Payment[] };
      expect((counts as Counts).lettersMissing).toBe(payments.length);
      for (const one of payments) expect(one.lettersMissing).toBe(true);
      return payments.map(({ _id }) => _id);
    };
    await bought('Γιώργος 王小明 محمد');
    const id = await bought('தமிழ் 😀');
    expect(await marked()).toEqual([id]);
    // One that cannot be reviewed at a start holds up no papers.
    const stored = app.connection.collection('documents');
    const own = { paymentId: new Types.ObjectId(id) };
    const { buyer } = (await stored.findOneAndUpdate(own, { $unset: { buyer: '' } }))!;
    Object.assign(app.app.get(DocumentIssuer), { isReviewed: false });
    await bought('Ada Lee');
    await stored.updateOne(own, { $set: { buyer } });
    const name = { buyer: { name: 'Tamil Selvan', address: '5 Main St' } };
    await app.admin.post(`/api/payments/${id}/documents`).send(name).expect(201);
    expect(await marked()).toEqual([]);
  });

  it('follow the tax place that a person corrects', async () => {
    const customerId = await createCustomer(app, { country: 'other', province: '' });
    const { _id, version } = await createPayment(app, { customerId, status: 'paid', amount: 2096.85 });
    expect(await settled(_id)).toMatchObject([
      { place: { country: 'other' }, net: 2096.85, tax: { label: 'No GST/HST charged', rate: 0, amount: 0 } },
    ]);
    const set = (body: object) => app.admin.post(`/api/payments/${_id}/tax-place`).send(body);
    await set({ country: 'canada', province: 'Atlantis', version }).expect(400);
    await set({ country: 'canada', version }).expect(400);
    await set({ country: 'mars', version }).expect(400);
    await set({ country: 'canada', province: 'alberta', version: version + 7 }).expect(409);
    const { body } = await set({ country: 'canada', province: 'AB', version }).expect(200);
    expect(body).toMatchObject({
      version: version + 1,
      tax: { country: 'canada', province: 'alberta', label: 'GST', rate: 0.05, share: 1 },
    });
    const [credit, , invoice] = await settled(_id);
    expect(credit).toMatchObject({ reason: 'Corrected', total: 2096.85, tax: { amount: 0 } });
    expect(invoice).toMatchObject({ total: 2096.85, tax: { label: 'GST', amount: 99.85 }, net: 1997 });
  });

  it('add up in the tax report, the register and the lines of the return', async () => {
    const sold = await Promise.all([
      buy(),
      buy({ province: 'alberta', method: 'bankTransfer' }),
      buy({ country: 'usa', province: '' }),
      buy(),
    ]);
    const placeless = await createCustomer(app, { province: '' });
    await createPayment(app, { customerId: placeless, status: 'paid', amount: 1500 });
    await createPayment(app, { customerId: placeless, status: 'paid', amount: 900, currency: 'USD' });
    for (const { paymentId } of sold) await setStatus(paymentId, 'paid');
    await settled(sold[0].paymentId);
    await setStatus(sold[3].paymentId, 'cancelled');
    await settled(sold[3].paymentId);
    const { body } = await app.admin.get('/api/reports/tax').query({ from: day(), to: day() }).expect(200);
    expect(body as TaxReport).toEqual({
      rows: [
        {
          country: 'canada',
          province: 'alberta',
          label: 'GST',
          rate: 0.05,
          currency: 'CAD',
          invoices: 1,
          net: 1997,
          tax: 99.85,
          creditNotes: 0,
          creditedNet: 0,
          creditedTax: 0,
        },
        {
          country: 'canada',
          province: 'ontario',
          label: 'HST',
          rate: 0.13,
          currency: 'CAD',
          invoices: 2,
          net: 3994,
          tax: 519.22,
          creditNotes: 1,
          creditedNet: 1997,
          creditedTax: 259.61,
        },
        {
          country: 'usa',
          label: 'No GST/HST charged',
          rate: 0,
          currency: 'USD',
          invoices: 1,
          net: 1997,
          tax: 0,
          creditNotes: 0,
          creditedNet: 0,
          creditedTax: 0,
        },
      ],
      lines: { '101': 5494, '103': 619.07, '107': 259.61, difference: 359.46 },
      withoutPlace: { count: 1, total: 1500 },
      otherCurrencies: [{ currency: 'USD', net: 2897, tax: 0 }],
    });
    const csv = (await app.admin.get('/api/documents/export').expect(200)).text.split('\r\n');
    const columns = '"Number","Kind","Day","Booked On","Reference","Credits","Reason","Buyer"';
    expect(csv[0]).toContain(columns);
    const credit = csv.find((line) => line.startsWith('"CR-'));
    expect(credit).toContain('"CAD",-1997.00,"HST",13,-259.61,-2256.61');
    await app.admin.get('/api/reports/tax').query({ from: '2026-02-30' }).expect(400);
  });

  it('count on their own day where the day of their sale is closed, so that its report stays as it was filed', async () => {
    const today = new Date();
    const monthEnd = (back: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back + 1, 0))
        .toISOString()
        .slice(0, 10);
    const paidOn = `${monthEnd(2).slice(0, 8)}20`;
    const { paymentId } = await buy();
    const placeless = await createCustomer(app, { province: '' });
    const other = await createPayment(app, { customerId: placeless, amount: 1500 });
    const hand = async (id: string, money: object) => {
      const { version } = await payment(id);
      const path = `/api/payments/${id}/ledger`;
      return (
        await app.admin
          .post(path)
          .send({ way: 'cash', version, ...money })
          .expect(201)
      ).body as Payment;
    };
    await hand(paymentId, { kind: 'receipt', amount: 2256.61, day: paidOn });
    await hand(other._id, { kind: 'receipt', amount: 1500, day: paidOn });
    await settled(paymentId);
    await hand(paymentId, { kind: 'refund', amount: 2256.61, day: day() });
    expect(await settled(paymentId)).toHaveLength(2);
    const report = async (from: string, to: string) =>
      (await app.admin.get('/api/reports/tax').query({ from, to }).expect(200)).text;
    const closedReport = () => report(`${monthEnd(2).slice(0, 8)}01`, monthEnd(2));
    await app.admin
      .post('/api/books/close')
      .send({ until: monthEnd(2) })
      .expect(200);
    const filed = await closedReport();
    expect(JSON.parse(filed)).toMatchObject({
      lines: { '103': 259.61, '107': 0 },
      withoutPlace: { count: 1, total: 1500 },
    });

    // The refund fails: the payment gets a new invoice, whose sale stands in the closed month.
    const { body } = await app.admin.get(`/api/payments/${paymentId}/ledger`).expect(200);
    const refund = (body as PaymentLedger).entries.find(({ kind }) => kind === 'refund')!;
    const { version } = await payment(paymentId);
    await app.admin
      .post(`/api/payments/${paymentId}/ledger/${refund._id}/void`)
      .send({ version })
      .expect(200);
    await hand(other._id, { kind: 'refund', amount: 400, day: day() });
    const invoices = (await settled(paymentId)).filter(({ kind }) => kind === 'invoice');
    expect(invoices.map(({ day: of, bookedOn }) => [of, bookedOn])).toEqual([
      [day(), paidOn],
      [day(), paidOn],
    ]);
    expect(await closedReport()).toBe(filed);
    expect(JSON.parse(await report(day(), day()))).toMatchObject({ lines: { '103': 259.61, '107': 259.61 } });
  });

  it('of a card payer are of the billing address, and without a place where the provider names no country', async () => {
    const pay = async (country: string | null) => {
      const { address, ...payer } = samplePayment();
      const made = { ...payer, live: true, email: `jo.${randomUUID()}@example.com`, key: randomUUID() };
      const session = sampleSession({ ...made, address: { ...address, country, state: null } });
      await sendEvent(app, sampleEvent('checkout.session.completed', session, { live: true })).expect(200);
      const { body } = await app.visitor.get(`/api/checkout/card/${made.key}`).expect(200);
      return body.paymentId as string;
    };
    const [abroad, unknown] = [await pay('DE'), await pay(null)];
    expect(await payment(abroad)).toMatchObject({ tax: { country: 'other', rate: 0 } });
    expect(await payment(unknown)).not.toHaveProperty('tax');
    expect(await settled(abroad)).toMatchObject([{ place: { country: 'other' }, tax: { amount: 0 } }]);
    const [invoice] = await settled(unknown);
    expect(invoice).not.toHaveProperty('place');
    expect(invoice).not.toHaveProperty('tax');
    const { body } = await app.admin.get('/api/reports/tax').expect(200);
    expect((body as TaxReport).withoutPlace).toEqual({ count: 1, total: 2256.61 });
    const { version } = await payment(unknown);
    const place = { country: 'canada', province: 'ontario', version };
    await app.admin.post(`/api/payments/${unknown}/tax-place`).send(place).expect(200);
    const all = await settled(unknown);
    expect(all).toHaveLength(3);
    expect(all.filter(({ tax }) => tax?.amount === 259.61)).toHaveLength(1);
  });

  it('of one payment that fail hold up no other, and follow once they can', async () => {
    const [first, second] = [await buy(), await buy()];
    const { customerId } = await payment(first.paymentId);
    const customers = app.app.get(CustomersService);
    const find = customers.find.bind(customers);
    let isAway = true;
    jest
      .spyOn(customers, 'find')
      .mockImplementation((id, unit) =>
        isAway && String(id) === String(customerId) && unit
          ? Promise.reject(new Error('The customer is away'))
          : find(id, unit),
      );
    await setStatus(first.paymentId, 'paid');
    await setStatus(second.paymentId, 'paid');
    await waitFor(async () => (await ofPayment(second.paymentId)).length === 1);
    expect(await ofPayment(first.paymentId)).toEqual([]);
    isAway = false;
    expect(await settled(first.paymentId)).toMatchObject([{ kind: 'invoice' }]);
    jest.restoreAllMocks();
  });

  it('are found by number, reference, buyer and day', async () => {
    const { paymentId, referenceNumber } = await buy({ fullName: 'Zoë D’Park' });
    await setStatus(paymentId, 'paid');
    await settled(paymentId);
    for (const search of ['inv-0000', referenceNumber.slice(-6), 'zoë', 'ZOE', "d'park", 'd’park'])
      expect(await documents({ 'filter[search]': search })).toHaveLength(1);
    expect(await documents({ 'filter[search]': '.*' })).toHaveLength(0);
    expect(await documents({ 'filter[kind]': 'creditNote' })).toHaveLength(0);
    expect(await documents({ 'filter[day][gte]': day(), 'filter[day][lte]': day() })).toHaveLength(1);
    await app.admin.get('/api/documents').query({ 'filter[kind]': 'receipt' }).expect(400);
    await app.admin.get('/api/documents').query({ sort: 'buyer' }).expect(400);
    await app.admin.get('/api/documents').query({ sort: '' }).expect(200);
  });

  it('sort by number where numbers have more digits', async () => {
    const last = async (number: number) => {
      await app.connection
        .collection<{ _id: string }>('documentcounters')
        .updateOne({ _id: 'invoice' }, { $set: { last: number } });
      const { paymentId } = await buy();
      await setStatus(paymentId, 'paid');
      await settled(paymentId);
    };
    for (const number of [999_998, 999_999, 89]) await last(number);
    const numbers = ['INV-000090', 'INV-999999', 'INV-1000000'];
    expect((await documents()).map(({ number }) => number)).toEqual(numbers);
    expect((await documents({ sort: '-number' })).map(({ number }) => number)).toEqual(numbers.reverse());
  });

  it('stand on the visitor’s page, as files of their own only', async () => {
    const { paymentId, orderPath, referenceNumber } = await buy();
    const api = orderPath.replace('/order/', '/api/orders/');
    expect((await app.visitor.get(api).expect(200)).body).toMatchObject({ documents: [] });
    await setStatus(paymentId, 'paid');
    const [invoice] = await settled(paymentId);
    const { body } = await app.visitor.get(api).expect(200);
    expect((body as { documents: unknown }).documents).toEqual([
      { number: invoice!.number, kind: 'invoice', day: day(), total: 2256.61, currency: 'CAD' },
    ]);
    const file = await app.visitor.get(`${api}/documents/${invoice!.number}.pdf`).expect(200);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${invoice!.number}.pdf"`);
    expect(file.headers['cache-control']).toBe('no-store');
    expect((file.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    const other = await createPayment(app, { status: 'paid', amount: 1000 });
    const [theirs] = await settled(other._id);
    await app.visitor.get(`${api}/documents/${theirs!.number}.pdf`).expect(404);
    await app.visitor
      .get(`/api/orders/${referenceNumber}/wrong/documents/${invoice!.number}.pdf`)
      .expect(404);
    await app.admin.get(`/api/documents/${theirs!._id}/pdf`).expect(200);
  });
});

describe('a server whose options name no company', () => {
  it('makes none, and has none of their calls', async () => {
    const app = await TestApp.start({
      ...optionsFile({ company: undefined, tax: undefined }),
      MAIL_DELAY_SECONDS: '0',
    });
    try {
      const { _id } = await createPayment(app, { status: 'paid' });
      await app.admin.get('/api/documents').expect(404);
      await app.admin.get('/api/reports/tax').expect(404);
      await app.admin.post(`/api/payments/${_id}/documents`).send({}).expect(404);
      const { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
      expect(body).not.toHaveProperty('tax');
      expect(
        await app.connection.collection('payments').countDocuments({ documentsDueAt: { $exists: true } }),
      ).toBe(0);
    } finally {
      await app.stop();
    }
  });
});
