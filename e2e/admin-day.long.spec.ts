import { readFile } from 'node:fs/promises';
import { pages } from '#domain/platform/pages';
import type { Payment } from '#domain/payments/payments';
import { createPayment, createCustomer, expectPage } from './support/admin.js';
import { press } from './support/keyboard.js';
import { bankFile, createAccount } from './support/statements.js';
import { test } from './support/own-server.js';
import { expect } from './support/test.js';

test('a day of the office needs no mouse: find, mark, undo, import, confirm, remind, export and sign out', async ({
  page,
  ownServer: server,
}) => {
  test.setTimeout(150_000);
  const customer = await createCustomer(server, { fullName: 'Keiko Keys' });
  const waiting = await createPayment(server, customer);
  const late = await createPayment(server, await createCustomer(server), { transferDate: '2026-01-05' });
  await createAccount(server);
  const { keyboard } = page;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const statusOf = async ({ _id }: Payment) =>
    ((await (await server.api(`/payments/${_id}`)).json()) as Payment).status;
  /** Opens what Ctrl-K finds first. */
  const find = async (text: string, found: string) => {
    await keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search payments/ })).toBeFocused();
    await keyboard.type(text);
    await expect(page.getByRole('option', { name: found }).first()).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
  };

  await test.step('sign in', async () => {
    await page.goto(pages.login);
    await expect(page.getByLabel('Username')).toBeFocused();
    await keyboard.type('admin');
    await keyboard.press('Tab');
    await keyboard.type(server.adminPassword);
    await keyboard.press('Enter');
    await expectPage(page, 'Welcome back, admin');
  });

  await test.step('find a payment, mark it as paid, and undo that', async () => {
    await find(waiting.referenceNumber, waiting.referenceNumber);
    await expectPage(page, waiting.referenceNumber);
    await press(page, button('Mark as Paid'));
    await expect(page.getByText(`${waiting.referenceNumber} is now marked as Paid`)).toBeVisible();
    expect(await statusOf(waiting)).toBe('paid');
    await keyboard.press('u');
    await expect(page.getByText(`${waiting.referenceNumber} is Pending again`)).toBeVisible();
    expect(await statusOf(waiting)).toBe('pending');
  });

  await test.step('import a statement', async () => {
    await find('import', 'Import Statement');
    await expectPage(page, 'Import Statement');
    const chooser = page.waitForEvent('filechooser');
    await press(page, button('Choose a File'));
    const buffer = bankFile([
      [`E-TRANSFER ${waiting.referenceNumber}`, waiting.amount],
      ['COUNTER DEPOSIT', 5],
    ]);
    await (await chooser).setFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
    await press(page, button('Yes, This Is Right'));
    await expect(button(/^Import 2/)).toBeEnabled();
    await press(page, button(/^Import 2/));
    await expect(page.getByRole('heading', { level: 2, name: 'Import of bank.csv' })).toBeFocused();
    await press(page, page.getByRole('link', { name: 'Confirm 1 Ready' }));
  });

  await test.step('confirm the row by its keys', async () => {
    await expectPage(page, 'Reconcile');
    await expect(page.getByRole('list', { name: 'Bank transactions' }).getByRole('listitem')).toHaveCount(1);
    await keyboard.press('j');
    await keyboard.press('Enter');
    const panel = page.locator('[data-beside]');
    await expect(panel.getByRole('heading').first()).toBeFocused();
    await expect(panel.locator('[data-main-action]')).toBeVisible();
    await keyboard.press('Enter');
    await expect.poll(() => statusOf(waiting)).toBe('paid');
  });

  await test.step('remind of a late payment', async () => {
    await find('overdue', 'Overdue Payments');
    await expectPage(page, 'Overdue Payments');
    await press(page, page.getByRole('checkbox', { name: `Select ${late.referenceNumber}` }), 'Space');
    await press(page, button('Send Reminder'));
    const dialog = page.getByRole('dialog', { name: 'Send Reminder' });
    await press(page, dialog.getByRole('button', { name: 'Send', exact: true }));
    await expect(dialog).toBeHidden();
    const mails = (await (await server.api('/mails?filter[kind]=reminder')).json()) as { mails: object[] };
    expect(mails.mails).toHaveLength(1);
  });

  await test.step('export, and sign out', async () => {
    await find('payments', 'Payments');
    await expectPage(page, 'Payments');
    const download = page.waitForEvent('download');
    await press(page, button('Export CSV'));
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    await press(page, button('Logout'));
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });
});
