import type { DocumentList } from '#domain/documents/documents';
import type { Payment } from '#domain/payments/payments';
import { daysAfter } from '#domain/platform/dates';
import { ReminderScheduler } from '../../src/notifications/reminder-scheduler.js';
import { aCheckout } from '../../src/testing/builders.js';
import { optionsFile } from '../../src/testing/options-file.js';
import { bankDesk, createAccount } from '../../src/testing/reconciliation.js';
import { type ReceivedMail, TestSmtpServer } from '../../src/testing/smtp-server.js';
import { TestApp } from '../../src/testing/test-app.js';
import { waitFor } from '../../src/testing/wait-for.js';

const today = new Date().toISOString().slice(0, 10);
const parts = [{ share: 0.25 }, { share: 0.75, days: 60 }];
const company = { legalName: 'Trips Inc.', address: '9 Office Rd\nToronto', country: 'canada' };

describe('a purchase in two parts, with its bank files, mails and papers', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    app = await TestApp.start({
      ...smtp.env,
      ...optionsFile({ company, parts }),
      REMINDER_DAYS: '3',
      MAIL_DELAY_SECONDS: '0',
    });
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  const purchase = async (language: 'en' | 'fr') => {
    const body = aCheckout({ transferDate: today });
    const answer = await app.visitor
      .post('/api/payments/checkout')
      .send({ ...body, language, payment: { ...body.payment, parts } })
      .expect(201);
    return answer.body as { paymentId: string; referenceNumber: string };
  };
  /** The mail to a visitor whose subject begins so, once it has arrived. */
  const mailWith = async (subject: string): Promise<ReceivedMail['email']> => {
    const isIt = ({ email }: ReceivedMail) => email.subject!.startsWith(subject);
    await waitFor(() => smtp.mails.some(isIt));
    return smtp.mails.find(isIt)!.email;
  };
  const confirm = async (ids: string[]) => {
    const { body } = await app.admin.post('/api/bank-transactions/confirm').send({ ids }).expect(200);
    expect(body.results).toMatchObject(ids.map(() => ({ ok: true })));
  };
  const documentsOf = async (paymentId: string) =>
    (
      (await app.admin.get('/api/documents').query({ 'filter[paymentId]': paymentId }).expect(200))
        .body as DocumentList
    ).documents;
  const queueDue = (inDays: number) =>
    app.app.get(ReminderScheduler).queueDue(new Date(Date.now() + inDays * 86_400_000));

  it('is paid by two files, with a notice and a reminder between, thanked once, and invoiced at the end', async () => {
    const { paymentId, referenceNumber } = await purchase('en');
    const { text: instructions } = await mailWith(`${referenceNumber}: how to pay`);
    expect(instructions).toContain('Amount: 564.15 CAD');
    const first = await desk.arrive(`E-TRANSFER ${referenceNumber}`, 564.15, today);
    expect(first).toMatchObject({ state: 'ready', candidates: [{ parts: [1] }] });
    await confirm([first._id]);
    const { text: partly } = await mailWith(`${referenceNumber}: thank you, we received CA$564.15`);
    expect(partly).toContain('Please send CA$1,692.46 by');

    await queueDue(52);
    await queueDue(53);
    const { text: notice } = await mailWith(`${referenceNumber}: CA$1,692.46 is due by`);
    expect(notice).toContain('CA$2,256.61');
    await desk.arrive('SOMETHING ELSE', 0.01, daysAfter(today, 60));
    await queueDue(63);
    await mailWith(`${referenceNumber}: we have not seen your transfer of CA$1,692.46 yet`);

    const rest = await desk.arrive(`E-TRANSFER ${referenceNumber} REST`, 1692.46, today);
    expect(rest).toMatchObject({ state: 'ready', candidates: [{ parts: [2] }] });
    expect(await documentsOf(paymentId)).toEqual([]);
    await confirm([rest._id]);
    const { attachments } = await mailWith(`${referenceNumber}: thank you, your payment has arrived`);
    expect(attachments).toMatchObject([{ mimeType: 'application/pdf' }]);
    expect(await documentsOf(paymentId)).toMatchObject([{ kind: 'invoice', total: 2256.61 }]);
    const { body } = await app.admin.get('/api/mails').query({ 'filter[paymentId]': paymentId }).expect(200);
    expect((body.mails as { kind: string }[]).map(({ kind }) => kind).sort()).toEqual([
      'instructions',
      'paid',
      'part',
      'partly',
      'reminder',
    ]);
  });

  it('is cancelled for its first part as the fee, in French, with an invoice of the fee', async () => {
    const { paymentId, referenceNumber } = await purchase('fr');
    const first = await desk.arrive(`VIREMENT ${referenceNumber}`, 564.15, today);
    await confirm([first._id]);
    await mailWith(`${referenceNumber}\u00a0: merci, nous avons reçu 564,15\u00a0$\u00a0CA`);
    const { body } = await app.admin
      .patch(`/api/payments/${paymentId}/status`)
      .send({ status: 'cancelled', fee: 500, notify: true })
      .expect(200);
    expect(body as Payment).toMatchObject({ status: 'cancelled', fee: 500, due: 0 });
    expect(body).not.toHaveProperty('askedNow');
    const { text } = await mailWith(`${referenceNumber}\u00a0: votre commande est annulée`);
    expect(text).toContain('500,00\u00a0$\u00a0CA');
    expect(text).toContain('64,15\u00a0$\u00a0CA');
    await waitFor(async () => (await documentsOf(paymentId)).length > 0);
    expect(await documentsOf(paymentId)).toMatchObject([
      { kind: 'invoice', total: 500, description: 'Frais d’annulation', language: 'fr' },
    ]);
    // Nothing asks for the rest any more.
    const sent = smtp.mails.length;
    await queueDue(55);
    const { body: listed } = await app.admin.get('/api/mails').query({ 'filter[paymentId]': paymentId });
    expect((listed.mails as { kind: string }[]).map(({ kind }) => kind).sort()).toEqual([
      'cancelled',
      'instructions',
      'partly',
    ]);
    expect(smtp.mails).toHaveLength(sent);
  });
});
