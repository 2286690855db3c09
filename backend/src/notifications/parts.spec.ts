import type { Mail, MailPreview } from '#domain/mail/mail';
import type { Payment } from '#domain/payments/payments';
import type { PlannedPart } from '#domain/payments/plan';
import { formatDay } from '#domain/platform/dates';
import { aCheckout, createPayment } from '../testing/builders.js';
import { bankDesk, createAccount } from '../testing/reconciliation.js';
import { TestApp } from '../testing/test-app.js';

const day = (daysFromNow: number): string =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

describe('mails of a payment in parts', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
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
});
