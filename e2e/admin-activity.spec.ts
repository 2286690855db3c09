import type { Page } from '@playwright/test';
import { messages } from '#domain/messages';
import { pages } from '#domain/pages';
import { createCustomer, createPayment, choose, expectPage, follow, signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { inEachWidth } from './support/looks.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const section = (page: Page) => page.getByRole('region', { name: 'Activity' });
const entries = (page: Page) => section(page).getByRole('list', { name: 'Activity' }).locator('> li');
const open = (page: Page) => section(page).getByRole('button', { name: 'Show Activity' }).click();

async function markPaid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update Status' }).click();
  await choose(page, 'New Status', 'Paid');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('Seen on the statement');
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(dialog).toBeHidden();
}

test('the history of a payment shows what else was done to it in the order of time, and from where', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/audit') && asked.push(request.url()));
  const payment = await createPayment(server, await createCustomer(server));
  const body = { ...payment, version: undefined, notes: 'Called' };
  await server.api(`/payments/${payment._id}`, { method: 'PUT', body });
  await page.goto(`${pages.payments}/${payment._id}`);
  await expectPage(page, payment.referenceNumber);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);

  const history = page.getByRole('region', { name: 'Payment History' });
  const rows = history.getByRole('table', { name: 'Payment History' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(/\d+:\d\d\s[AP]M by adminPending-/);
  await page.route('**/api/audit?*', (route) => route.fulfill({ status: 503, body: '' }));
  await history.getByRole('button', { name: 'Show Activity' }).click();
  await expect(history.getByRole('alert')).toContainText(messages.fetchActivity);
  await page.unroute('**/api/audit?*');
  await history.getByRole('button', { name: 'Try Again' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText(/by admin from [\d.:a-f]+Pending-/);
  await expect(rows.nth(1)).toContainText('ChangedNotes: Called');
  await markPaid(page);
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(/by admin from [\d.:a-f]+PaidSeen on the statement/);

  const hide = history.getByRole('button', { name: 'Hide Activity' });
  await expect(hide).toHaveAttribute('aria-expanded', 'true');
  await hide.click();
  await expect(rows).toHaveCount(3);
});

test('a customer without entries says so, and one that was edited shows the field before and after, page by page', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const silent = await createCustomer(server);
  const pagination = { page: 1, limit: 10, total: 0, pages: 0 };
  await page.route('**/api/audit?*', (route) => route.fulfill({ json: { entries: [], pagination } }));
  await page.goto(`${pages.customers}/${silent._id}`);
  await open(page);
  await expect(section(page).getByText('No activity recorded')).toBeVisible();
  await page.unroute('**/api/audit?*');

  const customer = await createCustomer(server);
  for (let index = 1; index <= 11; index++)
    await server.api(`/customers/${customer._id}`, {
      method: 'PUT',
      body: { ...customer, version: undefined, city: `City ${index}` },
    });
  await follow(page, `${pages.customers}/${customer._id}`);
  await expectPage(page, customer.fullName);
  await page.route('**/api/audit?*', (route) => route.fulfill({ status: 503, body: '' }));
  await open(page);
  await expect(section(page).getByRole('alert')).toContainText(messages.fetchActivity);
  await page.unroute('**/api/audit?*');
  await section(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(entries(page)).toHaveCount(10);
  await expect(entries(page).first()).toContainText('Changed by admin');
  await expect(entries(page).first()).toContainText('City: City 10 → City 11');

  await section(page).getByRole('button', { name: 'Load More' }).click();
  await expect(entries(page)).toHaveCount(12);
  await expect(entries(page).last()).toContainText('Created by admin');
  await expect(section(page).getByRole('button', { name: 'Load More' })).toBeHidden();
});

test('the activity can be read by everybody', async ({ page, server }) => {
  test.slow();
  const customer = await createCustomer(server);
  const notes = `${'A long note of many words. '.repeat(12)}${'x'.repeat(200)}`;
  const paymentDetails = { fullName: 'Ann Typed', province: 'ontario', country: 'canada' };
  const payment = await createPayment(server, customer, {
    notes,
    paymentDetails,
    transferDate: '2026-12-01',
  });
  const body = { ...customer, city: 'Ottawa', province: 'QC' };
  await server.api(`/customers/${customer._id}`, { method: 'PUT', body });
  await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body: { status: 'paid' } });
  await page.goto(pages.account);
  for (const [path, title] of [
    [`${pages.customers}/${customer._id}`, customer.fullName],
    [`${pages.payments}/${payment._id}`, payment.referenceNumber],
  ] as const) {
    await follow(page, path);
    await expectPage(page, title);
    await page.getByRole('button', { name: 'Show Activity' }).click();
    await expect(page.getByText(/from (::1|127\.0\.0\.1)/).first()).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
    await inEachWidth(page, [320], async (width) =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width),
    );
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});
