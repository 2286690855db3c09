import type { BrowserContext } from '@playwright/test';
import { expect, test } from './support/test.js';

// Each test looks for what the one before it left in the same context.
test.describe.configure({ mode: 'serial' });

let first: BrowserContext;

test('a test may leave storage, cookies, permissions, pages, routes and a lost network in its context', async ({
  context,
  page,
}) => {
  first = context;
  await page.addInitScript(() => Object.assign(window, { left: true }));
  await context.setExtraHTTPHeaders({ 'X-Left': 'left' });
  await page.goto('/');
  await page.evaluate(async () => {
    document.cookie = 'left=left';
    localStorage.setItem('left', 'left');
    sessionStorage.setItem('left', 'left');
    await caches.open('left');
    await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve));
  });
  await context.grantPermissions(['clipboard-read']);
  await (await context.newPage()).goto('/');
  await context.route('**/api/health', (route) => route.fulfill({ body: 'left' }));
  await context.setOffline(true);
});

test('the next test finds nothing of them', async ({ context, page }) => {
  expect(context, 'the context is shared').toBe(first);
  expect(context.pages()).toEqual([page]);
  expect((await context.storageState({ indexedDB: true })).origins).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  // A page without a program, which would store something itself.
  const asked = page.waitForRequest('**/api/health');
  const answer = await page.goto('/api/health');
  expect(await answer?.text()).not.toBe('left');
  expect(await (await asked).headerValue('X-Left')).toBeNull();
  const found = await page.evaluate(async () => ({
    script: 'left' in window,
    cookie: document.cookie,
    local: { ...localStorage },
    session: { ...sessionStorage },
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    isClipboardReadable:
      (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state === 'granted',
  }));
  expect(found).toEqual({
    script: false,
    cookie: '',
    local: {},
    session: {},
    caches: [],
    databases: [],
    isClipboardReadable: false,
  });
});

test.describe('a test with a clock', () => {
  test.use({ ownContext: true });

  test('has a context of its own', async ({ context, page }) => {
    expect(context).not.toBe(first);
    await page.clock.setFixedTime(0);
    await page.goto('/');
    expect(await page.evaluate(() => Date.now())).toBe(0);
  });
});

test('the test after one with a clock has the real time', async ({ context, page }) => {
  expect(context).toBe(first);
  await page.goto('/');
  expect(await page.evaluate(() => Date.now())).toBeGreaterThan(0);
});
