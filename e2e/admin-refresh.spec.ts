import type { Page } from '@playwright/test';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { createCustomer, createPayment, expectPage, follow, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Could not refresh what is shown.' });

/** Fails every read of data until the returned function is called. */
async function failReads(page: Page): Promise<() => Promise<void>> {
  const url = /\/api\/(customers|payments|reports|audit)/;
  await page.route(url, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 503, json: { statusCode: 503, message: 'The database is away' } })
      : route.fallback(),
  );
  return () => page.unroute(url);
}

test('every screen says that it could not refresh what it shows, and tries again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer);
  const screens = [
    [pages.payments, 'Payments', payment.referenceNumber],
    [pages.customers, 'Customers', customer.email],
    [`${pages.payments}/${payment._id}`, payment.referenceNumber, customer.email],
    [`${pages.customers}/${customer._id}`, customer.fullName, 'CA$2,256.61'],
    [pages.reports, 'Reports', 'Payments by Status'],
    [pages.admin, 'Welcome back, admin', customer.email],
  ] as const;
  await page.goto(pages.admin);
  const open = async ([path, title, text]: (typeof screens)[number]) => {
    await follow(page, path);
    await expectPage(page, title);
    await expect(page.getByRole('main')).toContainText(text);
  };
  for (const screen of screens) await open(screen);
  await expect(notice(page)).toBeHidden();

  let answerAgain = await failReads(page);
  for (const screen of screens)
    await test.step(screen[0], async () => {
      await open(screen);
      await expect(notice(page)).toContainText('The database is away');
    });
  await answerAgain();
  await notice(page).getByRole('button', { name: 'Retry' }).click();
  await expect(notice(page)).toBeHidden();

  await test.step('the Payments tab of a customer, too', async () => {
    // The reads of the page are answered before further ones fail: the tab would share an answer that is on its way.
    const answered = page.waitForResponse(
      (response) => response.url().includes('/api/payments?') && response.url().includes(customer._id),
    );
    await follow(page, `${pages.customers}/${customer._id}`);
    await answered;
    await expect(page.getByRole('region', { name: 'Payment Summary' })).toContainText('CA$');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    answerAgain = await failReads(page);
    await page.getByRole('tab', { name: 'Payments' }).click();
    await expect(page.getByRole('tabpanel')).toContainText(payment.referenceNumber);
    await expect(notice(page)).toBeVisible();
    await answerAgain();
    await notice(page).getByRole('button', { name: 'Retry' }).click();
    await expect(notice(page)).toBeHidden();
  });
});

test('a page that is opened without a network shows what is known and says so, and is marked while it is refreshed', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const payment = await createPayment(server, await createCustomer(server));
  await page.goto(pages.payments);
  await expect(page.getByRole('main')).toContainText(payment.referenceNumber);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expectPage(page, 'Customers');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(notice(page)).toContainText(messages.network);
  await page.getByRole('button', { name: `Actions for ${payment.referenceNumber}` }).click();
  await page.getByRole('menuitem', { name: 'Mark as Paid' }).click();
  await expect(page.getByText(`${messages.updatePaymentStatus}: ${messages.network}`)).toBeVisible();
  await page.context().setOffline(false);

  await page.getByRole('link', { name: payment.referenceNumber, exact: true }).click();
  await expectPage(page, payment.referenceNumber);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.getByRole('link', { name: 'Payments' }).first().click();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/payments/${payment._id}`, async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole('link', { name: payment.referenceNumber, exact: true }).click();
  await expectPage(page, payment.referenceNumber);
  await expect(page.getByRole('progressbar', { name: 'Refreshing' })).toBeVisible();
  answer();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});
