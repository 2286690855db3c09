import { createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import {
  bankDesk,
  bankFile,
  createAccount,
  createDue,
  importFile,
  transactionsOf,
} from '../../testing/reconciliation.js';

describe('a transaction with a reference that is not ready', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const due = (name: string, amount: number) => createDue(app, name, { amount });

  it('says why, for every reason, until it is ready', async () => {
    const [twice, short, both, other] = [
      await due('Twice Named', 100),
      await due('Short Sent', 200),
      await due('Both Named', 300),
      await due('Other Named', 300),
    ];
    const foreign = await createPayment(app, { amount: 400, currency: 'USD' });
    const paid = await createPayment(app, { amount: 500, currency: 'CAD', status: 'paid' });
    const exact = await due('Exactly Sent', 600);
    const rows: [string, string, number][] = [
      ['contested', `FIRST ${twice.referenceNumber}`, 100],
      ['contested', `SECOND ${twice.referenceNumber}`, 100],
      ['amount', `SHORT ${short.referenceNumber}`, 190],
      ['references', `BOTH ${both.referenceNumber} ${other.referenceNumber}`, 300],
      ['currency', `FOREIGN ${foreign.referenceNumber}`, 400],
      ['status', `AGAIN ${paid.referenceNumber}`, 500],
      ['text', `FURTHER ${exact.referenceNumber} CRTS-OTN-ABCDEF-123456`, 600],
    ];
    const { statementId } = await importFile(
      app,
      await createAccount(app),
      bankFile([...rows.map(([, text, amount]) => ({ text, amount })), { text: 'NOBODY', amount: 5 }]),
    );

    const found = await transactionsOf(app, statementId);
    const reasons = found.map(({ text, reviewReason, state }) => [text, state, reviewReason]);
    for (const [reason, text] of rows) expect(reasons).toContainEqual([text, 'review', reason]);
    expect(reasons).toContainEqual(['NOBODY', 'review', undefined]);

    const rival = found.find(({ text }) => text.startsWith('SECOND'))!;
    await app.admin
      .post(`/api/bank-transactions/${rival._id}/ignore`)
      .send({ reason: 'Sent back', version: rival.version })
      .expect(200);
    const first = found.find(({ text }) => text.startsWith('FIRST'))!;
    const { body } = await app.admin.get(`/api/bank-transactions/${first._id}`).expect(200);
    expect(body.state).toBe('ready');
    expect(body).not.toHaveProperty('reviewReason');
  });

  it('says that a part is matched, whether that settles the payment that it names or not', async () => {
    const desk = bankDesk(app, await createAccount(app));
    for (const [name, sent, matched] of [
      ['Sent Too Much', 800, 700],
      ['Matched In Part', 700, 300],
    ] as const) {
      const payment = await due(name, 700);
      const { _id } = await desk.arrive(`OVER ${payment.referenceNumber}`, sent);
      await desk.match(_id, payment._id, matched);
      expect(await desk.find(_id)).toMatchObject({ state: 'review', reviewReason: 'part' });
    }
  });
});
