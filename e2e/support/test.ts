import { test as base } from '@playwright/test';
import { TestServer } from './server.js';

interface TestFixtures {
  /** Allows matching errors and warnings on the browser's console; all others fail the test. */
  allowConsole: (pattern: RegExp) => void;
}

interface WorkerFixtures {
  /** The real server of this worker, with its own database that its tests share. */
  server: TestServer;
}

/** Playwright's test with a real server behind `page`, failing on any console error or warning and any page error. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await TestServer.start();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  allowConsole: [
    async ({ context }, use, { retry }) => {
      // The trace of a second attempt runs a script in every frame; a mail's frame refuses all.
      const allowed: RegExp[] = retry ? [/^Blocked script execution in 'about:srcdoc'/] : [];
      const reported: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          reported.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => reported.push(String(error.error())));
      await use((pattern) => allowed.push(pattern));
      const unexpected = reported.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      base.expect(unexpected, 'errors and warnings on the console').toEqual([]);
    },
    { auto: true },
  ],
});

export const expect = test.expect;
