import { setImmediate as turn } from 'node:timers/promises';
import { TestApp } from '../../testing/test-app.js';
import type { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { FindingsService } from './findings.service.js';
import { MatchingService } from './matching.service.js';
import { bankDesk, createAccount, createDue } from '../../testing/reconciliation.js';

describe('the look for candidates after a change', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.stop());

  const stored = (text: string) => app.connection.collection('banktransactions').findOne({ text });

  it('fails no match that is committed, and is made with the next change', async () => {
    const matching = app.app.get(MatchingService);
    const due = await createDue(app, 'Felix Failing');
    const { _id } = await desk.arrive('FIRST FAILING', 2256.61);
    const other = await desk.arrive('SECOND FAILING', 7);
    jest.spyOn(matching, 'rematch').mockRejectedValue(new Error('The database is away'));
    await desk.match(_id, due._id, 2256.61);
    expect(await desk.payment(due._id)).toMatchObject({ status: 'paid' });
    expect(await stored('FIRST FAILING')).toMatchObject({ needsLook: true });
    jest.restoreAllMocks();
    await desk.act(other._id, 'ignore', { reason: 'returned', version: 0 }).expect(200);
    expect(await stored('FIRST FAILING')).not.toHaveProperty('needsLook');
  });

  it('is made at the next start, where a crash came between an undo and the look', async () => {
    const matching = app.app.get(MatchingService);
    const due = await createDue(app, 'Carla Crash');
    const text = `E-TRANSFER ${due.referenceNumber}`;
    const { _id } = await desk.arrive(text, 2256.61);
    await app.admin
      .post('/api/bank-transactions/confirm')
      .send({ ids: [_id] })
      .expect(200);
    jest.spyOn(matching, 'lookAtChanged').mockResolvedValue();
    await desk.act(_id, 'undo', { version: 1 }).expect(200);
    expect(await stored(text)).toMatchObject({ state: 'review', candidates: [], needsLook: true });
    jest.restoreAllMocks();
    await matching.start();
    expect(await stored(text)).toMatchObject({ state: 'ready', candidates: [{ why: ['reference'] }] });
    expect(await stored(text)).not.toHaveProperty('needsLook');
  });

  it('lets other calls be answered while it reads texts that take long', async () => {
    const text = 'ﷺ'.repeat(320);
    const some = Array.from({ length: 300 }, () => ({ text, cents: 1 }) as BankTransaction);
    const began = performance.now();
    let [last, longest, isOver] = [began, 0, false];
    const others = (async () => {
      while (!isOver) {
        await turn();
        const now = performance.now();
        [last, longest] = [now, Math.max(longest, now - last)];
      }
    })();
    await app.app.get(FindingsService).of(some);
    isOver = true;
    await others;
    expect(longest / (last - began)).toBeLessThan(0.5);
  });
});
