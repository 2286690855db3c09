import { pages } from '#domain/platform/pages';
import type { Payment } from '#domain/payments/payments';
import { paymentPath } from '../admin/src/ui/paths.js';
import { choose, createPayment, createCustomer, expectPage, follow, row, signedIn } from './support/admin.js';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { purchase, test } from './support/mail.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect } from './support/test.js';

test.beforeEach(({ page, server }) => signedIn(page, server));

/** Creates a pending payment past its transfer date. */
async function overduePayment(server: TestServer, transferDate: string): Promise<Payment> {
  return createPayment(server, await createCustomer(server), { transferDate });
}

test('overdue payments are reminded of together once each mail was looked at, and marked as paid and back, by everybody', async ({
  page,
  server,
  smtp,
  allowConsole,
}) => {
  // One reminder is refused.
  allowConsole(/409/);
  test.slow();
  const look = () => expectNoAxeFindingsInEveryLook(page, [375, 1280]);
  const payments = [];
  for (const day of ['2020-01-01', '2020-01-02', '2020-01-03'])
    payments.push(await overduePayment(server, day));
  const [first, second, third] = payments as [Payment, Payment, Payment];
  await purchase(server);
  const reminders = ({ referenceNumber }: Payment) =>
    smtp.mails.filter(
      ({ email }) => email.subject === `${referenceNumber}: we have not seen your transfer yet`,
    );

  await page.goto(pages.admin);
  await expect(page.getByRole('link', { name: /overdue payments$/ })).toBeVisible();
  await look();
  await page.getByRole('link', { name: /overdue payments$/ }).click();
  await expectPage(page, 'Overdue Payments');
  await expect(page.getByRole('row').nth(1)).toContainText(first.referenceNumber);
  const days = Math.floor((Date.now() - Date.parse('2020-01-01')) / 86_400_000).toLocaleString('en-US');
  await expect(row(page, first.referenceNumber)).toContainText(`${days} days`);
  await expect(row(page, first.referenceNumber)).toContainText('Not reminded');
  const select = ({ referenceNumber }: Payment) =>
    page.getByRole('checkbox', { name: `Select ${referenceNumber}` });
  await select(first).check();
  await select(second).check();
  const bar = page.getByRole('group', { name: 'Selected payments' });
  await expect(bar).toContainText('2 selected · CA$4,513.22 due');

  await bar.getByRole('button', { name: 'Send Reminder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 2 Reminders' });
  const shown = page.frameLocator('iframe').locator('main');
  await expect(shown).toContainText(first.referenceNumber);
  await dialog.getByRole('button', { name: 'Next mail' }).click();
  await expect(dialog).toContainText('Mail 2 of 2');
  await expect(shown).toContainText(second.referenceNumber);
  // A colleague settles one payment while the admin previews the mails: it gets no reminder.
  await server.api(`/payments/${second._id}/status`, { method: 'PATCH', body: { status: 'paid' } });
  await dialog.getByRole('button', { name: 'Send 2 Mails' }).click();
  await expect(dialog).toContainText('1 mail was not sent:');
  await expect(dialog.getByRole('listitem')).toHaveText(
    `${second.referenceNumber} This payment is not pending any more`,
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => reminders(first).length).toBe(1);
  expect([second, third].flatMap(reminders)).toEqual([]);
  await expect(row(page, first.referenceNumber)).not.toContainText('Not reminded');
  await expect(row(page, third.referenceNumber)).toContainText('Not reminded');
  await expect(row(page, second.referenceNumber)).toHaveCount(0);
  await bar.getByRole('button', { name: 'Clear Selection' }).click();

  await select(first).check();
  await look();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/payments/*/mails', async (route) => {
    await held;
    await route.continue();
  });
  await bar.getByRole('button', { name: 'Send Reminder' }).click();
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await cancel.hover();
  const place = await cancel.boundingBox();
  release();
  await expect(page.getByRole('dialog')).toContainText('The last reminder about this payment was written on');
  await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible();
  expect(await cancel.boundingBox(), 'Cancel stays in its place').toEqual(place);
  await look();
  await cancel.click();
  await bar.getByRole('button', { name: 'Mark as Paid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Paid' }).click();
  await expect(page.getByText('1 payment is now marked as Paid')).toBeVisible();
  await expect(row(page, first.referenceNumber)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, first.referenceNumber)).toBeVisible();
  await row(page, first.referenceNumber).getByRole('link', { name: first.referenceNumber }).click();
  await expect(page).toHaveURL(new RegExp(paymentPath(first._id)));
  await follow(page, pages.reports);
  await page.getByRole('link', { name: 'Remind or Mark' }).click();
  await expectPage(page, 'Overdue Payments');
});

test('what a visitor has told and what waits in reconciliation stands beside an overdue payment, and that none is', async ({
  page,
  server,
}) => {
  const told = await purchase(server);
  await server.api(`/payments/${told.paymentId}`, {
    method: 'PUT',
    body: {
      ...((await (await server.api(`/payments/${told.paymentId}`)).json()) as object),
      transferDate: '2020-02-01',
    },
  });
  const sent = new Date().toISOString().slice(0, 10);
  const answer = await fetch(`${server.url}/api${told.orderPath.replace('/order/', '/orders/')}/sent`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ date: sent }),
  });
  expect(answer.status).toBe(204);
  await page.goto(pages.overdue);
  await test.step('those of a province that are pending for longer, and none that is found', async () => {
    const filters = page.getByRole('button', { name: /^More Filters/ });
    await filters.click();
    await choose(page, 'Province', 'Quebec');
    await expect(page.getByText('No payments found')).toBeVisible();
    await choose(page, 'Province', 'Ontario');
    await expect(row(page, told.referenceNumber)).toBeVisible();
    const age = page.getByRole('combobox', { name: 'Pending Over' });
    await age.fill('5');
    await age.press('Enter');
    await expect(age).toHaveValue('5 days');
    await expect(page.getByText('No payments found')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
  });
  await expect(row(page, told.referenceNumber)).toContainText(/Customer says it was sent on \w+ \d+, \d+/);

  const arrived = await overduePayment(server, '2020-02-02');
  const account = (await (
    await server.api('/bank-accounts', {
      method: 'POST',
      body: { name: `Account ${arrived.referenceNumber}`, currency: 'CAD' },
    })
  ).json()) as { _id: string };
  const file = `Date,Description,Amount\n${sent},E-TRANSFER ${arrived.referenceNumber},2256.61`;
  const draft = (await (
    await fetch(`${server.url}/api/bank-accounts/${account._id}/statements?fileName=bank.csv`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${(await server.login()).token}`,
        'Content-Type': 'application/octet-stream',
      },
      body: file,
    })
  ).json()) as { _id: string };
  await server.api(`/statements/${draft._id}/mapping`, { method: 'PUT', body: { confirmed: true } });
  await server.api(`/statements/${draft._id}/import`, { method: 'POST' });
  await page.reload();
  await row(page, arrived.referenceNumber)
    .getByRole('link', { name: /May have arrived/ })
    .click();
  await expectPage(page, 'Reconcile');

  await test.step('nothing overdue is said as such', async () => {
    await page.route('**/api/reports/overdue*', (route) =>
      route.fulfill({
        json: { payments: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } },
      }),
    );
    await follow(page, pages.overdue);
    await expect(page.getByText('No payment is overdue')).toBeVisible();
    await expectNoAxeFindings(page);
  });
});
