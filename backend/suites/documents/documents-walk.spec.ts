import type { DocumentList, IssuedDocument, TaxReport } from '#domain/documents';
import type { PaymentLedger } from '#domain/ledgerCalls';
import { toCents } from '#domain/money';
import type { Payment } from '#domain/payments';
import { aCheckout, createPayment } from '../../src/testing/builders.js';
import { TestApp } from '../../src/testing/test-app.js';
import { waitFor } from '../../src/testing/wait-for.js';

const rounds = 25;
/** Acts of a round that are sent at once, each to one of the two servers. */
const atOnce = 6;

let [one, other]: TestApp[] = [];
beforeAll(async () => {
  const env = { MAIL_DELAY_SECONDS: '0', TIME_ZONE: 'UTC' };
  one = await TestApp.start(env);
  other = await TestApp.start(env, one.uri);
});
afterAll(async () => {
  await other!.stop();
  await one!.stop();
});

// A linear congruential generator: the walk is the same in each run.
let seed = 20261126;
const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
const oneOf = <Value>(values: readonly Value[]): Value => values[random(values.length)]!;

const today = new Date().toISOString().slice(0, 10);

it('the open invoice of every payment less its credit notes is its sale, under numbers without a gap, while two servers are called at once', async () => {
  const apps = [one!, other!];
  const get = async <Body>(path: string, query: object = {}): Promise<Body> =>
    (await one!.admin.get(path).query(query).expect(200)).body as Body;
  const all = async (): Promise<IssuedDocument[]> => {
    const { documents, pagination } = await get<DocumentList>('/api/documents', {
      limit: 100,
      sort: 'number',
    });
    const pages = [documents];
    for (let page = 2; page <= pagination.pages; page++)
      pages.push((await get<DocumentList>('/api/documents', { limit: 100, sort: 'number', page })).documents);
    return pages.flat();
  };
  const isIssued = async () =>
    !(await one!.connection.collection('payments').findOne({ documentsDueAt: { $exists: true } }));

  const ids: string[] = [];
  for (const place of [{}, { province: 'quebec' }, { country: 'usa' as const }]) {
    const { body } = await one!.visitor.post('/api/payments/checkout').send(aCheckout(place)).expect(201);
    ids.push((body as { paymentId: string }).paymentId);
  }
  ids.push((await createPayment(one!, { amount: 1500 }))._id);

  const acts: ((id: string) => Promise<void>)[] = [
    async (id) => {
      const status = oneOf(['paid', 'confirmed', 'pending', 'failed', 'refunded', 'cancelled']);
      await oneOf(apps).admin.patch(`/api/payments/${id}/status`).send({ status });
    },
    async (id) => {
      const { version, receivable, refundable } = await get<PaymentLedger>(`/api/payments/${id}/ledger`);
      const kind = oneOf(['receipt', 'refund'] as const);
      const bound = kind === 'receipt' ? receivable : refundable;
      const amount = oneOf([bound, Math.ceil(bound * 33) / 100]);
      const money = { kind, way: 'cash', amount, day: today, version };
      await oneOf(apps).admin.post(`/api/payments/${id}/ledger`).send(money);
    },
    async (id) => {
      const { entries, version } = await get<PaymentLedger>(`/api/payments/${id}/ledger`);
      const standing = entries.filter(({ voided }) => !voided);
      if (!standing.length) return;
      await oneOf(apps)
        .admin.post(`/api/payments/${id}/ledger/${oneOf(standing)._id}/void`)
        .send({ version });
    },
    async () => {
      const batch = { ids: [...ids], status: oneOf(['paid', 'pending', 'cancelled']) };
      const answer = await oneOf(apps).admin.post('/api/payments/status').send(batch);
      const made = (answer.body as { batch?: string }).batch;
      if (made && random(2)) await oneOf(apps).admin.post('/api/payments/status/undo').send({ batch: made });
    },
    async (id) => {
      const { customerId, ...payment } = await get<Payment<{ _id: string } | string>>(`/api/payments/${id}`);
      const { paymentMethod, currency, status, version } = payment;
      const amount = oneOf([1500, 1600.1, 2096.85]);
      const customer = typeof customerId === 'string' ? customerId : customerId._id;
      const body = { customerId: customer, paymentMethod, currency, status, version, amount };
      await oneOf(apps).admin.put(`/api/payments/${id}`).send(body);
    },
    async (id) => {
      const buyer = { name: `Buyer ${random(3)}`, address: '1 Bay St' };
      await oneOf(apps)
        .admin.post(`/api/payments/${id}/documents`)
        .send(random(2) ? { buyer } : {});
    },
    async (id) => {
      const { version } = await get<Payment>(`/api/payments/${id}`);
      const place = oneOf([
        { country: 'canada', province: oneOf(['ontario', 'alberta', 'nova_scotia']) },
        { country: 'other' },
      ]);
      await oneOf(apps)
        .admin.post(`/api/payments/${id}/tax-place`)
        .send({ ...place, version });
    },
  ];

  let before: IssuedDocument[] = [];
  for (let round = 0; round < rounds; round++) {
    await Promise.all(Array.from({ length: atOnce }, () => oneOf(acts)(oneOf(ids))));
    if (random(3)) continue;
    await waitFor(isIssued);
    const now = await all();
    const byId = new Map(now.map((document) => [document._id, document]));
    for (const document of before) expect(byId.get(document._id)).toEqual(document);
    before = now;
  }
  await waitFor(isIssued);

  const documents = await all();
  expect(documents.length).toBeGreaterThan(20);
  for (const kind of ['invoice', 'creditNote'] as const) {
    const numbers = documents.filter((document) => document.kind === kind).map(({ number }) => number);
    const prefix = kind === 'invoice' ? 'INV-' : 'CN-';
    expect(numbers).toEqual(numbers.map((_, index) => prefix + String(index + 1).padStart(6, '0')));
  }
  const centsOf = (those: readonly IssuedDocument[]) =>
    those.reduce((cents, { total, kind }) => cents + (kind === 'invoice' ? 1 : -1) * toCents(total), 0);
  for (const id of ids) {
    const { sale } = await get<PaymentLedger>(`/api/payments/${id}/ledger`);
    expect(centsOf(documents.filter(({ paymentId }) => paymentId === id))).toBe(toCents(sale));
  }
  for (const { total, net, tax } of documents)
    expect(toCents(net) + toCents(tax?.amount ?? 0)).toBe(toCents(total));

  const { lines, rows } = await get<TaxReport>('/api/reports/tax');
  const canadian = documents.filter(({ currency }) => currency === 'CAD');
  const sumOf = (kind: IssuedDocument['kind'], amount: (document: IssuedDocument) => number) =>
    canadian.filter((one) => one.kind === kind).reduce((sum, document) => sum + toCents(amount(document)), 0);
  const taxOf = ({ tax }: IssuedDocument) => tax?.amount ?? 0;
  const netOf = ({ net }: IssuedDocument) => net;
  expect(toCents(lines['101'])).toBe(sumOf('invoice', netOf) - sumOf('creditNote', netOf));
  expect(toCents(lines['103'])).toBe(sumOf('invoice', taxOf));
  expect(toCents(lines['107'])).toBe(sumOf('creditNote', taxOf));
  const counted = rows.reduce((count, row) => count + row.invoices + row.creditNotes, 0);
  expect(counted).toBe(documents.filter(({ place }) => place).length);
}, 300_000);
