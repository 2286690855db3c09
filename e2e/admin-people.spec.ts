import type { Browser, Page } from '@playwright/test';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { peopleMessages } from '#domain/auth/people';
import { choose, expectPage, follow, row, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { purchase, test } from './support/mail.js';
import { mailedLink } from './support/mailed-link.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect } from './support/test.js';

const password = 'a long and plain passphrase 47';

/** A window of another person. */
async function openWindow(browser: Browser, server: TestServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  return context.newPage();
}

/** Opens the menu of an account, and chooses an act. */
async function act(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Actions on ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('admin, manager and viewer work through one day, each with what they may do, and the audit trail tells it', async ({
  page: admin,
  browser,
  server,
  smtp,
  allowConsole,
}) => {
  allowConsole(/status of 40[139]/);
  const manager = unique().toLowerCase();
  const viewer = unique().toLowerCase();
  const { referenceNumber } = await purchase(server, `Ann ${manager}`);
  await signedIn(admin, server);
  await admin.goto(pages.people);
  await expectPage(admin, 'People');
  await expect(admin.getByText('No open invitations')).toBeVisible();
  await expectNoAxeFindingsInEveryLook(admin);

  const invite = (name: string, role: string) =>
    test.step(`invites ${role}`, async () => {
      await admin.getByRole('button', { name: 'Invite' }).click();
      await button(admin, 'Invite').click();
      await expect(admin.getByText('Email is required')).toBeVisible();
      await admin.getByLabel('Email').fill(`${name}@example.com`);
      await admin.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
      await expectNoAxeFindings(admin);
      await button(admin, 'Invite').click();
      await expect(
        admin.getByRole('button', { name: `Withdraw the invitation to ${name}@example.com` }),
      ).toBeVisible();
      const page = await openWindow(browser, server);
      await page.goto(await mailedLink(smtp, `${name}@example.com`, pages.invitation));
      await expect(page.getByRole('heading', { level: 1, name: 'Invitation' })).toBeVisible();
      await expect(
        page.getByText(`admin invites ${name}@example.com to the back-office as ${role}.`),
      ).toBeVisible();
      // The token stays neither in the address nor in the browser's history.
      expect(new URL(page.url()).hash).toBe('');
      await expectNoAxeFindings(page);
      await page.getByLabel('Username').fill(name);
      await page.getByLabel('New Password', { exact: true }).fill(password);
      await page.getByLabel('Repeat New Password').fill(`${password}!`);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('This differs from the new password')).toBeVisible();
      await page.getByLabel('Repeat New Password').fill(password);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByRole('link', { name: 'Sign In' }).click();
      await signIn(page, name);
      await expectPage(page, `Welcome back, ${name}`);
      return page;
    });
  const managers = await invite(manager, 'Manager');
  const viewers = await invite(viewer, 'Viewer');

  await test.step('the manager marks a payment; the viewer sees it, and no button that would fail', async () => {
    for (const page of [managers, viewers]) {
      await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
      await follow(page, pages.people);
      await expectPage(page, messages.forbidden);
      await follow(page, `${pages.payments}?filter=${encodeURIComponent(`{"search":"Ann ${manager}"}`)}`);
      await row(page, referenceNumber).getByRole('link', { name: referenceNumber, exact: true }).click();
      await expectPage(page, referenceNumber);
    }
    await managers.getByRole('button', { name: 'Mark as Paid' }).click();
    await expect(managers.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    await viewers.reload();
    await expectPage(viewers, referenceNumber);
    await expect(viewers.getByRole('region', { name: 'Payment History' })).toContainText('Paid');
    for (const name of ['Mark as Paid', 'Update Status', 'Copy Link', 'Undo'])
      await expect(viewers.getByRole('button', { name })).toHaveCount(0);
    await expect(viewers.getByRole('link', { name: 'Edit Payment' })).toHaveCount(0);
  });

  await test.step('a change of role is felt at once', async () => {
    await admin.reload();
    await expect(row(admin, viewer)).toContainText('Viewer');
    await act(admin, viewer, 'Change Role');
    await admin.getByRole('radio', { name: /^Manager/ }).check();
    await expectNoAxeFindings(admin);
    await button(admin, 'Change Role').click();
    await expect(row(admin, viewer)).toContainText('Manager');
    await viewers.getByRole('link', { name: 'Customers', exact: true }).click();
    await expect(viewers.getByRole('link', { name: 'Add Customer' })).toBeVisible();
  });

  await test.step('a disabled account is signed out; the last admin stays', async () => {
    await act(admin, viewer, 'Disable');
    await button(admin, 'Disable').click();
    await expect(row(admin, viewer)).toContainText('Disabled');
    await viewers.getByRole('link', { name: 'Payments', exact: true }).click();
    await expect(viewers.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await act(admin, 'admin', 'Disable');
    await button(admin, 'Disable').click();
    await expect(admin.getByText(peopleMessages.lastAdmin)).toBeVisible();
    await button(admin, 'Cancel').click();
  });

  await test.step('the audit trail tells the day', async () => {
    await admin.getByRole('link', { name: 'Audit' }).click();
    await expectPage(admin, 'Audit');
    await admin.getByLabel('Search by person').fill(manager);
    await admin.getByLabel('Search by person').press('Enter');
    await expect(row(admin, 'Signed in')).toHaveCount(1);
    await expect(row(admin, 'Status changed')).toContainText('Paid');
    await expectNoAxeFindingsInEveryLook(admin);
    await choose(admin, 'Action', 'Status changed');
    await expect(row(admin, 'Signed in')).toHaveCount(0);
    await admin.getByRole('button', { name: 'Export' }).click();
    const download = admin.waitForEvent('download');
    await admin.getByRole('menuitem', { name: 'Export as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit-export-.*\.csv$/);
    await row(admin, 'Status changed').getByRole('link', { name: 'Payment' }).click();
    await expectPage(admin, referenceNumber);
    await admin.goBack();
    await expectPage(admin, 'Audit');
    await admin.getByRole('button', { name: 'Clear Filters' }).click();
    await choose(admin, 'Action', 'Role changed');
    await expect(row(admin, 'Role changed')).toContainText('Viewer → Manager');
    await row(admin, 'Role changed').getByRole('button', { name: 'Only This Record' }).click();
    await expect(row(admin, 'Disabled')).toBeVisible();
    await expect(row(admin, 'Status changed')).toHaveCount(0);
  });
  await managers.context().close();
  await viewers.context().close();
});

test('an account is found, signed out and deleted on a phone @long', async ({ page, server }) => {
  const name = unique().toLowerCase();
  await server.addAccount(name, 'manager');
  await signedIn(page, server);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${pages.people}?sort=createdAt&order=DESC`);
  await expectPage(page, 'People');
  const card = page.getByRole('listitem').filter({ hasText: `${name}@example.com` });
  await expect(card).toContainText('Password only');
  await expectNoAxeFindings(page);
  await act(page, name, 'End Sessions');
  await button(page, 'End Sessions').click();
  await expect(page.getByText(`Every session of ${name} has ended`)).toBeVisible();
  await act(page, name, 'Delete');
  await button(page, 'Delete').click();
  // While the dialog is open, the list is hidden from screen readers, and so from this look.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await page.goto(pages.audit);
  await expect(page.getByRole('listitem').filter({ hasText: 'Deleted' }).first()).toBeVisible();
  expect((await page.getByRole('listitem').first().boundingBox())?.y).toBeLessThan(320);
  await page.getByRole('button', { name: 'More Filters' }).click();
  await choose(page, 'Action', 'Deleted');
  const deleted = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Deleted' });
  await deleted.getByRole('button', { name: 'Whole entry' }).click();
  const entry = page.getByRole('dialog', { name: 'Account' });
  await expect(entry.getByText('Deleted by admin')).toBeVisible();
  await expect(entry.getByText(`Email: ${name}@example.com → (empty)`, { exact: true })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await expect(entry).toHaveCount(0);
});
