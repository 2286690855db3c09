import { TestServer } from '../../backend/src/testing/test-server.js';
import { test as base } from './test.js';

/** Playwright's test with a server of its own behind `page`: its database has only the records of that test. */
export const test = base.extend<{ ownServer: TestServer }>({
  // oxlint-disable-next-line no-empty-pattern
  ownServer: async ({}, use) => {
    const server = await TestServer.start();
    await use(server);
    await server.dispose();
  },
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
  ownContext: true,
});
