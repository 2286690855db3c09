import { pages } from '#domain/platform/pages';
import { version } from '#domain/platform/version';
import { messages } from '#domain/platform/messages';
import { createCustomer, createPayment, expectPage, follow, signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { inEachWidth } from './support/looks.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test('the shell leads everywhere, by the keyboard and on a phone too, and remembers the theme', async ({
  page,
}) => {
  const panel = page.getByRole('complementary', { name: 'Admin Panel' });
  await page.goto(pages.customers);
  await expectPage(page, 'Customers');

  await test.step('the keyboard skips to the page, and a new page gets the focus', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to Content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Payments' }).click();
    await expect(page.getByRole('heading', { name: 'Payments' })).toBeFocused();
    await expect(page).toHaveTitle('Payments - Thailand Real Estate Trip - Admin');
  });

  await test.step('its link lies on no sheet of paper', async () => {
    const skip = page.getByText('Skip to Content');
    await expect(skip).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(skip).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  await test.step('title, panel, entries, user and footer', async () => {
    await expect(page.getByRole('banner')).toContainText('Thailand Real Estate Trip - Admin');
    expect((await panel.boundingBox())?.width).toBe(240);
    await expect(panel).toContainText('Admin Panel');
    await expect(panel).toContainText('adminadmin@example.com');
    await expect(panel.getByRole('link')).toHaveText([
      'Dashboard',
      'Customers',
      'Payments',
      // With the number of payments that the other journeys made overdue.
      /^Overdue\d*$/,
      'Reconcile',
      'Mail',
      'Reports',
      'Documents',
      'People',
      'Audit',
      'My Account',
    ]);
    await panel.getByRole('link', { name: 'Dashboard' }).click();
    await expectPage(page, 'Welcome back, admin');
    await panel.getByRole('link', { name: 'Reports' }).click();
    await expectPage(page, 'Reports');
    await expect(panel.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(panel.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Sample Company`);
  });

  await test.step('quick actions and the whole lists', async () => {
    for (const [link, heading] of [
      ['New Customer', 'New Customer'],
      ['Record Payment', 'Record New Payment'],
      ['Export Data', 'Reports'],
      ['View All: Recent Payments', 'Payments'],
      ['View All: Recent Customers', 'Customers'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await expectPage(page, heading);
      await page.goBack();
      await expectPage(page, 'Welcome back, admin');
    }
  });

  await test.step('on a phone, the panel slides in, and closes behind a choice', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    const drawer = page.getByLabel('Admin Panel', { exact: true });
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(drawer).toBeInViewport({ ratio: 1 });
    await expectNoAxeFindings(page);
    await drawer.getByRole('link', { name: 'Customers' }).click();
    await expectPage(page, 'Customers');
    await expect(drawer).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('the open entry is in view where the entries have too little room', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await follow(page, pages.audit);
    await expectPage(page, 'Audit');
    await expect(panel.getByRole('link', { name: 'Audit' })).toBeInViewport({ ratio: 1 });
    await follow(page, pages.customers);
    await expect(panel.getByRole('link', { name: 'Customers' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('the theme stays', async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(245, 245, 245)');
    await page.getByRole('button', { name: 'Use the Dark Theme' }).click();
    await expect.poll(background).toBe('rgb(18, 18, 18)');
    await page.reload();
    await expectPage(page, 'Customers');
    expect(await background()).toBe('rgb(18, 18, 18)');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(await background()).toBe('rgb(18, 18, 18)');
  });
});

test('the panel shows a default name and email when the token has none', async ({ page }) => {
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
  await expect(panel).toContainText(`Version ${version}`);
});

test('an address that is no page shows a 404 of the back-office', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  const unknown = await page.goto('/admin/nothing');
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Admin' }).click();
  await expectPage(page, 'Welcome back, admin');

  await follow(page, '/admin/customers/a/b');
  await expectPage(page, 'Page Not Found');
  await expect(page.getByRole('link', { name: 'Go to Checkout' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Go to Admin' }).click();
  await expectPage(page, 'Welcome back, admin');
});

test('the dashboard counts, and leads to what came in last', async ({ page, server }) => {
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer, {
    status: 'confirmed',
    amount: 1000,
    currency: 'USD',
  });
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

  await test.step('a revenue of millions stays within its card', async () => {
    await page.route('**/api/payments/stats', (route) =>
      route.fulfill({ json: { ...stats, totalRevenue: 12_345_678 } }),
    );
    await page.reload();
    const card = page.getByLabel('Total Revenue');
    await expect(card).toContainText('$12,345,678');
    await inEachWidth(page, [1280, 375], async () => {
      const overflow = await card
        .getByText('$12,345,678')
        .evaluate((text) => text.scrollWidth - text.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect((await card.getByText('$12,345,678').boundingBox())?.height).toBeLessThan(40);
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.unroute('**/api/payments/stats');
  });

  const recent = page.getByRole('region', { name: 'Recent Payments' });
  await recent.getByRole('link', { name: customer.fullName }).first().click();
  await expectPage(page, payment.referenceNumber);
  await page.goBack();
  const people = page.getByRole('region', { name: 'Recent Customers' });
  await people.getByRole('link', { name: customer.fullName }).click();
  await expectPage(page, customer.fullName);
});

test('the dashboard says why it cannot be loaded, and tries again @long', async ({ page, allowConsole }) => {
  allowConsole(/status of 50[03]/);
  for (const [url, message] of [
    ['**/api/payments?*', messages.getPayments],
    ['**/api/customers?*', messages.getCustomers],
    ['**/api/payments/stats', messages.getPaymentStatistics],
  ] as const)
    await test.step(`"${message}" when that call fails without words`, async () => {
      await page.unrouteAll();
      await page.route(url, (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto(pages.admin);
      await expect(page.getByRole('alert')).toContainText(message);
    });
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByLabel('Total Revenue')).toContainText('$');

  await test.step('its own words where nothing better is known', async () => {
    await page.route('**/api/payments?*', (route) => route.fulfill({ status: 200, body: '<html>' }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(messages.dashboard);
    await page.unrouteAll();
  });

  await test.step('skeletons end when nothing can be loaded', async () => {
    await page.route(/\/api\/(customers|payments|reports|audit)/, (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, message: 'The database is away' } }),
    );
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The database is away');
    await expect(page.getByLabel('Total Revenue')).toHaveText('Total Revenue–');
    await expect(page.getByRole('region', { name: 'Recent Payments' })).toContainText('Could not be loaded');
    await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByLabel('Total Revenue')).toContainText('$');
  });

  await test.step('three skeleton rows while it loads, and that there is nothing', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const pagination = { page: 1, limit: 5, total: 0, pages: 0 };
    await page.route(/api\/(payments|customers)\?/, async (route) => {
      await held;
      await route.fulfill({ json: { payments: [], customers: [], pagination } });
    });
    await page.reload();
    const recent = page.getByRole('region', { name: 'Recent Payments' });
    await expect(recent.locator('[data-skeleton]')).toHaveCount(3);
    answer();
    await expect(recent).toContainText('No payments yet');
    await expect(page.getByRole('region', { name: 'Recent Customers' })).toContainText('No customers yet');
  });
});
