import type { Page } from '@playwright/test';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { createPayment, createCustomer, expectPage, follow, row, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

/** The buttons and links of a page whose press would write. */
const writing = (page: Page) =>
  page
    .getByRole('main')
    .locator('a, button')
    .filter({
      hasText:
        /^(?:Add|Record|Edit|Delete|Update|Mark|Confirm|Send|Copy Link|Renew|Undo|Import|New (?!sign-in)|Change)\b/i,
    });

test('a viewer sees everything of the office, and nothing that would fail when pressed', async ({
  page,
  server,
}) => {
  const name = unique().toLowerCase();
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer);
  await server.addAccount(name, 'viewer');
  await signedIn(page, server, name);
  await page.goto(pages.admin);
  await expectPage(page, `Welcome back, ${name}`);
  const panel = page.getByRole('complementary', { name: 'Admin Panel' });
  await expect(panel.getByRole('link')).toHaveText([
    'Dashboard',
    'Customers',
    'Payments',
    /^Overdue\d*$/,
    /^Reconcile\d*$/,
    'Mail',
    'Reports',
    'Documents',
    'My Account',
  ]);
  await expect(writing(page)).toHaveCount(0);

  for (const [path, heading] of [
    [pages.customers, 'Customers'],
    [`${pages.customers}/${customer._id}`, customer.fullName],
    [pages.payments, 'Payments'],
    [`${pages.payments}/${payment._id}`, payment.referenceNumber],
    [pages.overdue, 'Overdue Payments'],
    [pages.reconcile, 'Reconcile'],
    [pages.importStatement, 'Statements'],
    [pages.bankAccounts, 'Bank Accounts'],
    [pages.interacNotices, 'Interac Notices'],
    [pages.mails, 'Mail'],
    [pages.reports, 'Reports'],
  ] as const)
    await test.step(heading, async () => {
      await follow(page, path);
      await expectPage(page, heading);
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
      await expect(writing(page)).toHaveCount(0);
      await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
      // No column of buttons that are not his.
      if (path === pages.payments)
        await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Actions|^Show Activity|the comment by/ })).toHaveCount(
        0,
      );
      if (path === pages.importStatement)
        await expect(page.getByRole('alert')).toContainText('ask a manager or an admin');
    });

  await test.step('a form opened by its address says why, with a way back', async () => {
    for (const [path, back] of [
      [pages.newCustomer, 'Customers'],
      [`${pages.customers}/${customer._id}/edit`, 'Customers'],
      [pages.newPayment, 'Payments'],
    ] as const) {
      await follow(page, path);
      await expectPage(page, messages.forbidden);
      await page.getByRole('link', { name: 'Go Back' }).click();
      await expectPage(page, back);
    }
    await follow(page, pages.newPayment);
    await expectPage(page, messages.forbidden);
    await expectNoAxeFindings(page);
  });

  await test.step('Ctrl-K offers no form', async () => {
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search payments and customers' });
    await search.fill('bank acc');
    await expect(page.getByRole('option', { name: 'Bank Accounts' })).toBeVisible();
    await search.fill('new cust');
    await expect(page.getByRole('option', { name: 'New Customer' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});

test('a change of role is felt at once in an open tab @long', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 401/);
  const name = unique().toLowerCase();
  const customer = await createCustomer(server);
  await createPayment(server, customer);
  await server.addAccount(name, 'viewer');
  await signedIn(page, server, name);
  await page.goto(pages.payments);
  await expectPage(page, 'Payments');
  await expect(row(page, customer.fullName)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Record Payment' })).toHaveCount(0);

  await server.admin('role', name, 'manager');
  await page.getByRole('button', { name: 'Amount' }).click();
  await expect(page.getByRole('link', { name: 'Record Payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Record Payment' }).click();
  await expectPage(page, 'Record New Payment');

  await server.admin('role', name, 'viewer');
  await page.getByRole('combobox', { name: 'Customer' }).fill('Ann');
  await expectPage(page, messages.forbidden);
});
