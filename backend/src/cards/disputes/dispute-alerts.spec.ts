import { randomUUID } from 'node:crypto';
import type { Mail } from '#domain/mail/mail';
import { cardEnvironment, sendEvent } from '../../testing/cards.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';
import { sampleDispute, sampleEvent, samplePayment, sampleSession } from '../samples.js';
import { DisputeAlerts } from './dispute-alerts.service.js';

const settings = {
  ...cardEnvironment,
  CARD_TEST_EVENTS: 'record',
  MAIL_ALERTS: 'ops@trip.example',
  TIME_ZONE: 'America/Toronto',
};
const day = 86_400;
const now = () => Math.floor(Date.now() / 1000);

/** Moves the clock, which time-outs do not follow. */
function passDays(days: number): void {
  const at = Date.now() + days * day * 1000;
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'],
  });
  jest.setSystemTime(at);
}

describe('the mails to the office about a dispute', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start(settings)));
  afterEach(() => jest.useRealTimers());
  afterAll(() => app.stop());

  /** A card payment with a dispute whose answer is due in `days`. */
  function disputed(days = 14, live = true) {
    const payer = samplePayment({ live, name: 'Nameless Payer', email: `${randomUUID()}@example.com` });
    const at = now();
    const { evidence_details: evidence, ...rest } = sampleDispute(payer);
    const dispute = { ...rest, evidence_details: { ...evidence, due_by: at + days * day } };
    const send = (type: string, object: object, later: number) =>
      sendEvent(app, sampleEvent(type, object, { live, at: at + later })).expect(200);
    return {
      id: dispute.id,
      pay: () => send('checkout.session.completed', sampleSession(payer), 0),
      tell: (type: string, status: string, later = 0) =>
        send(`charge.dispute.${type}`, { ...dispute, status }, later),
      /** Its mails, oldest first. */
      mails: async () => {
        const { body } = await app.admin.get('/api/mails?filter[kind]=alert&limit=100&sort=createdAt');
        return (body as { mails: Mail[] }).mails.filter(({ key }) => key.endsWith(dispute.id));
      },
    };
  }
  type Disputed = ReturnType<typeof disputed>;
  const stagesOf = async ({ id, mails }: Disputed) =>
    (await mails()).map(({ key }) => key.replace(`alert:dispute-`, '').replace(`:${id}`, ''));

  it('tell of its opening, its last days and its end, each once, and of no person', async () => {
    const dispute = disputed();
    await dispute.pay();
    await dispute.tell('created', 'needs_response');
    await dispute.tell('created', 'needs_response');
    await dispute.tell('updated', 'needs_response', 5);
    const alerts = app.app.get(DisputeAlerts);
    const inDays = (days: number) => new Date(Date.now() + days * day * 1000);
    await alerts.tellDue(inDays(10.9));
    expect(await stagesOf(dispute)).toEqual(['opened']);
    await alerts.tellDue(inDays(11.1));
    await alerts.tellDue(inDays(12));
    expect(await stagesOf(dispute)).toEqual(['opened', 'due']);
    await dispute.tell('updated', 'under_review', 10);
    await dispute.tell('closed', 'lost', 20);
    await dispute.tell('updated', 'lost', 15);
    await dispute.tell('closed', 'won', 30);
    await dispute.tell('closed', 'won', 30);
    expect(await stagesOf(dispute)).toEqual(['opened', 'due', 'closed', 'won']);
    const mails = await dispute.mails();
    const amount = 'dispute of CA$2,256.61';
    expect(mails.map(({ to, subject }) => [to, subject.replace(/^CRTS-\S+:/, 'REF:')])).toEqual([
      [
        'ops@trip.example',
        expect.stringMatching(/^REF: dispute of CA\$2,256.61 opened, answer by \d{4}-\d\d-\d\d$/),
      ],
      ['ops@trip.example', expect.stringContaining(`REF: ${amount} unanswered, answer by`)],
      ['ops@trip.example', `REF: ${amount} lost`],
      ['ops@trip.example', `REF: ${amount} closed in your favour`],
    ]);
    for (const { _id } of mails) {
      const { body } = await app.admin.get(`/api/mails/${_id}`).expect(200);
      const { text, html, paymentId } = body as Mail;
      expect(text).toContain('Reason: Fraudulent');
      expect(text).toContain(`/admin/payments/${paymentId}`);
      for (const shown of [text, html]) expect(shown).not.toMatch(/Nameless|example\.com/);
    }
    const { body: opened } = await app.admin.get(`/api/mails/${mails[0]!._id}`);
    expect((opened as Mail).text).toMatch(/Answer by: \d{4}-\d\d-\d\d \d\d:\d\d America\/Toronto/);
  });

  it('tell of one that was closed before its opening came as closed, and of one in test mode nothing', async () => {
    const won = disputed();
    await won.tell('closed', 'won', 10);
    expect(await stagesOf(won)).toEqual([]);
    await won.pay();
    await won.tell('created', 'needs_response');
    expect(await stagesOf(won)).toEqual(['closed']);
    expect((await won.mails())[0]!.subject).toContain('closed in your favour');
    const test = disputed(2, false);
    await test.pay();
    await test.tell('created', 'needs_response');
    await app.app.get(DisputeAlerts).tellDue();
    await test.tell('closed', 'lost', 10);
    expect(await stagesOf(test)).toEqual([]);
  });

  it('tell once of one that opens in its last days, and not of the end of one that is answered', async () => {
    const late = disputed(2);
    await late.pay();
    await late.tell('created', 'warning_needs_response');
    const answered = disputed();
    await answered.pay();
    await answered.tell('created', 'needs_response');
    await answered.tell('updated', 'under_review', 5);
    await app.app.get(DisputeAlerts).tellDue();
    await app.app.get(DisputeAlerts).tellDue(new Date(Date.now() + 12 * day * 1000));
    expect(await stagesOf(late)).toEqual(['opened']);
    expect(await stagesOf(answered)).toEqual(['opened']);
  });

  it('tell of an answer that became due while the server was down at its next start, once', async () => {
    const dispute = disputed();
    await dispute.pay();
    await dispute.tell('created', 'needs_response');
    for (const days of [12, 0.5]) {
      await app.stop({ keep: true });
      passDays(days);
      app = await TestApp.start(settings, app.uri);
      await waitFor(async () => (await dispute.mails()).length === 2);
    }
    await app.app.get(DisputeAlerts).tellDue();
    expect(await stagesOf(dispute)).toEqual(['opened', 'due']);
  });
});
