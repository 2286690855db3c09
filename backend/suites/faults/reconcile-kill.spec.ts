import type { ConfirmResult } from '#domain/bank/matches';
import type { BankTransaction, ImportResult, StatementDraft } from '#domain/bank/reconciliation';
import type { Payment } from '#domain/payments/payments';
import { TestServer } from '../../src/testing/test-server.js';
import { bankFile } from '../../src/testing/reconciliation.js';
import { aCheckout } from '../../src/testing/builders.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** RECONCILE_KILLS=8 npx jest reconcile-kill: more. */
const kills = Number(process.env.RECONCILE_KILLS ?? 1);
/** At most the hundred of one page. */
const transfers = 20 + kills * 10;

describe('reconciliation on a server that is killed', () => {
  let server: TestServer;
  // Its own embedded database, which is killed with it, unless the suites run on MongoDB.
  const ownDatabase = process.env.TEST_DATABASE_IS_EMBEDDED ? { MONGODB_URI: '' } : undefined;
  beforeAll(async () => (server = await TestServer.start(ownDatabase)));
  afterAll(() => server.dispose());

  const bodyOf = async <Body>(response: Response): Promise<Body> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  };
  const call = async <Body>(path: string, method = 'GET', body?: unknown): Promise<Body> =>
    bodyOf(await server.api(path, { method, body }));
  const upload = async (path: string, file: string): Promise<StatementDraft> => {
    const { token } = await server.login();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' };
    return bodyOf(await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: file }));
  };
  /** Repeats a request until the server, which is down at times, responds. */
  const insist = async <Body>(...parameters: Parameters<typeof call>): Promise<Body> => {
    let answer: Body | undefined;
    await waitFor(async () => {
      try {
        answer = await call<Body>(...parameters);
        return true;
      } catch (error) {
        if (!/TypeError|Abort|Syntax|503/.test(`${(error as Error).name} ${(error as Error).message}`))
          throw error;
        return false;
      }
    });
    return answer as Body;
  };

  it('imports a file wholly or not at all, and loses or doubles no confirmation @long', async () => {
    const references: string[] = [];
    for (let index = 0; index < transfers; index++) {
      const made = await call<{ referenceNumber: string }>('/payments/checkout', 'POST', aCheckout());
      references.push(made.referenceNumber);
    }
    const account = await call<{ _id: string }>('/bank-accounts', 'POST', { name: 'RBC', currency: 'CAD' });
    const file = bankFile(references.map((text) => ({ text, amount: 2256.61 })));
    const draft = await upload(`/bank-accounts/${account._id}/statements`, file);
    await call(`/statements/${draft._id}/mapping`, 'PUT', { confirmed: true });
    const importing = insist<ImportResult>(`/statements/${draft._id}/import`, 'POST');
    await server.kill();
    await server.restart();
    expect(await importing).toEqual({ imported: transfers, known: 0, ready: transfers, review: 0 });

    const list = async () => {
      const { transactions } = await call<{ transactions: BankTransaction[] }>(
        '/bank-transactions?limit=100',
      );
      return transactions;
    };
    const ids = (await list()).map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(transfers);
    const acknowledged = new Set<string>();
    const waiting = [...ids];
    const confirming = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let id = waiting.shift(); id; id = waiting.shift()) {
          const { results } = await insist<{ results: ConfirmResult[] }>(
            '/bank-transactions/confirm',
            'POST',
            {
              ids: [id],
            },
          );
          // A match that was stored before its response was lost is reported as matched already.
          expect([undefined, 'This transaction was matched already']).toContain(results[0]?.message);
          acknowledged.add(id);
        }
      }),
    );
    for (let killed = 0; killed < kills; killed++) {
      await waitFor(() => acknowledged.size >= ((killed + 1) * transfers) / (kills + 2), 60_000);
      const before = [...acknowledged];
      await server.kill();
      await server.restart();
      const found = new Map((await list()).map((transaction) => [transaction._id, transaction.state]));
      expect(before.filter((id) => found.get(id) !== 'matched')).toEqual([]);
    }
    await confirming;

    const transactions = await list();
    expect(transactions.map(({ state, rest }) => [state, rest])).toEqual(
      transactions.map(() => ['matched', 0]),
    );
    const { payments } = await call<{ payments: { _id: string }[] }>('/payments?limit=100');
    expect(payments).toHaveLength(transfers);
    for (const { _id } of payments) {
      const { statusHistory, ...payment } = await call<Payment>(`/payments/${_id}`);
      expect(payment).toMatchObject({ status: 'paid', received: 2256.61, due: 0, version: 1 });
      expect(statusHistory).toHaveLength(2);
    }
    const stats = await call<{ statuses: object[] }>('/payments/stats');
    expect(stats.statuses).toEqual([{ _id: 'paid', count: transfers }]);
  });
});
