import { pages } from '#domain/platform/pages';
import { expectPage, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

test('an admin changes email and password, sees the sessions, and ends the others', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const name = unique();
  await server.addAdmin(name);
  const other = await server.login(name);
  await server.login(name);
  await signedIn(page, server, name);
  await page.goto(pages.admin);
  await page.getByRole('link', { name: 'My Account' }).click();
  await expectPage(page, 'My Account');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByText('This session')).toHaveCount(1);
  await expectNoAxeFindings(page);
  await sessions
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await expect(page.getByText('1 session was ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  // The button that had the focus is gone.
  await expect(sessions.getByRole('heading', { name: 'Sessions' })).toBeFocused();

  await page.getByLabel('Email').fill('nothing');
  await page.getByRole('button', { name: 'Save Email' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill(`${name}@changed.example`);
  await page.getByRole('button', { name: 'Save Email' }).click();
  await expect(page.getByText('Current password is required')).toBeVisible();
  await page.getByLabel('Password to Confirm').fill('wrong');
  await page.getByRole('button', { name: 'Save Email' }).click();
  await expect(page.getByText('The current password is wrong')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByLabel('Password to Confirm').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Save Email' }).click();
  await expect(page.getByText('The email was saved')).toBeVisible();

  await page.getByLabel('Current Password').fill('wrong');
  await page.getByLabel('New Password', { exact: true }).fill('a new and longer passphrase 91');
  await page.getByLabel('Repeat New Password').fill('a new and longer passphrase 19');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('This differs from the new password')).toBeVisible();
  const repeated = page.getByLabel('Repeat New Password');
  await expect(repeated).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what is typed' }).last().click();
  await expect(repeated).toHaveAttribute('type', 'text');
  await repeated.fill('a new and longer passphrase 91');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('The current password is wrong')).toBeVisible();
  await page.getByLabel('Current Password').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('The password was changed.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  const refused = await fetch(`${server.url}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken: other.refreshToken }),
  });
  expect(refused.status).toBe(401);
  await page.reload();
  await expectPage(page, 'My Account');
  await expect(page.getByText(`${name}@changed.example`)).toBeVisible();
});
