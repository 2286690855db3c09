import { messages } from '../domain/messages.js';
import { pages } from '../domain/pages.js';
import { createCustomer, expectPage, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

const refused = /status of 40[13]/;

test.describe('signing in', () => {
  test('asks for both fields and points at the first one', async ({ page }) => {
    await page.goto(pages.login);
    await expect(page).toHaveTitle('Admin Login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeFocused();

    await page.getByLabel('Username').fill('  ');
    await expect(page.getByText('Username is required')).toBeHidden();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
  });

  test('shows why it failed and lets one try again', async ({ page, server, allowConsole }) => {
    allowConsole(refused);
    await page.goto(pages.login);
    await page.getByLabel('Username').fill(server.adminUsername);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.invalidCredentials);
    await expect(page.getByLabel('Username')).toHaveValue(server.adminUsername);

    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expectPage(page, 'Welcome back, admin');
    expect(new URL(page.url()).pathname).toBe(pages.admin);
  });

  test('says so when the server does not answer, and keeps what was typed', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED/);
    await page.goto(pages.login);
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.network);
    await expect(page.getByLabel('Password')).toHaveValue('secret');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  test('falls back to its own words when the server has none', async ({ page, allowConsole }) => {
    allowConsole(/status of 500/);
    await page.goto(pages.login);
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(messages.login);
  });

  test('leads to the page that was asked for', async ({ page, server }) => {
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

  test('names year and company below', async ({ page }) => {
    await page.goto(pages.login);
    await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Sample Company`);
  });

  test('links back to the checkout', async ({ page }) => {
    await page.goto(pages.login);
    await page.getByRole('link', { name: 'Back to checkout' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('a session', () => {
  test('shows a loading screen while it is verified', async ({ page, server }) => {
    await signedIn(page, server);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/auth/verify', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(pages.customers);
    await expect(page.getByText('Loading...')).toBeVisible();
    answer();
    await expectPage(page, 'Customers');
  });

  test('is refreshed when the access token is refused, once for all calls that wait', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(refused);
    await signedIn(page, server);
    await page.goto(pages.payments);
    await expectPage(page, 'Payments');
    await page.evaluate(() => {
      const [head, body] = (localStorage.getItem('auth_token') ?? '').split('.');
      localStorage.setItem('auth_token', `${head}.${body}.forged`);
    });
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) refreshes.push(request.url());
    });
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expectPage(page, 'Welcome back, admin');
    await expect(page.getByLabel('Total Customers')).toContainText(/\d/);
    expect(refreshes).toHaveLength(1);
  });

  test('is refreshed by two tabs at once without ending', async ({ context, page, server, allowConsole }) => {
    allowConsole(refused);
    await signedIn(page, server);
    await page.goto(pages.customers);
    await expectPage(page, 'Customers');
    const other = await context.newPage();
    await other.goto(pages.payments);
    await expectPage(other, 'Payments');
    for (let round = 0; round < 3; round++) {
      await page.evaluate(() => {
        const [head, body] = (localStorage.getItem('auth_token') ?? '').split('.');
        localStorage.setItem('auth_token', `${head}.${body}.forged`);
      });
      await Promise.all([page.reload(), other.reload()]);
      await expectPage(page, 'Customers');
      await expectPage(other, 'Payments');
    }
  });

  test('starts from an access token that has ended', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto(pages.login);
    await page.evaluate(() => {
      const ended = btoa(JSON.stringify({ id: 'x', username: 'admin', role: 'admin', exp: 1 }));
      localStorage.setItem('auth_token', `x.${ended}.x`);
    });
    await page.goto(pages.customers);
    await expectPage(page, 'Customers');
  });

  test('that cannot be refreshed ends at the login page and resumes where it was', async ({
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

    await page.getByLabel('Username').fill(server.adminUsername);
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expectPage(page, 'Customers');
    expect(page.url()).toContain('perPage=25');
  });

  test('whose stored token cannot be decoded is told to be invalid', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(refused);
    await page.goto(pages.login);
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

  test('that another tab ends gives back to the same person what they typed', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(refused);
    const customer = await createCustomer(server);
    const address = `${pages.customers}/${customer._id}/edit`;
    const signIn = async () => {
      await page.getByLabel('Username').fill(server.adminUsername);
      await page.getByLabel('Password').fill(server.adminPassword);
      await page.getByRole('button', { name: 'Sign In' }).click();
    };
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
    await signIn();
    await expect(page.getByLabel('City')).toHaveValue('Ottawa');
    await expect(notice).toBeVisible();
    allowConsole(/status of 409/);
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Two versions of this record' });
    await expect(dialog.getByRole('row').nth(1)).toHaveText('CityMontrealOttawa');
    await dialog.getByRole('button', { name: 'Keep editing mine' }).click();

    await endElsewhere();
    await page.getByRole('button', { name: 'Save' }).click();
    await signIn();
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Montreal');
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('Montreal');

    // Another user must not see the draft.
    await page.getByLabel('City').fill('Quebec City');
    await endElsewhere();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')));
    expect(await drafts()).toHaveLength(1);
    await page.evaluate(() => {
      const [key] = Object.keys(sessionStorage).filter((name) => name.startsWith('draft'));
      sessionStorage.setItem(key!.replace(/^draft \S+/, 'draft 0123'), sessionStorage.getItem(key!)!);
      sessionStorage.removeItem(key!);
    });
    await signIn();
    await expect(page.getByLabel('City')).toHaveValue('Montreal');
    expect(await drafts()).toEqual([]);
  });

  test('ends with Logout, here and on the server', async ({ page, server }) => {
    await signedIn(page, server);
    await page.goto(pages.customers);
    const told = page.waitForRequest('**/api/auth/logout');
    await page.getByRole('button', { name: 'Logout' }).click();
    await told;
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    // Only the saved views of an account, and their version, stay in the browser.
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((key) => !/^RaStore\.[0-9a-f]{24}\./.test(key))).toEqual([]);

    await page.goto(pages.customers);
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });

  test('that ends by Logout drops what was typed in a form', async ({ page, server }) => {
    const customer = await createCustomer(server);
    await signedIn(page, server);
    await page.goto(`${pages.customers}/${customer._id}/edit`);
    await page.getByLabel('City').fill('Ottawa');
    // The draft that a session's end in another tab would leave.
    await page.evaluate(() => sessionStorage.setItem('draft 0123 /admin/customers', '{"city":"Ottawa"}'));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    const drafts = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith('draft')),
    );
    expect(drafts).toEqual([]);
  });

  test('of a user who is not an admin is refused with the reason', async ({ page, server, allowConsole }) => {
    allowConsole(refused);
    await signedIn(page, server);
    await page.route('**/api/auth/verify', (route) =>
      route.fulfill({ status: 403, json: { statusCode: 403, message: messages.forbidden } }),
    );
    await page.goto(pages.admin);
    await expect(page.getByRole('alert')).toHaveText(messages.forbidden);
    await page.getByRole('button', { name: 'Sign in with another account' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });

  test('outlives a server that does not answer', async ({ page, server, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    await signedIn(page, server);
    await page.route('**/api/auth/verify', (route) => route.abort());
    await page.goto(pages.customers);
    await expect(page.getByRole('alert')).toHaveText(messages.network);
    await page.unroute('**/api/auth/verify');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectPage(page, 'Customers');
  });

  test('says so when the back-office itself cannot be loaded, and tries again', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED/);
    await signedIn(page, server);
    const program = '**/admin/assets/App-*.js';
    await page.route(program, (route) => route.abort());
    await page.goto(pages.customers);
    await expect(page.getByRole('alert')).toHaveText(messages.network);
    await page.unroute(program);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectPage(page, 'Customers');
  });
});
