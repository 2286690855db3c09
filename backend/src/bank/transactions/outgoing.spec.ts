import { randomUUID } from 'node:crypto';
import type { Receipt } from '#domain/bank/matches';
import type { BankTransaction } from '#domain/bank/reconciliation';
import type { IssuedDocument } from '#domain/documents/documents';
import { verifyLedgers } from '../../ledger/stats/ledger-check.js';
import { verifyStats } from '../../ledger/stats/rebuild.js';
import { optionsFile } from '../../testing/options-file.js';
import { TestApp } from '../../testing/test-app.js';
import { bankDesk, createAccount, createDue } from '../../testing/reconciliation.js';

const company = { legalName: 'Trips Inc.', address: '9 Office Rd\nToronto', country: 'canada' };

describe('money that went out', () => {
  let app: TestApp;
  let accountId: string;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start(optionsFile({ company }));
    accountId = await createAccount(app);
    desk = bankDesk(app, accountId);
  });
  afterEach(async () => expect(await verifyStats(app.connection)).toEqual([]));
  afterAll(() => app.stop());

  const due = (name: string, amount = 1000) => createDue(app, name, { amount });
  const tie = (
    outgoing: BankTransaction,
    kind: string,
    incoming: BankTransaction,
    amount: number,
    version = 0,
  ) => desk.act(outgoing._id, 'match', { kind, transactionId: incoming._id, amount, version });
  const lastNote = async (id: string) => (await desk.payment(id)).statusHistory.at(-1)?.note;
  const arrived = async () => {
    const { body } = await app.admin.get('/api/reports/summary').expect(200);
    const total = body.arrivals.totals.find(
      (one: { bankAccountId: string }) => one.bankAccountId === accountId,
    );
    const { count = 0, received = 0, allocated = 0, amount = received } = total ?? {};
    return { count, amount, allocated };
  };
  const shown = (receipts: Receipt[]) =>
    receipts.map(({ kind, day, amount, reversedOn }) => [kind, day, amount, reversedOn]);

  it('is a reversal: the credit counts no more, and credit, reversal, credit again settles the payment', async () => {
    const { _id } = await due('Rev Ersal');
    const before = await arrived();
    const credit = await desk.arrive('DEPOSIT REV ERSAL', 1000, '2026-11-05');
    await desk.match(credit._id, _id, 1000);
    const taken = await desk.arrive('NSF RETURNED ITEM REV ERSAL', -1000, '2026-11-07');
    const { body } = await tie(taken, 'reversal', credit, 1000).expect(200);
    expect(body).toMatchObject({
      state: 'matched',
      rest: 0,
      allocations: [],
      statusKept: false,
      made: [expect.any(String)],
      offsets: [{ kind: 'reversal', amount: 1000, transactionId: credit._id, day: '2026-11-05' }],
    });
    expect(await desk.find(credit._id)).toMatchObject({
      state: 'matched',
      rest: 0,
      allocations: [],
      reversed: [{ paymentId: _id, amount: 1000 }],
      offsets: [{ kind: 'reversal', transactionId: taken._id, day: '2026-11-07' }],
    });
    expect(await desk.payment(_id)).toMatchObject({
      status: 'pending',
      received: 0,
      due: 1000,
    });
    expect(await lastNote(_id)).toMatch(/^Reversed by the bank: CA\$1,000\.00 on Nov 7, 2026/);
    expect(await arrived()).toEqual(before);
    await app.admin.delete(`/api/payments/${_id}`).expect(409);

    const again = await desk.arrive('DEPOSIT AGAIN REV ERSAL', 1000, '2026-11-09');
    await desk.match(again._id, _id, 1000);
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 1000, due: 0 });
    expect(shown(await desk.receipts(_id))).toEqual([
      [undefined, '2026-11-09', 1000, undefined],
      ['reversal', '2026-11-07', 1000, undefined],
      [undefined, '2026-11-05', 1000, '2026-11-07'],
    ]);
    const { body: refused } = await desk.act(taken._id, 'undo', { version: 1 }).expect(409);
    expect(refused.message).toContain('has received other money since the reversal: undo that first');
    await desk.undo(again._id);
    expect(await desk.undo(taken._id)).toMatchObject({ state: 'review', rest: -1000 });
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 1000, due: 0 });
    expect(await desk.find(credit._id)).toMatchObject({
      state: 'matched',
      allocations: [{ paymentId: _id }],
    });
    expect(await lastNote(_id)).toMatch(/^Reversal undone: CA\$1,000\.00 on Nov 7, 2026/);
    expect(shown(await desk.receipts(_id))).toEqual([[undefined, '2026-11-05', 1000, undefined]]);
  });

  it('takes back a split credit, its shortfall and its ignored rest, and gives them back', async () => {
    const [one, two] = [await due('Split One'), await due('Split Two')];
    const credit = await desk.arrive('SPLIT CREDIT', 1990, '2026-11-05');
    await desk.match(credit._id, one._id, 1000);
    await desk.match(credit._id, two._id, 980, { acceptShortfall: true });
    await desk.act(credit._id, 'ignore', { reason: 'a gift', version: 2 }).expect(200);
    const taken = await desk.arrive('SPLIT TAKEN', -2000, '2026-11-06');
    const { body } = await tie(taken, 'reversal', credit, 1990).expect(200);
    expect(body).toMatchObject({ state: 'review', rest: -10 });
    expect(await desk.payment(two._id)).toMatchObject({
      status: 'pending',
      received: 0,
      due: 1000,
      shortfall: 0,
    });
    const refused = await desk.act(credit._id, 'undo', { version: 4 }).expect(409);
    expect(refused.body.message).toContain('The bank reversed this transaction on Nov 6, 2026');
    await desk
      .act(credit._id, 'match', { allocations: [{ paymentId: one._id, amount: 1 }], version: 4 })
      .expect(409);
    await desk.undo(taken._id, { allocationIds: body.made });
    expect(await desk.find(credit._id)).toMatchObject({ state: 'matched', rest: 10, reason: 'a gift' });
    expect(await desk.payment(two._id)).toMatchObject({ status: 'paid', received: 980, shortfall: 20 });
    expect(await desk.payment(one._id)).toMatchObject({ status: 'paid', received: 1000 });
  });

  it('makes a payment pending that a person has confirmed after the credit', async () => {
    const { _id } = await due('Kept Reversal');
    const credit = await desk.arrive('KEPT CREDIT', 1000);
    await desk.match(credit._id, _id, 1000);
    await desk.setStatus(_id, 'confirmed');
    const taken = await desk.arrive('KEPT TAKEN', -1000);
    expect((await tie(taken, 'reversal', credit, 1000).expect(200)).body.statusKept).toBe(false);
    expect(await desk.payment(_id)).toMatchObject({ status: 'pending', received: 0, due: 1000 });
    await desk.undo(taken._id);
    expect(await desk.payment(_id)).toMatchObject({ status: 'confirmed', received: 1000, due: 0 });
  });

  it('is the return of a surplus, tied to the rest of that credit', async () => {
    const { _id } = await due('Over Paid');
    const before = await arrived();
    const credit = await desk.arrive('OVERPAID CREDIT', 1100, '2026-11-05');
    await desk.match(credit._id, _id, 1000);
    const out = await desk.arrive('RETURN OF OVERPAYMENT', -100, '2026-11-08');
    const { body: tooMuch } = await tie(out, 'return', credit, 100.01).expect(400);
    expect(tooMuch.errors.amount).toContain('Only CA$100.00 are left');
    await tie(out, 'return', credit, 100).expect(200);
    expect(await desk.find(credit._id)).toMatchObject({
      state: 'matched',
      rest: 0,
      offsets: [{ kind: 'return' }],
    });
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 1000, refunded: 0 });
    expect(await lastNote(_id)).toMatch(/^Surplus returned: CA\$100\.00 on Nov 8, 2026/);
    expect(await arrived()).toMatchObject({ count: before.count + 1, amount: before.amount + 1000 });
    expect(shown(await desk.receipts(_id))).toEqual([
      ['return', '2026-11-08', 100, undefined],
      [undefined, '2026-11-05', 1000, undefined],
    ]);
    const { text } = await app.admin
      .get('/api/bank-transactions/export')
      .query({ format: 'csv', 'filter[search]': 'overpa' })
      .expect(200);
    expect(text).toContain('"Return of a surplus CA$100.00, 2026-11-05');

    // The match of the credit can be undone without the return, which belongs to the money that went out.
    const undone = await desk.undo(credit._id);
    expect(undone).toMatchObject({
      state: 'review',
      rest: 1000,
      allocations: [],
      offsets: [{ amount: 100 }],
    });
    const [offset] = undone.offsets ?? [];
    await desk.act(credit._id, 'undo', { version: undone.version }).expect(409);
    await desk.act(credit._id, 'undo', { version: undone.version, allocationIds: [offset!._id] }).expect(409);
    expect(await desk.undo(out._id)).toMatchObject({ state: 'ignored', reason: 'outgoing' });
    expect(await desk.find(credit._id)).toMatchObject({ state: 'review', rest: 1100 });
  });

  it('is a refund by the same call, with a kind', async () => {
    const { _id } = await due('Kind Refund');
    const credit = await desk.arrive('KIND CREDIT', 1000);
    await desk.match(credit._id, _id, 1000);
    const out = await desk.arrive('KIND OUT', -1000);
    const body = { kind: 'refund', paymentId: _id, amount: 1000, version: 0 };
    expect((await desk.act(out._id, 'match', body).expect(200)).body.made).toHaveLength(1);
    expect(await desk.payment(_id)).toMatchObject({ status: 'refunded', refunded: 1000 });
    expect(new Set((await desk.receipts(_id)).map(({ kind }) => kind))).toEqual(
      new Set(['refund', undefined]),
    );
    // A reversal is a fact: the payment has given back more than came in.
    const taken = await desk.arrive('KIND TAKEN', -1000);
    await tie(taken, 'reversal', credit, 1000).expect(200);
    expect(await desk.payment(_id)).toMatchObject({
      status: 'refunded',
      received: 0,
      refunded: 1000,
      attention: ['overReturned'],
    });
    const { body: money } = await app.admin.get(`/api/payments/${_id}/ledger`).expect(200);
    expect(money).toMatchObject({ net: -1000, receivable: 1000 });
  });

  it.each([
    [{ kind: 'gift' }, 'kind'],
    [{ kind: 'refund' }, 'paymentId'],
    [{ kind: 'reversal', amount: 5 }, 'transactionId'],
    [{ kind: 'return', transactionId: 'x', amount: 5 }, 'transactionId'],
    [{ kind: 'reversal', transactionId: '0123456789abcdef01234567', amount: -5 }, 'amount'],
    [{ kind: 'reversal', transactionId: '0123456789abcdef01234567', amount: 5 }, 'transactionId'],
    [{ kind: 'refund', paymentId: '0123456789abcdef01234567', amount: 5, allocations: [] }, 'allocations'],
    [{ amount: 5 }, 'amount'],
  ])('refuses %j by its field', async (body, field) => {
    const out = await desk.arrive(`REFUSED ${randomUUID()}`, -5);
    const { body: answer } = await desk.act(out._id, 'match', { ...body, version: 0 }).expect(400);
    expect(Object.keys(answer.errors)).toContain(field);
  });

  it('refuses a refund under the fields of its own body: payment, amount, and what it settles', async () => {
    const out = await desk.arrive('REFUSED REFUND', -5);
    const [inCad, inUsd] = [
      await due('Carl Cad'),
      await createDue(app, 'Una Usd', { amount: 1000, currency: 'USD' }),
    ];
    const errorsOf = async (fields: object) => {
      const body = { kind: 'refund', amount: 5, ...fields, version: 0 };
      return (await desk.act(out._id, 'match', body).expect(400)).body.errors;
    };
    const unknown = '0123456789abcdef01234567';
    expect(await errorsOf({ paymentId: unknown })).toEqual({ paymentId: 'Payment not found' });
    expect(await errorsOf({ paymentId: inCad._id })).toEqual({
      amount: expect.stringContaining('has received nothing that could be refunded'),
    });
    expect(await errorsOf({ paymentId: inCad._id, amount: 6 })).toEqual({
      amount: 'Only CA$5.00 are left of this transaction',
    });
    expect(await errorsOf({ paymentId: inUsd._id })).toEqual({
      settles: expect.stringMatching(/^Say what it settles of .*, in USD$/),
    });
    expect(await errorsOf({ paymentId: inCad._id, settles: 5 })).toEqual({
      settles: expect.stringContaining('is in CAD too'),
    });
    expect(await errorsOf({ paymentId: inUsd._id, settles: -5 })).toEqual({
      settles: 'Settles must be positive, of at most two decimals',
    });
  });

  it('reverses only a whole incoming transaction of its account, once', async () => {
    const credit = await desk.arrive('ONCE CREDIT', 70, '2026-11-05');
    const [one, two] = [await desk.arrive('ONCE OUT', -70), await desk.arrive('ONCE OUT AGAIN', -70)];
    expect((await tie(one, 'reversal', credit, 69).expect(400)).body.errors).toHaveProperty('amount');
    expect((await tie(one, 'reversal', two, 70).expect(400)).body.errors).toHaveProperty('transactionId');
    expect((await tie(credit, 'reversal', one, 70).expect(400)).body.errors).toHaveProperty('kind');
    const other = bankDesk(app, await createAccount(app, 'Another Account'));
    const elsewhere = await other.arrive('ELSEWHERE', 70);
    expect((await tie(one, 'reversal', elsewhere, 70).expect(400)).body.errors).toHaveProperty(
      'transactionId',
    );
    const answers = await Promise.all([tie(one, 'reversal', credit, 70), tie(two, 'reversal', credit, 70)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { statementId } = await desk.find(credit._id);
    await app.admin.delete(`/api/statements/${statementId}`).expect(409);
  });

  it('is proposed by its likely meaning first', async () => {
    const bounced = await due('Bounced Payer', 812.34);
    const credit = await desk.arrive('E-TRANSFER ***ab3 BOUNCED PAYER', 812.34, '2026-11-10');
    await desk.match(credit._id, bounced._id, 812.34);
    const nsf = await desk.find((await desk.arrive('NSF BOUNCED PAYER', -812.34, '2026-11-12'))._id);
    expect(nsf.proposals?.[0]).toMatchObject({
      kind: 'reversal',
      amount: 812.34,
      why: ['text', 'payer', 'amount'],
      transaction: { _id: credit._id, payments: [{ paymentId: bounced._id }] },
    });
    const refund = await desk.find((await desk.arrive('REFUND BOUNCED PAYER', -812.34, '2026-11-13'))._id);
    expect(refund.proposals?.[0]).toMatchObject({ kind: 'refund', payment: { paymentId: bounced._id } });

    const over = await due('Surplus Payer', 500);
    const more = await desk.arrive('E-TRANSFER ***ab4 SURPLUS PAYER', 577.77, '2026-11-10');
    await desk.match(more._id, over._id, 500);
    const back = await desk.find(
      (await desk.arrive('E-TRANSFER SENT SURPLUS PAYER', -77.77, '2026-11-14'))._id,
    );
    expect(back.proposals?.[0]).toMatchObject({
      kind: 'return',
      amount: 77.77,
      transaction: { _id: more._id },
    });
    const none = await desk.find((await desk.arrive('RENT', -4321.99, '2026-11-14'))._id);
    expect(none.proposals).toEqual([]);
  });

  it('comes back in parts, of a payment in another currency too, that add up to the refund', async () => {
    const { _id: paymentId } = await due('Half Back', 2054.79);
    const dollars = bankDesk(app, await createAccount(app, 'Dollars', 'USD'));
    const credit = await dollars.arrive('HALF BACK', 1500, '2026-11-03');
    const whole = { paymentId, amount: 1500, settles: 2054.79 };
    await dollars.act(credit._id, 'match', { allocations: [whole], version: 0 }).expect(200);
    const refund = await dollars.arrive('REFUND HALF BACK', -1500, '2026-11-05');
    await dollars.act(refund._id, 'match', { kind: 'refund', ...whole, version: 0 }).expect(200);
    const comeBack = async (amount: number, day: string) => {
      const { _id, version } = await dollars.arrive('REFUND RETURNED HALF BACK', amount, day);
      const body = { kind: 'refundReturned', transactionId: refund._id, amount, version };
      return { _id, answer: await dollars.act(_id, 'match', body) };
    };
    const first = await comeBack(750, '2026-11-07');
    expect(first.answer.status).toBe(200);
    const second = await comeBack(750, '2026-11-08');
    expect(second.answer.body).toMatchObject({ state: 'matched', rest: 0 });
    expect(await desk.payment(paymentId)).toMatchObject({ received: 2054.79, refunded: 0 });
    const third = await comeBack(0.01, '2026-11-09');
    expect(third.answer.body.errors).toEqual({
      amount: 'No refund of that transaction has US$0.01 that could come back',
    });
    expect(await verifyLedgers(app.connection)).toEqual([]);
    await dollars.undo(first._id);
    expect((await comeBack(500.01, '2026-11-10')).answer.status).toBe(200);
    expect((await comeBack(249.99, '2026-11-11')).answer.status).toBe(200);
    expect(await desk.payment(paymentId)).toMatchObject({ received: 2054.79, refunded: 0 });
    expect(await verifyLedgers(app.connection)).toEqual([]);
  });

  it('is listed with the payment that it concerns: a return settles nothing, and another payment’s refund is not its', async () => {
    const [{ _id: own }, { _id: other }] = [await due('Own Money', 1000), await due('Other Money', 300)];
    const dollars = bankDesk(app, await createAccount(app, 'More Dollars', 'USD'));
    const paid = await dollars.arrive('OTHER MONEY', 200, '2026-11-03');
    const whole = { paymentId: other, amount: 200, settles: 300 };
    await dollars.act(paid._id, 'match', { allocations: [whole], version: 0 }).expect(200);
    const refund = await dollars.arrive('REFUND OTHER MONEY', -200, '2026-11-04');
    await dollars.act(refund._id, 'match', { kind: 'refund', ...whole, version: 0 }).expect(200);

    const credit = await dollars.arrive('OWN AND OTHER MONEY', 1000, '2026-11-05');
    const part = { paymentId: own, amount: 700, settles: 1000 };
    await dollars.act(credit._id, 'match', { allocations: [part], version: 0 }).expect(200);
    const cameBack = { kind: 'refundReturned', transactionId: refund._id, amount: 200, version: 1 };
    await dollars.act(credit._id, 'match', cameBack).expect(200);
    const back = await dollars.arrive('RETURN OWN MONEY', -100, '2026-11-06');
    const over = { kind: 'return', transactionId: credit._id, amount: 100, version: 0 };
    await dollars.act(back._id, 'match', over).expect(200);
    expect((await dollars.receipts(own)).map(({ kind, amount, settles }) => [kind, amount, settles])).toEqual(
      [
        ['return', 100, 0],
        [undefined, 700, 1000],
      ],
    );
  });

  it('leaves no day and no way of a credit that the bank took back on the receipt', async () => {
    const { _id, version, referenceNumber } = await due('Paid Otherwise');
    const credit = await desk.arrive('DEPOSIT PAID OTHERWISE', 1000, '2026-11-10');
    await desk.match(credit._id, _id, 1000);
    const taken = await desk.arrive('NSF PAID OTHERWISE', -1000, '2026-11-12');
    await tie(taken, 'reversal', credit, 1000).expect(200);
    const money = { kind: 'receipt', way: 'cheque', amount: 1000, day: '2026-11-08', version: version + 2 };
    await app.admin.post(`/api/payments/${_id}/ledger`).send(money).expect(201);
    const { body: link } = await app.admin.post(`/api/payments/${_id}/link`).send({}).expect(200);
    const [reference, token] = (link.url as string).split('/').slice(-2);
    const { body: order } = await app.visitor.get(`/api/orders/${reference}/${token}`).expect(200);
    expect(order.receipt).toMatchObject({ paidOn: '2026-11-08', amount: 1000 });
    const { text } = await app.admin
      .post('/api/payments/export')
      .query({ format: 'csv' })
      .send({ ids: [_id] })
      .expect(200);
    const [titles, row] = text
      .trim()
      .split('\r\n')
      .map((line) => line.replaceAll('"', '').split(','));
    const cell = (title: string) => row![titles!.indexOf(title)];
    expect([cell('Paid On'), cell('Ways')]).toEqual(['2026-11-08', 'Cheque']);
    const double = await desk.arrive(`DEPOSIT ${referenceNumber}`, 1000, '2026-11-14');
    expect((await desk.find(double._id)).candidates).toMatchObject([
      { paymentId: _id, settledBy: { way: 'cheque', day: '2026-11-08' } },
    ]);
  });

  describe('that may be a refund of a payment', () => {
    const settled = async (name: string, amount = 1000) => {
      const payment = await due(name, amount);
      const credit = await desk.arrive(`CREDIT ${randomUUID()}`, amount, '2026-11-05');
      await desk.match(credit._id, payment._id, amount);
      return payment;
    };
    const byHand = async (id: string, amount: number) => {
      const { version } = await desk.payment(id);
      const money = { kind: 'refund', way: 'other', amount, day: '2026-11-20', version };
      await app.admin.post(`/api/payments/${id}/ledger`).send(money).expect(201);
      const { body } = await app.admin.get(`/api/payments/${id}/ledger`).expect(200);
      return (body.entries as { _id: string }[]).at(-1)!._id;
    };
    const refund = async (row: BankTransaction, paymentId: string, more: object = {}) => {
      const { version } = await desk.find(row._id);
      const body = { kind: 'refund', paymentId, amount: -row.amount, version, ...more };
      return desk.act(row._id, 'match', body);
    };

    it('stands in review with the payment that its text names, and with that of the payee and the amount', async () => {
      const named = await settled('Nora Named');
      const byReference = await desk.arrive(`E-TRANSFER SENT ${named.referenceNumber}`, -200.5);
      expect(byReference).toMatchObject({
        state: 'review',
        candidates: [{ paymentId: named._id, why: ['reference'], refundable: 1000 }],
      });
      expect(byReference).not.toHaveProperty('reason');
      const payee = await settled('Pia Payee', 750);
      expect(await desk.arrive('E-TRANSFER SENT PIA PAYEE', -750)).toMatchObject({
        state: 'review',
        candidates: [{ paymentId: payee._id, why: ['name'] }],
      });
      expect(await desk.arrive('E-TRANSFER SENT PIA PAYEE', -749)).toMatchObject({
        state: 'ignored',
        reason: 'outgoing',
        candidates: [],
      });
      expect(await desk.arrive('RENT', -750)).toMatchObject({ state: 'ignored', reason: 'outgoing' });
    });

    it('stands in review from the moment on which the payment may give it back, and no longer', async () => {
      const payment = await due('Later Paid', 640);
      const row = await desk.arrive('E-TRANSFER SENT LATER PAID', -640, '2026-11-22');
      expect(row).toMatchObject({ state: 'ignored', candidates: [] });
      const state = async () => {
        const { body } = await app.admin
          .get('/api/bank-transactions')
          .query({ 'filter[statementId]': row.statementId })
          .expect(200);
        return (body.transactions as BankTransaction[])[0];
      };
      const credit = await desk.arrive(`CREDIT ${randomUUID()}`, 640, '2026-11-05');
      await desk.match(credit._id, payment._id, 640);
      expect(await state()).toMatchObject({ state: 'review', candidates: [{ paymentId: payment._id }] });
      await desk.undo(credit._id);
      expect(await state()).toMatchObject({ state: 'ignored', reason: 'outgoing', candidates: [] });
    });

    it('stays ignored where a person has ignored it', async () => {
      const payment = await settled('Ivy Ignored');
      const row = await desk.arrive(`SENT ${payment.referenceNumber}`, -5);
      await desk.act(row._id, 'ignore', { reason: 'a gift', version: row.version }).expect(200);
      expect(await desk.find(row._id)).toMatchObject({ state: 'ignored', reason: 'a gift' });
      await desk.undo(row._id);
      expect(await desk.find(row._id)).toMatchObject({
        state: 'review',
        candidates: [{ paymentId: payment._id }],
      });
    });

    it('takes the place of the refund of its amount that was recorded by hand, after asking', async () => {
      const { _id, referenceNumber } = await settled('Hanna Hand');
      const entry = await byHand(_id, 200.5);
      const issue = () => app.admin.post(`/api/payments/${_id}/documents`).send({});
      await issue();
      const row = await desk.arrive(`SENT ${referenceNumber}`, -200.5, '2026-11-21');
      expect(row).toMatchObject({
        state: 'review',
        candidates: [{ refundsByHand: [{ _id: entry, amount: 200.5, way: 'other', day: '2026-11-20' }] }],
      });
      const asks = 'Say whether this is the CA$200.50 recorded on Nov 20, 2026, or another refund';
      const { body: asked } = await refund(row, _id);
      expect(asked).toMatchObject({ statusCode: 400, errors: { instead: asks } });
      const whole = { allocations: [{ paymentId: _id, amount: 200.5 }], version: row.version };
      expect((await desk.act(row._id, 'match', whole).expect(400)).body.errors.allocations).toBe(asks);
      for (const instead of ['0123456789abcdef01234567', (await desk.payment(_id))._id]) {
        const { body } = await refund(row, _id, { instead });
        expect(body).toMatchObject({ statusCode: 400, errors: { instead: expect.any(String) } });
      }
      expect(await desk.payment(_id)).toMatchObject({ status: 'paid', refunded: 200.5 });

      expect((await refund(row, _id, { instead: entry })).status).toBe(200);
      expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 1000, refunded: 200.5 });
      expect(await lastNote(_id)).toContain('in place of CA$200.50 recorded on Nov 20, 2026 · Other');
      const standing = async () =>
        (await desk.receipts(_id)).filter(({ kind }) => kind === 'refund').map(({ way, day }) => [way, day]);
      expect(await standing()).toEqual([['bank', '2026-11-21']]);
      // Nothing more is due, and the one credit note stands.
      await issue().expect(409);
      const papers = await app.admin.get('/api/documents').query({ 'filter[paymentId]': _id }).expect(200);
      const kinds = (papers.body.documents as IssuedDocument[]).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(['creditNote', 'invoice']);
      const { body: mails } = await app.admin.get('/api/mails').query({ 'filter[paymentId]': _id });
      expect((mails.mails as { kind: string }[]).filter(({ kind }) => kind === 'refunded')).toHaveLength(1);

      await desk.undo(row._id);
      expect(await standing()).toEqual([['other', '2026-11-20']]);
      expect(await desk.payment(_id)).toMatchObject({ status: 'paid', refunded: 200.5 });
      expect(await verifyLedgers(app.connection)).toEqual([]);
    });

    it('takes the place of a refund of everything, whose status stays', async () => {
      const { _id, referenceNumber } = await settled('Wanda Whole');
      const { version } = await desk.payment(_id);
      const said = { status: 'refunded', way: 'cheque', receivedOn: '2026-11-20', version };
      await app.admin.patch(`/api/payments/${_id}/status`).send(said).expect(200);
      const row = await desk.arrive(`SENT ${referenceNumber}`, -1000);
      const [{ _id: instead } = { _id: '' }] = row.candidates[0]?.refundsByHand ?? [];
      expect((await refund(row, _id, { instead })).status).toBe(200);
      expect(await desk.payment(_id)).toMatchObject({ status: 'refunded', refunded: 1000 });
      await desk.undo(row._id);
      expect(await desk.payment(_id)).toMatchObject({ status: 'refunded', refunded: 1000 });
    });

    it('asks for no refund by hand that was undone', async () => {
      const { _id, referenceNumber } = await settled('Ulla Undone');
      const entry = await byHand(_id, 100);
      const { version } = await desk.payment(_id);
      await app.admin.post(`/api/payments/${_id}/ledger/${entry}/void`).send({ version }).expect(200);
      const row = await desk.arrive(`SENT ${referenceNumber}`, -100);
      expect((await refund(row, _id)).status).toBe(200);
      expect(await desk.payment(_id)).toMatchObject({ refunded: 100 });
    });

    it('is another refund of the same amount where a person says so', async () => {
      const { _id, referenceNumber } = await settled('Otto Other');
      await byHand(_id, 100);
      const row = await desk.arrive(`SENT ${referenceNumber}`, -100);
      expect((await refund(row, _id, { instead: null })).status).toBe(200);
      expect(await desk.payment(_id)).toMatchObject({ refunded: 200 });
    });
  });
});
