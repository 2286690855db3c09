import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import { secondFactorMessages } from '#domain/auth/second-factor';
import { expectPage, follow, row, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { test } from './support/mail.js';
import { addAuthenticator, codeOf, confirmApp, setUpApp, typePassword } from './support/second-factor.js';
import { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test as plain } from './support/test.js';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
}

test('a code of the app is the second step of a sign-in, and a recovery code where the phone is lost', async ({
  page,
  server,
  smtp,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const name = unique().toLowerCase();
  await server.addAccount(name, 'manager');
  await signedIn(page, server, name);
  await page.goto(pages.account);
  await expectPage(page, 'My Account');
  const { secret } = await setUpApp(page);
  await expectNoAxeFindings(page);
  const codes = await confirmApp(page, secret);
  await expectNoAxeFindings(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await expectNoAxeFindingsInEveryLook(page);

  await test.step('six digits submit themselves; a wrong code is told', async () => {
    await signOut(page);
    await typePassword(page, server, name);
    const code = page.getByLabel('Code');
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expectNoAxeFindingsInEveryLook(page);
    await code.fill('000000');
    await expect(page.getByRole('alert')).toHaveText(secondFactorMessages.wrongCode);
    await expect(code).toHaveValue('');
    await code.pressSequentially(codeOf(secret, 1));
    await expectPage(page, `Welcome back, ${name}`);
  });

  await test.step('a recovery code works once, and a mail tells of it', async () => {
    await signOut(page);
    await typePassword(page, server, name);
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await expectNoAxeFindings(page);
    await page.getByLabel('Recovery Code').fill(codes[0]!);
    await page.keyboard.press('Enter');
    await expectPage(page, `Welcome back, ${name}`);
    await expect
      .poll(() =>
        smtp.mails.filter(({ to }) => to.includes(`${name}@example.com`)).map(({ email }) => email.text),
      )
      .toContainEqual(expect.stringMatching(/recovery code/i));
    await page.getByRole('link', { name: 'My Account' }).click();
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
    const signIns = page.getByRole('region', { name: 'Last Sign-Ins' });
    await expect(signIns).toContainText('Password and recovery code');
    await expect(signIns).toContainText('Password and code');
    await signOut(page);
    await typePassword(page, server, name);
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery Code').fill(codes[0]!);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(secondFactorMessages.wrongRecoveryCode);
  });
});

test('without phone and codes an admin lets a colleague in again, and so does the operator @long', async ({
  page,
  server,
  smtp,
}) => {
  const name = unique().toLowerCase();
  await server.addAccount(name, 'manager');
  await signedIn(page, server, name);
  await page.goto(pages.account);
  const { secret } = await setUpApp(page);
  await confirmApp(page, secret);
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await signOut(page);

  await test.step('an admin resets the second factor', async () => {
    await page.getByLabel('Username').fill(server.adminUsername);
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expectPage(page, 'Welcome back, admin');
    await follow(page, `${pages.people}?sort=createdAt&order=DESC`);
    await expect(row(page, name)).toContainText('Second factor');
    await page.getByRole('button', { name: `Actions on ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Reset Second Factor' }).click();
    const reset = page.getByRole('dialog').getByRole('button', { name: 'Reset Second Factor' });
    await reset.click();
    await expect(page.getByText('Reason is required')).toBeVisible();
    await page.getByLabel('Reason').fill('The phone fell into the sea');
    await expectNoAxeFindings(page);
    await reset.click();
    await expect(row(page, name)).toContainText('Password only');
    await expect
      .poll(() =>
        smtp.mails.filter(({ to }) => to.includes(`${name}@example.com`)).map(({ email }) => email.text),
      )
      .toContainEqual(expect.stringContaining('The phone fell into the sea'));
    await signOut(page);
    await typePassword(page, server, name);
    await expectPage(page, `Welcome back, ${name}`);
  });

  await test.step('the operator takes it away', async () => {
    await page.getByRole('link', { name: 'My Account' }).click();
    const { secret: second } = await setUpApp(page);
    await confirmApp(page, second);
    await page.getByRole('button', { name: 'I Have Kept Them' }).click();
    await signOut(page);
    await server.admin('second-factor-off', name);
    await typePassword(page, server, name);
    await expectPage(page, `Welcome back, ${name}`);
    await page.getByRole('link', { name: 'My Account' }).click();
    await expect(page.getByRole('button', { name: 'Set Up an Authenticator App' })).toBeVisible();
  });
});

plain(
  'a passkey is added, named, and signs in alone or as the second step @long',
  async ({ page, server, allowConsole }) => {
    allowConsole(/status of 40[13]/);
    const name = unique().toLowerCase();
    await server.addAccount(name, 'manager');
    const { devices, authenticatorId } = await addAuthenticator(page);
    await signedIn(page, server, name);
    // A passkey belongs to a name; the tests' servers are known by their address.
    await page.goto(server.url.replace('127.0.0.1', 'localhost') + pages.account);
    const section = page.getByRole('region', { name: 'Passkeys' });
    await expect(section).toContainText('No passkeys');
    await section.getByRole('button', { name: 'Add Passkey' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Desk');
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('The passkey was added')).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await expect(section).toContainText('never used');
    await section.getByRole('button', { name: 'Rename Desk' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Desk computer');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(section).toContainText('Desk computer');
    await expectNoAxeFindings(page);

    await test.step('it signs in alone', async () => {
      await signOut(page);
      await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
      await expectPage(page, `Welcome back, ${name}`);
      await page.getByRole('link', { name: 'My Account' }).click();
      await expect(section).toContainText('last used');
    });

    await test.step('it is the second step after the password', async () => {
      await signOut(page);
      await typePassword(page, server, name);
      await page.getByRole('button', { name: 'Use a Passkey' }).click();
      await expectPage(page, `Welcome back, ${name}`);
    });

    await test.step('behind another way of the second step it is one press', async () => {
      await page.route('**/api/auth/login', async (route) => {
        const response = await route.fetch();
        const { secondFactor } = (await response.json()) as { secondFactor: object };
        const json = { secondFactor: { ...secondFactor, methods: ['recovery', 'passkey'] } };
        await route.fulfill({ response, json });
      });
      await signOut(page);
      await typePassword(page, server, name);
      await page.getByRole('link', { name: 'Use a Passkey' }).click();
      await expectPage(page, `Welcome back, ${name}`);
      await page.unroute('**/api/auth/login');
    });

    await test.step('without it the card says so, and offers the password', async () => {
      await signOut(page);
      await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
        },
      });
      await page.getByLabel('Username').fill(name);
      await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
      await expect(page.getByRole('alert')).toContainText('No passkey was used');
      await expectNoAxeFindings(page);
      await page.getByRole('link', { name: 'Use your password' }).click();
      await expect(page.getByLabel('Username')).toHaveValue(name);
    });
  },
);

test('what needs a recent proof asks for it in place, and goes on', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 40[013]/);
  const name = unique().toLowerCase();
  await server.addAccount(name, 'manager');
  await signedIn(page, server, name);
  await page.goto(pages.account);
  await expectPage(page, 'My Account');
  // As after a quarter of an hour.
  await page.route('**/api/account/totp', (route) =>
    route.fulfill({
      status: 403,
      json: { statusCode: 403, message: secondFactorMessages.reauthenticate, reason: 'reauthenticate' },
    }),
  );
  const setUp = page.getByRole('button', { name: 'Set Up an Authenticator App' });
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await setUp.click();
  await expect(dialog).toBeVisible();
  // The button that waits for the answer turns all the while.
  await page.evaluate(() => document.getAnimations().forEach((one) => one.cancel()));
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText(secondFactorMessages.reauthenticate)).toBeVisible();
  await setUp.click();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'The current password is wrong',
  );
  await page.unroute('**/api/account/totp');
  await dialog.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
});

test.describe('where roles need a second factor', () => {
  test.use({ ownContext: true });

  test('a session that has none is led to set one up, and to nothing else @long', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 40[13]/);
    const server = await TestServer.start({ REQUIRE_SECOND_FACTOR: 'admin' });
    try {
      await page.goto(`${server.url}${pages.login}`);
      await typePassword(page, server, server.adminUsername);
      await expectPage(page, 'Set Up a Second Factor');
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Go On' })).toBeDisabled();
      await expectNoAxeFindings(page);
      const { secret } = await setUpApp(page);
      await confirmApp(page, secret);
      await page.getByRole('button', { name: 'I Have Kept Them' }).click();
      await page.getByRole('button', { name: 'Go On' }).click();
      await expectPage(page, 'Welcome back, admin');
      await expect(page.getByLabel('Total Customers')).toContainText(/\d/);
    } finally {
      await server.dispose();
    }
  });
});
