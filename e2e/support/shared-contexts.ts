import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/**
 * The browser contexts of a worker. Tests with equal options use one after the other, emptied in between, so that the
 * browser keeps its cache of files and of compiled scripts.
 */
export class SharedContexts {
  private readonly unused = new Map<string, BrowserContext>();

  /** @param options the options of the context that the browser was started with */
  constructor(
    readonly browser: Browser,
    options: BrowserContextOptions,
  ) {
    for (const context of browser.contexts()) this.unused.set(JSON.stringify(options), context);
  }

  /** Runs `use` with an empty context of these options, beyond which the options of the running test hold. */
  async lend(options: BrowserContextOptions, use: (context: BrowserContext) => Promise<void>): Promise<void> {
    const key = JSON.stringify(options);
    const context = this.unused.get(key) ?? (await this.browser.newContext(options));
    this.unused.delete(key);
    await use(context);
    await empty(context, options.baseURL);
    this.unused.set(key, context);
  }
}

/** Removes everything that a test may leave but the caches; one page without a program stays. */
async function empty(context: BrowserContext, origin = ''): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.setExtraHTTPHeaders({});
  const blank = await context.newPage();
  // In the process of the site, which goes on with what it has compiled.
  if (origin) await blank.goto(`${origin}/api/health`);
  const left = context.pages().filter((page) => page !== blank);
  await Promise.all(left.map((page) => page.close()));
  await context.clearPermissions();
  await context.clearCookies();
  const storage = await context.newCDPSession(blank);
  // Tests of passkeys open the server by its name, as a passkey belongs to one.
  for (const each of [origin, origin.replace('127.0.0.1', 'localhost')])
    await storage.send('Storage.clearDataForOrigin', { origin: each, storageTypes: 'all' });
  await storage.detach();
  if (!(await blank.evaluate(() => String(setTimeout).includes('[native code]'))))
    throw new Error('A clock stays in its context: this test needs test.use({ ownContext: true })');
}
