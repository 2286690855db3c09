import { pages } from '#domain/platform/pages';
import type { Customer } from '#domain/customers/customers';
import type { Payment } from '#domain/payments/payments';
import {
  createCustomer,
  createPayment,
  choose,
  detail,
  expectPage,
  follow,
  unique,
} from './support/admin.js';
import { expect } from './support/test.js';
import {
  countOf,
  expectChangesShown,
  expectShown,
  item,
  markAsPaid,
  openAll,
  region,
  type Screen,
  soon,
  test,
  welcome,
} from './support/two-admins.js';

test('a status that one admin changes in the form, and the other in the list on a phone, shows on every screen of both', async ({
  page,
  colleague,
  server,
}) => {
  test.slow();
  await expectChangesShown([page, colleague], server, [
    {
      by: 'the form of the payment',
      status: 'confirmed',
      change: async (window, { _id, referenceNumber }) => {
        await follow(window, `${pages.newPayment}?id=${_id}`);
        await choose(window, 'Status', 'Confirmed');
        await window.getByRole('button', { name: 'Save' }).click();
        await expectPage(window, referenceNumber);
      },
    },
    { by: 'the menu of the list on a phone', status: 'paid', change: markAsPaid },
  ]);
});

test('a payment that one admin records, and then edits, shows on every screen of both', async ({
  page,
  colleague,
  server,
}) => {
  test.slow();
  const customer = await createCustomer(server);
  const windows = [page, colleague];
  const reference = unique().toUpperCase();
  const recorded: Screen[] = [
    {
      path: pages.payments,
      title: 'Payments',
      shows: (window) => expect(item(window, reference)).toContainText(customer.fullName, soon),
    },
    {
      path: pages.customers,
      title: 'Customers',
      shows: (window) => expect(item(window, customer.email)).toContainText('Active', soon),
    },
    {
      path: `${pages.customers}/${customer._id}`,
      title: customer.fullName,
      shows: async (window) => {
        await expect(window.locator('main .page-status')).toContainText('Active', soon);
        const summary = region(window, 'Payment Summary');
        await expect(detail(summary, 'Total Payments')).toHaveText('1', soon);
        await expect(detail(summary, 'Total Amount')).toContainText('CA$1,500.00', soon);
      },
    },
    {
      path: pages.admin,
      title: welcome,
      shows: async (window) => {
        const newest = region(window, 'Recent Payments').locator('li').first();
        await expect(newest).toContainText(customer.fullName, soon);
        await expect(region(window, 'Pending Payments')).toContainText(
          `Payments${await countOf(server, 'pending')}`,
          soon,
        );
        await expect(item(window, customer.email)).toContainText('Active', soon);
      },
    },
    {
      path: pages.reports,
      title: 'Reports',
      shows: async (window) => {
        const counted = region(window, 'Payments by Status').getByRole('row');
        await expect(counted.filter({ hasText: 'Pending' }).getByRole('cell').nth(1)).toHaveText(
          await countOf(server, 'pending'),
          soon,
        );
      },
    },
  ];
  await openAll(windows, recorded);
  await follow(page, pages.newPayment);
  await page.getByRole('combobox', { name: 'Customer' }).fill(customer.lastName);
  await page.getByRole('option', { name: customer.fullName }).click();
  await choose(page, 'Payment Method', 'Interac e-Transfer (Canada)');
  await page.getByLabel('Amount').fill('1500');
  await page.getByLabel('Payment ID/Reference Number').fill(reference);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectPage(page, 'Payments');
  await expectShown(windows, recorded);

  const found = await server.api(`/payments?filter[customerId]=${customer._id}`);
  const [payment] = ((await found.json()) as { payments: Payment[] }).payments;
  const paymentPage: Screen = {
    path: `${pages.payments}/${payment?._id}`,
    title: reference,
    shows: (window) =>
      expect(detail(region(window, 'Payment Summary'), 'Amount')).toContainText('1,234.50', soon),
  };
  const form: Screen = {
    path: `${pages.newPayment}?id=${payment?._id}`,
    title: 'Edit Payment',
    shows: (window) => expect(window.getByLabel('Amount')).toHaveValue('1234.5', soon),
  };
  await openAll(windows, [paymentPage, form]);
  await follow(page, form.path);
  await page.getByLabel('Amount').fill('1234.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectPage(page, reference);
  await expectShown(windows, [
    {
      path: pages.payments,
      title: 'Payments',
      shows: (window) => expect(item(window, reference)).toContainText('1,234.50', soon),
    },
    paymentPage,
    {
      path: `${pages.customers}/${customer._id}`,
      title: customer.fullName,
      shows: async (window) => {
        const total = detail(region(window, 'Payment Summary'), 'Total Amount');
        await expect(total).toContainText('CA$1,234.50', soon);
      },
    },
    {
      path: pages.admin,
      title: welcome,
      shows: (window) =>
        expect(region(window, 'Recent Payments').locator('li').first()).toContainText('1,234.50', soon),
    },
    form,
  ]);
});

/** Every screen that shows a customer's name, and those of the payment. */
const nameScreens = ({ _id, email }: Customer, payment: Payment, name: string): Screen[] => [
  {
    path: pages.customers,
    title: 'Customers',
    shows: (window) => expect(item(window, email)).toContainText(name, soon),
  },
  {
    path: `${pages.customers}/${_id}`,
    title: name,
    shows: (window) =>
      expect(detail(window.getByRole('tabpanel', { name: 'Overview' }), 'Full Name')).toHaveText(name, soon),
  },
  {
    path: `${pages.customers}/${_id}/edit`,
    title: `Edit ${name}`,
    shows: (window) => expect(window.getByLabel('Full Name')).toHaveValue(name, soon),
  },
  {
    path: pages.payments,
    title: 'Payments',
    shows: (window) => expect(item(window, payment.referenceNumber)).toContainText(name, soon),
  },
  {
    path: `${pages.payments}/${payment._id}`,
    title: payment.referenceNumber,
    shows: (window) => expect(detail(region(window, 'Customer Information'), 'Name')).toHaveText(name, soon),
  },
  {
    path: pages.admin,
    title: welcome,
    shows: async (window) => {
      for (const list of ['Recent Payments', 'Recent Customers'])
        await expect(region(window, list).locator('li').first()).toContainText(name, soon);
    },
  },
  {
    path: pages.reports,
    title: 'Reports',
    shows: (window) => expect(item(window, payment.referenceNumber)).toContainText(name, soon),
  },
];

test('a customer whom one admin adds, renames and deletes is so on every screen of both', async ({
  page,
  colleague,
  server,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 404/);
  const windows = [page, colleague];
  const name = `Cara ${unique()}`;
  const email = `${unique().toLowerCase()}@example.com`;

  await test.step('added', async () => {
    const added: Screen[] = [
      {
        path: pages.customers,
        title: 'Customers',
        shows: (window) => expect(item(window, name)).toContainText('New', soon),
      },
      {
        path: pages.admin,
        title: welcome,
        shows: async (window) => {
          const answer = await (await server.api('/customers/stats')).json();
          const { total } = answer as { total: number };
          await expect(region(window, 'Total Customers')).toContainText(`Customers${total}`, soon);
          const newest = region(window, 'Recent Customers').locator('li').first();
          await expect(newest).toContainText(name, soon);
        },
      },
      {
        path: pages.newPayment,
        title: 'Record New Payment',
        shows: async (window) => {
          await window.getByRole('combobox', { name: 'Customer' }).press('ArrowDown');
          await expect(window.getByRole('option', { name })).toBeVisible(soon);
        },
      },
    ];
    await openAll(windows, added);
    await follow(page, pages.newCustomer);
    await page.getByLabel('Full Name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Phone').fill('+1 416 555 0134');
    await choose(page, 'Country', 'Canada');
    await page.getByLabel('Address').fill('1 Main Street');
    await page.getByLabel('City').fill('Toronto');
    await page.getByLabel('Postal Code / ZIP').fill('M5V 2T6');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectPage(page, 'Customers');
    await expectShown(windows, added);
  });

  const found = await server.api(`/customers?filter[email]=${email}`);
  const customer = ((await found.json()) as { customers: Customer[] }).customers[0]!;
  const payment = await createPayment(server, customer, { transferDate: '2020-01-02' });
  const renamed = `Bea ${unique()}`;
  await test.step('renamed', async () => {
    await openAll(windows, nameScreens(customer, payment, name));
    await follow(page, `${pages.customers}/${customer._id}/edit`);
    await page.getByLabel('Full Name').fill(renamed);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectPage(page, renamed);
    await expectShown(windows, nameScreens(customer, payment, renamed));
  });

  await test.step('deleted', async () => {
    await server.api(`/payments/${payment._id}`, { method: 'DELETE' });
    await follow(page, pages.customers);
    await page.getByRole('button', { name: `Delete ${renamed}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`${renamed} was deleted`)).toBeVisible();
    await expectShown(windows, [
      {
        path: pages.customers,
        title: 'Customers',
        shows: (window) => expect(item(window, email)).toHaveCount(0, soon),
      },
      {
        path: pages.admin,
        title: welcome,
        shows: (window) => expect(item(window, email)).toHaveCount(0, soon),
      },
      {
        path: `${pages.customers}/${customer._id}`,
        title: /./,
        shows: (window) =>
          expect(window.getByRole('main').getByRole('alert')).toContainText('was deleted', soon),
      },
    ]);
  });
});
