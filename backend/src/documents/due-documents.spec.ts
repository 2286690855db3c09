import mongoose, { Types } from 'mongoose';
import type { IssuedDocument } from '#domain/documents/documents';
import type { Customer } from '#domain/customers/customers';
import type { MergeResult } from '#domain/care/merges';
import type { Payment } from '#domain/payments/payments';
import { createCustomer, createPayment } from '../testing/builders.js';
import { optionsFile } from '../testing/options-file.js';
import { TestApp } from '../testing/test-app.js';
import { TestSmtpServer } from '../testing/smtp-server.js';
import { waitFor } from '../testing/wait-for.js';

const company = { legalName: 'Trips Inc.', address: '9 Office Rd\nToronto', country: 'canada' };

describe('documents that are due after a delay', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ ...optionsFile({ company }), MAIL_DELAY_SECONDS: '3600' });
  });
  afterAll(() => app.stop());

  const documents = async (filter: object) =>
    (await app.admin.get('/api/documents').query(filter).expect(200)).body.documents as IssuedDocument[];

  it('are not made by an erasure that is refused', async () => {
    const customerId = await createCustomer(app, { fullName: 'Erika Refusal' });
    const { _id } = await createPayment(app, { customerId, status: 'paid' });
    const erase = (body: object) => app.admin.post(`/api/customers/${customerId}/erasure`).send(body);
    const of = { 'filter[paymentId]': _id };
    await erase({ name: 'Erika Wrong', reason: 'Asked by mail' }).expect(400);
    await erase({ name: 'Erika Refusal', reason: 'Erika asked' }).expect(400);
    expect(await documents(of)).toEqual([]);
    await erase({ name: 'Erika Refusal', reason: 'Asked by mail' }).expect(200);
    expect(await documents(of)).toMatchObject([{ kind: 'invoice', buyer: { name: 'Erika Refusal' } }]);
  });

  it('are not made by an erasure of a payment that was settled before documents were made', async () => {
    const customerId = await createCustomer(app, { fullName: 'Olga Earlier' });
    const { _id } = await createPayment(app, { customerId, status: 'paid' });
    const id = new Types.ObjectId(_id);
    await app.connection
      .collection('payments')
      .updateOne({ _id: id }, { $set: { 'ledger.0.at': '2020-01-01T00:00:00.000Z' } });
    await app.admin
      .post(`/api/customers/${customerId}/erasure`)
      .send({ name: 'Olga Earlier', reason: 'Asked by mail' })
      .expect(200);
    expect(await documents({ 'filter[paymentId]': _id })).toEqual([]);
  });

  it('are none for a customer that a payment is moved to and back from', async () => {
    const [first, other] = [
      await createCustomer(app, { fullName: 'First Buyer' }),
      await createCustomer(app, { fullName: 'Other Buyer' }),
    ];
    const { _id } = await createPayment(app, { customerId: first, status: 'paid', amount: 1000 });
    const issue = () => app.admin.post(`/api/payments/${_id}/documents`).send({});
    await issue().expect(201);
    const move = async (customerId: string) => {
      const { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
      const { amount, currency, paymentMethod, status, version } = body as Payment;
      const form = { customerId, amount, currency, paymentMethod, status, version };
      await app.admin.put(`/api/payments/${_id}`).send(form).expect(200);
    };
    await move(other);
    await move(first);
    await issue().expect(409);
    const customer = (await app.admin.get(`/api/customers/${first}`).expect(200)).body as Customer;
    await app.admin
      .put(`/api/customers/${first}`)
      .send({ ...customer, fullName: 'Renamed Buyer' })
      .expect(200);
    await issue().expect(409);
    await move(other);
    const { body } = await issue().expect(201);
    expect(body.documents).toMatchObject([
      { kind: 'creditNote', reason: 'Corrected', buyer: { name: 'First Buyer' } },
      { kind: 'invoice', buyer: { name: 'Other Buyer' } },
    ]);
  });

  it('come with mails and comments while customers are merged, and go back with their payments', async () => {
    const [id, from] = [
      await createCustomer(app, { fullName: 'Mona Stays' }),
      await createCustomer(app, { fullName: 'Mona Goes' }),
    ];
    const paid = await createPayment(app, { customerId: from, status: 'paid' });
    const open = await createPayment(app, { customerId: from, transferDate: '2026-11-01' });
    const { body } = await app.admin
      .post(`/api/customers/${id}/merge`)
      .send({ from, versions: { [id]: 0, [from]: 0 } });
    expect(body.message).toBeUndefined();
    await app.admin.post(`/api/payments/${paid._id}/documents`).send({}).expect(201);
    await app.admin.post(`/api/payments/${open._id}/mails`).send({ kind: 'instructions' }).expect(201);
    await app.admin.post('/api/comments').send({ paymentId: open._id, text: 'Called' }).expect(201);
    await app.admin.post(`/api/customers/merges/${(body as MergeResult).merge}/undo`).expect(200);
    expect(await documents({ 'filter[customerId]': id })).toEqual([]);
    expect(await documents({ 'filter[customerId]': from })).toMatchObject([{ paymentId: paid._id }]);
    const mails = async (customerId: string) =>
      (await app.admin.get('/api/mails').query({ 'filter[customerId]': customerId }).expect(200)).body
        .pagination.total as number;
    expect(await mails(id)).toBe(0);
    expect(await mails(from)).toBeGreaterThan(0);
    const comments = async (customerId: string) => {
      const { body: page } = await app.admin
        .get('/api/activity')
        .query({ 'filter[customerId]': customerId, limit: 100 })
        .expect(200);
      return (page.items as { text?: string }[]).flatMap(({ text }) => text ?? []);
    };
    expect([await comments(id), await comments(from)]).toEqual([[], ['Called']]);
  });

  it('credit the invoice of the customer that it was issued to, who stays, where the payment becomes another one’s', async () => {
    const [first, second] = [
      await createCustomer(app, { fullName: 'Ada Before' }),
      await createCustomer(app, { fullName: 'Bea After' }),
    ];
    const input = {
      customerId: first,
      ...({ paymentMethod: 'bankTransfer', amount: 100, currency: 'CAD', status: 'paid' } as const),
    };
    const { _id } = await createPayment(app, input);
    await app.admin.post(`/api/payments/${_id}/documents`).send({}).expect(201);
    await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...input, customerId: second })
      .expect(200);
    await app.admin.post(`/api/payments/${_id}/documents`).send({}).expect(201);
    const listed = async (customerId: string) =>
      (await documents({ 'filter[customerId]': customerId, sort: 'number' })).map(
        ({ kind, buyer, total }) => [kind, buyer.name, total],
      );
    expect(await listed(first)).toEqual([
      ['creditNote', 'Ada Before', 100],
      ['invoice', 'Ada Before', 100],
    ]);
    expect(await listed(second)).toEqual([['invoice', 'Bea After', 100]]);
    const { url } = (await app.admin.post(`/api/payments/${_id}/link`).send({}).expect(200)).body;
    const page = `/api${new URL(url as string).pathname.replace('/order/', '/orders/')}`;
    const { body: order } = await app.visitor.get(page).expect(200);
    const [earlier, own] = (await documents({ 'filter[paymentId]': _id, sort: 'number' })).filter(
      ({ kind }) => kind === 'invoice',
    );
    expect(order.documents.map(({ number }: { number: string }) => number)).toEqual([own!.number]);
    await app.visitor.get(`${page}/documents/${own!.number}.pdf`).expect(200);
    await app.visitor.get(`${page}/documents/${earlier!.number}.pdf`).expect(404);
    const { body } = await app.admin.delete(`/api/customers/${first}`).expect(409);
    expect(body.message).toBe('This customer has documents and cannot be deleted');
  });
});

describe('a server that is stopped while documents are due', () => {
  it('ends after a few of them, and the next one issues the others', async () => {
    const settings = { ...optionsFile({ company }), MAIL_DELAY_SECONDS: '3600' };
    const first = await TestApp.start(settings);
    const customerId = await createCustomer(first);
    for (let made = 0; made < 40; made++) await createPayment(first, { customerId, status: 'paid' });
    const count = ({ connection }: TestApp) => connection.collection('documents').countDocuments();
    await first.connection
      .collection('payments')
      .updateMany({ documentsDueAt: { $exists: true } }, { $set: { documentsDueAt: new Date() } });
    await waitFor(async () => (await count(first)) > 0);
    await first.stop({ keep: true });
    const observer = await mongoose.createConnection(first.uri).asPromise();
    const made = await observer.collection('documents').countDocuments();
    await observer.close();
    expect(made).toBeLessThan(40);
    const next = await TestApp.start(settings, first.uri);
    await waitFor(async () => (await count(next)) === 40);
    await next.stop();
  });
});

describe('a mail that is sent again', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    app = await TestApp.start({ ...smtp.env, ...optionsFile({ company }), MAIL_DELAY_SECONDS: '0' });
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  it('has the paper of its reader, not that of the customer whose the payment has become', async () => {
    const [first, second] = [await createCustomer(app), await createCustomer(app)];
    const { _id } = await createPayment(app, { customerId: first });
    const { body: paid } = await app.admin.patch(`/api/payments/${_id}/status`).send({ status: 'paid' });
    await waitFor(() => smtp.mails.length === 1);
    await app.admin
      .put(`/api/payments/${_id}`)
      .send({ ...paid, customerId: second })
      .expect(200);
    const of = { 'filter[paymentId]': _id };
    await waitFor(
      async () => (await app.admin.get('/api/documents').query(of).expect(200)).body.documents.length === 3,
    );
    const { body } = await app.admin.get('/api/mails').query(of).expect(200);
    await app.admin.post(`/api/mails/${body.mails[0]._id}/resend`).send({}).expect(201);
    await waitFor(() => smtp.mails.length === 2);
    const sent = smtp.mails.map(({ to, email }) => [to, email.attachments.map(({ filename }) => filename)]);
    expect(sent[1]).toEqual(sent[0]);
  });

  it('has the credit note of its own refund', async () => {
    const { _id } = await createPayment(app, { amount: 100, currency: 'CAD' });
    const give = async (kind: 'receipt' | 'refund', amount: number) => {
      const { body } = await app.admin.get(`/api/payments/${_id}`).expect(200);
      const money = { kind, way: 'cash', amount, day: '2026-01-01', version: body.version };
      await app.admin.post(`/api/payments/${_id}/ledger`).send(money).expect(201);
    };
    const attached = () =>
      smtp.mails
        .filter(({ email }) => email.subject!.includes('refund'))
        .map(({ email }) => email.attachments.map(({ filename }) => filename));
    await give('receipt', 100);
    await give('refund', 10);
    await waitFor(() => attached().length === 1);
    await give('refund', 20);
    await waitFor(() => attached().length === 2);
    const { body } = await app.admin
      .get('/api/mails')
      .query({ 'filter[paymentId]': _id, 'filter[kind]': 'refunded' })
      .expect(200);
    const first = body.mails.at(-1)._id as string;
    await app.admin.post(`/api/mails/${first}/resend`).send({}).expect(201);
    await waitFor(() => attached().length === 3);
    const [one, other, again] = attached();
    expect(one).not.toEqual(other);
    expect(again).toEqual(one);
  });
});
