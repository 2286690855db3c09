import { pages } from '../domain/pages.js';
import { messages } from '../domain/messages.js';
import { createCustomer, aPayment, expectPage, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const phone = { width: 375, height: 812 };

test.describe('the shell', () => {
  test('has its title, panel, entries, user and footer', async ({ page }) => {
    await page.goto(pages.admin);
    await expectPage(page, 'Welcome back, admin');
    await expect(page.getByRole('banner')).toContainText('Thailand Real Estate Trip - Admin');
    const panel = page.getByRole('complementary', { name: 'Admin Panel' });
    expect((await panel.boundingBox())?.width).toBe(240);
    await expect(panel).toContainText('Admin Panel');
    await expect(panel).toContainText('adminadmin@example.com');
    await expect(panel.getByRole('link')).toHaveText([
      'Dashboard',
      'Customers',
      'Payments',
      'Reconcile',
      'Mail',
      'Reports',
      'My account',
    ]);
    await panel.getByRole('link', { name: 'Reports' }).click();
    await expectPage(page, 'Reports');
    await expect(panel.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(panel.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Sample Company`);
  });

  test('shows a default name and email when the token has none', async ({ page }) => {
    await page.goto(pages.login);
    await page.evaluate(() => {
      const token = btoa(JSON.stringify({ id: 'x', role: 'admin', exp: 9e9 }));
      localStorage.setItem('auth_token', `x.${token}.x`);
    });
    // The token is invalid, so other calls are left pending instead of being refused.
    await page.route('**/api/**', (route) =>
      route.request().url().endsWith('/auth/verify') ? route.fulfill({ json: {} }) : undefined,
    );
    await page.goto(pages.admin);
    const panel = page.getByRole('complementary', { name: 'Admin Panel' });
    await expect(panel).toContainText('Admin User');
    await expect(panel).toContainText('admin@example.com');
  });

  test('slides its panel in on a phone, and closes it behind a choice', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(pages.admin);
    const panel = page.getByLabel('Admin Panel', { exact: true });
    await expectPage(page, 'Welcome back, admin');
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(panel).toBeInViewport({ ratio: 1 });
    await panel.getByRole('link', { name: 'Payments' }).click();
    await expectPage(page, 'Payments');
    await expect(panel).toBeHidden();
  });

  test('remembers the theme', async ({ page }) => {
    await page.goto(pages.customers);
    await expectPage(page, 'Customers');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(245, 245, 245)');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await expect.poll(background).toBe('rgb(18, 18, 18)');
    await page.reload();
    await expectPage(page, 'Customers');
    expect(await background()).toBe('rgb(18, 18, 18)');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(await background()).toBe('rgb(18, 18, 18)');
  });

  test('lets the keyboard skip to the page, and gives a new page the focus', async ({ page }) => {
    await page.goto(pages.customers);
    await expectPage(page, 'Customers');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Payments' }).click();
    await expect(page.getByRole('heading', { name: 'Payments' })).toBeFocused();
    await expect(page).toHaveTitle('Payments - Thailand Real Estate Trip - Admin');
  });

  test('shows its own 404 for an address that is no page', async ({ page, allowConsole }) => {
    allowConsole(/status of 404/);
    const unknown = await page.goto('/admin/nothing');
    expect(unknown?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();

    await page.goto(pages.customers);
    await expectPage(page, 'Customers');
    await page.evaluate(() => {
      history.pushState({ key: 'x', idx: 5 }, '', '/admin/customers/a/b');
      dispatchEvent(new PopStateEvent('popstate', { state: { key: 'x', idx: 5 } }));
    });
    await expectPage(page, 'Page Not Found');
    await expect(page.getByRole('link', { name: 'Go to Checkout' })).toHaveAttribute('href', '/');
    await page.getByRole('link', { name: 'Go to Admin' }).click();
    await expectPage(page, 'Welcome back, admin');
  });
});

test.describe('the dashboard', () => {
  test('counts, and leads to what came in last', async ({ page, server }) => {
    const customer = await createCustomer(server);
    const payment = await aPayment(server, customer, { status: 'confirmed', amount: 1000, currency: 'USD' });
    const stats = (await (await server.api('/payments/stats')).json()) as {
      statuses: { _id: string; count: number }[];
      totalRevenue: number;
    };
    const settled = stats.statuses
      .filter(({ _id }) => ['paid', 'confirmed'].includes(_id))
      .reduce((total, { count }) => total + count, 0);
    await page.goto(pages.dashboard);
    await expectPage(page, 'Welcome back, admin');
    await expect(page.getByLabel('Confirmed Payments')).toContainText(String(settled));
    await expect(page.getByLabel('Total Revenue')).toContainText(
      `$${Math.round(stats.totalRevenue).toLocaleString('en-US')}`,
    );
    await expect(page.getByLabel('Total Customers')).toContainText(/\d/);
    await expect(page.getByLabel('Pending Payments')).toContainText(/\d/);
    await page.getByRole('link', { name: 'Pending Payments' }).click();
    await expectPage(page, 'Payments');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Pending');
    await page.goBack();
    await expectPage(page, 'Welcome back, admin');

    const recent = page.getByRole('region', { name: 'Recent Payments' });
    await recent.getByRole('link', { name: customer.fullName }).first().click();
    await expectPage(page, payment.referenceNumber);
    await page.goBack();
    const people = page.getByRole('region', { name: 'Recent Customers' });
    await people.getByRole('link', { name: customer.fullName }).click();
    await expectPage(page, customer.fullName);
  });

  test('offers its quick actions and the whole lists', async ({ page }) => {
    for (const [link, heading] of [
      ['New Customer', 'New Customer'],
      ['Record Payment', 'Record New Payment'],
      ['Export Data', 'Reports'],
      ['View All: Recent Payments', 'Payments'],
      ['View All: Recent Customers', 'Customers'],
    ] as const) {
      await page.goto(pages.admin);
      await page.getByRole('link', { name: link, exact: true }).click();
      await expectPage(page, heading);
    }
  });

  test('shows three skeleton rows while it loads, and says when there is nothing', async ({ page }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const pagination = { page: 1, limit: 5, total: 0, pages: 0 };
    await page.route(/api\/(payments|customers)\?/, async (route) => {
      await held;
      await route.fulfill({ json: { payments: [], customers: [], pagination } });
    });
    await page.goto(pages.admin);
    const recent = page.getByRole('region', { name: 'Recent Payments' });
    await expect(recent.locator('[data-skeleton]')).toHaveCount(3);
    answer();
    await expect(recent).toContainText('No payments yet');
    await expect(page.getByRole('region', { name: 'Recent Customers' })).toContainText('No customers yet');
  });

  for (const [url, message] of [
    ['**/api/payments?*', messages.getPayments],
    ['**/api/customers?*', messages.getCustomers],
    ['**/api/payments/stats', messages.getPaymentStatistics],
  ] as const)
    test(`says "${message}" when that call fails without words`, async ({ page, allowConsole }) => {
      allowConsole(/status of 500/);
      await page.route(url, (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto(pages.admin);
      await expect(page.getByRole('alert')).toContainText(message);
    });

  test('says that its data could not be loaded where nothing better is known', async ({ page }) => {
    await page.route('**/api/payments?*', (route) => route.fulfill({ status: 200, body: '<html>' }));
    await page.goto(pages.admin);
    await expect(page.getByRole('alert')).toContainText(messages.dashboard);
  });

  test('says why it cannot be loaded, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/status of 500|ERR_FAILED/);
    await page.route('**/api/payments/stats', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(pages.admin);
    await expect(page.getByRole('alert')).toContainText(messages.getPaymentStatistics);
    await page.unroute('**/api/payments/stats');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByLabel('Total Revenue')).toContainText('$');
  });
});
