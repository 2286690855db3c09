import { ObjectId } from 'mongodb';
import type { Mail, MailPreview } from '#domain/mail/mail';
import type { Payment } from '#domain/payments/payments';
import type { PlannedPart } from '#domain/payments/plan-parts';
import { formatDay } from '#domain/platform/dates';
import { MailReview } from '../mail/mail-review.js';
import { Outbox } from '../mail/outbox.js';
import { aCheckout, createPayment, receive } from '../testing/builders.js';
import { bankDesk, bankFile, createAccount, importFile } from '../testing/reconciliation.js';
import { TestApp } from '../testing/test-app.js';
import { ReminderScheduler } from './reminder-scheduler.js';

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

describe('mails of a payment in parts', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start({ REMINDER_DAYS: '3,10' });
    const account = await createAccount(app);
    desk = bankDesk(app, account);
    const ends = [day(-40), day(-1)].map((on) => ({ day: on, amount: 0.01 }));
    await importFile(app, account, bankFile(ends));
  });
  afterAll(() => app.stop());

  const setPlan = async (id: string, plan: PlannedPart[]): Promise<Payment> => {
    const { version } = await desk.payment(id);
    return (await app.admin.put(`/api/payments/${id}/plan`).send({ plan, version }).expect(200)).body;
  };
  const createPlanned = async (plan: PlannedPart[], more: object = {}) => {
    const amount = plan.reduce((sum, part) => sum + part.amount, 0);
    const { _id } = await createPayment(app, { amount, transferDate: plan[0]!.due, ...more });
    return setPlan(_id, plan);
  };
  const preview = async (id: string, kind: string): Promise<MailPreview> =>
    (await app.admin.post(`/api/payments/${id}/mails`).send({ kind, preview: true }).expect(200)).body;
  const mailsOf = async (id: string): Promise<Mail[]> =>
    (await app.admin.get('/api/mails').query({ 'filter[paymentId]': id, sort: 'createdAt' })).body.mails;
  const textOf = async ({ _id }: Mail): Promise<Mail> =>
    (await app.admin.get(`/api/mails/${_id}`).expect(200)).body;

  it('ask for what is asked now, name the whole, and list the parts with their days', async () => {
    const plan = [
      { amount: 500, due: day(-4) },
      { amount: 1500, due: day(30) },
    ];
    const { _id, referenceNumber } = await createPlanned(plan);
    const [first, second] = plan.map(({ due }) => formatDay(due)) as [string, string];
    const parts = `Part 1: CA$500.00 by ${first}\nPart 2: CA$1,500.00 by ${second}`;

    const { text, html, subject } = await preview(_id, 'instructions');
    expect(subject).toBe(`${referenceNumber}: how to pay for your trip`);
    expect(text).toContain(`Please send CA$500.00 now: it was due by ${first}.`);
    expect(text).toContain(`To pay now: CA$500.00 by ${first}\nTotal: CA$2,000.00\n`);
    expect(text).toContain(parts);
    expect(text).toContain('Amount: 500.00 CAD\n');
    expect(html).toContain(`<dt>Part 2</dt><dd>CA$1,500.00 by ${second}</dd>`);
    const reminder = await preview(_id, 'reminder');
    expect(reminder.subject).toBe(`${referenceNumber}: we have not seen your transfer of CA$500.00 yet`);
    expect(reminder.text).toContain(parts);

    const { _id: transfer } = await desk.arrive(`E-TRANSFER ${referenceNumber}`, 500, day(-1));
    await desk.match(transfer, _id, 500);
    const [partly] = await mailsOf(_id);
    expect(partly).toMatchObject({
      kind: 'partly',
      subject: `${referenceNumber}: thank you, we received CA$500.00`,
    });
    const told = (await textOf(partly!)).text;
    expect(told).toContain(`Please send CA$1,500.00 by ${second}.`);
    expect(told).toContain('Total: CA$2,000.00\nReceived so far: CA$500.00\nMissing: CA$1,500.00');
    expect(told).toContain(`Part 1: CA$500.00 by ${first} (received)\n`);
    expect((await preview(_id, 'instructions')).text).toContain('Amount: 1500.00 CAD\n');
  });

  it('are in the visitor’s language and in the currency of the total that was shown', async () => {
    const checkout = aCheckout({ country: 'usa' });
    const { body } = await app.visitor
      .post('/api/payments/checkout')
      .send({ ...checkout, language: 'fr' })
      .expect(201);
    const { paymentId } = body as { paymentId: string };
    const { amount, quoted } = await desk.payment(paymentId);
    expect(quoted).toMatchObject({ currency: 'CAD' });
    await setPlan(paymentId, [
      { amount: 500, due: day(1) },
      { amount: amount - 500, due: day(40) },
    ]);
    const { text, language } = await preview(paymentId, 'instructions');
    expect(language).toBe('fr');
    const first = formatDay(day(1), 'fr');
    expect(text).toContain(`Veuillez envoyer 500,00\u00a0$\u00a0CA au plus tard le ${first}.`);
    expect(text).toContain(`Versement 1\u00a0: 500,00\u00a0$\u00a0CA au plus tard le ${first}\n`);
    expect(text).toContain('500.00 CAD\n');
  });

  const queueDue = () => app.app.get(ReminderScheduler).queueDue();
  const keysOf = async (id: string) => (await mailsOf(id)).map(({ key }) => key);
  const store = (id: string, fields: object) =>
    app.connection.collection('payments').updateOne({ _id: new ObjectId(id) }, { $set: fields });
  /** The reminders and notices of before were written on an earlier day. */
  const nextDay = (id: string) => store(id, { 'reminders.$[].at': new Date(`${day(-2)}T12:00:00Z`) });
  const verdictOf = async (key: string) =>
    app.app.get(MailReview).decide((await app.app.get(Outbox).mails.findOne({ key }))!);

  it('tell of a later part before its day, once, with all that is open up to it', async () => {
    const [first, later] = [day(-1), day(6)];
    const plan = [
      { amount: 500, due: first },
      { amount: 700, due: later },
      { amount: 800, due: day(90) },
    ];
    const { _id, referenceNumber } = await createPlanned(plan);
    const key = `part:${_id}:${later}`;
    // Its time had begun when the plan was made.
    await queueDue();
    expect(await keysOf(_id)).toEqual([]);
    await store(_id, { plannedOn: day(-2) });
    await queueDue();
    await queueDue();
    await nextDay(_id);
    await queueDue();
    expect(await keysOf(_id)).toEqual([key]);
    const [notice] = await mailsOf(_id);
    const { subject, text } = await textOf(notice!);
    expect(subject).toBe(`${referenceNumber}: CA$1,200.00 is due by ${formatDay(later)}`);
    expect(text).toContain(`To pay now: CA$1,200.00 by ${formatDay(later)}\nTotal: CA$2,000.00\n`);
    expect(await verdictOf(key)).toEqual({ verdict: 'send' });

    const moved = await setPlan(_id, [plan[0]!, { ...plan[1]!, due: day(8) }, plan[2]!]);
    const gone = { verdict: 'cancel', reason: 'This part is no longer in the plan' };
    expect(await verdictOf(key)).toEqual(gone);
    await setPlan(moved._id, plan);
    await receive(app, _id, 1200);
    expect(await verdictOf(key)).toEqual({ verdict: 'cancel', reason: 'This part is paid' });
    await queueDue();
    expect(await keysOf(_id)).toEqual([key]);
  });

  it('tell of no part where money waits in Reconcile, and of one whose day has passed no more', async () => {
    const plan = [
      { amount: 611, due: day(-1) },
      { amount: 1389, due: day(5) },
    ];
    const { _id, referenceNumber } = await createPlanned(plan);
    await store(_id, { plannedOn: day(-30) });
    const { _id: transfer } = await desk.arrive(`E-TRANSFER ${referenceNumber}`, 611, day(-1));
    await queueDue();
    expect(await keysOf(_id)).toEqual([]);
    await desk.match(transfer, _id, 611);
    await queueDue();
    const key = `part:${_id}:${day(5)}`;
    expect(await keysOf(_id)).toContain(key);
    await store(_id, {
      plan: [
        { ...plan[0], due: day(-3) },
        { ...plan[1], due: day(-1) },
      ],
    });
    await app.connection
      .collection<{ key: string }>('mails')
      .updateOne({ key }, { $set: { 'facts.due': day(-1) } });
    expect(await verdictOf(key)).toEqual({ verdict: 'cancel', reason: 'The day of this part has passed' });
  });

  it('remind of each overdue part by its own days, once a day', async () => {
    const plan = [
      { amount: 500, due: day(-11) },
      { amount: 500, due: day(-4) },
      { amount: 1000, due: day(60) },
    ];
    const { _id, referenceNumber } = await createPlanned(plan);
    await queueDue();
    await queueDue();
    // One mail asks for both parts.
    const key = `reminder:${_id}:${day(-11)}:2`;
    expect(await keysOf(_id)).toEqual([key]);
    const { reminders } = await desk.payment(_id);
    expect(reminders).toMatchObject([
      { due: day(-11), number: 2 },
      { due: day(-4), number: 1 },
    ]);
    expect((await mailsOf(_id))[0]!.subject).toBe(
      `${referenceNumber}: we have not seen your transfer of CA$1,000.00 yet`,
    );
    await nextDay(_id);
    await queueDue();
    expect(await keysOf(_id)).toEqual([key]);
    await receive(app, _id, 500);
    expect(await verdictOf(key)).toEqual({ verdict: 'send' });
    await receive(app, _id, 500);
    expect(await verdictOf(key)).toEqual({ verdict: 'cancel', reason: 'This part is paid' });
    const { body } = await app.admin
      .post(`/api/payments/${_id}/mails`)
      .send({ kind: 'reminder' })
      .expect(409);
    expect(body.message).toBe('The expected transfer date of this payment has not passed');
  });

  it('remind by themselves neither on a day with one by hand nor of what may be let go, while a later part is to come', async () => {
    const plan = (amount: number) => [
      { amount, due: day(-4) },
      { amount: 900, due: day(60) },
    ];
    const byHand = await createPlanned(plan(500));
    const remind = () => app.admin.post(`/api/payments/${byHand._id}/mails`).send({ kind: 'reminder' });
    const twice = await Promise.all([remind(), remind()]);
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const refused = await remind().expect(409);
    expect(refused.body.message).toBe('A reminder or notice of this payment was written today already');
    const [trifle, more] = [await createPlanned(plan(500)), await createPlanned(plan(500))];
    await receive(app, trifle._id, 450);
    await receive(app, more._id, 449.99);
    await queueDue();
    expect(await keysOf(byHand._id)).toEqual([expect.not.stringMatching(/:1$/)]);
    expect(await keysOf(trifle._id)).toEqual([]);
    const key = `reminder:${more._id}:${day(-4)}:1`;
    expect(await keysOf(more._id)).toEqual([key]);
    await nextDay(byHand._id);
    await queueDue();
    expect(await keysOf(byHand._id)).toContain(`reminder:${byHand._id}:${day(-4)}:1`);
    // The plan has ended: what the reminder is about is no part any more.
    const { version } = await desk.payment(more._id);
    await app.admin.put(`/api/payments/${more._id}/plan`).send({ plan: null, version }).expect(200);
    expect(await verdictOf(key)).toMatchObject({ verdict: 'cancel' });
  });
});
