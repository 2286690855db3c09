import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import { expectPage, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

/** Returns the number of scripts that a page loads, and their compressed size in KB. */
async function scriptsOf(page: Page, open: () => Promise<void>): Promise<{ count: number; size: number }> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await open();
  return {
    count: sizes.length,
    size: (await Promise.all(sizes)).reduce((total, size) => total + size, 0) / 1024,
  };
}

test('the login page shows itself with at most 80 KB of JavaScript', async ({ page }) => {
  // Scripts that are preloaded later, while the admin types, do not count.
  await page.addInitScript(() => (window.setTimeout = (() => 0) as unknown as typeof setTimeout));
  const { size } = await scriptsOf(page, async () => {
    await page.goto(pages.login);
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });
  expect(size).toBeLessThanOrEqual(80);
});

test('the dashboard needs at most 380 KB of JavaScript in ten files, a second visit only the data, and a list asks for its records while its part of the program comes', async ({
  page,
  server,
}) => {
  await signedIn(page, server);
  const { count, size } = await scriptsOf(page, async () => {
    await page.goto(pages.admin);
    await expectPage(page, 'Welcome back, admin');
    await page.waitForLoadState('networkidle');
  });
  expect(count).toBeLessThanOrEqual(10);
  expect(size).toBeLessThanOrEqual(380);

  await test.step('a second visit takes every file from the browser', async () => {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const fetched = new Map<string, string>();
    network.on('Network.requestWillBeSent', ({ requestId, request }) =>
      fetched.set(requestId, new URL(request.url).pathname),
    );
    network.on('Network.requestServedFromCache', ({ requestId }) => fetched.delete(requestId));
    network.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache) fetched.delete(requestId);
    });
    await page.reload();
    await expectPage(page, 'Welcome back, admin');
    await page.waitForLoadState('networkidle');
    expect([...fetched.values()].filter((path) => !path.startsWith('/api/'))).toEqual([pages.admin]);
    await network.detach();
  });

  await test.step('a list asks for its records while its part of the program comes', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/CustomerList-*.js', async (route) => {
      await held;
      await route.continue();
    });
    const part = page.waitForRequest('**/assets/CustomerList-*.js');
    const asked = page.waitForRequest(/\/api\/customers\?page=1&limit=10/);
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await Promise.all([part, asked]);
    release();
    await expectPage(page, 'Customers');
  });
});
