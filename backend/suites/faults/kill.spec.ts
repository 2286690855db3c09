import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TestServer } from '../../src/testing/test-server.js';
import { aCheckout } from '../../src/testing/builders.js';
import { waitFor } from '../../src/testing/wait-for.js';

/** LOAD_SECONDS=120 LOAD_KILLS=40 npx jest kill: longer, or harder. */
const seconds = Number(process.env.LOAD_SECONDS ?? 2);
const kills = Number(process.env.LOAD_KILLS ?? 1);
const writers = 50;
/** Acknowledgements between two kills: on a busy machine, too, some work gets done. */
const progress = 5;

interface Submission {
  key: string;
  email: string;
  referenceNumber?: string;
}

describe('the checkout while its server is killed again and again', () => {
  let server: TestServer;
  let acknowledgements = 0;
  // Its own embedded database, which is killed with it, unless the suites run on MongoDB: that lives on and keeps open
  // transactions for a minute.
  const ownDatabase = process.env.TEST_DATABASE_IS_EMBEDDED ? { MONGODB_URI: '' } : undefined;
  beforeAll(async () => (server = await TestServer.start(ownDatabase)));
  afterAll(() => server.dispose());

  /** Submits until it is acknowledged, as a visitor's page does: the same key and body each time. */
  async function submit(submission: Submission, isOver: () => boolean): Promise<void> {
    const body = JSON.stringify(aCheckout({ email: submission.email }));
    while (!isOver()) {
      try {
        const response = await fetch(`${server.url}/api/payments/checkout`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': submission.key },
          body,
          signal: AbortSignal.timeout(10_000),
        });
        const answer = (await response.json()) as { referenceNumber?: string };
        if (response.status === 201) {
          submission.referenceNumber = answer.referenceNumber;
          acknowledgements++;
          return;
        }
        // Any refusal other than a temporary one is a bug: the same request stays valid.
        if (response.status !== 503) throw new Error(`Answered ${response.status} ${JSON.stringify(answer)}`);
      } catch (error) {
        // The server is down, or went down before it answered.
        if (!/TypeError|Timeout|Abort|Syntax/.test((error as Error).name)) throw error;
      }
      await delay(20);
    }
  }

  it(
    `loses and doubles nothing: ${writers} writers, ${seconds} seconds, ${kills} kills`,
    async () => {
      const submissions: Submission[] = [];
      const end = Date.now() + seconds * 1000;
      let killed = 0;
      let lastKill = 0;
      // Each open request gets this long on an undisturbed server to be acknowledged: longer than the minute for which
      // MongoDB keeps the locks of a dead client (transactionLifetimeLimitSeconds).
      const isOver = () => killed === kills && Date.now() > Math.max(end, lastKill) + 90_000;
      const load = Promise.all(
        Array.from({ length: writers }, async () => {
          while (Date.now() < end || killed < kills) {
            const submission: Submission = { key: randomUUID(), email: `${randomUUID()}@example.com` };
            submissions.push(submission);
            await submit(submission, isOver);
          }
        }),
      );
      const pause = (seconds * 1000) / (kills + 1) / 4;
      for (; killed < kills; killed++) {
        // Random pauses: each kill hits the writers at another point of their work.
        await delay(pause + Math.random() * pause);
        await waitFor(() => acknowledgements >= (killed + 1) * progress, 60_000);
        await server.kill();
        await server.restart();
        lastKill = Date.now();
      }
      await load;

      const acknowledged = submissions.filter(({ referenceNumber }) => referenceNumber);
      const found = new Map<string, number>();
      const csv = await (await server.api('/payments/export?format=csv')).text();
      const references = csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? '');
      for (const reference of references) found.set(reference, (found.get(reference) ?? 0) + 1);
      const owners = csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[2] ?? '');
      const lost = acknowledged.filter(({ referenceNumber }) => !found.has(referenceNumber ?? ''));
      const doubled = owners.length - new Set(owners).size;
      console.info(
        `acknowledged ${acknowledged.length}, found again ${acknowledged.length - lost.length}, ` +
          `lost ${lost.length}, doubled ${doubled}, in all ${references.length}`,
      );
      expect(acknowledged.length).toBeGreaterThan(writers);
      expect(lost).toEqual([]);
      expect(doubled).toBe(0);
      // Each submission was repeated until it was acknowledged, so there are no other payments.
      expect(references).toHaveLength(submissions.length);
      const stats = (await (await server.api('/payments/stats')).json()) as { statuses: object[] };
      expect(stats.statuses).toEqual([{ _id: 'pending', count: references.length }]);
    },
    180_000 + (seconds + kills * 6) * 1000,
  );
});
