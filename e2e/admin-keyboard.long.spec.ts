import type { Locator, Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import { expectPage, row, unique } from './support/admin.js';
import { press, tabTo } from './support/keyboard.js';
import { addAuthenticator, codeOf } from './support/second-factor.js';
import { expect, test } from './support/test.js';

test('signing in, a second factor, an invitation, a role and a passkey need no mouse', async ({
  page,
  server,
}) => {
  const name = unique().toLowerCase();
  const colleague = unique().toLowerCase();
  await server.addAdmin(name);
  await server.addAccount(colleague, 'viewer');
  await addAuthenticator(page);
  const { keyboard } = page;
  const button = (label: string, within: Page | Locator = page) =>
    within.getByRole('button', { name: label, exact: true });
  const signIn = async () => {
    await expect(page.getByLabel('Username')).toBeFocused();
    await keyboard.type(name);
    await keyboard.press('Tab');
    await keyboard.type(server.adminPassword);
    await keyboard.press('Enter');
  };
  // A passkey belongs to a name; the tests' servers are known by their address.
  const site = server.url.replace('127.0.0.1', 'localhost');
  let secret = '';

  await page.goto(site + pages.login);
  await signIn();
  await expectPage(page, `Welcome back, ${name}`);

  await test.step('sets up an authenticator app', async () => {
    await press(page, page.getByRole('link', { name: 'My account' }));
    await expectPage(page, 'My Account');
    await press(page, button('Set Up an Authenticator App'));
    const section = page.getByRole('region', { name: 'Second Factor' });
    await expect(section.getByLabel('Code', { exact: true })).toBeFocused();
    secret = (await section.locator('code').innerText()).replaceAll(' ', '');
    await keyboard.type(codeOf(secret));
    await keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Your Recovery Codes' });
    await press(page, button('I Have Kept Them', codes));
    await expect(codes).toHaveCount(0);
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  });

  await test.step('adds a passkey, and removes it', async () => {
    await press(page, button('Add Passkey'));
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await keyboard.type('Desk');
    await keyboard.press('Enter');
    await expect(page.getByText('The passkey was added')).toBeVisible();
    await press(page, button('Remove Desk'));
    await press(page, button('Remove', page.getByRole('dialog', { name: 'Remove Desk' })));
    await expect(page.getByText('No passkeys')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('invites a person', async () => {
    await press(page, page.getByRole('link', { name: 'People' }));
    await expectPage(page, 'People');
    await press(page, button('Invite'));
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await keyboard.type(`${name}.friend@example.com`);
    await tabTo(page, dialog.getByRole('radio', { name: /^Manager/ }));
    await keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: /^Viewer/ })).toBeChecked();
    await keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const link = page.getByRole('dialog', { name: 'Link of the Invitation' });
    await expect(link.getByText(/\/admin\/invitation#[\w-]{43}$/)).toBeVisible();
    await press(page, button('I Have Copied It', link));
    await expect(link).toHaveCount(0);
    await expect(button(`Withdraw the invitation to ${name}.friend@example.com`)).toBeVisible();
    // The focus is where the dialog was opened.
    await expect(button('Invite')).toBeFocused();
  });

  await test.step('gives a person another role', async () => {
    await page.goto(`${site}${pages.people}?sort=createdAt&order=DESC`);
    const menu = button(`Actions on ${colleague}`);
    await press(page, menu);
    await expect(page.getByRole('menuitem', { name: 'Change Role' })).toBeFocused();
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Change Role: ${colleague}` });
    await expect(dialog.getByRole('radio', { name: /^Viewer/ })).toBeFocused();
    await keyboard.press('ArrowUp');
    await press(page, button('Change Role', dialog));
    await expect(row(page, colleague)).toContainText('Manager');
    await expect(menu).toBeFocused();
  });

  await test.step('signs out, and in again with the second step', async () => {
    await press(page, button('Logout'));
    await signIn();
    await expect(page.getByLabel('Code')).toBeFocused();
    await keyboard.type(codeOf(secret, 1));
    await expectPage(page, `Welcome back, ${name}`);
  });
});
