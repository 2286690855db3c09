import type { Payment } from '#domain/payments/payments';
import type { PlannedPart } from '#domain/payments/plan-parts';
import { TestApp } from '../../testing/test-app.js';
import {
  bankDesk,
  bankFile,
  createAccount,
  createDue,
  importFile,
  transactionsOf,
} from '../../testing/reconciliation.js';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('transfers for a payment in parts', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  let accountId: string;
  beforeAll(async () => {
    app = await TestApp.start();
    accountId = await createAccount(app);
    desk = bankDesk(app, accountId);
  });
  afterAll(() => app.stop());

  const plan: PlannedPart[] = [
    { amount: 564.15, due: inDays(0) },
    { amount: 1692.46, due: inDays(60) },
  ];
  const createPlanned = async (name: string, parts = plan, more: Parameters<typeof createDue>[2] = {}) => {
    const { _id, version } = await createDue(app, name, more);
    const { body } = await app.admin
      .put(`/api/payments/${_id}/plan`)
      .send({ plan: parts, version })
      .expect(200);
    return body as Payment;
  };
  const confirm = async (ids: string[]) =>
    (await app.admin.post('/api/bank-transactions/confirm').send({ ids }).expect(200)).body.results;
  const lastNote = async (id: string) => (await desk.payment(id)).statusHistory.at(-1)?.note;

  it('are ready for the next part, then for the rest, and undone like all others', async () => {
    const due = await createPlanned('Dora Deposit');
    const first = await desk.arrive(`E-TRANSFER ${due.referenceNumber} FIRST`, 564.15);
    expect(first).toMatchObject({
      state: 'ready',
      candidates: [{ why: ['reference', 'part'], parts: [1], plan, due: 2256.61 }],
    });
    expect(await confirm([first._id])).toMatchObject([{ ok: true }]);
    expect(await desk.payment(due._id)).toMatchObject({ status: 'pending', due: 1692.46 });
    expect(await lastNote(due._id)).toMatch(
      /^Received CA\$564\.15 of CA\$2,256\.61 on Nov 21, 2026 · RBC Business · E-TRANSFER .*FIRST, part 1 of 2$/,
    );

    const second = await desk.arrive(`E-TRANSFER ${due.referenceNumber} SECOND`, 1692.46);
    expect(second).toMatchObject({ state: 'ready', candidates: [{ parts: [2] }] });
    expect(await confirm([second._id])).toMatchObject([{ ok: true }]);
    expect(await desk.payment(due._id)).toMatchObject({ status: 'paid', due: 0 });
    expect(await lastNote(due._id)).toMatch(/, part 2 of 2$/);

    await desk.undo(second._id);
    expect(await desk.find(second._id)).toMatchObject({ state: 'ready', candidates: [{ parts: [2] }] });
    await desk.undo(first._id);
    expect(await desk.payment(due._id)).toMatchObject({ status: 'pending', due: 2256.61 });
    // Two transfers for one payment need a person.
    expect(await desk.find(first._id)).toMatchObject({ state: 'review', reviewReason: 'contested' });
  });

  it('are ready for several parts, too, and need a review for any other amount', async () => {
    const three = [
      { amount: 100, due: inDays(-5) },
      { amount: 200, due: inDays(-3) },
      { amount: 1956.61, due: inDays(30) },
    ];
    const [two, all, other, rivals] = [
      await createPlanned('Two Parts', three),
      await createPlanned('All Parts', three),
      await createPlanned('Other Sum', three),
      await createPlanned('Rival Rows', three),
    ];
    const rows = [
      { text: `TWO ${two.referenceNumber}`, amount: 300 },
      { text: `ALL ${all.referenceNumber}`, amount: 2256.61 },
      { text: `OTHER ${other.referenceNumber}`, amount: 200 },
      { text: `FIRST ${rivals.referenceNumber}`, amount: 100 },
      { text: `SECOND ${rivals.referenceNumber}`, amount: 200 },
    ];
    const { statementId } = await importFile(app, accountId, bankFile(rows));
    const found = await transactionsOf(app, statementId);
    const seen = rows.map(({ text }) => {
      const { state, reviewReason, candidates } = found.find((one) => one.text === text)!;
      return [state, reviewReason, candidates[0]?.parts];
    });
    expect(seen).toEqual([
      ['ready', undefined, [1, 2]],
      ['ready', undefined, [1, 2, 3]],
      ['review', 'amount', undefined],
      ['review', 'contested', [1]],
      ['review', 'amount', undefined],
    ]);
    const ready = found.filter(({ state }) => state === 'ready').map(({ _id }) => _id);
    expect(await confirm(ready)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await desk.payment(two._id)).toMatchObject({ status: 'pending', due: 1956.61 });
    expect(await lastNote(two._id)).toMatch(/, parts 1 and 2 of 3$/);
    expect(await desk.payment(all._id)).toMatchObject({ status: 'paid' });
  });

  it('are proposed by name for what is asked now, and are no longer ready where that was paid meanwhile', async () => {
    const due = await createPlanned('Nadia Named');
    const named = await desk.arrive('INTERAC ETRNSFR AD RECVD NADIA NAMED', 564.15);
    expect(named).toMatchObject({ state: 'review', candidates: [{ paymentId: due._id, parts: [1] }] });
    expect(await desk.arrive('INTERAC ETRNSFR AD RECVD NADIA NAMED', 1692.46)).toMatchObject({
      candidates: [],
    });
    const ready = await desk.arrive(`E-TRANSFER ${due.referenceNumber}`, 564.15);
    const cash = { kind: 'receipt', way: 'cash', amount: 564.15, day: '2026-11-21', version: due.version };
    await app.admin.post(`/api/payments/${due._id}/ledger`).send(cash).expect(201);
    expect(await lastNote(due._id)).toBe(
      'Received CA$564.15 of CA$2,256.61 on Nov 21, 2026 · Cash, part 1 of 2',
    );
    expect(await confirm([ready._id])).toMatchObject([{ ok: false }]);
    expect(await desk.find(ready._id)).toMatchObject({ state: 'review', reviewReason: 'amount' });
    expect(await desk.find(named._id)).toMatchObject({ candidates: [] });
  });

  it('that a notice names wait with the part that they finish', async () => {
    const due = await createPlanned('Nora Noticed');
    const mail = `Hi, NORA NOTICED sent you a money transfer for the amount of $564.15 (CAD) and the money has been automatically deposited.\nMessage: ${due.referenceNumber}\nReference Number: C1A2b3c4D5e6`;
    await app.admin.post('/api/interac-notices').send({ text: mail }).expect(201);
    const found = await desk.arrive('INTERAC C1A2b3c4D5e6', 564.15);
    expect(found).toMatchObject({
      state: 'review',
      candidates: [{ why: ['reference', 'notice', 'name', 'part'], parts: [1] }],
    });
    await desk.match(found._id, due._id, 564.15);
    expect(await desk.payment(due._id)).toMatchObject({ status: 'pending', due: 1692.46 });
  });

  it('may have arrived where a second notice of an equal part waits', async () => {
    const halves = [
      { amount: 100, due: inDays(-20) },
      { amount: 100, due: inDays(-10) },
    ];
    const due = await createPlanned('Hanna Halves', halves, { amount: 200, transferDate: inDays(-20) });
    const notify = (number: string) => {
      const text = `Hi, HANNA HALVES sent you a money transfer for the amount of $100.00 (CAD) and the money has been automatically deposited.\nReference Number: ${number}`;
      return app.admin.post('/api/interac-notices').send({ text }).expect(201);
    };
    const mayHaveArrived = async () => {
      const { body } = await app.admin.get('/api/reports/overdue').expect(200);
      const listed = (body.payments as { _id: string; mayHaveArrived: boolean }[]).find(
        ({ _id }) => _id === due._id,
      );
      return listed?.mayHaveArrived;
    };
    await notify('C1A2b3c4D5f1');
    const { _id } = await desk.arrive('INTERAC C1A2b3c4D5f1', 100);
    expect(await mayHaveArrived()).toBe(true);
    await desk.match(_id, due._id, 100);
    expect(await mayHaveArrived()).toBe(false);
    await notify('C1A2b3c4D5f2');
    expect(await mayHaveArrived()).toBe(true);
  });
});
