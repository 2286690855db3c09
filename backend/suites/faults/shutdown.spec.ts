import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { TestServer } from '../../src/testing/test-server.js';
import { aCheckout } from '../../src/testing/builders.js';
import { waitFor } from '../../src/testing/wait-for.js';

const clients = 40;

interface Answer {
  status: number;
  referenceNumber?: string;
}

describe('a server that is told to stop while it is busy', () => {
  let server: TestServer;
  // Its own embedded database, which it must close in time, too, unless the suites run on MongoDB.
  const ownDatabase = process.env.TEST_DATABASE_IS_EMBEDDED ? { MONGODB_URI: '' } : undefined;
  beforeAll(async () => (server = await TestServer.start(ownDatabase)));
  afterAll(() => server.dispose());

  /** Submits over the agent's connection; throws where no connection can be made, or it breaks before the response. */
  const submit = (agent: http.Agent, key: string, body: string) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      http
        .request(`${server.url}/api/payments/checkout`, { method: 'POST', agent, headers }, (response) => {
          let text = '';
          response.on('data', (data) => (text += String(data)));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ ...(JSON.parse(text) as object), status: response.statusCode ?? 0 }),
          );
        })
        .on('error', reject)
        .end(body);
    });

  const stored = async () => {
    const csv = await (await server.api('/payments/export?format=csv')).text();
    return csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? '');
  };

  it('answers everything that it has begun to receive, and then is gone @long', async () => {
    const acknowledged: string[] = [];
    const unanswered: { key: string; body: string }[] = [];
    const statuses = new Set<number>();
    const failures: NodeJS.ErrnoException[] = [];
    const load = Promise.all(
      Array.from({ length: clients }, async () => {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        for (;;) {
          const [key, body] = [randomUUID(), JSON.stringify(aCheckout())];
          try {
            const { status, referenceNumber = '' } = await submit(agent, key, body);
            statuses.add(status);
            acknowledged.push(referenceNumber);
          } catch (error) {
            failures.push(error as NodeJS.ErrnoException);
            unanswered.push({ key, body });
            agent.destroy();
            return;
          }
        }
      }),
    );
    // A client that is refused before the shutdown begins ends the wait; its error is checked below.
    await waitFor(() => acknowledged.length > clients * 3 || failures.length > 0, 60_000);
    expect(failures).toEqual([]);
    const told = Date.now();
    const code = await server.stop();
    await load;
    expect(code).toBe(0);
    // The server exited with its last request, not at its timeout of 20 seconds.
    expect(Date.now() - told).toBeLessThan(15_000);
    expect([...statuses]).toEqual([201]);
    // Each client continued until connections were refused: it must learn of the shutdown in no other way.
    expect(failures.map(({ code }) => code)).toEqual(failures.map(() => 'ECONNREFUSED'));
    expect(failures).toHaveLength(clients);

    await server.restart();
    const kept = await stored();
    // Every acknowledged submission is stored once, and none is stored without an acknowledgement.
    expect(kept.sort()).toEqual(acknowledged.sort());
    const agent = new http.Agent({ keepAlive: true });
    for (const { key, body } of unanswered) expect((await submit(agent, key, body)).status).toBe(201);
    agent.destroy();
    expect(await stored()).toHaveLength(acknowledged.length + clients);
  });
});
