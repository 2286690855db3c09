import { pages } from '#domain/platform/pages';
import { createPayment, createCustomer, expectPage, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const title = 'Search payments and customers';

/** Creates a payment with every detail that a customer may give on the phone. */
async function aSale(server: TestServer) {
  const surname = unique();
  const phone = `+1 416 ${String(Date.now()).slice(-3)} ${String(Math.random()).slice(-4)}`;
  const customer = await createCustomer(server, { fullName: `Zoë O'${surname}`, phone });
  const cents = 100_000 + Math.floor(Math.random() * 800_000);
  const payment = await createPayment(server, customer, { amount: cents / 100 });
  const amount = payment.amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
  return {
    customer,
    payment,
    words: [surname.slice(0, 6).toLowerCase(), payment.referenceNumber.slice(-6), `$${amount}`, phone],
  };
}

test.describe('on the phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('a payment is found by half a surname, by the last six digits, by an amount and by a phone number', async ({
    page,
    server,
  }) => {
    const { payment, words } = await aSale(server);
    await page.goto(pages.admin);
    for (const word of words) {
      await page.getByRole('button', { name: title }).click();
      await page.getByRole('combobox', { name: title }).fill(word);
      const option = page.getByRole('option').filter({ hasText: payment.referenceNumber });
      await expect(option).toBeVisible();
      await option.click();
      await expectPage(page, payment.referenceNumber);
    }
    await page.getByRole('button', { name: title }).click();
    await expect(page.getByText('Recent payments')).toBeVisible();
    await expectNoAxeFindings(page);
  });
});

test('a payment is found and opened by the keyboard alone, and so is its customer, once the search succeeds', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const { customer, payment, words } = await aSale(server);
  await page.goto(pages.customers);
  await expectPage(page, 'Customers');
  await page.route(/limit=4&/, (route) => route.abort());
  await page.getByRole('button', { name: title }).click();
  const search = page.getByRole('dialog', { name: title });
  await expect(search.getByRole('alert')).toBeVisible();
  await page.unroute(/limit=4&/);
  await search.getByRole('button', { name: 'Try Again' }).click();
  await expect(search.getByText('Recent customers')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: title });
  await expect(field).toBeFocused();
  for (const word of words) {
    await field.fill('');
    await expect(page.getByText('Recent customers')).toBeVisible();
    await field.fill(word);
    await expect(page.getByText('Recent customers')).toBeHidden();
    await expect(page.getByRole('option').filter({ hasText: payment.referenceNumber })).toBeVisible();
  }
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toContainText(customer.fullName);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toContainText(payment.referenceNumber);
  await page.keyboard.press('Enter');
  await expectPage(page, payment.referenceNumber);

  await page.keyboard.press('Control+k');
  const openedLast = page.getByRole('group', { name: 'Opened last' });
  await expect(openedLast.getByRole('option').first()).toContainText(payment.referenceNumber);
  await field.fill('rep');
  await expect(page.getByRole('option', { name: 'Reports' })).toBeVisible();
  await field.fill('light');
  await expect(page.getByRole('option')).toHaveCount(0);
  await field.fill('dark th');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Use the Dark Theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await page.keyboard.press('Control+k');
  await field.fill('record pay');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Record Payment');
  await page.keyboard.press('Enter');
  await expectPage(page, 'Record New Payment');

  await page.keyboard.press('Control+k');
  await field.fill('nobody is called like that');
  await expect(page.getByText('Nothing is found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
});

test('keys go through the rows, open and select them, search, and are listed by "?"', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  await createPayment(server, customer);
  const newest = await createPayment(server, customer);
  await page.goto(pages.payments);
  await expect(page.getByRole('link', { name: newest.referenceNumber, exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: newest.referenceNumber, exact: true })).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: `Select ${newest.referenceNumber}` })).toBeChecked();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: newest.referenceNumber, exact: true })).not.toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('/');
  const search = page.getByLabel('Search by reference number');
  await expect(search).toBeFocused();
  await page.keyboard.type('jk?x');
  await expect(search).toHaveValue('jk?x');
  await search.blur();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog.getByRole('row')).toHaveCount(10);
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 375, height: 400 });
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expectPage(page, newest.referenceNumber);
  await page.goto(pages.customers);
  await expect(page.getByRole('link', { name: customer.fullName, exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Search', exact: true })).toBeFocused();
});
