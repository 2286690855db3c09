import { readFile } from 'node:fs/promises';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import type { ReportSummary } from '#domain/office/reports';
import { formatMoney } from '#domain/platform/money';
import {
  createCustomer,
  createPayment,
  choose,
  expectPage,
  expectUncovered,
  follow,
  row,
  signedIn,
} from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test('figures stand in charts and tables for a range of days, once they could be loaded', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  const customer = await createCustomer(server);
  await createPayment(server, customer, { status: 'confirmed', amount: 100.1 });
  const overdue = await createPayment(server, customer, { transferDate: '2020-01-02' });
  const summary = (await (await server.api('/reports/summary')).json()) as ReportSummary;
  await page.route('**/api/reports/summary*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(pages.reports);
  await expectPage(page, 'Reports');
  await expect(page.getByRole('alert')).toContainText(messages.report);
  await page.unroute('**/api/reports/summary*');
  await page.getByRole('button', { name: 'Try Again' }).click();

  const revenue = page.getByRole('region', { name: 'Revenue', exact: true });
  await expect(revenue).toContainText(formatMoney(summary.revenue.usd, 'USD'));
  await expect(page.getByRole('img', { name: /Bar chart/ })).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  const months = page.getByRole('region', { name: 'Revenue by Month' });
  await expect(months.getByRole('row')).toHaveCount(summary.revenue.months.length + 1);

  const pending = summary.statuses.find(({ _id }) => _id === 'pending')?.count ?? 0;
  const statuses = page.getByRole('region', { name: 'Payments by Status' });
  await expect(statuses.getByRole('row', { name: 'Pending' }).getByRole('cell').nth(1)).toHaveText(
    String(pending),
  );
  await expect(page.getByRole('region', { name: 'Payments by Method' })).toContainText('Interac');
  await expect(page.getByRole('region', { name: 'Payments by Country' })).toContainText('Canada');
  await expectNoAxeFindings(page);

  await choose(page, 'Days', 'Last 7 Days');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await page.getByLabel('From').fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).fill('2001-12-31');
  await expect(revenue).toContainText('No revenue in this range');
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('2001-01-01');
  await page.getByLabel('From').fill('2002-01-01');
  await expect(page.getByRole('alert')).toHaveText('The range ends before it begins');
  await page.getByLabel('From').fill('');
  await page.keyboard.press('Enter');

  await expect(row(page, overdue.referenceNumber)).toContainText('Jan 2, 2020');
  await expectUncovered(page.getByRole('region', { name: 'Overdue Payments' }).getByRole('row').nth(1));
  await page.getByRole('link', { name: overdue.referenceNumber }).click();
  await expectPage(page, overdue.referenceNumber);
});

test('the range names the zone of the office once that is known, and says how figures count beside them alone', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to fetch/);
  await page.route('**/api/counts', (route) => route.abort());
  await page.goto(pages.reports);
  const ofFigures = page.getByText('Revenue counts on the days on which money came and went');
  await expect(ofFigures).toBeVisible();
  await expect(page.getByText('Both days are included')).toBeHidden();
  await page.unroute('**/api/counts');
  await page.goto(`${pages.reports}?tab=bank`);
  await expect(page.getByText('Both days are included (UTC).')).toBeVisible();
  await expect(ofFigures).toBeHidden();
});

test('a day of the range is typed as a whole, and is one entry of the history', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/reports/summary')) asked.push(new URL(request.url()).search);
  });
  await page.goto(pages.reports);
  await expect(page.getByRole('region', { name: 'Payments by Status' })).toBeVisible();
  const entries = await page.evaluate(() => history.length);
  const from = page.getByLabel('From');
  // The first of the field's three parts.
  const type = async (day: string) => {
    await from.focus();
    for (const digit of day) await page.keyboard.press(digit);
  };
  await type('01152025');
  await expect(from).toHaveValue('2025-01-15');
  await expect(page).toHaveURL(/from=2025-01-15$/);
  await expect.poll(() => asked.at(-1)).toBe('?from=2025-01-15');
  expect(asked).toHaveLength(2);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);

  await page.getByLabel('To', { exact: true }).focus();
  await type('12242025');
  await expect(page).toHaveURL(/from=2025-12-24$/);
  expect(await page.evaluate(() => history.length)).toBe(entries + 2);
  await page.goBack();
  await expect(from).toHaveValue('2025-01-15');

  await type('0115');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(from).toHaveValue('2025-01-15');
  await from.fill('');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/reports$/);
  await page.goto(`${pages.reports}?from=0002-01-15`);
  await expect(page.getByRole('region', { name: 'Payments by Status' })).toBeVisible();
  expect(asked.filter((query) => /from=(?!2025)/.test(query))).toEqual([]);
});

test('an export takes the filters that are set, shows how far it is, and can be cancelled', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_|Failed to load/);
  const customer = await createCustomer(server);
  const failed = await createPayment(server, customer, { status: 'confirmed' });
  const pending = await createPayment(server, customer);
  await page.goto(pages.reports);
  await choose(page, 'Status', 'Confirmed');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain(failed.referenceNumber);
  expect(text).not.toContain(pending.referenceNumber);
  await expect(page.getByText(/payments-export-.*\.csv was saved/)).toBeVisible();

  await choose(page, 'Days', 'Last Month');
  await expect(page.getByRole('checkbox', { name: /^Only records created in the range/ })).toBeChecked();
  const ofRange = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect(await readFile(await (await ofRange).path(), 'utf8')).not.toContain(failed.referenceNumber);
  await expect(
    page.getByText(/payments-export-.{10}-to-.{10}\.csv was saved, with \d+ lines?/),
  ).toBeVisible();
  await choose(page, 'Days', 'All Time');

  await choose(page, 'Records', 'Customers');
  await page.getByLabel('Name, email or country').fill(customer.email);
  const people = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect(await readFile(await (await people).path(), 'utf8')).toContain(customer.email);

  await follow(page, pages.payments);
  await expectPage(page, 'Payments');
  await page.route('**/api/payments/export*', () => new Promise(() => {}));
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const progress = page.getByRole('region', { name: 'Exporting payments' });
  await expect(progress.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export Excel' })).toBeDisabled();
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await expectPage(page, 'Customers');
  await progress.getByRole('button', { name: 'Cancel Export' }).click();
  await expect(page.getByText('The export was cancelled')).toBeVisible();
  await expect(progress).toBeHidden();
});
