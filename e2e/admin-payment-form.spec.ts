import type { Page } from '@playwright/test';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import type { ListedPayment, Payment } from '#domain/payments/payments';
import { createCustomer, createPayment, choose, expectPage, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

/** Picks a customer by typing a part of the name. */
async function pickCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).fill(name);
  await page.getByRole('option', { name }).click();
}

/** The methods that are offered outside Canada. */
const elsewhere = ['Credit Card', 'Bank Transfer', 'International Wire Transfer'];

/** Expects the methods to choose from. */
async function expectOffered(page: Page, names: string[]): Promise<void> {
  await page.getByRole('combobox', { name: 'Payment Method' }).click();
  await expect(page.getByRole('option')).toHaveText(names);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
}

test('a payment is recorded: the form asks for what is missing, and follows the customer, who is searched on the server', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Customers could not be loaded|status of 409/);
  const canadian = await createCustomer(server);
  const american = await createCustomer(server, { country: 'usa', province: null, state: 'NY' });
  const thai = await createCustomer(server, { country: 'other', province: null });
  const { referenceNumber } = await createPayment(server, canadian);
  const picker = page.getByRole('combobox', { name: 'Customer' });
  const method = page.getByRole('combobox', { name: 'Payment Method' });
  const options = page.getByRole('option');

  await test.step('a failure to load customers marks no field, and opening the list tries again', async () => {
    await page.route('**/api/customers?*', (route) => route.abort());
    const logged = page.waitForEvent('console', (message) => message.text().includes('Customers could not'));
    await page.goto(pages.newPayment);
    await expectPage(page, 'Record New Payment');
    await logged;
    await expect(picker).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(messages.network)).toHaveCount(0);
    await picker.click();
    await expect(
      page.getByText('Customers could not be loaded. Open this list again to retry.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.unroute('**/api/customers?*');
    await picker.click();
    await expect(options.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
  });

  await test.step('fields that are missing', async () => {
    await save(page);
    for (const message of ['Customer is required', 'Payment method is required', 'Amount is required'])
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    await page.getByLabel('Amount').fill('0');
    await expect(page.getByText('Amount is required')).toBeHidden();
    await save(page);
    await expect(page.getByText('Amount must be a positive number')).toBeVisible();
    await page.getByLabel('Amount').fill('-5');
    await expect(page.getByText('Amount must be a positive number')).toBeHidden();
    await save(page);
    await expect(page.getByText('Amount must be a positive number')).toBeVisible();
    await page.getByLabel('Status').click();
    await expect(options).toHaveText(['Pending', 'Confirmed', 'Cancelled']);
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    // The browser leaves the comma out.
    await page.getByLabel('Amount').fill('');
    await page.getByLabel('Amount').pressSequentially('2256,61');
    await save(page);
    await expect(page.getByText('“2256,61” became 225661 here')).toBeVisible();
    await page.getByLabel('Amount').fill('12');
    await page.getByLabel('Amount').hover();
    await page.mouse.wheel(0, 200);
    await expect(page.getByLabel('Amount')).toHaveValue('12');
  });

  await test.step('currency and methods follow the country of the customer', async () => {
    const inCanada = ['Credit Card', 'Bank Transfer', 'Interac e-Transfer (Canada)'];
    await expectOffered(page, [...inCanada, 'International Wire Transfer']);
    for (const [customer, currency] of [
      [canadian, 'CAD (Canadian Dollar)'],
      [american, 'USD (US Dollar)'],
      [thai, 'THB (Thai Baht)'],
    ] as const) {
      const searched = page.waitForRequest((request) =>
        request.url().includes(`search%5D=${customer.lastName}`),
      );
      await picker.fill(customer.lastName);
      await searched;
      await page.getByRole('option', { name: customer.lastName }).click();
      await expect(picker).toHaveValue(`${customer.fullName} (${customer.email})`);
      await expect(page.getByLabel('Currency')).toHaveText(currency);
      await expectOffered(page, customer === canadian ? inCanada : elsewhere);
      if (customer === canadian) await choose(page, 'Payment Method', 'Interac e-Transfer (Canada)');
      else await expect(method).not.toContainText('Interac');
    }
    await expect(page.getByLabel('Amount')).toHaveValue('12');
  });

  await test.step('what is typed stays while its answer comes', async () => {
    await picker.fill('');
    const answered = page.waitForResponse((response) => response.url().includes('search%5D='));
    await picker.pressSequentially(american.lastName.slice(0, 4));
    await answered;
    await expect(page.getByRole('option', { name: american.lastName })).toBeVisible();
    await picker.pressSequentially(american.lastName.slice(4));
    await expect(picker).toHaveValue(american.lastName);
    await page.getByRole('option', { name: american.lastName }).click();
  });

  await test.step('a customer is added without leaving the form, and an email that exists is named', async () => {
    await page.getByRole('button', { name: 'Add Customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Customer' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Full Name')).toBeFocused();
    await dialog.getByLabel('Full Name').fill('Ben Added');
    await dialog.getByLabel('Email').fill(canadian.email.toUpperCase());
    const other = dialog.getByRole('status').getByRole('link', { name: canadian.fullName });
    await expect(other).toHaveAttribute('href', `/admin/customers/${canadian._id}`);
    await dialog.getByLabel('Phone').fill('+1 416 555 0134');
    await choose(page, 'Country', 'Canada');
    await dialog.getByLabel('Address').fill('1 Main Street');
    await dialog.getByLabel('City').fill('Toronto');
    await dialog.getByLabel('Postal Code / ZIP').fill('M5V 2T6');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(picker).toHaveValue(`Ben Added (${canadian.email.toUpperCase()})`);
    await expect(page.getByLabel('Currency')).toHaveText('CAD (Canadian Dollar)');
    await expect(page.getByLabel('Amount')).toHaveValue('12');
  });

  await test.step('a reference that exists is refused', async () => {
    await pickCustomer(page, canadian.lastName);
    await choose(page, 'Payment Method', 'Bank Transfer');
    await page.getByLabel('Amount').fill('1234.5');
    await page.getByLabel('Transfer Date').fill('2026-12-24');
    await page.getByLabel('Notes').fill('By phone');
    await page.getByLabel('Payment ID/Reference Number').fill(referenceNumber.toLowerCase());
    await save(page);
    await expect(page.getByText(messages.referenceExists).first()).toBeVisible();
    await expect(page.getByLabel('Amount')).toHaveValue('1234.5');
  });

  await test.step('without one, it is generated', async () => {
    await page.getByLabel('Payment ID/Reference Number').fill('');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/payments'),
    );
    await save(page);
    expect((await sent).postDataJSON()).toMatchObject({ amount: 1234.5, currency: 'CAD', status: 'pending' });
    await expectPage(page, 'Payments');
    await expect(page.getByText('The payment was recorded')).toBeVisible();
    const found = await server.api(`/payments?filter[customerId]=${canadian._id}&filter[status]=pending`);
    const { payments } = (await found.json()) as { payments: ListedPayment[] };
    const recorded = payments.filter((one) => one.referenceNumber !== referenceNumber);
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({ amount: 1234.5, transferDate: '2026-12-24T00:00:00.000Z' });
    expect(recorded[0]?.referenceNumber).toMatch(/^CRTS-OTN-[0-9A-F]{6}-\d{6}$/);
  });
});

test('a payment that the address names is edited, its own status and method among the choices', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server, { country: 'usa', province: null, state: 'NY' });
  const payment = await createPayment(server, customer, {
    paymentMethod: 'interac',
    transferDate: '2026-12-01',
  });
  await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body: { status: 'paid' } });
  await page.goto(`${pages.newPayment}?id=${payment._id}`);
  await expectPage(page, 'Edit Payment');
  await expect(page.getByLabel('Transfer Date')).toHaveValue('2026-12-01');
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(
    `${customer.fullName} (${customer.email})`,
  );
  await expect(page.getByRole('combobox', { name: 'Payment Method' })).toContainText('Interac');
  await expectOffered(page, [...elsewhere, 'Interac e-Transfer (Canada)']);
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
    'language',
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

test('a payment whose recording was not answered is recorded once, and the form is not sent again with other details', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of 409/);
  const customer = await createCustomer(server);
  await page.goto(pages.newPayment);
  await pickCustomer(page, customer.lastName);
  await choose(page, 'Payment Method', 'Bank Transfer');
  await page.getByLabel('Amount').fill('88.88');
  await page.route('**/api/payments', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save(page);
  await expect(page.getByText(messages.network)).toBeVisible();
  await page.unroute('**/api/payments');

  await page.getByLabel('Amount').fill('99.99');
  await save(page);
  await expect(page.getByText('with other details. Open that one to change it.')).toBeVisible();
  await page.getByLabel('Amount').fill('88.88');
  await save(page);
  await expectPage(page, 'Payments');
  const found = await server.api(`/payments?filter[customerId]=${customer._id}`);
  expect(((await found.json()) as { payments: Payment[] }).payments).toMatchObject([{ amount: 88.88 }]);
});
