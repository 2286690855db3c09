import { randomUUID } from 'node:crypto';
import type { Mail } from '#domain/mail/mail';
import { messages } from '#domain/platform/messages';
import { aCheckout, createCustomer, createPayment, receive } from '../testing/builders.js';
import { type ReceivedMail, TestSmtpServer } from '../testing/smtp-server.js';
import { bankDesk, createAccount } from '../testing/reconciliation.js';
import { UsersService } from '../auth/users/users.service.js';
import { quotedName } from '../mail/templates/quoted-name.js';
import { TestApp } from '../testing/test-app.js';
import { waitFor } from '../testing/wait-for.js';

/** Submits a checkout and returns its response. */
async function submit(app: TestApp, details: Parameters<typeof aCheckout>[0] = {}) {
  const { body } = await app.visitor.post('/api/payments/checkout').send(aCheckout(details)).expect(201);
  return body as { paymentId: string; referenceNumber: string; orderPath: string };
}

const mailsOf = async (app: TestApp, paymentId: string): Promise<Mail[]> =>
  (await app.admin.get('/api/mails').query({ 'filter[paymentId]': paymentId, limit: 100 }).expect(200)).body
    .mails;

const setStatus = (app: TestApp, paymentId: string, status: string) =>
  app.admin.patch(`/api/payments/${paymentId}/status`).send({ status }).expect(200);

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

describe('mails with a mail server', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    app = await TestApp.start({
      ...smtp.env,
      MAIL_REPLY_TO: 'help@trip.example',
      MAIL_ALERTS: 'a@trip.example,b@trip.example',
    });
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });

  const received = async (matches: (mail: ReceivedMail) => boolean, count = 1): Promise<ReceivedMail[]> => {
    await waitFor(() => smtp.mails.filter(matches).length >= count);
    return smtp.mails.filter(matches);
  };
  /** Mails whose subject names the reference, alerts aside. */
  const about = (reference: string) => (mail: ReceivedMail) =>
    mail.email.subject!.startsWith(reference) && !mail.to.includes('a@trip.example');
  const isWaiting = ({ state }: Mail) => ['queued', 'sending', 'retrying'].includes(state);
  const settled = async (paymentId: string) => {
    await waitFor(async () => !(await mailsOf(app, paymentId)).some(isWaiting));
    return mailsOf(app, paymentId);
  };

  it('a complete checkout sends the instructions, with all headers, as text and html', async () => {
    const { paymentId, referenceNumber, orderPath } = await submit(app, {
      email: 'Ada@Example.com',
      transferDate: '2030-01-31',
    });
    const [mail] = await received(about(referenceNumber));
    expect(mail).toMatchObject({ from: 'desk@trip.example', to: ['Ada@example.com'] });
    const { email, raw } = mail!;
    expect(email.subject).toBe(`${referenceNumber}: how to pay for your trip`);
    expect(email.from).toMatchObject({ name: 'Trip Desk', address: 'desk@trip.example' });
    expect(email.replyTo).toMatchObject([{ address: 'help@trip.example' }]);
    expect(email.to).toMatchObject([{ name: '', address: 'Ada@example.com' }]);
    const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    });
    expect(Date.parse(email.date!)).toBeGreaterThan(Date.now() - 60_000);
    for (const text of [email.text!, email.html!]) {
      expect(text).toContain(referenceNumber);
      expect(text).toContain('CA$2,256.61');
      expect(text).toContain('Jan 31, 2030');
      expect(text).toContain(`Amount: 2256.61 CAD\nMessage: ${referenceNumber}`);
      expect(text).toContain(`https://trip.example${orderPath}`);
    }
    expect(raw).not.toMatch(/<img|https?:\/\/(?!trip\.example)/);
    const [row] = (await settled(paymentId)).filter(({ kind }) => kind === 'instructions');
    expect(row).toMatchObject({
      key: `instructions:${paymentId}`,
      state: 'sent',
      to: 'Ada@Example.com',
      attempts: 1,
      messageId: email.messageId,
      smtpResponse: expect.stringMatching(/^250 /),
      sentAt: expect.any(String),
    });
    const { body: whole } = await app.admin.get(`/api/mails/${row!._id}`).expect(200);
    expect(whole).toMatchObject({ text: expect.stringContaining(orderPath), subject: email.subject });
    expect(row).not.toHaveProperty('html');
    for (const field of ['dueAt', 'facts', 'searchText']) expect(whole).not.toHaveProperty(field);
  });

  it('a complete checkout alerts all of MAIL_ALERTS by one mail', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    const isAlert = ({ email, to }: ReceivedMail) =>
      to.includes('a@trip.example') && email.subject!.startsWith(referenceNumber);
    const [alert, another] = await received(isAlert);
    expect(another).toBeUndefined();
    expect(alert!.to).toEqual(['a@trip.example', 'b@trip.example']);
    expect(alert!.email.text).toContain(`https://trip.example/admin/payments/${paymentId}`);
    expect(await settled(paymentId)).toContainEqual(
      expect.objectContaining({ key: `alert:checkout:${paymentId}`, state: 'sent' }),
    );
  });

  it('paid sends one thank-you with the link to the receipt; paid again and confirmed send nothing', async () => {
    const { paymentId, referenceNumber, orderPath } = await submit(app);
    await received(about(referenceNumber));
    await setStatus(app, paymentId, 'paid');
    const [, thanks] = await received(about(referenceNumber), 2);
    expect(thanks!.email.subject).toBe(`${referenceNumber}: thank you, your payment has arrived`);
    expect(thanks!.email.text).toContain(orderPath);
    for (const status of ['paid', 'confirmed', 'pending', 'confirmed'])
      await setStatus(app, paymentId, status);
    const mails = await settled(paymentId);
    expect(mails.filter(({ kind, state }) => kind === 'paid' && state === 'sent')).toHaveLength(1);
    expect(mails.find(({ kind }) => kind === 'paid')!.key).toBe(`paid:${paymentId}:1`);
    expect(smtp.mails.filter(about(referenceNumber))).toHaveLength(2);
  });

  it('PUT with another status writes the same mails, and refunded tells what goes back', async () => {
    const { paymentId, referenceNumber } = await submit(app, { country: 'usa' });
    const { body: payment } = await app.admin.get(`/api/payments/${paymentId}`);
    const put = (status: string) =>
      app.admin
        .put(`/api/payments/${paymentId}`)
        .send({ ...payment, version: undefined, status })
        .expect(200);
    await put('confirmed');
    await received(about(referenceNumber), 2);
    await put('refunded');
    const mails = await received(about(referenceNumber), 3);
    const refund = mails.find(({ email }) => email.subject!.includes('refund'))!;
    // The total as shown to the visitor, not as recorded.
    expect(refund.email.subject).toBe(`${referenceNumber}: your refund of CA$1,997.00`);
    const rows = await settled(paymentId);
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining([`paid:${paymentId}:1`, `refunded:${paymentId}:2`]),
    );
  });

  it('a status that is set for many payments at once writes the same mails', async () => {
    const payments = [await submit(app), await submit(app)];
    const ids = payments.map(({ paymentId }) => paymentId);
    await app.admin.post('/api/payments/status').send({ ids, status: 'paid' }).expect(200);
    for (const { paymentId, referenceNumber } of payments) {
      const mails = await received(about(referenceNumber), 2);
      // The instructions may still be in transit on another connection.
      expect(mails.map(({ email }) => email.subject)).toContain(
        `${referenceNumber}: thank you, your payment has arrived`,
      );
      expect((await settled(paymentId)).map(({ key }) => key)).toContain(`paid:${paymentId}:1`);
    }
  });

  it('a status whose mail cannot be written is not changed', async () => {
    const { paymentId } = await submit(app);
    const mails = app.connection.collection('mails');
    await mails.insertOne({
      key: `paid:${paymentId}:1`,
      kind: 'link',
      state: 'cancelled',
      createdAt: new Date(),
    });
    const { status } = await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'paid' });
    expect(status).toBeGreaterThanOrEqual(400);
    const { body: payment } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
    expect(payment).toMatchObject({ status: 'pending', version: 0 });
    expect(payment.statusHistory).toHaveLength(1);
    await mails.deleteOne({ key: `paid:${paymentId}:1` });
  });

  it('a visitor abroad is told the total as it was shown', async () => {
    const { referenceNumber } = await submit(app, { country: 'usa' });
    const [mail] = await received(about(referenceNumber));
    expect(mail!.email.text).toContain('Amount: CA$1,997.00 (approximately US$1,457.81)');
    expect(mail!.email.text).toContain('Amount: 1997.00 CAD');
  });

  it('is written to the typed address and name, not to those of the customer it was attached to', async () => {
    const email = `known.${day(0)}.${Math.random()}@example.com`;
    const customerId = await createCustomer(app, { email, fullName: 'Known Person' });
    const { paymentId, referenceNumber } = await submit(app, {
      email: email.toUpperCase(),
      fullName: 'Stranger',
    });
    const [first] = await received(about(referenceNumber));
    expect(first!.email.text).toContain('Hello,');
    expect(first!.raw).not.toContain('Stranger');
    expect(first!.raw).not.toContain('Known');
    const { body: customer } = await app.admin.get(`/api/customers/${customerId}`);
    await app.admin
      .put(`/api/customers/${customerId}`)
      .send({ ...customer, version: undefined, email: 'other@example.com' })
      .expect(200);
    await setStatus(app, paymentId, 'paid');
    const mails = await received(about(referenceNumber), 2);
    for (const { to } of mails) expect(to[0]!.toLowerCase()).toBe(email);
  });

  it('a payment that an admin recorded is told to its customer', async () => {
    const email = `recorded.${Math.random()}@example.com`;
    const customerId = await createCustomer(app, { email });
    const { _id, referenceNumber } = await createPayment(app, { customerId });
    await setStatus(app, _id, 'confirmed');
    const [mail] = await received(about(referenceNumber));
    expect(mail!.to).toEqual([email]);
  });

  it('names and addresses cannot inject headers, and what they hold is escaped', async () => {
    const fullName = 'Eve<b>x</b> & "Co"';
    const { referenceNumber } = await submit(app, { fullName, email: `o'neil+a=b%40c@example.com` });
    const [mail] = await received(about(referenceNumber));
    expect(mail!.to).toEqual([`o'neil+a=b%40c@example.com`]);
    expect(mail!.email.html).not.toContain('<b>x</b>');
    expect(mail!.email.text).toContain(`Hello,`);
    for (const email of [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com, b@example.com',
      'X <a@example.com>',
    ])
      await app.visitor.post('/api/payments/checkout').send(aCheckout({ email })).expect(400);
    await app.visitor
      .post('/api/payments/checkout')
      .send(aCheckout({ fullName: 'Eve\r\nBcc: b@example.com' }))
      .expect(400);
  });

  it.each([
    'Session ended. Sign in again: https://evil.test/login',
    'evil．com',
    'evil。com',
    'Log in at 1.2.3.4',
    'Call +1 900 555 0100',
    'write to eve@evil.test',
    'javascript:alert(1)',
    'Eve” says evil.test “',
  ])('of a stranger nothing can be linked in a mail: %s', async (fullName) => {
    const { referenceNumber } = await submit(app, { fullName, country: 'other', method: 'wireTransfer' });
    const [mail] = await received(about(referenceNumber));
    const [alert] = await received(
      ({ email, to }) => to.includes('a@trip.example') && email.subject!.startsWith(referenceNumber),
    );
    for (const { email } of [mail!, alert!])
      for (const text of [email.text!, email.html!]) {
        expect(text.normalize('NFKC')).not.toMatch(/evil[.。]|1\.2\.3|900 555|@evil|alert\(/);
        expect(text).not.toContain(fullName);
      }
    expect(alert!.email.text).toMatch(/^Customer: “[\p{L} .·]+” \(as typed\)$/mu);
    expect(mail!.email.text).toContain('Hello,');
  });

  it('names are quoted in instructions that hold them, and ordinary ones stay readable', () => {
    expect(quotedName("Seán O'Neil-Smith Jr. ")).toBe("“Seán O'Neil-Smith Jr.” (as typed)");
    expect(quotedName('St. John 李 小龙')).toBe('“St. John 李 小龙” (as typed)');
    expect(quotedName('a'.repeat(100))).toBe(`“${'a'.repeat(60)}…” (as typed)`);
  });

  it('a reference with line breaks in a stored record stays one header', async () => {
    const { _id } = await createPayment(app, { transferDate: day(-3) });
    const referenceNumber = `R-${_id}\r\nBcc: eve@example.com`;
    const { Types } = await import('mongoose');
    await app.connection
      .collection('payments')
      .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { referenceNumber } });
    await app.admin.post(`/api/payments/${_id}/mails`).send({ kind: 'reminder' }).expect(201);
    const [mail] = await received(({ email }) => email.subject!.includes(_id));
    expect(mail!.email.bcc).toBeUndefined();
    expect(mail!.email.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  it('an address beyond ASCII goes out by SMTPUTF8', async () => {
    const { referenceNumber } = await submit(app, { email: 'jörg@example.com' });
    const [mail] = await received(about(referenceNumber));
    expect(mail!.to).toEqual(['jörg@example.com']);
  });

  it('a sent mail can be sent again as it was, under an id of its own', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    await received(about(referenceNumber));
    const [row] = (await settled(paymentId)).filter(({ kind }) => kind === 'instructions');
    await setStatus(app, paymentId, 'paid');
    const { body: again } = await app.admin.post(`/api/mails/${row!._id}/resend`).expect(201);
    expect(again).toMatchObject({ resendOf: row!._id, kind: 'instructions', subject: row!.subject });
    expect(again.messageId).not.toBe(row!.messageId);
    const mails = await received(about(referenceNumber), 3);
    const copies = mails.filter(({ email }) => email.subject === row!.subject);
    expect(copies.map(({ email }) => email.text)).toEqual([copies[0]!.email.text, copies[0]!.email.text]);
    await app.admin.post(`/api/mails/${row!._id}/cancel`).expect(409);
    await app.admin.post('/api/mails/0123456789abcdef01234567/resend').expect(404);
  });

  it('a mail that two admins send again at once is sent again once', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    await received(about(referenceNumber));
    const [row] = (await settled(paymentId)).filter(({ kind }) => kind === 'instructions');
    const resend = (version: number) => app.admin.post(`/api/mails/${row!._id}/resend`).send({ version });
    const answers = await Promise.all([resend(0), resend(0)]);
    const [sent, refused] = answers.toSorted((one, other) => one.status - other.status);
    expect([sent!.status, refused!.status]).toEqual([201, 409]);
    expect(refused!.body.errors).toEqual({ version: messages.editConflict });
    await resend(0).expect(409);
    const { body } = await app.admin.get(`/api/mails/${row!._id}`).expect(200);
    expect(body.version).toBe(1);
    await resend(1).expect(201);
    expect((await settled(paymentId)).filter(({ kind }) => kind === 'instructions')).toHaveLength(3);
  });

  it('a mail about one payment can be sent to another address, which the audit trail names', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    await received(about(referenceNumber));
    const [row] = (await settled(paymentId)).filter(({ kind }) => kind === 'instructions');
    const resend = (id: string, to: unknown) => app.admin.post(`/api/mails/${id}/resend`).send({ to });
    for (const to of ['nobody', '', 'a@example.com\r\nBcc: b@example.com', { $gt: '' }])
      await resend(row!._id, to).expect(400);
    const { body: again } = await resend(row!._id, 'other@example.com').expect(201);
    expect(again).toMatchObject({ resendOf: row!._id, to: 'other@example.com', subject: row!.subject });
    const copies = (await received(about(referenceNumber), 2)).filter(({ to }) =>
      to.includes('other@example.com'),
    );
    expect(copies.map(({ email }) => email.subject)).toEqual([row!.subject]);
    const entries = await app.connection.collection('audit').find({ action: 'send' }).toArray();
    expect(entries.flatMap(({ changes }) => changes as object[])).toContainEqual({
      field: 'to',
      from: row!.to,
      to: 'other@example.com',
    });
  });

  it('a mail that is sent again after its address was corrected goes to the corrected one, with the link that works', async () => {
    const { paymentId, orderPath, referenceNumber } = await submit(app, { email: 'ann@gmial.example' });
    await setStatus(app, paymentId, 'paid');
    await received(about(referenceNumber), 2);
    const thanks = (await settled(paymentId)).find(({ kind }) => kind === 'paid')!;
    const resend = async (id: string, to?: string): Promise<Mail> =>
      (await app.admin.post(`/api/mails/${id}/resend`).send({ to }).expect(201)).body;
    const elsewhere = await resend(thanks._id, 'bob@home.example');
    await settled(paymentId);

    const { version } = (await app.admin.get(`/api/payments/${paymentId}`).expect(200)).body;
    const email = 'ann@gmail.example';
    await app.admin.post(`/api/payments/${paymentId}/address`).send({ email, version }).expect(200);
    const { url } = (await app.admin.post(`/api/payments/${paymentId}/link`).send({}).expect(200)).body;
    expect(url).not.toContain(orderPath);

    for (const to of [undefined, email]) {
      const again = await resend(thanks._id, to);
      expect(again).toMatchObject({ to: email, subject: thanks.subject, text: expect.stringContaining(url) });
    }
    const { _id: twice } = await resend(elsewhere._id);
    await settled(paymentId);
    expect(await resend(twice)).toMatchObject({ to: 'bob@home.example' });
    const { text } = (await received(({ to }) => to.includes(email), 2))[0]!.email;
    expect(text).toContain(url);
    expect(text).not.toContain(orderPath);
  });

  it('instructions and reminders go out by hand where they make sense, else 409', async () => {
    const { _id, referenceNumber } = await createPayment(app, { transferDate: day(-3) });
    const send = (kind: string) => app.admin.post(`/api/payments/${_id}/mails`).send({ kind });
    const { body: mail } = await send('instructions').expect(201);
    expect(mail).toMatchObject({ kind: 'instructions', paymentId: _id, attempts: 0 });
    const { body: preview } = await app.admin
      .post(`/api/payments/${_id}/mails`)
      .send({ kind: 'reminder', preview: true })
      .expect(200);
    expect(preview.text).toContain(
      'We have not seen your transfer yet. If you sent it in the last days, there is nothing to do.',
    );
    // Two admins mean two mails; one who asks again without an answer means one.
    const key = randomUUID();
    const remind = () => send('reminder').set('Idempotency-Key', key);
    const answers = await Promise.all([remind(), remind()]);
    answers.push(await remind());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    await send('instructions').set('Idempotency-Key', key).expect(409);
    await received(about(referenceNumber), 2);
    for (const kind of ['paid', 'alert', '', undefined]) await send(kind as string).expect(400);
    const { _id: later } = await createPayment(app, { transferDate: day(0) });
    await app.admin.post(`/api/payments/${later}/mails`).send({ kind: 'reminder' }).expect(409);
    const reminder = (await settled(_id)).find(({ kind }) => kind === 'reminder')!;
    await app.admin.post(`/api/mails/${reminder._id}/resend`).expect(201);
    // Sent again they ask for what is due today.
    await receive(app, _id, 40);
    const { body: asked } = await app.admin.post(`/api/mails/${mail._id}/resend`).expect(201);
    expect((await app.admin.get(`/api/mails/${asked._id}`).expect(200)).body.text).toContain('CA$60.00');
    await setStatus(app, _id, 'paid');
    for (const kind of ['instructions', 'reminder']) await send(kind).expect(409);
    await app.admin.post(`/api/mails/${reminder._id}/resend`).expect(409);
    await app.admin
      .post('/api/payments/0123456789abcdef01234567/mails')
      .send({ kind: 'reminder' })
      .expect(404);
  });

  it('the list is filtered by state, kind, customer and search, and refuses what it does not know', async () => {
    const email = `search.me.${Math.random()}@example.com`;
    const { paymentId } = await submit(app, { email });
    await settled(paymentId);
    const list = async (query: object) => (await app.admin.get('/api/mails').query(query).expect(200)).body;
    const { mails, pagination } = await list({
      'filter[search]': email.toUpperCase(),
      'filter[state]': 'sent',
    });
    expect(mails).toMatchObject([{ kind: 'instructions', to: email, paymentId }]);
    expect(pagination).toEqual({ page: 1, limit: 10, total: 1, pages: 1 });
    expect(
      (await list({ 'filter[customerId]': mails[0].customerId, 'filter[kind]': 'instructions' })).mails,
    ).toHaveLength(1);
    expect((await list({ 'filter[search]': '.*' })).mails).toHaveLength(0);
    for (const query of [
      'filter[state]=x',
      'filter[kind]=x',
      'filter[paymentId]=1',
      'filter[html]=x',
      'sort=html',
    ])
      await app.admin.get(`/api/mails?${query}`).expect(400);
    await app.admin.get('/api/mails/none').expect(404);
  });
});

describe('the minute in which a change of status can be undone', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeAll(async () => {
    smtp = await TestSmtpServer.start();
    app = await TestApp.start({ ...smtp.env, MAIL_DELAY_SECONDS: '60' });
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });
  /** Makes all mails and documents due, as after the minute of delay. */
  const passMinute = async () => {
    const pass = (collection: string, field: string) =>
      app.connection
        .collection(collection)
        .updateMany({ [field]: { $exists: true } }, { $set: { [field]: new Date(0) } });
    await pass('payments', 'documentsDueAt');
    await pass('mails', 'dueAt');
  };
  /** Waits until no mail about a payment waits any more. */
  const areDone = (paymentId: string) =>
    waitFor(async () =>
      (await mailsOf(app, paymentId)).every(({ state }) => ['sent', 'cancelled'].includes(state)),
    );
  /** Records a refund in cash, and returns its entry with the payment's version. */
  const giveBack = async (paymentId: string, amount: number) => {
    const { body } = await app.admin.get(`/api/payments/${paymentId}`).expect(200);
    const money = { kind: 'refund', way: 'cash', amount, day: day(0), version: body.version };
    await app.admin.post(`/api/payments/${paymentId}/ledger`).send(money).expect(201);
    const ledger = await app.admin.get(`/api/payments/${paymentId}/ledger`).expect(200);
    return { version: ledger.body.version, entry: ledger.body.entries.at(-1)._id };
  };
  const takeBack = (paymentId: string, { entry, version }: { entry: string; version: number }) =>
    app.admin.post(`/api/payments/${paymentId}/ledger/${entry}/void`).send({ version }).expect(200);
  /** The subjects of the mails of refunds that were sent, the oldest first. */
  const sentRefunds = async (paymentId: string) =>
    (await mailsOf(app, paymentId))
      .filter(({ kind, state }) => kind === 'refunded' && state === 'sent')
      .map(({ subject }) => subject)
      .reverse();

  it('no mail is sent about a change that is undone within the delay', async () => {
    const { paymentId } = await submit(app);
    await smtp.waitForMails(1);
    await setStatus(app, paymentId, 'paid');
    const [paid] = await mailsOf(app, paymentId);
    expect(paid).toMatchObject({ kind: 'paid', state: 'queued', attempts: 0 });
    const waits = Date.parse(paid!.nextAttemptAt) - Date.parse(paid!.createdAt);
    expect(waits).toBe(60_000);
    await setStatus(app, paymentId, 'pending');
    await passMinute();
    await waitFor(async () =>
      (await mailsOf(app, paymentId)).every(({ state }) => !['queued', 'sending'].includes(state)),
    );
    expect((await mailsOf(app, paymentId))[0]).toMatchObject({
      kind: 'paid',
      state: 'cancelled',
      smtpResponse: 'The payment is pending now',
    });
    expect(smtp.mails).toHaveLength(1);
  });

  it('a change that is undone and made again sends one thank-you', async () => {
    const before = smtp.mails.length;
    const { paymentId } = await submit(app);
    for (const status of ['paid', 'pending', 'confirmed', 'pending', 'paid'])
      await setStatus(app, paymentId, status);
    await passMinute();
    await waitFor(async () =>
      (await mailsOf(app, paymentId)).every(({ state }) => ['sent', 'cancelled'].includes(state)),
    );
    const sent = (await mailsOf(app, paymentId)).filter(({ state }) => state === 'sent');
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['instructions', 'paid']);
    expect(smtp.mails).toHaveLength(before + 2);
  });

  it('a part that goes back is told once, and none that is undone within the delay', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    await receive(app, paymentId, 2256.61);
    // The bank's row of a refund takes its place, and tells nothing anew.
    const { entry: instead } = await giveBack(paymentId, 100);
    const desk = bankDesk(app, await createAccount(app));
    const { _id, version } = await desk.arrive('sent back', -100, day(0));
    const row = { kind: 'refund', paymentId, amount: 100, instead, version };
    await desk.act(_id, 'match', row).expect(200);
    await takeBack(paymentId, await giveBack(paymentId, 150));
    await giveBack(paymentId, 400);
    await passMinute();
    await areDone(paymentId);
    const cancelled = (await mailsOf(app, paymentId)).filter(({ state }) => state === 'cancelled');
    expect(await sentRefunds(paymentId)).toEqual(
      ['CA$100.00', 'CA$400.00'].map((refund) => `${referenceNumber}: your refund of ${refund}`),
    );
    expect(cancelled).toMatchObject([{ kind: 'refunded', smtpResponse: 'The refund was taken back' }]);
  });

  it.each([
    ['first', 0, 'CA$300.00, CA$1,956.61'],
    ['second', 1, 'CA$500.00, CA$1,756.61'],
  ])('a part that came is told where the %s of two is undone', async (_name, undone, money) => {
    const { paymentId, referenceNumber } = await submit(app);
    const desk = bankDesk(app, await createAccount(app));
    const ids: string[] = [];
    for (const amount of [500, 300]) {
      const { _id } = await desk.arrive(`part of ${amount}`, amount, day(0));
      await desk.match(_id, paymentId, amount);
      ids.push(_id);
    }
    await desk.undo(ids[undone]!);
    await passMinute();
    await areDone(paymentId);
    const told = (await mailsOf(app, paymentId)).filter(
      ({ kind, state }) => kind === 'partly' && state === 'sent',
    );
    expect(told.map(({ subject }) => subject)).toEqual([
      `${referenceNumber}: we received ${money} is missing`,
    ]);
  });

  it('a part that goes back is told where the refund of the rest is undone', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    await receive(app, paymentId, 2256.61);
    await giveBack(paymentId, 500);
    await takeBack(paymentId, await giveBack(paymentId, 1756.61));
    await passMinute();
    await areDone(paymentId);
    expect(await sentRefunds(paymentId)).toEqual([`${referenceNumber}: your refund of CA$500.00`]);
  });

  it('a refund after one that was told is told, too, where a change of its status is undone', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    await receive(app, paymentId, 2256.61);
    await giveBack(paymentId, 500);
    await passMinute();
    await areDone(paymentId);
    await giveBack(paymentId, 1756.61);
    const { body } = await setStatus(app, paymentId, 'pending');
    await app.admin.post('/api/payments/status/undo').send({ batch: body.batch }).expect(200);
    await passMinute();
    await areDone(paymentId);
    expect(await sentRefunds(paymentId)).toEqual(
      ['CA$500.00', 'CA$1,756.61'].map((refund) => `${referenceNumber}: your refund of ${refund}`),
    );
  });

  it('a whole refund is told where the status is changed after it, and not where it is undone or was said alone', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    const setBack = async (change: object) => {
      await app.admin.patch(`/api/payments/${paymentId}/status`).send(change).expect(200);
      await setStatus(app, paymentId, 'pending');
    };
    await receive(app, paymentId, 2256.61);
    const refunded = { status: 'refunded', way: 'cash' };
    const { body } = await app.admin.post('/api/payments/status').send({ ids: [paymentId], ...refunded });
    await app.admin.post('/api/payments/status/undo').send({ batch: body.batch }).expect(200);
    await setBack({ status: 'refunded' });
    await setBack(refunded);
    await passMinute();
    await areDone(paymentId);
    expect(await sentRefunds(paymentId)).toEqual([`${referenceNumber}: your refund of CA$2,256.61`]);
    expect((await mailsOf(app, paymentId)).filter(({ kind }) => kind === 'refunded')).toMatchObject([
      { state: 'sent' },
      { smtpResponse: 'The payment is pending now' },
      { smtpResponse: 'The refund was taken back' },
    ]);
  });

  it('a refund that was said is told where money has shown it before the status is changed', async () => {
    const { paymentId, referenceNumber } = await submit(app);
    await receive(app, paymentId, 2256.61);
    await setStatus(app, paymentId, 'refunded');
    await giveBack(paymentId, 2256.61);
    await setStatus(app, paymentId, 'pending');
    await passMinute();
    await areDone(paymentId);
    expect(await sentRefunds(paymentId)).toEqual([`${referenceNumber}: your refund of CA$2,256.61`]);
  });

  it.each([
    ['by money', { status: 'refunded', way: 'cash' }, ['sent']],
    // The mail that still waited ends with the change: the undo brings it back.
    ['by a word', { status: 'refunded' }, ['cancelled', 'sent']],
  ])(
    'a refund %s is told once, also where a change of its status is undone',
    async (_name, refunded, states) => {
      const { paymentId } = await submit(app);
      const told = async () => (await mailsOf(app, paymentId)).filter(({ kind }) => kind === 'refunded');
      await receive(app, paymentId, 2256.61);
      await app.admin.patch(`/api/payments/${paymentId}/status`).send(refunded).expect(200);
      const undoPending = async () => {
        const { body } = await setStatus(app, paymentId, 'pending');
        await app.admin.post('/api/payments/status/undo').send({ batch: body.batch }).expect(200);
      };
      await undoPending();
      await passMinute();
      await areDone(paymentId);
      expect((await told()).map(({ state }) => state).sort()).toEqual(states);
      await undoPending();
      expect((await app.admin.get(`/api/payments/${paymentId}`)).body.status).toBe('refunded');
      expect(await told()).toHaveLength(states.length);
    },
  );

  it('a cancellation is told where the act says so: what is kept, and what goes back', async () => {
    const { body: made } = await app.visitor
      .post('/api/payments/checkout')
      .send({ ...aCheckout({ country: 'usa' }), language: 'fr' })
      .expect(201);
    const { paymentId, referenceNumber } = made as { paymentId: string; referenceNumber: string };
    await receive(app, paymentId, 1000);
    const cancel = async (id: string, more: object) =>
      (
        await app.admin
          .patch(`/api/payments/${id}/status`)
          .send({ status: 'cancelled', ...more })
          .expect(200)
      ).body as { batch: string };
    const told = async (id = paymentId) =>
      (await mailsOf(app, id)).filter(({ kind }) => kind === 'cancelled').reverse();
    await cancel(paymentId, { fee: 300 });
    expect(await told()).toEqual([]);
    await cancel(paymentId, { fee: 250, notify: true });
    const { batch } = await cancel(paymentId, { fee: 200.5, notify: true });
    expect(await told()).toMatchObject([
      {
        key: `cancelled:${paymentId}:3`,
        state: 'cancelled',
        smtpResponse: 'A later change of the status is told instead',
      },
      {
        key: `cancelled:${paymentId}:4`,
        state: 'queued',
        subject: `${referenceNumber}\u00a0: votre commande est annulée`,
      },
    ]);
    const [, waiting] = await told();
    const { body: mail } = await app.admin.get(`/api/mails/${waiting!._id}`).expect(200);
    expect(mail.text).toContain('Nous retenons 200,50\u00a0$\u00a0CA de frais d’annulation.');
    expect(mail.text).toContain('Nous vous remboursons 799,50\u00a0$\u00a0CA.');
    // Undone, there is another fee: nothing is told.
    await app.admin.post('/api/payments/status/undo').send({ batch }).expect(200);
    expect(await told()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
    await cancel(paymentId, { fee: 100, notify: true });
    await setStatus(app, paymentId, 'pending');
    expect((await told()).at(-1)).toMatchObject({
      state: 'cancelled',
      smtpResponse: 'The payment is pending now',
    });

    const ofOffice = await createPayment(app, { paymentMethod: 'bankTransfer' });
    await cancel(ofOffice._id, { notify: true });
    expect(await told(ofOffice._id)).toEqual([]);
    const { paymentId: unpaid } = await submit(app);
    await cancel(unpaid, { notify: true });
    const [nothing] = await told(unpaid);
    const { body: asked } = await app.admin.get(`/api/mails/${nothing!._id}`).expect(200);
    expect(asked.text).toContain('If you have sent a transfer already, please answer this mail.');
    await passMinute();
    await waitFor(async () => (await told(unpaid))[0]!.state === 'sent');
  });

  it('a cancellation tells what is kept and goes back at the time when it is sent', async () => {
    const { paymentId } = await submit(app);
    await receive(app, paymentId, 1000);
    await receive(app, paymentId, 500);
    await app.admin
      .patch(`/api/payments/${paymentId}/status`)
      .send({ status: 'cancelled', fee: 300, notify: true })
      .expect(200);
    const { body } = await app.admin.get(`/api/payments/${paymentId}/ledger`).expect(200);
    const mistaken = body.entries.find(({ amount }: { amount?: number }) => amount === 500);
    await app.admin
      .post(`/api/payments/${paymentId}/ledger/${mistaken._id}/void`)
      .send({ version: body.version })
      .expect(200);
    const told = async () => (await mailsOf(app, paymentId)).find(({ kind }) => kind === 'cancelled')!;
    await passMinute();
    await waitFor(async () => (await told()).state === 'sent');
    const { body: mail } = await app.admin.get(`/api/mails/${(await told())._id}`).expect(200);
    expect(mail.text).toContain('We keep CA$300.00 as a cancellation fee.');
    expect(mail.text).toContain('CA$700.00');
    expect(mail.text).not.toContain('CA$1,200.00');
  });

  it('a queued mail can be cancelled, and the mail of a deleted payment is', async () => {
    const { paymentId } = await submit(app);
    await setStatus(app, paymentId, 'paid');
    const [paid] = await mailsOf(app, paymentId);
    const { body } = await app.admin.post(`/api/mails/${paid!._id}/cancel`).expect(200);
    expect(body).toMatchObject({ state: 'cancelled', smtpResponse: 'Cancelled by admin' });
    await app.admin.post(`/api/mails/${paid!._id}/cancel`).expect(409);
    await app.admin.post(`/api/mails/${paid!._id}/resend`).expect(409);
    const { paymentId: gone } = await submit(app);
    await setStatus(app, gone, 'refunded');
    const mona = { username: 'mona', email: 'mona@trip.example', role: 'manager' } as const;
    await app.app.get(UsersService).add({ ...mona, password: 'a long enough passphrase 17' });
    await app.admin.post('/api/comments').send({ paymentId: gone, text: 'Look, @mona' }).expect(201);
    const mentioned = async () => (await mailsOf(app, gone)).find(({ kind }) => kind === 'mention')!;
    await waitFor(async () => (await mentioned()).state === 'sent');
    await app.admin.delete(`/api/payments/${gone}`).expect(204);
    const again = { $set: { state: 'retrying', dueAt: new Date(0) } };
    await app.connection.collection('mails').updateOne({ kind: 'mention' }, again);
    await passMinute();
    await waitFor(async () =>
      (await mailsOf(app, gone)).every(({ state }) => ['sent', 'cancelled'].includes(state)),
    );
    expect((await mailsOf(app, gone)).find(({ kind }) => kind === 'refunded')!.state).toBe('cancelled');
    expect(await mentioned()).toMatchObject({ state: 'cancelled', smtpResponse: 'The payment was deleted' });
  });
});

describe('mails without a mail server', () => {
  it('are kept for MAIL_RETENTION_DAYS, also after the setting has changed, and get an index that is missing', async () => {
    const indexesOf = (app: TestApp) => app.connection.collection('mails').indexes();
    const namesOf = async (app: TestApp) => new Set((await indexesOf(app)).map(({ name }) => name));
    const seconds = async (app: TestApp) =>
      (await indexesOf(app)).flatMap(({ expireAfterSeconds }) => expireAfterSeconds ?? []);
    const app = await TestApp.start();
    expect(await seconds(app)).toEqual([365 * 86_400]);
    const names = await namesOf(app);
    // As in the data of a version that did not have it.
    await app.connection.collection('mails').dropIndex('paymentId_1_createdAt_1__id_1');
    await app.stop({ keep: true });
    const changed = await TestApp.start({ MAIL_RETENTION_DAYS: '30' }, app.uri);
    expect(await seconds(changed)).toEqual([30 * 86_400]);
    expect(await namesOf(changed)).toEqual(names);
    await changed.stop();
  });

  it(
    'are held, can be read, and go out in their order once there is one, as they read then',
    async () => {
      const count = Number(process.env.HELD_MAILS ?? 30);
      const app = await TestApp.start();
      const { body: options } = await app.visitor.get('/api/checkout/options').expect(200);
      expect(options.mail).toBe(false);
      const references: string[] = [];
      for (let number = 0; number < count; number++) references.push((await submit(app)).referenceNumber);
      const { body: status } = await app.admin.get('/api/mails/status').expect(200);
      expect(status).toEqual({ configured: false, held: count, queued: 0, failed: 0 });
      const { body: page } = await app.admin.get('/api/mails?limit=100').expect(200);
      expect(page.mails[0]).toMatchObject({ state: 'held', attempts: 0 });
      const { body: held } = await app.admin.get(`/api/mails/${page.mails[0]._id}`).expect(200);
      expect(held.text).toContain('http://127.0.0.1:3000/order/');
      const cancelled = page.mails.at(-1);
      await app.admin.post(`/api/mails/${cancelled._id}/cancel`).expect(200);
      // A held mail is rendered again when it is sent: a part of this payment has arrived by then.
      const partly = references[1]!;
      const { body: found } = await app.admin
        .get(`/api/payments?filter[referenceNumber]=${partly}`)
        .expect(200);
      await receive(app, found.payments[0]._id as string, 1000);
      await app.stop({ keep: true });

      const smtp = await TestSmtpServer.start();
      const configured = await TestApp.start(smtp.env, app.uri);
      try {
        expect((await configured.visitor.get('/api/checkout/options').expect(200)).body.mail).toBe(true);
        await smtp.waitForMails(count - 1, count * 100 + 20_000);
        await waitFor(async () => (await configured.admin.get('/api/mails/status')).body.queued === 0);
        expect((await configured.admin.get('/api/mails/status')).body).toEqual({
          configured: true,
          held: 0,
          queued: 0,
          failed: 0,
        });
        const referenceOf = ({ subject = '' }: { subject?: string }) => subject.split(':')[0]!;
        const orders = smtp.mails.filter(({ email }) => references.includes(referenceOf(email)));
        const arrived = orders.map(({ email }) => referenceOf(email));
        expect(arrived).toHaveLength(count - 1);
        expect(new Set(arrived).size).toBe(count - 1);
        // Over three connections: while one waits for its response, the others continue.
        const passed = Math.max(3, count / 100);
        for (const [index, reference] of arrived.entries())
          expect(Math.abs(index + 1 - references.indexOf(reference))).toBeLessThanOrEqual(passed);
        const rest = smtp.mails.find(({ email }) => email.subject!.startsWith(partly));
        expect(rest!.email.text).toContain('Missing: CA$1,256.61');
        for (const { email } of orders) {
          expect(email.text).toContain('https://trip.example/order/');
          expect(email.messageId).toMatch(/@trip\.example>$/);
        }
      } finally {
        await configured.stop();
        await smtp.stop();
      }
    },
    120_000 + Number(process.env.HELD_MAILS ?? 0) * 300,
  );
});
