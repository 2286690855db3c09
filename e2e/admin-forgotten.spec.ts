import { pages } from '#domain/platform/pages';
import { peopleMessages } from '#domain/auth/people';
import { expectPage, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { test } from './support/mail.js';
import { mailedLink } from './support/mailed-link.js';
import { expect, test as plain } from './support/test.js';

const password = 'a long and plain passphrase 58';

test('a forgotten password is set by the link of a mail, which works once @long', async ({
  page,
  server,
  smtp,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  const name = unique().toLowerCase();
  await server.addAccount(name, 'manager');
  await page.goto(pages.login);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectPage(page, 'Forgot Your Password?');
  await expectNoAxeFindingsInEveryLook(page);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByRole('status')).toHaveText(peopleMessages.forgotten);
  await page.goBack();
  await expectPage(page, 'Admin Login');

  const link = await mailedLink(smtp, `${name}@example.com`, pages.resetPassword);
  await page.goto(link);
  await expectPage(page, 'Set a New Password');
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat New Password').fill(password);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expectPage(page, 'Your Password Was Set');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectPage(page, `Welcome back, ${name}`);

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill(`${password}!`);
  await page.getByLabel('Repeat New Password').fill(`${password}!`);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByRole('alert')).toHaveText(peopleMessages.linkEnded);
});

test('a new email address counts once the link of the mail to it is used @long', async ({
  page,
  server,
  smtp,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  const name = unique().toLowerCase();
  await server.addAccount(name, 'manager');
  await signedIn(page, server, name);
  await page.goto(pages.account);
  await page.getByRole('textbox', { name: 'Email' }).fill(`${name}.new@example.com`);
  await page.getByLabel('Password to Confirm').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Save Email' }).click();
  await expect(page.getByText('confirm this address by the link in the mail to it.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(`${name}@example.com`);
  await expectNoAxeFindingsInEveryLook(page);

  const link = await mailedLink(smtp, `${name}.new@example.com`, pages.confirmEmail);
  await page.goto(link);
  await expectPage(page, 'Confirm Your Email');
  expect(new URL(page.url()).hash).toBe('');
  await expectNoAxeFindingsInEveryLook(page);
  await page.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expectPage(page, 'Your Email Is Confirmed');
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'My Account' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(`${name}.new@example.com`);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toHaveText(peopleMessages.linkEnded);
});

plain('without a mail server the login page offers no link for a forgotten password', async ({ page }) => {
  const asked = page.waitForResponse('**/api/auth/options');
  await page.goto(pages.login);
  await asked;
  await expect(page.getByRole('link', { name: 'Back to checkout' })).toBeVisible();
  // A bare address has no passkeys either.
  await expect(page.getByRole('link', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0);
});
