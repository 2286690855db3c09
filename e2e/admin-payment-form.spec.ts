import type { Page } from '@playwright/test';
import { messages } from '../domain/messages.js';
import { pages } from '../domain/pages.js';
import type { ListedPayment, Payment } from '../domain/payments.js';
import { createCustomer, aPayment, choose, expectPage, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

/** Picks a customer by typing a part of the name. */
async function pickCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).fill(name);
  await page.getByRole('option', { name }).click();
}

test('a new payment needs its fields', async ({ page }) => {
  await page.goto(pages.newPayment);
  await expectPage(page, 'Record New Payment');
  await save(page);
  for (const message of ['Customer is required', 'Payment method is required', 'Amount is required'])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await page.getByLabel('Amount').fill('0');
  await expect(page.getByText('Amount is required')).toBeHidden();
  await save(page);
  await expect(page.getByText('Amount must be a positive number')).toBeVisible();
  await page.getByLabel('Status').click();
  await expect(page.getByRole('option')).toHaveText(['Pending', 'Confirmed', 'Cancelled']);
});

test('the currency follows the customer, who is searched on the server', async ({ page, server }) => {
  const canadian = await createCustomer(server);
  const american = await createCustomer(server, { country: 'usa', province: null, state: 'NY' });
  const thai = await createCustomer(server, { country: 'other', province: null });
  await page.goto(pages.newPayment);
  for (const [customer, currency] of [
    [canadian, 'CAD (Canadian Dollar)'],
    [american, 'USD (US Dollar)'],
    [thai, 'THB (Thai Baht)'],
  ] as const) {
    const searched = page.waitForRequest((request) =>
      request.url().includes(`search%5D=${customer.lastName}`),
    );
    const picker = page.getByRole('combobox', { name: 'Customer' });
    await picker.fill(customer.lastName);
    await searched;
    await page.getByRole('option', { name: customer.lastName }).click();
    await expect(picker).toHaveValue(`${customer.fullName} (${customer.email})`);
    await expect(page.getByLabel('Currency')).toHaveText(currency);
  }
});

test("methods of another country than the customer's are not offered, but for the one that is recorded", async ({
  page,
  server,
}) => {
  const canadian = await createCustomer(server);
  const american = await createCustomer(server, { country: 'usa', province: null, state: 'NY' });
  const methods = page.getByRole('option');
  const offered = async (names: string[]) => {
    await page.getByRole('combobox', { name: 'Payment Method' }).click();
    await expect(methods).toHaveText(names);
    await page.keyboard.press('Escape');
    await expect(methods).toHaveCount(0);
  };
  const inCanada = ['Credit Card', 'Bank Transfer', 'Interac e-Transfer (Canada)'];
  const elsewhere = ['Credit Card', 'Bank Transfer', 'International Wire Transfer'];

  await page.goto(pages.newPayment);
  await offered([...inCanada, 'International Wire Transfer']);
  await pickCustomer(page, canadian.lastName);
  await offered(inCanada);
  await choose(page, 'Payment Method', 'Interac e-Transfer (Canada)');
  await pickCustomer(page, american.lastName);
  await offered(elsewhere);
  await expect(page.getByRole('combobox', { name: 'Payment Method' })).not.toContainText('Interac');

  const payment = await aPayment(server, american, { paymentMethod: 'interac' });
  await page.goto(`${pages.newPayment}?id=${payment._id}`);
  await expect(page.getByRole('combobox', { name: 'Payment Method' })).toContainText('Interac');
  await offered([...elsewhere, 'Interac e-Transfer (Canada)']);
});

test('a failure to load customers marks no field, and opening the list tries again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Customers could not be loaded/);
  const customer = await createCustomer(server);
  await page.route('**/api/customers?*', (route) => route.abort());
  const logged = page.waitForEvent('console', (message) => message.text().includes('Customers could not'));
  await page.goto(pages.newPayment);
  await logged;
  const picker = page.getByRole('combobox', { name: 'Customer' });
  await expect(picker).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(messages.network)).toHaveCount(0);
  await page.getByLabel('Amount').fill('12');
  await picker.click();
  await expect(page.getByText('Customers could not be loaded. Open this list again to retry.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute('**/api/customers?*');
  await picker.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await picker.fill(customer.lastName);
  await page.getByRole('option', { name: customer.lastName }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('12');
});

test('a record that cannot be loaded for its form says so', async ({ page, server, allowConsole }) => {
  allowConsole(/status of 500/);
  const customer = await createCustomer(server);
  const payment = await aPayment(server, customer);
  await page.route(/api\/(payments|customers)\/[0-9a-f]{24}$/, (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  for (const [path, message] of [
    [`${pages.newPayment}?id=${payment._id}`, messages.fetchPayment],
    [`${pages.customers}/${customer._id}/edit`, messages.fetchCustomer],
    [`${pages.payments}/${payment._id}`, messages.fetchPaymentDetails],
    [`${pages.customers}/${customer._id}`, messages.fetchCustomerDetails],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toHaveText(message);
  }
});

test('a payment is recorded, its reference generated', async ({ page, server }) => {
  const customer = await createCustomer(server);
  await page.goto(pages.newPayment);
  await pickCustomer(page, customer.lastName);
  await choose(page, 'Payment Method', 'Bank Transfer');
  await page.getByLabel('Amount').fill('1234.5');
  await page.getByLabel('Transfer Date').fill('2026-12-24');
  await page.getByLabel('Notes').fill('By phone');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/payments'),
  );
  await save(page);
  expect((await sent).postDataJSON()).toMatchObject({ amount: 1234.5, currency: 'CAD', status: 'pending' });
  await expectPage(page, 'Payments');
  await expect(page.getByText('The payment was recorded')).toBeVisible();

  const found = await server.api(`/payments?filter[customerId]=${customer._id}`);
  const { payments } = (await found.json()) as { payments: ListedPayment[] };
  expect(payments).toHaveLength(1);
  expect(payments[0]).toMatchObject({ amount: 1234.5, transferDate: '2026-12-24T00:00:00.000Z' });
  expect(payments[0]?.referenceNumber).toMatch(/^CRTS-OTN-[0-9A-F]{6}-\d{6}$/);
});

test('a reference that exists is refused under its field or above the form', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const customer = await createCustomer(server);
  const { referenceNumber } = await aPayment(server, customer);
  await page.goto(pages.newPayment);
  await pickCustomer(page, customer.lastName);
  await choose(page, 'Payment Method', 'Credit Card');
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Payment ID/Reference Number').fill(referenceNumber.toLowerCase());
  await save(page);
  await expect(page.getByText(messages.referenceExists).first()).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveValue('10');
  await page.getByLabel('Payment ID/Reference Number').fill('');
  await save(page);
  await expectPage(page, 'Payments');
});

test('a payment that the address names is edited, its own status among the choices', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const payment = await aPayment(server, customer, { transferDate: '2026-12-01' });
  await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body: { status: 'paid' } });
  await page.goto(`${pages.newPayment}?id=${payment._id}`);
  await expectPage(page, 'Edit Payment');
  await expect(page.getByLabel('Transfer Date')).toHaveValue('2026-12-01');
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(
    `${customer.fullName} (${customer.email})`,
  );
  await page.getByLabel('Status').click();
  await expect(page.getByRole('option')).toHaveText(['Pending', 'Confirmed', 'Cancelled', 'Paid']);
  await page.getByRole('option', { name: 'Confirmed' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page);
  const body = (await sent).postDataJSON() as object;
  expect(Object.keys(body).sort()).toEqual([
    'amount',
    'currency',
    'customerId',
    'notes',
    'paymentMethod',
    'referenceNumber',
    'status',
    'transferDate',
    'transferReference',
    'version',
  ]);
  await expectPage(page, payment.referenceNumber);
  const stored = (await (await server.api(`/payments/${payment._id}`)).json()) as Payment;
  expect(stored).toMatchObject({ status: 'confirmed', currency: 'CAD', customerId: customer._id });
});
