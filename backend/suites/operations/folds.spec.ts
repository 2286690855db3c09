import { Session } from 'node:inspector/promises';
import { sampleEvent, samplePayment, sampleSession } from '../../src/cards/samples.js';
import { aCheckout, createPayment } from '../../src/testing/builders.js';
import { cardEnvironment, sendEvent } from '../../src/testing/cards.js';
import {
  bankDesk,
  bankFile,
  createAccount,
  createDue,
  importFile,
} from '../../src/testing/reconciliation.js';
import { TestApp } from '../../src/testing/test-app.js';

/** Most folds of a payment's entries in one call: its state before and its state after. */
const mostFolds = 2;

describe('the entries of a payment', () => {
  let app: TestApp;
  const session = new Session();
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  });
  afterAll(async () => {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
    await app.stop();
  });

  /** The calls of the fold since the last look. */
  async function takeFolds(): Promise<number> {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const folds = result
      .filter(({ url }) => url.endsWith('domain/ledger/ledger.ts'))
      .flatMap(({ functions }) => functions)
      .filter(({ functionName }) => functionName === 'foldEntries');
    return folds.reduce((sum, { ranges: [range] }) => sum + (range?.count ?? 0), 0);
  }

  const day = '2026-11-20';
  /** Each way prepares what it needs and returns the call that is counted. */
  const ways: Record<string, () => Promise<() => PromiseLike<unknown>>> = {
    'a checkout': () =>
      Promise.resolve(() => app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201)),
    'a change of the status': async () => {
      const { _id } = await createPayment(app);
      return () => app.admin.patch(`/api/payments/${_id}/status`).send({ status: 'paid' }).expect(200);
    },
    'a card event': () =>
      Promise.resolve(() => {
        const paid = sampleSession(samplePayment({ live: true }));
        return sendEvent(app, sampleEvent('checkout.session.completed', paid, { live: true })).expect(200);
      }),
    'the confirmation of a row': async () => {
      const account = await createAccount(app);
      const { referenceNumber } = await createDue(app, 'Ann Due');
      const { _id, state } = await bankDesk(app, account).arrive(referenceNumber, 2256.61);
      expect(state).toBe('ready');
      return () =>
        app.admin
          .post('/api/bank-transactions/confirm')
          .send({ ids: [_id] })
          .expect(200)
          .expect(({ body }) => expect(body.results).toMatchObject([{ ok: true }]));
    },
    'the import of a row': async () => {
      const account = await createAccount(app, 'TD');
      return () => importFile(app, account, bankFile([{ day, text: 'SOMETHING ELSE', amount: 17.5 }]));
    },
  };

  it.each(Object.keys(ways))('are folded once a state by %s', async (name) => {
    // A transaction that collides with other work of the server is rerun, and folds again: not at every attempt.
    const attempts: number[] = [];
    while (attempts.length < 3 && !attempts.some((folds) => folds <= mostFolds)) {
      const act = await ways[name]!();
      await takeFolds();
      await act();
      attempts.push(await takeFolds());
    }
    expect(Math.min(...attempts)).toBeLessThanOrEqual(mostFolds);
  });
});
