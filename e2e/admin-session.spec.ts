import type { Page } from '@playwright/test';
import { tokenKeys } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { createCustomer, expectPage, signedIn } from './support/admin.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

const refused = /status of 40[13]/;

/** Collects what the browser asks before the page is left. */
function questionsOf(page: Page): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  return questions;
}

async function signIn(page: Page, server: TestServer): Promise<void> {
  await page.getByLabel('Username').fill(server.adminUsername);
  await page.getByLabel('Password').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('signing in asks for both fields, and says why it failed, until it succeeds', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (40[13]|500)|ERR_FAILED/);
  const username = page.getByLabel('Username');
  const password = page.getByLabel('Password');
  const submit = page.getByRole('button', { name: 'Sign In' });
  await page.goto(pages.login);
  await expect(page).toHaveTitle('Admin Login');
  await expect(username).toBeFocused();
  // As password managers find them, and nothing reads along.
  await expect(username).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Sample Company`);
  await page.getByRole('link', { name: 'Back to checkout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();

  await submit.click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(username).toBeFocused();
  await username.fill('  ');
  await expect(page.getByText('Username is required')).toBeHidden();
  await submit.click();
  await expect(page.getByText('Username is required')).toBeVisible();

  await page.route('**/api/auth/login', (route) => route.abort());
  await username.fill(server.adminUsername);
  await password.fill('wrong');
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(messages.network);
  await expect(password).toHaveValue('wrong');
  await expect(submit).toBeEnabled();
  await page.unroute('**/api/auth/login');

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }));
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(messages.login);
  await page.unroute('**/api/auth/login');

  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(messages.invalidCredentials);
  await expect(username).toHaveValue(server.adminUsername);
  await password.fill(server.adminPassword);
  await submit.click();
  await expectPage(page, 'Welcome back, admin');
  expect(new URL(page.url()).pathname).toBe(pages.admin);
});

test('signing in leads to the page that was asked for', async ({ page, server }) => {
  const asked = `${pages.payments}?filter=%7B%22status%22%3A%22paid%22%7D`;
  await page.goto(asked);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(pages.login);
  await page.getByLabel('Username').fill(server.adminUsername);
  await page.getByLabel('Password').fill(server.adminPassword);
  await page.keyboard.press('Enter');
  await expectPage(page, 'Payments');
  await expect(page.getByLabel('Status')).toHaveText('Paid');
});

test.describe('a session', () => {
  test('is verified on a loading screen, outlives a server that does not answer, and is refused to others than admins', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/status of 403|ERR_FAILED/);
    const verify = '**/api/auth/verify';
    await signedIn(page, server);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(verify, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(pages.customers);
    await expect(page.getByText('Loading...')).toBeVisible();
    answer();
    await expectPage(page, 'Customers');
    await page.unroute(verify);

    await test.step('neither the server nor the program of the back-office answers', async () => {
      for (const url of [verify, '**/admin/assets/App-*.js']) {
        await page.route(url, (route) => route.abort());
        await page.reload();
        await expect(page.getByRole('alert')).toHaveText(messages.network);
        await page.unroute(url);
        await page.getByRole('button', { name: 'Try Again' }).click();
        await expectPage(page, 'Customers');
      }
    });

    await test.step('a user who is not an admin is told so', async () => {
      await page.route(verify, (route) =>
        route.fulfill({ status: 403, json: { statusCode: 403, message: messages.forbidden } }),
      );
      await page.reload();
      await expect(page.getByRole('alert')).toHaveText(messages.forbidden);
      await page.getByRole('button', { name: 'Sign in with another account' }).click();
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    });
  });

  test('is refreshed once for all calls that wait, by two tabs at once, and after its access token has ended', async ({
    context,
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(refused);
    const forgeToken = () =>
      page.evaluate(() => {
        const [head, body] = (localStorage.getItem('auth_token') ?? '').split('.');
        localStorage.setItem('auth_token', `${head}.${body}.forged`);
      });
    await signedIn(page, server);
    await page.goto(pages.customers);
    await expectPage(page, 'Customers');
    await forgeToken();
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshes.push(request.url());
    });
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expectPage(page, 'Welcome back, admin');
    await expect(page.getByLabel('Total Customers')).toContainText(/\d/);
    expect(refreshes).toHaveLength(1);

    await test.step('by two tabs at once', async () => {
      const other = await context.newPage();
      await other.goto(pages.account);
      await expectPage(other, 'My Account');
      // The second round needs the tokens of the first.
      for (let round = 0; round < 2; round++) {
        await forgeToken();
        await Promise.all([page.reload(), other.reload()]);
        await expectPage(page, 'Welcome back, admin');
        await expectPage(other, 'My Account');
      }
      await other.close();
    });

    await test.step('after the access token has ended', async () => {
      await page.evaluate(() => {
        const ended = btoa(JSON.stringify({ id: 'x', username: 'admin', role: 'admin', exp: 1 }));
        localStorage.setItem('auth_token', `x.${ended}.x`);
      });
      await page.reload();
      await expectPage(page, 'Welcome back, admin');
    });
  });

  test('that cannot be refreshed ends at the login page and resumes where it was, until Logout', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(refused);
    await createCustomer(server);
    await signedIn(page, server);
    await page.goto(`${pages.customers}?perPage=25`);
    await expectPage(page, 'Customers');
    await page.evaluate(() => {
      localStorage.setItem('auth_token', 'nonsense');
      localStorage.setItem('refresh_token', 'nonsense');
    });
    await page.getByRole('button', { name: 'Created At' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.sessionExpired);
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('auth_token');
    expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('refresh_token');

    await signIn(page, server);
    await expectPage(page, 'Customers');
    expect(page.url()).toContain('perPage=25');

    await test.step('it ends with Logout, here and on the server', async () => {
      const told = page.waitForRequest('**/api/auth/logout');
      await page.getByRole('button', { name: 'Logout' }).click();
      await told;
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
      // Only the saved views of an account, their version, and the device's token, which opens nothing, stay.
      const kept = await page.evaluate(() => Object.keys(localStorage));
      expect(kept.filter((key) => !/^RaStore\.[0-9a-f]{24}\./.test(key))).toEqual(['device_token']);
      await page.goto(pages.customers);
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    });

    await test.step('a stored token that cannot be decoded is told to be invalid', async () => {
      await page.evaluate(() => localStorage.setItem('auth_token', 'nonsense'));
      await page.goto(pages.customers);
      await expect(page.getByRole('alert')).toHaveText(messages.invalidToken);

      // With a valid refresh token, the admin need not sign in.
      const { refreshToken } = await server.login();
      await page.evaluate((token) => {
        localStorage.setItem('auth_token', 'nonsense');
        localStorage.setItem('refresh_token', token);
      }, refreshToken);
      await page.goto(pages.customers);
      await expectPage(page, 'Customers');
    });
  });

  test('that Logout ends is left by the other tabs at once, with what is typed there', async ({
    context,
    page,
    server,
  }) => {
    const customer = await createCustomer(server);
    await signedIn(page, server);
    await page.goto(pages.admin);
    const other = await context.newPage();
    const questions = questionsOf(other);
    await other.goto(`${pages.customers}/${customer._id}/edit`);
    await other.getByLabel('City').fill('Ottawa');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(other.getByRole('alert')).toHaveText(messages.sessionExpired);
    await expect(other.getByText(customer.fullName)).toBeHidden();
    expect(questions, 'asked by the browser').toEqual([]);
    await signIn(other, server);
    await expect(other.getByLabel('City')).toHaveValue('Ottawa');
    await other.close();
  });

  test('of another person, who signed in while a tab was frozen, shows that person only', async ({
    context,
    page,
    server,
  }) => {
    const customer = await createCustomer(server);
    const colleague = await server.colleague();
    const theirs = await server.session(colleague);
    await signedIn(page, server);
    await page.goto(`${pages.customers}/${customer._id}/edit`);
    await page.getByLabel('City').fill('Ottawa');
    const questions = questionsOf(page);
    const other = await context.newPage();
    await other.goto(pages.order);
    // A frozen tab learns of the last change alone.
    await other.evaluate(
      ([keys, { token, refreshToken }]) => {
        localStorage.setItem(keys.refreshToken, refreshToken);
        localStorage.setItem(keys.token, token);
      },
      [tokenKeys, theirs] as const,
    );
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByText(colleague, { exact: true })).toBeVisible();
    await expect(page.getByLabel('City')).toHaveValue('Toronto');
    expect(questions, 'asked by the browser').toEqual([]);
    await other.close();
  });

  test('that another tab ends gives back to the same person what they typed, which Logout drops @long', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(refused);
    const customer = await createCustomer(server);
    const address = `${pages.customers}/${customer._id}/edit`;
    const endElsewhere = () =>
      page.evaluate(() => {
        localStorage.removeItem('auth_token');
        localStorage.removeItem('refresh_token');
      });
    const notice = page.getByText('What you typed before the session ended is back.');
    await signedIn(page, server);
    await page.goto(address);
    await page.getByLabel('City').fill('Ottawa');
    await endElsewhere();
    // A colleague saves meanwhile.
    const theirs = { ...customer, city: 'Montreal' };
    await server.api(`/customers/${customer._id}`, { method: 'PUT', body: theirs });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.sessionExpired);
    await signIn(page, server);
    await expect(page.getByLabel('City')).toHaveValue('Ottawa');
    await expect(notice).toBeVisible();
    allowConsole(/status of 409/);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Two Versions of This Record' });
    await expect(dialog.getByRole('row').nth(1)).toHaveText('CityMontrealOttawa');
    await dialog.getByRole('button', { name: 'Keep Editing Mine' }).click();

    await endElsewhere();
    await page.getByRole('button', { name: 'Save' }).click();
    await signIn(page, server);
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Montreal');
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('Montreal');

    // Another user must not see the kept values.
    await page.getByLabel('City').fill('Quebec City');
    await endElsewhere();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    const keptValues = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')));
    expect(await keptValues()).toHaveLength(1);
    await page.evaluate(() => {
      const [key] = Object.keys(sessionStorage).filter((name) => name.startsWith('draft'));
      sessionStorage.setItem(key!.replace(/^draft \S+/, 'draft 0123'), sessionStorage.getItem(key!)!);
      sessionStorage.removeItem(key!);
    });
    await signIn(page, server);
    await expect(page.getByLabel('City')).toHaveValue('Montreal');
    expect(await keptValues()).toEqual([]);

    await page.getByLabel('City').fill('Ottawa');
    // The values that a session's end in another tab would leave.
    await page.evaluate(() => sessionStorage.setItem('draft 0123 /admin/customers', '{"city":"Ottawa"}'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(await keptValues()).toEqual([]);
  });
});

test.describe('where the browser refuses its storage', () => {
  test.use({ ownContext: true });

  test('a sign-in holds for the tab', async ({ page, server }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    await page.goto(pages.login);
    await signIn(page, server);
    await expectPage(page, `Welcome back, ${server.adminUsername}`);
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await expectPage(page, 'Customers');
  });
});
