import { type ConsoleMessage, test as base, type WebError } from '@playwright/test';
import { isEveryLook } from './looks.js';
import { TestServer } from '../../backend/src/testing/test-server.js';
import { SharedContexts } from './shared-contexts.js';

interface TestFixtures {
  /** A test needs a context of its own where it sets a clock, an init script of the context, or has its own server. */
  ownContext: boolean;
  /** Allows matching errors and warnings on the browser's console; all others fail the test. */
  allowConsole: (pattern: RegExp) => void;
}

interface WorkerFixtures {
  /** The real server of this worker, with its own database that its tests share. */
  server: TestServer;
  /** The browser contexts that this worker's tests share. */
  contexts: SharedContexts;
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
  contexts: [
    async ({ playwright, server }, use, { project }) => {
      const { locale, timezoneId } = project.use;
      const options = { baseURL: server.url, hasTouch: false, javaScriptEnabled: true, locale, timezoneId };
      // Only the context that a browser starts with keeps compiled scripts.
      const context = await playwright.chromium.launchPersistentContext('', options);
      await use(new SharedContexts(context.browser()!, options));
      await context.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  browser: [async ({ contexts }, use) => use(contexts.browser), { scope: 'worker' }],
  ownContext: [false, { option: true }],
  context: async (
    { contexts, ownContext, baseURL, hasTouch, javaScriptEnabled, locale, timezoneId, extraHTTPHeaders },
    use,
  ) => {
    if (ownContext) {
      const context = await contexts.browser.newContext();
      await use(context);
      return context.close();
    }
    const options = { baseURL, hasTouch, javaScriptEnabled, locale, timezoneId };
    await contexts.lend(options, async (context) => {
      await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
      await use(context);
    });
  },
  page: async ({ context, colorScheme, viewport }, use) => {
    const page = context.pages()[0] ?? (await context.newPage());
    // On a busy machine a list that opens in steps moves away from the pointer. Nightly, all is seen in motion.
    await page.emulateMedia({ colorScheme, reducedMotion: isEveryLook ? 'no-preference' : 'reduce' });
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  allowConsole: [
    async ({ context }, use, { retry }) => {
      // The trace of a second attempt runs a script in every frame; a mail's frame refuses all.
      const allowed: RegExp[] = retry ? [/^Blocked script execution in 'about:(?:srcdoc|blank)'/] : [];
      const reported: string[] = [];
      const onConsole = (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type()))
          reported.push(`${message.text()} (${message.location().url})`);
      };
      const onError = (error: WebError) => reported.push(String(error.error()));
      context.on('console', onConsole).on('weberror', onError);
      await use((pattern) => allowed.push(pattern));
      context.off('console', onConsole).off('weberror', onError);
      const unexpected = reported.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      base.expect(unexpected, 'errors and warnings on the console').toEqual([]);
    },
    { auto: true },
  ],
});

export const expect = test.expect;
