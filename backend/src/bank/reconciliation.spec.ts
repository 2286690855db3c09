import { randomUUID } from 'node:crypto';
import type { BankTransaction, BankTransactionPage } from '#domain/bank/reconciliation';
import { messages } from '#domain/platform/messages';
import { UsersService } from '../auth/users/users.service.js';
import { PaymentsService } from '../payments/payments.service.js';
import { createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';
import {
  bankFile,
  createAccount,
  createDue,
  importFile,
  sayYes,
  transactionsOf,
  upload,
} from '../testing/reconciliation.js';

describe('reconciliation', () => {
  let app: TestApp;
  let accountId: string;
  beforeAll(async () => {
    app = await TestApp.start();
    accountId = await createAccount(app);
  });
  afterAll(() => app.stop());

  const payment = async (id: string) => (await app.admin.get(`/api/payments/${id}`).expect(200)).body;
  const find = async (id: string) =>
    (await app.admin.get(`/api/bank-transactions/${id}`).expect(200)).body as BankTransaction;
  const act = (id: string, action: string, body: object) =>
    app.admin.post(`/api/bank-transactions/${id}/${action}`).send(body);
  /** Imports one transfer and returns it. */
  const arrive = async (text: string, amount = 2256.61, day = '2026-11-21'): Promise<BankTransaction> => {
    const { statementId } = await importFile(app, accountId, bankFile([{ text, amount, day }]));
    const [transaction] = await transactionsOf(app, statementId);
    if (!transaction) throw new Error('Nothing was imported');
    return transaction;
  };

  it('takes a file as a draft that stores nothing else, and imports it once', async () => {
    const due = await createDue(app, 'Ada First');
    const file = bankFile([
      { text: `E-TRANSFER ${due.referenceNumber}`, amount: 2256.61 },
      { text: 'UNKNOWN', amount: 5 },
      { text: 'FEE', amount: -5 },
    ]);
    const { body: draft } = await upload(app, accountId, file, 'märz "1".csv').expect(201);
    expect(draft).toMatchObject({
      state: 'draft',
      format: 'csv',
      fileName: 'märz "1".csv',
      columns: [
        { index: 0, name: 'Date', samples: ['2026-11-21'] },
        { index: 1, name: 'Description' },
        { index: 2, name: 'Amount' },
      ],
      mapping: {
        delimiter: ',',
        headerRow: 1,
        date: 0,
        dateOrder: 'YMD',
        decimal: '.',
        amount: 2,
        text: [1],
      },
      preview: {
        new: 3,
        known: 0,
        suspected: [],
        skipped: {},
        unreadable: [],
        questions: ['confirm'],
        total: 2256.61,
        from: '2026-11-21',
        to: '2026-11-21',
      },
    });
    expect(draft.preview.rows).toHaveLength(3);
    expect(await transactionsOf(app, draft._id)).toEqual([]);
    const result = { imported: 3, known: 0, ready: 1, review: 1 };
    const { body: asking } = await app.admin.post(`/api/statements/${draft._id}/import`).expect(409);
    expect(asking.message).toBe('Confirm first that the file is read right');
    expect((await sayYes(app, draft._id)).preview.questions).toEqual([]);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(200, result);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(200, result);
    const { body: again } = await upload(app, accountId, file, 'other.csv').expect(409);
    expect(again.message).toMatch(/^This file was imported already: "märz "1"\.csv" on /);
    const { body: file2, headers } = await app.admin
      .get(`/api/statements/${draft._id}/file`)
      .buffer()
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    expect(file2.toString()).toBe(file);
    expect(headers['content-disposition']).toContain("filename*=UTF-8''m%C3%A4rz");
    const transactions = await transactionsOf(app, draft._id);
    expect(transactions.map(({ state, text, reason }) => [text, state, reason])).toEqual([
      [`E-TRANSFER ${due.referenceNumber}`, 'ready', undefined],
      ['UNKNOWN', 'review', undefined],
      ['FEE', 'ignored', 'outgoing'],
    ]);
    expect(transactions[0]?.candidates).toEqual([
      {
        paymentId: due._id,
        referenceNumber: due.referenceNumber,
        customer: { _id: due.customerId, fullName: 'Ada First' },
        amount: 2256.61,
        currency: 'CAD',
        status: 'pending',
        due: 2256.61,
        open: 2256.61,
        why: ['reference'],
      },
    ]);
  });

  it('adds nothing for rows that another statement holds, and removes only what no other holds', async () => {
    const [one, two, three] = ['OVERLAP ONE', 'OVERLAP TWO', 'OVERLAP THREE'].map((text) => ({
      text,
      amount: 7,
      day: '2026-10-01',
    }));
    const first = await importFile(app, accountId, bankFile([one!, two!, two!]));
    expect(first.result).toMatchObject({ imported: 3, known: 0 });
    const second = await importFile(app, accountId, bankFile([two!, two!, two!, three!]));
    expect(second.result).toMatchObject({ imported: 2, known: 2 });
    await app.admin.delete(`/api/statements/${first.statementId}`).expect(204);
    expect((await transactionsOf(app, second.statementId)).map(({ text }) => text).sort()).toEqual([
      'OVERLAP THREE',
      'OVERLAP TWO',
      'OVERLAP TWO',
      'OVERLAP TWO',
    ]);
    const { body } = await app.admin.get('/api/bank-transactions').query({ 'filter[search]': 'overlap one' });
    expect(body.transactions).toEqual([]);
    expect((await importFile(app, accountId, bankFile([one!, two!, two!]))).result).toMatchObject({
      imported: 1,
      known: 2,
    });
  });

  it('settles an exact transfer by confirming it, with history, statistics and audit entry, once', async () => {
    const due = await createDue(app, 'Grace Exact');
    const { _id } = await arrive(`E-TRANSFER - AUTODEPOSIT GRACE EXACT ${due.referenceNumber}`);
    const { body } = await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [_id, _id] })
      .expect(200);
    expect(body.results).toEqual([
      { id: _id, ok: true, made: [expect.any(String)], version: 1 },
      { id: _id, ok: false, message: 'This transaction was matched already' },
    ]);
    const paid = await payment(due._id);
    expect(paid).toMatchObject({ status: 'paid', received: 2256.61, refunded: 0, due: 0, version: 1 });
    expect(paid.statusHistory.at(-1)).toMatchObject({
      status: 'paid',
      by: 'admin',
      note: 'Received CA$2,256.61 on Nov 21, 2026 · RBC Business · GRACE EXACT',
    });
    const settled = await find(_id);
    expect(settled).toMatchObject({
      state: 'matched',
      rest: 0,
      version: 1,
      candidates: [],
      allocations: [
        { paymentId: due._id, referenceNumber: due.referenceNumber, amount: 2256.61, by: 'admin' },
      ],
    });
    const { body: receipts } = await app.admin.get(`/api/payments/${due._id}/receipts`).expect(200);
    expect(receipts.receipts).toMatchObject([
      {
        transactionId: _id,
        amount: 2256.61,
        currency: 'CAD',
        day: '2026-11-21',
        bankAccount: 'RBC Business',
        payer: 'GRACE EXACT',
      },
    ]);
    const { body: audit } = await app.admin
      .get('/api/audit')
      .query({ 'filter[resource]': 'bank-transactions', 'filter[resourceId]': _id })
      .expect(200);
    expect(audit.entries).toMatchObject([
      { action: 'match', name: 'CA$2,256.61 · GRACE EXACT', currency: 'CAD' },
    ]);
    const stale = { ...paid, amount: 1 };
    await app.admin.put(`/api/payments/${due._id}`).send(stale).expect(409);
    await app.admin
      .put(`/api/payments/${due._id}`)
      .send({ ...paid, notes: 'fine' })
      .expect(200);
    const { body: refused } = await app.admin.delete(`/api/payments/${due._id}`).expect(409);
    expect(refused.message).toBe('This payment has receipts');
  });

  it('undoes a match: the transaction is ready again, and the payment pending', async () => {
    const due = await createDue(app, 'Ulla Undo');
    const { _id } = await arrive(due.referenceNumber);
    await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [_id] })
      .expect(200);
    await act(_id, 'undo', { version: 0 }).expect(409);
    const { body } = await act(_id, 'undo', { version: 1 }).expect(200);
    expect(body).toMatchObject({
      state: 'ready',
      rest: 2256.61,
      allocations: [],
      statusKept: false,
      version: 2,
    });
    const back = await payment(due._id);
    expect(back).toMatchObject({ status: 'pending', received: 0, due: 2256.61, version: 2 });
    expect(back.statusHistory.at(-1)).toMatchObject({
      status: 'pending',
      note: expect.stringMatching(/^Match undone: CA\$2,256\.61 on Nov 21, 2026/),
    });
    await app.admin.delete(`/api/payments/${due._id}`).expect(204);
    expect(await find(_id)).toMatchObject({ state: 'review', candidates: [] });
  });

  it('keeps a short transfer pending, or accepts what is missing up to the limit', async () => {
    const due = await createDue(app, 'Sam Short');
    const { _id, candidates, state } = await arrive(due.referenceNumber, 2231.61);
    expect([state, candidates[0]?.why]).toEqual(['review', ['reference']]);
    const part = { allocations: [{ paymentId: due._id, amount: 2200 }], version: 0 };
    const { body: refused } = await act(_id, 'match', { ...part, acceptShortfall: true }).expect(400);
    expect(refused.errors).toEqual({
      acceptShortfall: 'At most CA$50.00 may be missing: CA$56.61 are',
    });
    const { body } = await act(_id, 'match', part).expect(200);
    expect(body).toMatchObject({ state: 'review', rest: 31.61, version: 1 });
    expect(await payment(due._id)).toMatchObject({ status: 'pending', received: 2200, due: 56.61 });
    expect((await payment(due._id)).statusHistory.at(-1)).toMatchObject({
      status: 'pending',
      note: 'CA$2,200.00 of CA$2,256.61 received',
    });
    const rest = { allocations: [{ paymentId: due._id, amount: 31.61 }], version: 1, acceptShortfall: true };
    const { body: done } = await act(_id, 'match', rest).expect(200);
    expect(done.allocations[1]).toMatchObject({ amount: 31.61, shortfall: 25 });
    const paid = await payment(due._id);
    expect(paid).toMatchObject({ status: 'paid', received: 2231.61, due: 0, shortfall: 25 });
    expect(paid.statusHistory.at(-1).note).toContain('CA$25.00 missing, accepted as the bank’s fees');
    const { body: one } = await act(_id, 'undo', {
      version: 2,
      allocationIds: [done.allocations[1]._id],
    }).expect(200);
    expect(one).toMatchObject({ state: 'review', rest: 31.61, statusKept: false });
    expect(await payment(due._id)).toMatchObject({ status: 'pending', received: 2200, due: 56.61 });
    const { body: again } = await act(_id, 'match', { ...rest, version: 3 }).expect(200);
    // As a page sends it that was opened before an update of the server.
    const old = { version: 4, allocationId: again.allocations[1]._id };
    expect((await act(_id, 'undo', old).expect(200)).body).toMatchObject({ state: 'review', rest: 31.61 });
  });

  it('leaves what is over on the transaction until it is ignored for a reason', async () => {
    const due = await createDue(app, 'Olga Over');
    const { _id } = await arrive(due.referenceNumber, 2356.61);
    const over = (amount: number) => ({ allocations: [{ paymentId: due._id, amount }], version: 0 });
    const { body: refused } = await act(_id, 'match', over(2356.61)).expect(400);
    expect(refused.errors.allocations).toContain('Only CA$2,256.61');
    const { body } = await act(_id, 'match', over(2256.61)).expect(200);
    expect(body).toMatchObject({ state: 'review', rest: 100 });
    // A payment settled by the same transaction is no double payment.
    expect(body.candidates).toEqual([]);
    await act(_id, 'ignore', { version: 1 }).expect(400);
    const { body: closed } = await act(_id, 'ignore', { reason: 'returned', version: 1 }).expect(200);
    expect(closed).toMatchObject({ state: 'matched', rest: 100, reason: 'returned' });
    const { body: undone } = await act(_id, 'undo', { version: 2 }).expect(200);
    expect(undone).toMatchObject({ state: 'review', rest: 2356.61 });
    expect(undone).not.toHaveProperty('reason');
  });

  it('splits transfers over payments and payments over transfers', async () => {
    const [one, two] = [await createDue(app, 'Pat One'), await createDue(app, 'Pat Two')];
    const big = await arrive('BOTH OF US', 4000);
    const { body } = await act(big._id, 'match', {
      allocations: [
        { paymentId: one._id, amount: 2256.61 },
        { paymentId: two._id, amount: 1743.39 },
      ],
      version: 0,
    }).expect(200);
    expect(body).toMatchObject({ state: 'matched', rest: 0 });
    const small = await arrive('THE REST', 513.22);
    await act(small._id, 'match', {
      allocations: [{ paymentId: two._id, amount: 513.22 }],
      version: 0,
    }).expect(200);
    expect(await payment(two._id)).toMatchObject({ status: 'paid', received: 2256.61, due: 0 });
    const { body: undone } = await act(big._id, 'undo', { version: 1 }).expect(200);
    expect(undone.statusKept).toBe(false);
    expect(await payment(one._id)).toMatchObject({ status: 'pending', received: 0 });
    expect(await payment(two._id)).toMatchObject({ status: 'pending', received: 513.22, due: 1743.39 });
  });

  it('settles in another currency only by what the admin says it settles', async () => {
    const due = await createDue(app, 'Uma States', { amount: 1997, currency: 'USD' });
    const { _id, state, candidates } = await arrive(due.referenceNumber, 1997);
    expect([state, candidates[0]?.why]).toEqual(['review', ['reference']]);
    const part = { paymentId: due._id, amount: 1997 };
    const { body } = await act(_id, 'match', { allocations: [part], version: 0 }).expect(400);
    expect(body.errors.settles).toMatch(/^Say what it settles of .*, in USD$/);
    expect(body.errors.allocations).toBe(body.errors.settles);
    for (const settles of [-1997, 0, 19.975, '1997']) {
      const wrong = await act(_id, 'match', { allocations: [{ ...part, settles }], version: 0 }).expect(400);
      expect(wrong.body.errors).toEqual({ allocations: 'Settles must be positive, of at most two decimals' });
    }
    const { body: done } = await act(_id, 'match', {
      allocations: [{ ...part, settles: 1997 }],
      version: 0,
    }).expect(200);
    expect(done.allocations).toMatchObject([
      { amount: 1997, currency: 'CAD', settles: 1997, paymentCurrency: 'USD' },
    ]);
    const paid = await payment(due._id);
    expect(paid).toMatchObject({ status: 'paid', received: 1997, due: 0 });
    expect(paid.statusHistory.at(-1).note).toContain('Received CA$1,997.00 for US$1,997.00 on');
  });

  it('refunds by an outgoing row, in parts, and undoes it', async () => {
    const due = await createDue(app, 'Rita Refund');
    const incoming = await arrive(due.referenceNumber);
    await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [incoming._id] })
      .expect(200);
    const part = await arrive(`REFUND ${due.referenceNumber}`, -256.61);
    expect(part).toMatchObject({ state: 'review', rest: -256.61 });
    expect(part.candidates).toMatchObject([
      { paymentId: due._id, why: ['reference'], open: 0, refundable: 2256.61 },
    ]);
    const refund = (amount: number, version = 0) => ({
      allocations: [{ paymentId: due._id, amount }],
      version,
    });
    await act(part._id, 'match', refund(256.61)).expect(200);
    const partly = await payment(due._id);
    expect(partly).toMatchObject({ status: 'paid', received: 2256.61, refunded: 256.61, due: 0 });
    expect(partly.statusHistory.at(-1).note).toBe('CA$256.61 of CA$2,256.61 refunded');
    const whole = await arrive('REFUND', -3000);
    await act(whole._id, 'match', refund(2000.01)).expect(400);
    const { body } = await act(whole._id, 'match', refund(2000)).expect(200);
    expect(body).toMatchObject({ state: 'review', rest: -1000 });
    expect(await payment(due._id)).toMatchObject({ status: 'refunded', refunded: 2256.61, due: 0 });
    await act(incoming._id, 'undo', { version: 1 }).expect(409);
    const { body: undone } = await act(whole._id, 'undo', { version: 1 }).expect(200);
    expect(undone).toMatchObject({ state: 'ignored', reason: 'outgoing', rest: -3000, statusKept: false });
    expect(await payment(due._id)).toMatchObject({ status: 'paid', refunded: 256.61 });
    await act(part._id, 'undo', { version: 1 }).expect(200);
    await act(incoming._id, 'undo', { version: 1 }).expect(200);
    expect(await payment(due._id)).toMatchObject({
      status: 'pending',
      received: 0,
      refunded: 0,
      due: 2256.61,
    });
  });

  it('adds its receipt to a payment that was marked paid by hand without a change of status', async () => {
    const due = await createDue(app, 'Hanna Hand');
    await app.admin.patch(`/api/payments/${due._id}/status`).send({ status: 'paid' }).expect(200);
    const { _id, state, candidates } = await arrive(due.referenceNumber);
    expect([state, candidates[0]?.why, candidates[0]?.due]).toEqual(['review', ['reference'], 0]);
    await act(_id, 'match', { allocations: [{ paymentId: due._id, amount: 2256.61 }], version: 0 }).expect(
      200,
    );
    expect(await payment(due._id)).toMatchObject({ status: 'paid', received: 2256.61 });
    const again = await arrive(`${due.referenceNumber} AGAIN`);
    expect(again.candidates).toMatchObject([{ why: ['reference', 'settled'] }]);
    const { body } = await act(again._id, 'match', {
      allocations: [{ paymentId: due._id, amount: 2256.61 }],
      version: 0,
    }).expect(400);
    expect(body.errors.allocations).toContain('possible double payment');
    const { body: undone } = await act(_id, 'undo', { version: 1 }).expect(200);
    expect(undone.statusKept).toBe(true);
    expect(await payment(due._id)).toMatchObject({ status: 'paid', received: 0, due: 0 });
  });

  it('does not keep a payment confirmed whose money is taken back', async () => {
    const due = await createDue(app, 'Kim Kept');
    const { _id } = await arrive(due.referenceNumber);
    await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [_id] })
      .expect(200);
    await app.admin.patch(`/api/payments/${due._id}/status`).send({ status: 'confirmed' }).expect(200);
    const { body } = await act(_id, 'undo', { version: 1 }).expect(200);
    expect(body.statusKept).toBe(false);
    expect(await payment(due._id)).toMatchObject({ status: 'pending', received: 0, due: 2256.61 });
  });

  it('makes a cancelled payment paid, and refuses a refunded one', async () => {
    const due = await createDue(app, 'Carl Cancel', { status: 'cancelled' });
    const { _id, state } = await arrive(due.referenceNumber);
    expect(state).toBe('review');
    await act(_id, 'match', { allocations: [{ paymentId: due._id, amount: 2256.61 }], version: 0 }).expect(
      200,
    );
    expect(await payment(due._id)).toMatchObject({ status: 'paid' });
    const refunded = await createDue(app, 'Rolf Refunded', { status: 'refunded' as never });
    const other = await arrive(refunded.referenceNumber);
    const { body } = await act(other._id, 'match', {
      allocations: [{ paymentId: refunded._id, amount: 1 }],
      version: 0,
    }).expect(400);
    expect(body.errors.allocations).toContain('it takes refunds only');
  });

  it('matches no payment whose status is another one than was seen', async () => {
    const due = await createDue(app, 'Mona Meanwhile');
    const { _id } = await arrive('E-TRANSFER UNREADABLE');
    const match = (status?: string) => {
      const allocation = { paymentId: due._id, amount: 2256.61, ...(status && { status }) };
      return act(_id, 'match', { allocations: [allocation], version: 0 });
    };
    await app.admin.patch(`/api/payments/${due._id}/status`).send({ status: 'failed' }).expect(200);
    const { body } = await match('pending').expect(409);
    expect(body.message).toBe('This payment was changed meanwhile. It is Failed now.');
    expect(await payment(due._id)).toMatchObject({ status: 'failed', received: 0 });
    expect((await match('lost').expect(400)).body.errors.allocations).toContain('Status must be one of');
    await match('failed').expect(200);
    expect(await payment(due._id)).toMatchObject({ status: 'paid', received: 2256.61 });
  });

  it('confirms no proposal that is another one than was seen', async () => {
    const due = await createDue(app, 'Paula Proposed');
    const other = await createDue(app, 'Otto Other');
    const { _id: id } = await arrive(due.referenceNumber);
    const confirm = async (paymentId: string, seen: number) => {
      const proposals = { [id]: { paymentId, due: seen } };
      const { body } = await app.admin.post('/api/bank-transactions/confirm').send({ ids: [id], proposals });
      return body.results ?? body.errors;
    };
    const changed = [{ id, ok: false, message: messages.editConflict }];
    expect(await confirm(other._id, 2256.61)).toEqual(changed);
    expect(await confirm(due._id, 4513.22)).toEqual(changed);
    expect(await confirm(due._id, 0)).toEqual(changed);
    expect(await confirm('x', 1)).toEqual({ proposals: expect.any(String) });
    expect(await find(id)).toMatchObject({ state: 'ready', version: 0 });
    expect(await confirm(due._id, 2256.61)).toMatchObject([{ id, ok: true, version: 1 }]);
  });

  it('sends both of two claims to review, and one back when the other is ignored', async () => {
    const due = await createDue(app, 'Tina Twice');
    const one = await arrive(due.referenceNumber);
    expect(one.state).toBe('ready');
    const two = await arrive(`${due.referenceNumber} SECOND`);
    expect(two.state).toBe('review');
    expect((await find(one._id)).state).toBe('review');
    await act(two._id, 'ignore', { reason: 'returned', version: 0 }).expect(200);
    expect((await find(one._id)).state).toBe('ready');
    await act(two._id, 'undo', { version: 1 }).expect(200);
    expect((await find(one._id)).state).toBe('review');
  });

  it('looks again when a payment is created, and when it changes', async () => {
    const early = await arrive('INVOICE-2026/77 THANKS', 50);
    expect(early).toMatchObject({ state: 'review', candidates: [] });
    const due = await createDue(app, 'Eve Early', { referenceNumber: 'Invoice 2026 / 77', amount: 50 });
    const { body } = await app.admin
      .get('/api/bank-transactions')
      .query({ 'filter[search]': 'invoice-2026' });
    expect(body.transactions).toMatchObject([{ state: 'ready', candidates: [{ paymentId: due._id }] }]);
    await app.admin.patch(`/api/payments/${due._id}/status`).send({ status: 'failed' }).expect(200);
    const { body: changed } = await app.admin
      .get('/api/bank-transactions')
      .query({ 'filter[search]': 'invoice-2026' });
    expect(changed.transactions).toMatchObject([{ state: 'review' }]);
  });

  it('finds a payment by the name and the amount, and by who paid before', async () => {
    const due = await createDue(app, 'Zoë Námely-Smith', { amount: 321.09 });
    const byName = await arrive('E-TRANSFER ***ab3 NAMELY SMITH ZOE', 321.09);
    expect(byName).toMatchObject({ state: 'review', candidates: [{ paymentId: due._id, why: ['name'] }] });
    await act(byName._id, 'match', {
      allocations: [{ paymentId: due._id, amount: 321.09 }],
      version: 0,
    }).expect(200);
    const { body: next } = await app.admin
      .post('/api/payments')
      .send({
        customerId: due.customerId,
        paymentMethod: 'interac',
        amount: 99,
        currency: 'CAD',
        status: 'pending',
      })
      .expect(201);
    const before = await arrive('E-TRANSFER ***zz9 NAMELY SMITH ZOE', 42);
    expect(before.candidates).toMatchObject([{ paymentId: next._id, why: ['payer'] }]);
  });

  it('gives a file back under a name without a folder', async () => {
    const file = 'Date,Description,Amount\n2026-11-02,DEPOSIT OF A FOLDER,1.23\n';
    const { body: draft } = await upload(app, accountId, file, '../..\\etc/passwd.csv').expect(201);
    const { headers } = await app.admin.get(`/api/statements/${draft._id}/file`).expect(200);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="__.._etc_passwd.csv"; filename*=UTF-8''__.._etc_passwd.csv`,
    );
    await app.admin.delete(`/api/statements/${draft._id}`);
  });

  it('takes an Interac notice as evidence, never as money', async () => {
    const due = await createDue(app, 'Nora Notice', { amount: 654.32 });
    const row = await arrive('INTERAC ETRNSFR AD RECVD N NOTICE C1AVzjTtqRCM', 654.32);
    expect(row.candidates).toEqual([]);
    const text = `Hi Company,\nYour funds have been deposited!\n$654.32\n\nTransfer Details\n\nMessage:\nTrip ${due.referenceNumber}\n\nDate: November 21, 2026\nReference Number: C1AVzjTtqRCM\nSent From: NORA NOTICE\nAmount: $654.32 (CAD)\nInterac e-Transfer`;
    const { body } = await app.admin.post('/api/interac-notices').send({ text }).expect(201);
    expect(body).toMatchObject({
      referenceNumber: 'C1AVzjTtqRCM',
      amount: 654.32,
      currency: 'CAD',
      sender: 'NORA NOTICE',
      message: `Trip ${due.referenceNumber}`,
    });
    expect((await app.admin.post('/api/interac-notices').send({ text }).expect(200)).body).toEqual(body);
    expect(await find(row._id)).toMatchObject({
      state: 'review',
      candidates: [{ paymentId: due._id, why: ['reference', 'notice', 'name'] }],
    });
    await app.admin.post('/api/interac-notices').send({ text: 'Hello' }).expect(400);
    await app.admin.post('/api/interac-notices').send({}).expect(400);
    const mail = `From: notify@payments.interac.ca\r\nSubject: =?utf-8?Q?Virement_Interac=C2=A0:_Vous_avez_re=C3=A7u?=\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Les fonds ont été déposés!</p><table><tr><td>Message&nbsp;:</td></tr><tr><td>Voyage</td></tr><tr><td>Numéro de référence : CAabc12345</td></tr><tr><td>Envoyé par : ÉLODIE BRUN</td></tr><tr><td>Montant : 2 256,61 $ (CAD)</td></tr></table>`;
    const { body: french } = await app.admin
      .post('/api/interac-notices')
      .set('Content-Type', 'message/rfc822')
      .send(mail)
      .expect(201);
    expect(french).toMatchObject({
      referenceNumber: 'CAabc12345',
      amount: 2256.61,
      sender: 'ÉLODIE BRUN',
      message: 'Voyage',
    });
  });

  it('asks for what a file leaves open, and for rows that may be known', async () => {
    const { body: draft } = await upload(
      app,
      accountId,
      'Date;Text;Amount\n03/04/2026;A;1,234\n03/05/2026;B;x',
    ).expect(201);
    expect(draft.preview).toMatchObject({ questions: ['dateOrder', 'decimal'], new: 0 });
    const path = `/api/statements/${draft._id}`;
    await app.admin.post(`${path}/import`).expect(409);
    const mapping = { ...draft.mapping, dateOrder: 'DMY', decimal: '.' };
    const { body: told } = await app.admin.put(`${path}/mapping`).send({ mapping }).expect(200);
    expect(told.preview).toMatchObject({
      questions: ['confirm'],
      new: 1,
      total: 1234,
      from: '2026-04-03',
      unreadable: [{ row: 3, reason: 'The amount cannot be read' }],
    });
    await app.admin.post(`${path}/import`).expect(409);
    const { body: excluded } = await app.admin
      .put(`${path}/mapping`)
      .send({ excluded: [3], confirmed: true })
      .expect(200);
    expect(excluded.preview).toMatchObject({ unreadable: [], skipped: { excluded: 1 } });
    expect((await app.admin.get(path).expect(200)).body).toEqual(excluded);
    await app.admin.post(`${path}/import`).expect(200);
    const ofx = `<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20260403<TRNAMT>1234.00<FITID>77<NAME>OTHER TEXT</STMTTRN></OFX>`;
    const { body: suspected } = await upload(app, accountId, ofx).expect(201);
    expect(suspected.preview).toMatchObject({ suspected: [1], new: 0 });
    const other = `/api/statements/${suspected._id}`;
    await app.admin.post(`${other}/import`).expect(409);
    await app.admin
      .put(`${other}/mapping`)
      .send({ included: [1] })
      .expect(200);
    expect((await app.admin.post(`${other}/import`).expect(200)).body).toMatchObject({
      imported: 1,
      known: 0,
    });
  });

  it('asks for the order of the dates of a QIF file, whose mapping is that alone', async () => {
    const qif = "!Type:Bank\nD1/2'26\nT1,234.00\nPJANE\n^\n";
    const { body: draft } = await upload(app, accountId, qif, 'bank.qif').expect(201);
    expect(draft).toMatchObject({
      format: 'qif',
      columns: [],
      preview: { questions: ['dateOrder'], new: 0 },
    });
    const path = `/api/statements/${draft._id}`;
    await app.admin.post(`${path}/import`).expect(409);
    const change = (mapping: object) => app.admin.put(`${path}/mapping`).send({ mapping });
    await change({ dateOrder: 'XYZ' }).expect(400);
    await change({ delimiter: ',', date: 0, amount: 1, text: [2] }).expect(400);
    const { body: told } = await change({ ...draft.mapping, dateOrder: 'DMY' }).expect(200);
    expect(told).toMatchObject({
      mapping: { dateOrder: 'DMY' },
      preview: { questions: [], rows: [{ day: '2026-02-01', amount: 1234, text: 'JANE' }] },
    });
    expect((await app.admin.get(path).expect(200)).body).toEqual(told);
    await app.admin.post(`${path}/import`).expect(200);
    const { body: csv } = await upload(app, accountId, 'Date,Text,Amount\n2026-11-21,A,5.00').expect(201);
    const { body } = await app.admin
      .put(`/api/statements/${csv._id}/mapping`)
      .send({ mapping: { dateOrder: 'DMY' } })
      .expect(400);
    expect(body.errors).toEqual({ mapping: 'Choose the column of the date' });
  });

  it('refuses files by their content and size', async () => {
    const big = Buffer.alloc(2 * 1024 * 1024 + 1, 'a');
    await upload(app, accountId, big).expect(413);
    const { body } = await upload(app, accountId, '%PDF-1.7 x').expect(400);
    expect(body.message).toContain('PDF');
    await upload(app, accountId, Buffer.alloc(0)).expect(400);
    const { body: refused } = await app.admin
      .post(`/api/bank-accounts/${accountId}/statements`)
      .send({ a: 1 })
      .expect(415);
    expect(refused.message).toBe(
      'The request must be the bytes of a file (Content-Type: application/octet-stream)',
    );
    await app.admin
      .post('/api/payments')
      .set('Content-Type', 'application/octet-stream')
      .send('x')
      .expect(415);
    await app.visitor
      .post(`/api/bank-accounts/${accountId}/statements`)
      .set('Content-Type', 'application/octet-stream')
      .send('x')
      .expect(401);
  });

  it('keeps the currency of an account that has transactions', async () => {
    const { body } = await app.admin
      .put(`/api/bank-accounts/${accountId}`)
      .send({ name: 'RBC Business', currency: 'USD' })
      .expect(409);
    expect(body.message).toBe('The currency cannot change once there are transactions');
    await app.admin
      .put(`/api/bank-accounts/${accountId}`)
      .send({ name: 'RBC Business', currency: 'CAD', lastDigits: '1234' })
      .expect(200);
    await app.admin
      .post('/api/bank-accounts')
      .send({ name: '', currency: 'EUR', lastDigits: 'x' })
      .expect(400);
    const { body: list } = await app.admin.get('/api/bank-accounts').expect(200);
    expect(list).toMatchObject({ bankAccounts: [{ lastDigits: '1234' }], pagination: { total: 1 } });
  });

  it('keeps what a colleague has changed of an account since it was seen', async () => {
    const input = { name: 'Shared', currency: 'CAD' };
    const { body: seen } = await app.admin.post('/api/bank-accounts').send(input).expect(201);
    const put = (fields: object) =>
      app.admin.put(`/api/bank-accounts/${seen._id}`).send({ ...input, ...fields });
    const { body: changed } = await put({ lastDigits: '4321', version: 0 }).expect(200);
    const { body } = await put({ name: 'Renamed', version: 0 }).expect(409);
    expect(body).toMatchObject({
      message: messages.editConflict,
      errors: { version: messages.editConflict },
    });
    await put({ name: 'Renamed', lastDigits: '4321', version: changed.version }).expect(200);
    expect((await put({}).expect(200)).body).toMatchObject({ name: 'Shared' });
  });

  it('exports transactions with what each settled, and no formula', async () => {
    await arrive('=HYPERLINK(1)', 12.34, '2026-09-01');
    const { text } = await app.admin
      .get('/api/bank-transactions/export')
      .query({ format: 'csv', 'filter[search]': '12.34' })
      .expect(200);
    expect(text).toContain(
      `2026-09-01,"RBC Business",12.34,"CAD",,"'=HYPERLINK(1)",,"Needs Review",,0.00,12.34`,
    );
    await app.admin.get('/api/bank-transactions/export').query({ format: 'excel' }).buffer().expect(200);
    const daysUntil = async (day: string) => {
      const query = {
        'filter[day][lte]': day,
        'filter[day][gte]': '2026-09-01',
        'filter[search]': 'HYPERLINK',
      };
      const { body } = await app.admin.get('/api/bank-transactions').query(query).expect(200);
      return (body as BankTransactionPage).transactions.map((one) => one.day);
    };
    expect(await daysUntil('2026-08-31')).toEqual([]);
    expect(await daysUntil('2026-09-01')).toEqual(['2026-09-01']);
    await app.admin.get('/api/bank-transactions').query({ 'filter[day][lte]': '2026-09-31' }).expect(400);
    await app.admin.get('/api/bank-transactions').query({ 'filter[state]': 'lost' }).expect(400);
    await app.admin.get('/api/bank-transactions').query({ 'filter[nothing]': 'x' }).expect(400);
  });

  it('names the present reference and customer of a payment that was corrected after its receipt', async () => {
    const due = await createDue(app, 'Wrong Person', { amount: 77.31 });
    const transaction = await arrive('E-TRANSFER ***ab4 MOVER PAUL', 77.31, '2026-09-02');
    await act(transaction._id, 'match', {
      allocations: [{ paymentId: due._id, amount: 77.31 }],
      version: 0,
    }).expect(200);
    const { _id: wrong, ...paid } = await payment(due._id);
    const customerId = await createCustomer(app, { fullName: 'Right Person' });
    await app.admin
      .put(`/api/payments/${wrong}`)
      .send({ ...paid, customerId, referenceNumber: 'CORRECTED-1' })
      .expect(200);

    expect((await find(transaction._id)).allocations).toMatchObject([{ referenceNumber: 'CORRECTED-1' }]);
    const { body } = await app.admin.get(`/api/payments/${due._id}/receipts`).expect(200);
    expect(body.receipts).toMatchObject([{ referenceNumber: 'CORRECTED-1' }]);
    const { text } = await app.admin
      .get('/api/bank-transactions/export')
      .query({ format: 'csv', 'filter[search]': '77.31' })
      .expect(200);
    expect(text).toContain(',"CORRECTED-1 CA$77.31","Right Person",');
    const next = await createPayment(app, { customerId, amount: 99 });
    const again = await arrive('E-TRANSFER ***zz4 MOVER PAUL', 42);
    expect(again.candidates).toMatchObject([{ paymentId: next._id, why: ['payer'] }]);
  });

  it('answers a confirmation that is sent again after a failure as if it had not failed', async () => {
    const dues = [await createDue(app, 'Repeat One'), await createDue(app, 'Repeat Two')];
    const ids: string[] = [];
    for (const { referenceNumber } of dues) ids.push((await arrive(referenceNumber))._id);
    const [key, another] = [randomUUID(), randomUUID()];
    const confirm = (idempotencyKey: string, token = app.token) =>
      app.visitor
        .post('/api/bank-transactions/confirm')
        .auth(token, { type: 'bearer' })
        .set('Idempotency-Key', idempotencyKey)
        .send({ ids });
    const payments = app.app.get(PaymentsService);
    const act = payments.act.bind(payments);
    const acting = jest.spyOn(payments, 'act');
    acting.mockImplementationOnce(act).mockRejectedValueOnce(new Error('The database is away'));
    await confirm(key).expect(500);
    acting.mockRestore();
    const { body } = await confirm(key).expect(200);
    expect(body.results).toEqual(ids.map((id) => ({ id, ok: true, made: [expect.any(String)], version: 1 })));
    expect((await confirm(key).expect(200)).body).toEqual(body);
    const conflict = ids.map((id) => ({ id, ok: false, message: 'This transaction was matched already' }));
    expect((await confirm(another).expect(200)).body.results).toEqual(conflict);
    const bea = { username: 'bea', email: 'bea@example.com', role: 'admin', password: randomUUID() };
    await app.app.get(UsersService).add(bea);
    const { body: signedIn } = await app.visitor.post('/api/auth/login').send(bea).expect(200);
    expect((await confirm(key, signedIn.token).expect(200)).body.results).toEqual(conflict);
  });

  it('lets one of two admins win', async () => {
    const due = await createDue(app, 'Alex Admins');
    const { _id } = await arrive(due.referenceNumber);
    const match = { allocations: [{ paymentId: due._id, amount: 2256.61 }], version: 0 };
    const answers = await Promise.all([
      act(_id, 'match', match),
      act(_id, 'match', match),
      act(_id, 'ignore', { reason: 'x', version: 0 }),
      app.admin.post('/api/bank-transactions/confirm').send({ ids: [_id] }),
    ]);
    const won = answers.filter(({ status, body }) => status === 200 && body.results?.[0]?.ok !== false);
    expect(won).toHaveLength(1);
    const { received } = await payment(due._id);
    expect([0, 2256.61]).toContain(received);
  });
});
