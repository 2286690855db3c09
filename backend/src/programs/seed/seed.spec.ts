import type { DocumentList } from '#domain/documents/documents';
import { type ListedMail, mailStates } from '#domain/mail/mail';
import type { Books } from '#domain/ledger/books';
import { sum } from '#domain/platform/money';
import { waitFor } from '../../testing/wait-for.js';
import { TestSmtpServer } from '../../testing/smtp-server.js';
import { compareJournal } from '../../testing/read-journal.js';
import { TestApp } from '../../testing/test-app.js';
import { contents, fill, run } from '../../testing/seed.js';
import { verifyLedgers } from '../../ledger/stats/ledger-check.js';
import { verifyStats } from '../../ledger/stats/rebuild.js';
import { settledRows } from './bank-world.js';
import { candidateReasons } from '#domain/bank/candidates';
import type {
  BankAccount,
  BankTransaction,
  BankTransactionPage,
  Statement,
} from '#domain/bank/reconciliation';

describe('a seeded database', () => {
  let app: TestApp;
  let made: Awaited<ReturnType<typeof contents>>;
  const counts = async () =>
    (await app.admin.get('/api/payments/stats').expect(200)).body.statuses as object[];
  let before: object[];
  beforeAll(async () => {
    app = await TestApp.start({ STRIPE_WEBHOOK_SECRET: 'whsec_of_the_seed' });
    before = await counts();
    await fill(app, '--customers', '40', '--payments', '50', '--start', '7');
    made = await contents(app);
  });
  afterAll(() => app.stop());

  it('has as many records as were asked for', () => {
    expect(made.customers).toHaveLength(40);
    expect(made.payments.length + made.cards.length).toBe(50);
    expect(new Set(made.payments.map(({ referenceKey }) => referenceKey)).size).toBe(made.payments.length);
  });

  it('shows in a server that runs already', async () => {
    expect(before).toEqual([]);
    expect(await counts()).not.toEqual([]);
  });

  it('has records that an admin can find, count and save', async () => {
    for (const resource of ['payments', 'customers']) {
      const { body } = await app.admin.get(`/api/${resource}`).query({ limit: 50 }).expect(200);
      const records = body[resource] as { _id: string }[];
      expect(records).toHaveLength(body.pagination.total as number);
      for (const { _id } of records.slice(0, 15)) {
        const path = `/api/${resource}/${_id}`;
        const { body: record } = await app.admin.get(path).expect(200);
        await app.admin
          .put(path)
          .send(record as object)
          .expect(200);
      }
    }
    expect(await verifyLedgers(app.connection)).toEqual([]);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('has invoices of its newest settled payments and credit notes of every reason, which say that they are samples', async () => {
    const { body } = await app.admin.get('/api/documents').query({ sort: 'number', limit: 100 }).expect(200);
    const [first] = (body as DocumentList).documents;
    const reasons = (body as DocumentList).documents.flatMap(({ reason }) => reason ?? []);
    for (const reason of ['Refund', 'Cancelled', 'Corrected'] as const) expect(reasons).toContain(reason);
    expect(first).toMatchObject({ number: expect.stringMatching(/^(INV|CN)-000001$/), sample: true });
  });

  it('has a journal that comes to its books', async () => {
    const { journal, books } = await compareJournal(app);
    expect(books.length).toBeGreaterThan(0);
    expect(journal).toEqual(books);
  });

  it('has money behind its sales: by bank, card and hand', async () => {
    const { months } = (await app.admin.get('/api/books').expect(200)).body as Books;
    for (const { closing } of months) expect(Math.abs(closing)).toBeLessThan(6000);
    for (const ways of [['bank'], ['card'], ['cash', 'cheque', 'other']] as const)
      expect(sum(months.flatMap((month) => ways.map((way) => month.ways[way])))).toBeGreaterThan(5000);
  });

  it('is left alone by another seed', async () => {
    const { code, errors } = await run(['--customers', '5'], app.uri);
    expect(code).toBe(1);
    expect(errors).toContain('The database has customers or payments already');
    expect((await contents(app)).customers).toHaveLength(40);
  });

  it('has card payments with events in every state, part refunds and a dispute', async () => {
    const { cards } = made;
    const of = (status: string) => cards.filter((card) => card.status === status);
    expect([of('paid').length, of('pending').length, of('failed').length]).toEqual([5, 1, 1]);
    expect(cards).toContainEqual(expect.objectContaining({ status: 'paid', refunded: 756.61 }));
    expect(cards.filter(({ live }) => !live)).toHaveLength(1);
    const { body } = await app.admin.get('/api/card-events?limit=100').expect(200);
    expect(body.counts).toEqual({ held: 2, waiting: 1, applied: expect.any(Number), dismissed: 1 });
    const { body: counts } = await app.admin.get('/api/counts').expect(200);
    expect(counts.cards).toEqual({ held: 2, disputed: 1, priceDiffers: 1 });
  });

  it('has mails in every state, of which a server that has a mail server later sends none', async () => {
    const { body } = await app.admin.get('/api/mails').query({ limit: 100 }).expect(200);
    const mails = body.mails as ListedMail[];
    expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(mailStates));
    const kinds = mails.map(({ kind }) => kind);
    for (const kind of ['instructions', 'paid', 'reminder'] as const) expect(kinds).toContain(kind);
    expect(mails.filter(({ to }) => !to.endsWith('.example.com'))).toEqual([]);
    const { body: mail } = await app.admin.get(`/api/mails/${mails[0]!._id}`).expect(200);
    const [link] = /\/order\/\S+/.exec(mail.text as string)!;
    expect(link).toMatch(/^\/order\/CRTS-OTN-[0-9A-F-]+\/[\w-]{32}$/);

    const smtp = await TestSmtpServer.start();
    const server = await TestApp.start(smtp.env, app.uri);
    try {
      await waitFor(async () => {
        const { body: status } = await server.admin.get('/api/mails/status').expect(200);
        return status.held === 0 && status.queued === 0;
      });
      // The start of this server signs in from a device that the account has not: its owner is told.
      const subjects = smtp.mails.map(({ email }) => email.subject);
      expect(subjects).toEqual(['New sign-in to your account']);
    } finally {
      await server.stop({ keep: true });
      await smtp.stop();
    }
  });
});

it('gives each entry of the journal a number of its own, also of sales that were made at one moment', async () => {
  const app = await TestApp.start();
  try {
    await fill(app, '--customers', '2', '--payments', '80');
    const { text } = await app.admin
      .get('/api/books/journal?format=beancount&from=2000-01-01&to=2099-12-31')
      .buffer()
      .expect(200);
    const numbers = text.match(/(?<=" \^)[0-9A-Z]+$/gm) ?? [];
    expect(numbers.length).toBeGreaterThan(80);
    expect(new Set(numbers).size).toBe(numbers.length);
  } finally {
    await app.stop();
  }
});

it('makes bank statements with transactions in every state, which agree with payments, statistics and audit trail @long', async () => {
  const app = await TestApp.start();
  await fill(app);
  const get = async (path: string, query: object = {}) =>
    (await app.admin.get(`/api/${path}`).query(query).expect(200)).body;
  const { transactions, counts } = (await get('bank-transactions', {
    limit: 100,
  })) as BankTransactionPage;
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  const { bankAccounts } = await get('bank-accounts');
  expect(bankAccounts.map(({ currency }: BankAccount) => currency).sort()).toEqual(['CAD', 'THB', 'USD']);
  const { statements } = await get('statements');
  expect(new Set(statements.map(({ state, format }: Statement) => `${format} ${state}`))).toEqual(
    new Set(['csv draft', 'csv imported', 'ofx imported']),
  );

  // Every kind of transfer exists.
  const is = (what: (transaction: BankTransaction) => unknown) => transactions.filter(what).length > 0;
  const whys = new Set(transactions.flatMap(({ candidates }) => candidates.flatMap(({ why }) => why)));
  // A card debit under way is a card payment, which seedCards makes; none is cancelled for a fee.
  const others = ['card-pending', 'cancelled'];
  expect(whys).toEqual(new Set(candidateReasons.filter((reason) => !others.includes(reason))));
  const isPartly = ({ allocations, rest }: BankTransaction) => allocations.length > 0 && rest !== 0;
  expect({
    partlyAllocated: is((one) => one.state === 'review' && isPartly(one)),
    restIgnored: is((one) => one.state === 'matched' && isPartly(one) && one.reason),
    forSeveral: is(({ allocations }) => allocations.length > 1),
    short: is(({ allocations }) => allocations.some(({ shortfall }) => shortfall)),
    otherCurrency: is(({ allocations }) => allocations.some(({ settles }) => settles)),
    refund: is(({ amount, allocations }) => amount < 0 && allocations.length > 0),
    outgoing: is(({ amount, state }) => amount < 0 && state === 'ignored'),
    ignored: is(({ amount, state, reason }) => amount > 0 && state === 'ignored' && reason),
    quoted: is(({ candidates, currency }) => candidates.some((one) => one.currency !== currency)),
    unknown: is(({ state, candidates }) => state === 'review' && !candidates.length),
  }).toEqual({
    partlyAllocated: true,
    restIgnored: true,
    forSeveral: true,
    short: true,
    otherCurrency: true,
    refund: true,
    outgoing: true,
    ignored: true,
    quoted: true,
    unknown: true,
  });
  expect(await app.connection.collection('interacnotices').countDocuments()).toBe(2);

  // Balances are the sums of the receipts, and every change has its audit entry.
  const allocated = new Map<string, number>();
  for (const { amount, allocations } of transactions)
    for (const { paymentId, amount: part, settles = part } of allocations) {
      allocated.set(paymentId, sum([allocated.get(paymentId) ?? 0, Math.sign(amount) * settles]));
    }
  for (const [id, balance] of allocated) {
    const { received, refunded, status, statusHistory } = await get(`payments/${id}`);
    expect(sum([received, -refunded])).toBe(balance);
    expect(statusHistory.at(-1).status).toBe(status);
    const { receipts } = await get(`payments/${id}/receipts`);
    expect(receipts.length).toBeGreaterThan(0);
    const entries = await get('audit', { 'filter[resource]': 'payments', 'filter[resourceId]': id });
    expect(entries.pagination.total).toBeGreaterThan(0);
  }
  expect(await verifyStats(app.connection)).toEqual([]);
  await app.stop();
});

it('tells the rows of a bank file apart where one customer has two refunds on a day', () => {
  const refunded = { customerId: 'c', payer: 'PAT PAYER', amount: 100, quoted: 100, isRefunded: true };
  const payment = { ...refunded, currency: 'CAD' as const, expected: '2026-11-20' };
  const rows = settledRows(['A1', 'B2'].map((id) => ({ ...payment, id, referenceNumber: id })));
  expect(new Set(rows.map(({ day, text }) => `${day} ${text}`)).size).toBe(rows.length);
});

it('refuses a wrong number in one line', async () => {
  const { code, errors } = await run(['--customers', 'many']);
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    expect.stringContaining('--customers takes a whole number from 0 to 1000000'),
  ]);
});
