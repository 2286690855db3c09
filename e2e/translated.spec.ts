import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { choose, createCustomer, createPayment, expectPage, follow, row, signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { seeded as test } from './support/seeded-server.js';
import { outdatedTexts, translate } from './support/translator.js';
import { expect } from './support/test.js';

const expectUpToDate = async (page: Page) => expect.soft(await outdatedTexts(page)).toEqual([]);

test.beforeEach(({ page }) => translate(page));

test('a translated checkout shows the reference of the order, and its page takes what the visitor says', async ({
  page,
  allowConsole,
}) => {
  // A page that is translated before its program starts is drawn anew.
  allowConsole(/React error #418/);
  const checkout = new CheckoutPage(page);
  await checkout.open();
  await checkout.choosePlace('Other');
  await checkout.choosePlace('Canada', 'Quebec');
  await checkout.continueToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await expect(checkout.total()).toHaveText('CA$2,256.61');
  await checkout.submit();
  await expect(page.getByText('Full name is required')).toBeVisible();
  const person = someDetails();
  await checkout.fill(person);
  await expectUpToDate(page);
  await checkout.submit();
  const reference = await checkout.reference();
  expect(reference).toMatch(/^CRTS-/);
  await expect(page.locator('pre')).toContainText(reference);
  await page.getByRole('button', { name: 'Copy reference number' }).click();
  await page.getByRole('button', { name: 'Back to Payment' }).click();
  await checkout.submit();
  await checkout.reference();
  await expectUpToDate(page);

  await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
  await page.getByRole('button', { name: 'I Have Sent It' }).click();
  await expect(page.getByText('You told us that the day of your transfer is')).toBeVisible();
  await page.getByRole('button', { name: 'Change the Day' }).click();
  await expect(page.getByRole('button', { name: 'Change the Day' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectUpToDate(page);

  await page.goto(pages.order);
  await page.getByRole('button', { name: 'Send Me My Links' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Me My Links' }).click();
  await expect(page.locator('.alert-success')).toBeVisible();
  await expectUpToDate(page);
});

test('a visitor of a translated checkout who chooses French reads all of it in French, and loses nothing', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/React error #418/);
  const checkout = new CheckoutPage(page);
  const chooseLanguage = async (name: string) => {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    await expectUpToDate(page);
  };
  await checkout.open();
  await checkout.choosePlace('Canada', 'Quebec');
  await chooseLanguage('Français');
  await expect(page.getByLabel('Province')).toHaveValue('quebec');
  await chooseLanguage('English');
  await checkout.button('Continue to Payment').click();
  await checkout.expectStep('payment');
  await chooseLanguage('Français');
  await chooseLanguage('English');
  await checkout.button('Continue with Interac E-Transfer').click();
  const person = someDetails();
  await checkout.fill(person);
  await chooseLanguage('Français');
  await expect(page.getByLabel('Nom complet')).toHaveValue(person.fullName);
  await chooseLanguage('English');
  await checkout.submit();
  const reference = await checkout.reference();
  await chooseLanguage('Français');
  await expect(page.locator('.reference-number')).toHaveText(reference);
  await page.locator('a[href^="/order"]').first().click();
  await expect(page).toHaveURL(/order/);
  await expect(page.getByText(reference).first()).toBeVisible();
  await expectUpToDate(page);
  await chooseLanguage('English');
  await expect(page.getByText(reference).first()).toBeVisible();
});

test('where the page of a stored order cannot be drawn, its reference is shown, and a reload shows the page', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/React error #418|NotFoundError/);
  const checkout = new CheckoutPage(page);
  await page.route('**/api/payments/checkout', async (route) => {
    const response = await route.fetch();
    await page.locator('.content').evaluate((content) => content.remove());
    await route.fulfill({ response });
  });
  await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await checkout.fill(someDetails());
  await checkout.submit();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Your order is recorded. Please save its reference number:CRTS-');
  const reference = await alert.locator('.reference-number').innerText();
  await alert.getByRole('button', { name: 'Try Again' }).click();
  expect(await checkout.reference()).toBe(reference);
});

test('the screens of a translated back-office open, change and say what is stored', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer, { transferDate: '2020-01-02' });
  const twin = await createCustomer(server, { phone: customer.phone });
  await createPayment(server, twin);
  const { transactions } = (await (
    await server.api('/bank-transactions?filter[state]=review&limit=50')
  ).json()) as { transactions: BankTransaction[] };
  const open = transactions.find(({ candidates }) => candidates.length > 0)!;
  await signedIn(page, server);
  await page.goto(pages.admin);
  await expectPage(page, 'Welcome back, admin');
  await expect(page.getByRole('link', { name: 'Pending Payments' })).toBeVisible();

  await test.step('payments, and one of them', async () => {
    await follow(page, pages.payments);
    await expectPage(page, 'Payments');
    await choose(page, 'Status', 'Paid');
    await expect(row(page, payment.referenceNumber)).toHaveCount(0);
    await choose(page, 'Status', 'All Statuses');
    await expect(row(page, payment.referenceNumber)).toBeVisible();
    for (const at of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Select CRTS/ })
        .nth(at)
        .check();
    await expect(page.getByText('2 selected')).toBeVisible();
    await expectUpToDate(page);
    await page.getByRole('button', { name: 'Clear Selection' }).click();
    await row(page, payment.referenceNumber)
      .getByRole('button', { name: /Actions for/ })
      .click();
    // The changes before the last one are of another minute.
    await page.route(`**/api/payments/${payment._id}`, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { statusHistory?: { status: string; date: string }[] };
      for (const change of json.statusHistory ?? [])
        if (change.status !== 'failed') change.date = '2026-11-21T10:00:00.000Z';
      await route.fulfill({ response, json });
    });
    await page.getByRole('menuitem', { name: 'Mark as Paid' }).click();
    await expect(page.getByText(`${payment.referenceNumber} is now marked as Paid`)).toBeVisible();
    await row(page, payment.referenceNumber)
      .getByRole('link', { name: payment.referenceNumber, exact: true })
      .click();
    await expectPage(page, payment.referenceNumber);
    await page.getByRole('button', { name: 'Update Status' }).click();
    await choose(page, 'New Status', 'Failed');
    await page.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click();
    await expect(page.getByText('is now marked as Failed')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Failed' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Set Tax Place' }).click();
    await choose(page, 'Province', 'Quebec');
    await page.getByRole('dialog').getByRole('button', { name: 'Set Tax Place' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectUpToDate(page);
  });

  await test.step('a customer', async () => {
    await follow(page, pages.customers);
    await expectPage(page, 'Customers');
    await follow(page, `${pages.customers}/${customer._id}`);
    await expectPage(page, customer.fullName);
    await page.getByRole('tab', { name: 'Payments' }).click();
    await expect(page.getByRole('link', { name: payment.referenceNumber }).first()).toBeVisible();
    await expectUpToDate(page);
    await page.getByRole('button', { name: `Merge… ${twin.fullName}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(page.getByText(`${twin.fullName} was merged into ${customer.fullName}`)).toBeVisible();
    await expect(page.getByText(`Customer: (no longer there) → ${customer.fullName}`)).toBeVisible();
    await expectUpToDate(page);
  });

  await test.step('a form that is refused, and an amount that is typed', async () => {
    await follow(page, pages.newPayment);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Customer is required')).toBeVisible();
    const amount = page.getByLabel('Amount');
    for (const typed of ['0', '12', '13']) {
      await amount.fill(typed);
      await amount.blur();
    }
    await expectUpToDate(page);
    await follow(page, pages.payments);
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  });

  await test.step('reconcile', async () => {
    await follow(
      page,
      `${pages.reconcile}?filter=${JSON.stringify({ state: 'review' })}&transaction=${open._id}`,
    );
    await expect(page.getByRole('region').locator('#beside-title')).toBeVisible();
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await expectUpToDate(page);
  });

  await test.step('figures of another range', async () => {
    await follow(page, pages.reports);
    const total = page.getByRole('row', { name: 'Total in USD' });
    await expect(total).toBeVisible();
    const before = await total.innerText();
    await choose(page, 'Days', 'Last 30 Days');
    await expect(total).not.toHaveText(before, { useInnerText: true });
    await expectUpToDate(page);
  });

  await test.step('another month to close', async () => {
    await follow(page, `${pages.reports}?tab=months`);
    await page.getByRole('button', { name: 'Close Month' }).click();
    const dialog = page.getByRole('dialog');
    const month = dialog.getByRole('combobox', { name: 'Month' });
    const close = dialog.getByRole('button', { name: /^Close / });
    await month.click();
    await page.getByRole('option').nth(1).click();
    await expect(close).toHaveText(`Close ${await month.innerText()}`);
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    await expectUpToDate(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  for (const [path, heading] of [
    [pages.reports, 'Reports'],
    [pages.overdue, 'Overdue Payments'],
    [pages.mails, 'Mail'],
    [pages.documents, 'Documents'],
    [pages.audit, 'Audit'],
    [pages.people, 'People'],
    [pages.account, 'My Account'],
    [pages.newPayment, 'Record New Payment'],
  ] as const)
    await test.step(heading, async () => {
      await follow(page, path);
      await expectPage(page, heading);
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await expectUpToDate(page);
    });
});
