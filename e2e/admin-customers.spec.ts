import { readFile } from 'node:fs/promises';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import {
  createCustomer,
  createPayment,
  choose,
  detail,
  expectPage,
  expectUncovered,
  follow,
  row,
  signedIn,
  unique,
} from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test('the list of customers shows their statuses, is searched on Enter, in the address too, and opens them', async ({
  page,
  server,
}) => {
  const american = await createCustomer(server, { country: 'usa', state: 'new_york', province: null });
  await createPayment(server, american);
  const customer = await createCustomer(server, { country: 'other', province: null });
  const other = await createCustomer(server);
  await page.goto(pages.customers);
  await expectPage(page, 'Customers');
  await expect(page.getByText('Manage your customer information and records')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Customer' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Country',
    'Created At',
    'Status',
    'Actions',
  ]);
  await expect(row(page, american.email).getByRole('cell').nth(2)).toHaveText('United States');
  await expect(row(page, american.email).getByRole('cell').nth(4)).toHaveText('Active');
  await expect(row(page, other.email).getByRole('cell').nth(4)).toHaveText('New');
  for (const action of ['View', 'Edit', 'Delete'])
    await expect(row(page, other.email).getByLabel(`${action} ${other.fullName}`)).toBeVisible();
  await expectNoAxeFindings(page);

  const search = page.getByRole('textbox', { name: 'Search', exact: true });
  const field = page.getByRole('combobox', { name: 'Search by' });
  await test.step('by name, email and country, in the address too', async () => {
    await search.fill(customer.lastName.toLowerCase());
    await expect(row(page, other.email)).toBeVisible();
    await search.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, customer.email)).toBeVisible();
    await page.reload();
    await expect(search).toHaveValue(customer.lastName.toLowerCase());
    await expect(page.getByRole('row')).toHaveCount(2);
    await choose(page, 'Search by', 'Email');
    await expect(page.getByRole('row')).toHaveCount(2);
    await choose(page, 'Search by', 'Country');
    await search.fill('Other');
    await search.press('Enter');
    await expect(row(page, customer.email)).toBeVisible();
    await expect(row(page, other.email)).toBeHidden();
    await page.goBack();
    await page.getByRole('button', { name: 'Clear the Search' }).click();
    await expect(row(page, other.email)).toBeVisible();
  });

  await test.step('the field that is searched is shown, after Back too', async () => {
    await choose(page, 'Search by', 'Name');
    await search.fill(customer.lastName);
    await search.press('Enter');
    await expect(page).toHaveURL(new RegExp(`name.*${customer.lastName}`));
    await expect(row(page, other.email)).toBeHidden();
    await choose(page, 'Search by', 'Email');
    await expect(page).toHaveURL(/email/);
    await search.fill(other.email);
    await search.press('Enter');
    await expect(row(page, other.email)).toBeVisible();
    await expect(field).toHaveText('Email');
    await page.goBack();
    await page.goBack();
    await expect(search).toHaveValue(customer.lastName);
    await expect(row(page, customer.email)).toBeVisible();
    await expect(field).toHaveText('Name');
    await choose(page, 'Search by', 'Email');
    await page.getByRole('button', { name: 'Clear the Search' }).click();
    await expect(row(page, other.email)).toBeVisible();
    await expect(field).toHaveText('Email');
  });

  await test.step('a row opens by click and by keyboard', async () => {
    await row(page, customer.email).getByText(customer.email).click();
    await expectPage(page, customer.fullName);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await page.getByRole('link', { name: customer.fullName, exact: true }).press('Enter');
    await expectPage(page, customer.fullName);
  });

  await test.step('the breadcrumb leads back to the list as it was filtered', async () => {
    await follow(
      page,
      `${pages.customers}?filter=${encodeURIComponent(JSON.stringify({ email: customer.email }))}`,
    );
    await expect(page.getByRole('row')).toHaveCount(2);
    await row(page, customer.email).getByText(customer.email).click();
    await expectPage(page, customer.fullName);
    await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Customers' }).click();
    await expectPage(page, 'Customers');
    await expect(page.getByRole('row')).toHaveCount(2);
  });
});

test('the list of customers turns its pages, exports what the search finds, and tells an empty result from an empty list', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 500/);
  const family = unique();
  for (let index = 0; index < 12; index++)
    await createCustomer(server, { fullName: `Kin ${family}${index}`, address: '1 Main Street\nUnit 2' });
  const search = page.getByRole('textbox', { name: 'Search', exact: true });

  await test.step('why it cannot be shown', async () => {
    await page.route('**/api/customers?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(pages.customers);
    await expect(page.getByRole('alert')).toContainText(messages.fetchCustomers);
    await page.unroute('**/api/customers?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  await test.step('pages by 5, 10, 25 and 50, from the first after every change', async () => {
    await search.fill(family);
    await search.press('Enter');
    await expect(page.getByText('1–10 of 12')).toBeVisible();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(page.getByText('11–12 of 12')).toBeVisible();
    expect(page.url()).toContain('page=2');
    await page.getByLabel('Rows per page:').click();
    await expect(page.getByRole('option')).toHaveText(['5', '10', '25', '50']);
    await page.getByRole('option', { name: '5', exact: true }).click();
    await expect(page.getByText('1–5 of 12')).toBeVisible();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(page.getByText('6–10 of 12')).toBeVisible();
    await search.fill(`${family}1`);
    await search.press('Enter');
    await expect(page.getByText('1–3 of 3')).toBeVisible();
  });

  await test.step('exports of what the search finds, and why one fails', async () => {
    await page.route('**/api/customers/export*', (route) => route.abort());
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    await expect(page.getByRole('alert')).toHaveText(`${messages.exportCustomers}: ${messages.network}`);
    await page.unroute('**/api/customers/export*');

    await page.getByRole('button', { name: 'Export' }).click();
    const csv = page.waitForEvent('download');
    const asked = page.waitForRequest('**/api/customers/export*');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    expect((await csv).suggestedFilename()).toMatch(/^customers-export-\d{4}-\d\d-\d\d\.csv$/);
    expect(new URL((await asked).url()).searchParams.get('search')).toBe(`${family}1`);
    const text = await readFile(await (await csv).path(), 'utf8');
    expect(text).toContain(`Kin ${family}11`);
    expect(text.trim().split('\r\n')).toHaveLength(4);

    await page.getByRole('button', { name: 'Export' }).click();
    const excel = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as Excel' }).click();
    expect((await excel).suggestedFilename()).toMatch(/^customers-export-.*\.xlsx$/);
  });

  await test.step('an empty result, and an empty list', async () => {
    await search.fill('nobody is called this');
    await search.press('Enter');
    await expect(page.getByText('No customers found')).toBeVisible();
    await expect(page.getByText('Nothing matches the search and filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(search).toHaveValue('');
    await page.route('**/api/customers?*', (route) =>
      route.fulfill({
        json: { customers: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } },
      }),
    );
    await page.reload();
    await expect(page.getByText('No customers found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add Customer' })).toHaveCount(2);
  });
});

test('a customer is shown with what they paid', async ({ page, server }) => {
  const customer = await createCustomer(server, { province: 'ontario', referralSource: 'A friend' });
  await createPayment(server, customer, { amount: 0.1 });
  const payment = await createPayment(server, customer, { amount: 0.2, status: 'confirmed' });
  await page.goto(`${pages.customers}/${customer._id}`);
  await expectPage(page, customer.fullName);
  await expect(page.getByLabel('Breadcrumb')).toHaveText(`Dashboard/Customers/${customer.fullName}`);

  const information = page.getByRole('region', { name: 'Customer Information' });
  await expect(detail(information, 'Email')).toHaveText(customer.email);
  await expect(detail(information, 'Location')).toHaveText('Canada, Ontario');
  const summary = page.getByRole('region', { name: 'Payment Summary' });
  await expect(detail(summary, 'Total Payments')).toHaveText('2');
  await expect(detail(summary, 'Total Amount')).toHaveText('CA$0.30');

  const overview = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(detail(overview, 'Province')).toHaveText('Ontario');
  await expect(detail(overview, 'Referral Source')).toHaveText('A friend');
  await page.getByRole('tab', { name: 'Payments' }).click();
  await expect(page.getByRole('tabpanel').getByRole('columnheader')).toHaveText([
    'Amount',
    'Status',
    'Method',
    'Date',
    'Reference',
    'Payment',
  ]);
  await expectUncovered(page.getByRole('tabpanel').getByRole('row').nth(1));
  const cells = row(page, payment.referenceNumber).getByRole('cell');
  await expect(cells.nth(0)).toHaveText('CA$0.20');
  await expect(cells.nth(1)).toHaveText('Confirmed');
  await expect(cells.nth(4)).toHaveText(payment.referenceNumber);
  await expect(cells.nth(5).getByRole('link')).toHaveText('View Details');
  await test.step('each thing that happened leads to its payment by a reference in one line, found by a thumb', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    const activity = page.getByRole('list', { name: 'Activity' });
    const link = activity.getByRole('link', { name: `Open Payment ${payment.referenceNumber}` }).first();
    await expect(link).toHaveText(payment.referenceNumber);
    expect(await link.evaluate((a) => a.getClientRects().length)).toBe(1);
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(43.5);
    await expectNoAxeFindings(page, ['link-in-text-block']);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await page.getByRole('tab', { name: 'Notes' }).click();
  await expect(
    page.getByText('Customer notes functionality will be implemented in a future update.'),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page.getByRole('link', { name: payment.referenceNumber, exact: true }).click();
  await expectPage(page, payment.referenceNumber);

  await test.step('in the currency of their country alone, with the others and how far they are beside it', async () => {
    const mixed = await createCustomer(server);
    for (const [amount, currency, status] of [
      [100.1, 'CAD', 'pending'],
      [200.2, 'CAD', 'paid'],
      [50, 'CAD', 'failed'],
      [1997, 'USD', 'confirmed'],
      [3, 'USD', 'pending'],
      [25.5, 'THB', 'refunded'],
    ] as const)
      await createPayment(server, mixed, { amount, currency, status: status as never });
    await follow(page, `${pages.customers}/${mixed._id}`);
    await expect(detail(summary, 'Total Amount')).toHaveText(
      /^CA\$350\.30and in other currencies THB\s25\.50 \+ US\$2,000\.00$/,
    );
    await expect(detail(summary, 'Settled')).toHaveText('CA$200.20 + US$1,997.00');
    await expect(detail(summary, 'Pending')).toHaveText('CA$100.10 + US$3.00');
    await expect(detail(summary, 'Refunded')).toHaveText(/^THB\s25\.50$/);
  });
});

test('a customer without payments says so, is compared with what was typed at a checkout, and leads to a new payment', async ({
  page,
  server,
}) => {
  const summary = page.getByRole('region', { name: 'Payment Summary' });
  await test.step('no payments', async () => {
    const thai = await createCustomer(server, { country: 'other', province: null });
    await page.goto(`${pages.customers}/${thai._id}`);
    await expect(detail(summary, 'Total Amount')).toHaveText('THB 0.00');
    await expect(detail(summary, 'Last Payment')).toHaveText('No payments');
    await page.getByRole('tab', { name: 'Payments' }).click();
    await expect(page.getByText('No payments found')).toBeVisible();
    await expect(page.getByText('This customer has not made any payments yet.')).toBeVisible();
  });

  await test.step('typed at a checkout otherwise than the record has it', async () => {
    const customer = await createCustomer(server);
    await server.api(`/customers/${customer._id}`, {
      method: 'PUT',
      body: { ...customer, version: undefined, fullName: `${customer.fullName} Known` },
    });
    const answer = await server.api('/payments/checkout', {
      method: 'POST',
      body: {
        customer: {
          fullName: customer.fullName,
          email: customer.email.toUpperCase(),
          phone: '4165550199',
          country: 'canada',
          province: 'ontario',
          state: null,
          address: '1 main street',
          city: 'Toronto',
          postalCode: 'm5v2t6',
        },
        payment: {
          paymentMethod: 'interac',
          amount: 2256.61,
          currency: 'CAD',
          status: 'pending',
          transferDate: '2099-01-01',
          transferReference: '',
        },
      },
    });
    expect(answer.status).toBe(201);
    await follow(page, `${pages.customers}/${customer._id}`);
    const typed = page.getByRole('region', { name: 'Typed at the Checkout' });
    await expect(typed.locator('.ra-field > :not(.RaLabeled-label)')).toHaveText([
      `${customer.fullName}On record: ${customer.fullName} Known`,
      '4165550199On record: +1 416 555 0134',
    ]);
    await typed.getByRole('link').click();
    await expect(summary).toContainText('2,256.61');
  });

  await test.step('a new payment of theirs', async () => {
    const american = await createCustomer(server, { country: 'usa', province: null, state: 'NY' });
    await follow(page, `${pages.customers}/${american._id}`);
    await expectPage(page, american.fullName);
    await page.getByRole('link', { name: 'Record Payment' }).click();
    await expectPage(page, 'Record New Payment');
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(
      `${american.fullName} (${american.email})`,
    );
    await expect(page.getByLabel('Currency')).toHaveText('USD (US Dollar)');
    await choose(page, 'Payment Method', 'Bank Transfer');
    await page.getByLabel('Amount').fill('1997');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectPage(page, 'Payments');
    await expect(row(page, american.fullName)).toContainText('1,997.00');
  });
});

test('a customer is deleted after a question that names them, unless there are payments', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const paying = await createCustomer(server);
  await createPayment(server, paying);
  const customer = await createCustomer(server);
  const dialog = page.getByRole('dialog', { name: 'Delete Customer' });
  await page.goto(pages.customers);
  await page.getByRole('button', { name: `Delete ${paying.fullName}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(messages.customerHasPayments);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, paying.email)).toBeVisible();

  await row(page, customer.email).getByText(customer.email).click();
  await expectPage(page, customer.fullName);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText(`Delete ${customer.fullName} (${customer.email})?`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectPage(page, 'Customers');
  await expect(page.getByText(`${customer.fullName} was deleted`)).toBeVisible();
  await expect(row(page, customer.email)).toBeHidden();
  expect((await server.api(`/customers/${customer._id}`)).status).toBe(404);
});

test('HTML in a field of a customer is shown as text', async ({ page, server }) => {
  const fullName = `<img src="/nothing" alt="Ann"> <b>${unique()}</b>`;
  const address = '<script>document.title = "gone"</script>';
  const customer = await createCustomer(server, { fullName, address });
  const payment = await createPayment(server, customer, { notes: '<i>Paid</i> &amp; sent' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));

  await page.goto(`${pages.customers}/${customer._id}`);
  await expectPage(page, fullName);
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await follow(page, pages.payments);
  await expect(row(page, payment.referenceNumber)).toContainText(fullName);
  await follow(page, `${pages.payments}/${payment._id}`);
  await expectPage(page, payment.referenceNumber);
  await expect(page.getByText('<i>Paid</i> &amp; sent', { exact: true })).toBeVisible();
  await expect(page.getByText(fullName, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(payment.referenceNumber));
  expect(requested).not.toContain('/nothing');
});
