import type { Account } from '#domain/auth/auth';
import { pages } from '#domain/platform/pages';
import { createPayment, choose, createCustomer, expectPage, follow, row, signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test('payments are narrowed by words, method, currency, country and customer, counted by status, and stay so by their address', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server, { country: 'other', province: null });
  const thb = { currency: 'THB' } as const;
  const wire = await createPayment(server, customer, { ...thb, paymentMethod: 'wireTransfer', amount: 5 });
  const paid = await createPayment(server, customer, { ...thb, status: 'paid' });
  // The status filter does not offer this one.
  const confirmed = await createPayment(server, customer, { ...thb, status: 'confirmed' });
  const other = await createPayment(server, await createCustomer(server));
  await page.goto(`${pages.payments}?filter=${JSON.stringify({ customerId: customer._id })}`);
  const field = page.getByRole('combobox', { name: 'Customer', exact: true });
  await expect(field).toHaveValue(customer.fullName);
  const counts = page.getByRole('group', { name: 'Counts' });
  await expect(counts.getByRole('button')).toHaveText([
    'All (3)',
    'Pending (1)',
    'Paid (1)',
    'Confirmed (1)',
    'Failed (0)',
    'Refunded (0)',
    'Cancelled (0)',
  ]);
  await expectNoAxeFindings(page);
  await choose(page, 'Payment Method', 'International Wire Transfer');
  await expect(row(page, paid.referenceNumber)).toBeHidden();
  await expect(row(page, wire.referenceNumber)).toBeVisible();
  await choose(page, 'Payment Method', 'All Methods');
  await choose(page, 'Currency', 'THB');
  await choose(page, 'Country', 'Other');
  await counts.getByRole('button', { name: 'Paid' }).click();
  await expect(row(page, wire.referenceNumber)).toBeHidden();
  await expect(row(page, paid.referenceNumber)).toBeVisible();
  await counts.getByRole('button', { name: 'Confirmed' }).click();
  await expect(row(page, paid.referenceNumber)).toBeHidden();
  await page.reload();
  await expect(row(page, confirmed.referenceNumber)).toBeVisible();
  await expect(page.getByRole('button', { name: 'More Filters (3)' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Confirmed');
  await choose(page, 'Status', 'All Statuses');
  await expect(row(page, wire.referenceNumber)).toBeVisible();

  await test.step('words, then a customer who is chosen, and all again', async () => {
    await page.goto(pages.payments);
    await expect(row(page, other.referenceNumber)).toBeVisible();
    // The way to clear a filter has its place on the line of the filters, so that the rows stay where they are.
    const top = async () => (await page.getByRole('row').first().boundingBox())?.y;
    const before = await top();
    await choose(page, 'Status', 'Pending');
    await expect(page.getByRole('button', { name: 'Clear Filters' })).toBeVisible();
    expect(await top()).toBe(before);
    await choose(page, 'Status', 'All Statuses');
    await page.getByRole('button', { name: 'More Filters' }).click();
    await page.getByRole('button', { name: 'Search All Fields' }).click();
    const words = page.getByLabel('Search by customer, phone or amount');
    await words.fill(customer.fullName);
    await words.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(4);
    await expect(counts.getByRole('button').first()).toHaveText('All (3)');
    await words.fill('');
    await words.press('Enter');
    await expect(row(page, other.referenceNumber)).toBeVisible();
    await field.fill(customer.fullName.slice(4));
    await page.getByRole('option', { name: `${customer.fullName} (${customer.email})` }).click();
    await expect(row(page, other.referenceNumber)).toBeHidden();
    await expect(row(page, wire.referenceNumber)).toBeVisible();
    await expect(field).toHaveValue(customer.fullName);
    await expectNoAxeFindings(page);
    await field.hover();
    await page.getByRole('button', { name: 'Clear value' }).click();
    await expect(row(page, other.referenceNumber)).toBeVisible();
  });
});

test('a view is saved under a name, opened again in its order, and removed; a phone sorts and exports it @long', async ({
  page,
  server,
  contexts,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const customer = await createCustomer(server);
  const small = await createPayment(server, customer, { amount: 1 });
  const large = await createPayment(server, customer, { amount: 2 });
  const filter = encodeURIComponent(JSON.stringify({ customerId: customer._id }));
  await page.goto(`${pages.payments}?filter=${filter}&sort=amount&order=ASC&perPage=5`);
  const views = page.getByRole('button', { name: 'Saved Views' });
  await views.click();
  await page.getByRole('menuitem', { name: 'Save This View' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save This View' });
  await expectNoAxeFindings(page);
  await dialog.getByLabel('Name').fill('Hers, smallest first');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Hers, smallest first' })).toBeVisible();

  await test.step('in every browser of the account, with those that this browser kept before', async () => {
    const { _id } = (await (await server.api('/account')).json()) as Account;
    const former = [{ label: 'From before', value: { filter: { status: 'paid' }, perPage: 25 } }];
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `RaStore.${_id}.customers.savedQueries`,
      JSON.stringify(former),
    ] as const);
    const failing = '**/api/account/views';
    await page.route(failing, (route) => route.fulfill({ status: 403, json: { message: 'Not now' } }));
    await page.goto(pages.customers);
    await views.click();
    await expect(page.getByRole('menuitem', { name: 'Not now · Try Again' })).toBeVisible();
    await page.unroute(failing);
    await page.getByRole('menuitem', { name: 'Not now · Try Again' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['From before', 'Save This View']);
    await page.keyboard.press('Escape');

    const elsewhere = await contexts.browser.newContext({ baseURL: server.url });
    const other = await elsewhere.newPage();
    await signedIn(other, server);
    await other.goto(pages.customers);
    await other.getByRole('button', { name: 'Saved Views' }).click();
    await expect(other.getByRole('menuitem')).toHaveText(['From before', 'Save This View']);
    await elsewhere.close();
  });

  await page.goto(pages.payments);
  await views.click();
  await page.getByRole('menuitem', { name: 'Hers, smallest first' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText(small.referenceNumber);
  await expect(page).toHaveURL(/sort=amount&order=ASC/);
  await follow(page, pages.customers);
  await expectPage(page, 'Customers');
  await views.click();
  await expect(page.getByRole('menuitem')).toHaveText(['From before', 'Save This View']);
  await page.keyboard.press('Escape');

  await follow(page, `${pages.payments}?filter=${filter}&sort=amount&order=ASC&perPage=5`);
  await page.getByRole('button', { name: 'Hers, smallest first' }).click();
  await page.getByRole('menuitem', { name: 'Remove This View' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this view?' })
    .getByRole('button', { name: 'Remove This View' })
    .click();
  await expect(views).toBeVisible();

  await page.setViewportSize({ width: 375, height: 812 });
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(320);
  await choose(page, 'Sort by', 'Amount, descending');
  await expect(page).toHaveURL(/order=DESC.*sort=amount/);
  await expect(first).toContainText(large.referenceNumber);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Export CSV', 'Export Excel']);
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  await file;
  await expectNoAxeFindings(page);
});
