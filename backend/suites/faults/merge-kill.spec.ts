import { buildCustomer } from '../../src/testing/builders.js';
import { runProgram } from '../../src/testing/run-program.js';
import { TestServer } from '../../src/testing/test-server.js';

/** MERGE_KILLS=3 npx jest merge-kill: at other moments too. */
const kills = Number(process.env.MERGE_KILLS ?? 1);

interface Customer {
  _id: string;
  version: number;
  fullName: string;
  mergedInto?: string;
}

describe('a merge of customers, and its undo, on a server that is killed meanwhile', () => {
  const mongodbUri = process.env.MONGODB_URI;
  let server: TestServer;
  beforeAll(async () => {
    delete process.env.MONGODB_URI;
    server = await TestServer.start();
  });
  afterAll(async () => {
    await server.dispose();
    process.env.MONGODB_URI = mongodbUri;
  });

  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await server.api(path, { method, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
  const find = (id: string) => call<Customer>('GET', `/customers/${id}`);
  const payerOf = async (id: string) =>
    (await call<{ customerId: string }>('GET', `/payments/${id}`)).customerId;
  const commentsOf = async (id: string) => {
    const path = `/activity?filter[customerId]=${id}&filter[kind]=comment`;
    return (await call<{ items: { text: string }[] }>('GET', path)).items.map(({ text }) => text);
  };

  /** Sends a call, and kills the server so long after it. */
  async function killed(afterMs: number, method: string, path: string, body: object): Promise<void> {
    const sent = call(method, path, body).catch(() => undefined);
    const kill = new Promise<number | null>((resolve, reject) => {
      setTimeout(() => void server.kill().then(resolve, reject), afterMs);
    });
    await Promise.all([sent, kill]);
    await server.restart();
  }

  it('is done whole or not at all: nothing is lost or doubled, and each payment has one customer', async () => {
    for (const afterMs of [25, 3, 90].slice(0, kills)) {
      const [kept, gone] = await Promise.all([
        call<Customer>('POST', '/customers', buildCustomer({ fullName: `Kim Kept ${afterMs}` })),
        call<Customer>('POST', '/customers', buildCustomer({ fullName: `Gus Gone ${afterMs}` })),
      ]);
      const payment = await call<{ _id: string }>('POST', '/payments', {
        customerId: gone._id,
        amount: 100,
        currency: 'CAD',
        paymentMethod: 'interac',
        status: 'pending',
      });
      await call('POST', '/comments', { customerId: gone._id, text: 'Calls back' });
      const merge = async () => ({
        from: gone._id,
        versions: {
          [kept._id]: (await find(kept._id)).version,
          [gone._id]: (await find(gone._id)).version,
        },
      });
      const expectWhole = async (isMerged: boolean) => {
        const owner = isMerged ? kept._id : gone._id;
        expect(await payerOf(payment._id)).toBe(owner);
        expect(await commentsOf(owner)).toEqual(['Calls back']);
        if (!isMerged) expect(await commentsOf(kept._id)).toEqual([]);
      };
      const isMerged = async () => (await find(gone._id)).mergedInto === kept._id;

      await killed(afterMs, 'POST', `/customers/${kept._id}/merge`, await merge());
      await expectWhole(await isMerged());
      if (!(await isMerged())) await call('POST', `/customers/${kept._id}/merge`, await merge());
      await expectWhole(true);

      const activity = `/activity?filter[customerId]=${kept._id}&filter[kind]=change`;
      const { items } = await call<{ items: { changes?: { field: string; to: unknown }[] }[] }>(
        'GET',
        activity,
      );
      const undo = items.flatMap(({ changes = [] }) => changes).find(({ field }) => field === 'mergeId')
        ?.to as string;
      await killed(afterMs, 'POST', `/customers/merges/${undo}/undo`, {});
      await expectWhole(await isMerged());
      if (await isMerged()) await call('POST', `/customers/merges/${undo}/undo`, {});
      await expectWhole(false);
    }
    for (const program of ['figures', 'audit']) {
      const checked = await runProgram(`commands/${program}`, ['check'], { env: server.environment });
      expect(checked).toMatchObject({ code: 0 });
    }
  });
});
