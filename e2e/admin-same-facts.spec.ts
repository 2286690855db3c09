import type { Page } from '@playwright/test';
import type { Customer } from '../domain/customers.js';
import { messages } from '../domain/messages.js';
import { pages } from '../domain/pages.js';
import { type Payment, type PaymentStatus, statusNames } from '../domain/payments.js';
import {
  createCustomer,
  aPayment,
  choose,
  detail,
  expectPage,
  follow,
  signedIn,
  unique,
} from './support/admin.js';
import type { TestServer } from './support/server.js';
import { expect, test as base } from './support/test.js';

/** Time after its opening within which a page must show the current state: less than the minute of the cache. */
const soon = { timeout: 5_000 };

/** Two admins at once: `page` at a desk, `colleague` with a phone. */
const test = base.extend<{ colleague: Page }>({
  page: async ({ page, server }, use) => {
    await signedIn(page, server);
    await page.goto(pages.admin);
    await use(page);
  },
  colleague: async ({ contexts, server }, use) => {
    const viewport = { width: 375, height: 812 };
    await contexts.lend({ baseURL: server.url, hasTouch: true, viewport }, async (context) => {
      const page = context.pages()[0] ?? (await context.newPage());
      await signedIn(page, server, await server.colleague());
      await page.goto(pages.admin);
      await use(page);
    });
  },
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** A row or card of a list that has this text in it. */
const item = (page: Page, text: string) => page.locator('main').locator('tr, li').filter({ hasText: text });

interface Screen {
  path: string;
  title: string | RegExp;
  /** Expects the state after the change. */
  shows: (page: Page) => Promise<unknown>;
}

async function open(page: Page, { path, title }: Screen): Promise<void> {
  await follow(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/**
 * Both admins open every screen, `change` runs, and both open every screen again. `before` has the screens of the first
 * visit, if their titles differ.
 */
async function expectSameFacts(
  windows: Page[],
  change: () => Promise<void>,
  after: () => Promise<Screen[]> | Screen[],
  before?: Screen[],
): Promise<void> {
  const screens = before ?? (await after());
  await Promise.all(
    windows.map(async (page) => {
      for (const screen of screens) await open(page, screen);
    }),
  );
  await change();
  const changed = await after();
  await Promise.all(
    windows.map(async (page) => {
      for (const screen of changed)
        await test.step(`${screen.path} at ${page.viewportSize()?.width} px`, async () => {
          await open(page, screen);
          await screen.shows(page);
        });
    }),
  );
}

const welcome = /^Welcome back, /;

/** The current number of payments in the given statuses, from the server. */
async function countOf(server: TestServer, ...wanted: string[]): Promise<string> {
  const { statuses } = (await (await server.api('/payments/stats')).json()) as {
    statuses: { _id: string; count: number }[];
  };
  const found = statuses.filter(({ _id }) => wanted.includes(_id));
  return found.reduce((total, { count }) => total + count, 0).toLocaleString('en-US');
}

/** Every screen that shows a payment's status. */
function statusScreens(
  server: TestServer,
  customer: Customer,
  { _id, referenceNumber }: Payment,
  status: PaymentStatus,
): Screen[] {
  const name = statusNames[status];
  return [
    {
      path: pages.payments,
      title: 'Payments',
      shows: (page) => expect(item(page, referenceNumber)).toContainText(name, soon),
    },
    {
      path: `${pages.payments}/${_id}`,
      title: referenceNumber,
      shows: async (page) => {
        await expect(page.locator('main header')).toContainText(name, soon);
        await expect(detail(region(page, 'Payment Summary'), 'Status')).toHaveText(name, soon);
        const history = page.getByRole('table', { name: 'Payment History' });
        await expect(history.getByRole('row').last()).toContainText(name, soon);
      },
    },
    {
      path: `${pages.newPayment}?id=${_id}`,
      title: 'Edit Payment',
      shows: (page) => expect(page.getByRole('combobox', { name: 'Status' })).toHaveText(name, soon),
    },
    {
      path: `${pages.customers}/${customer._id}`,
      title: customer.fullName,
      shows: async (page) => {
        await page.getByRole('tab', { name: 'Payments' }).click();
        await expect(item(page, referenceNumber)).toContainText(name, soon);
      },
    },
    {
      path: pages.admin,
      title: welcome,
      shows: async (page) => {
        const newest = region(page, 'Recent Payments').locator('li').first();
        await expect(newest).toContainText(name, soon);
        await expect(region(page, 'Pending Payments')).toContainText(
          `Payments${await countOf(server, 'pending')}`,
          soon,
        );
        await expect(region(page, 'Confirmed Payments')).toContainText(
          `Payments${await countOf(server, 'paid', 'confirmed')}`,
          soon,
        );
      },
    },
    {
      path: pages.reports,
      title: 'Reports',
      shows: async (page) => {
        const counted = region(page, 'Payments by Status').getByRole('row').filter({ hasText: name });
        await expect(counted.getByRole('cell').nth(1)).toHaveText(await countOf(server, status), soon);
        // The payment is not overdue any more.
        await expect(item(page, referenceNumber)).toHaveCount(0, soon);
      },
    },
  ];
}

interface StatusChange {
  status: PaymentStatus;
  devices: ('desk' | 'phone')[];
  change: (page: Page, payment: Payment) => Promise<void>;
}

const statusChanges: Record<string, StatusChange> = {
  'the menu of the list': {
    status: 'paid',
    devices: ['desk', 'phone'],
    change: async (page, { referenceNumber }) => {
      await follow(page, pages.payments);
      await page.getByRole('button', { name: `Actions for ${referenceNumber}` }).click();
      await page.getByRole('menuitem', { name: 'Mark as Paid' }).click();
      await expect(page.getByText(`${referenceNumber} is now marked as Paid`)).toBeVisible();
    },
  },
  'the dialog of the payment': {
    status: 'refunded',
    devices: ['phone'],
    change: async (page, { _id, referenceNumber }) => {
      await follow(page, `${pages.payments}/${_id}`);
      await page.getByRole('button', { name: 'Update Status' }).click();
      await choose(page, 'New Status', 'Refunded');
      await page.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click();
      await expect(page.getByText(`${referenceNumber} is now marked as Refunded`)).toBeVisible();
    },
  },
  'the form of the payment': {
    status: 'confirmed',
    devices: ['desk'],
    change: async (page, { _id, referenceNumber }) => {
      await follow(page, `${pages.newPayment}?id=${_id}`);
      await choose(page, 'Status', 'Confirmed');
      await page.getByRole('button', { name: 'Save' }).click();
      await expectPage(page, referenceNumber);
    },
  },
};

for (const [by, { status, devices, change }] of Object.entries(statusChanges))
  for (const device of devices)
    test(`a status changed by ${by} at a ${device} shows on every screen of both admins`, async ({
      page,
      colleague,
      server,
    }) => {
      const customer = await createCustomer(server);
      const payment = await aPayment(server, customer, { transferDate: '2020-01-02' });
      await expectSameFacts(
        [page, colleague],
        () => change(device === 'desk' ? page : colleague, payment),
        () => statusScreens(server, customer, payment, status),
      );
    });

test('a payment edited by one admin shows on every screen of both', async ({ page, colleague, server }) => {
  const customer = await createCustomer(server);
  const payment = await aPayment(server, customer, { amount: 10 });
  const screens = (): Screen[] => [
    {
      path: pages.payments,
      title: 'Payments',
      shows: (window) => expect(item(window, payment.referenceNumber)).toContainText('1,234.50', soon),
    },
    {
      path: `${pages.payments}/${payment._id}`,
      title: payment.referenceNumber,
      shows: (window) =>
        expect(detail(region(window, 'Payment Summary'), 'Amount')).toContainText('1,234.50', soon),
    },
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
    {
      path: `${pages.newPayment}?id=${payment._id}`,
      title: 'Edit Payment',
      shows: (window) => expect(window.getByLabel('Amount')).toHaveValue('1234.5', soon),
    },
  ];
  await expectSameFacts(
    [page, colleague],
    async () => {
      await follow(page, `${pages.newPayment}?id=${payment._id}`);
      await page.getByLabel('Amount').fill('1234.5');
      await page.getByRole('button', { name: 'Save' }).click();
      await expectPage(page, payment.referenceNumber);
    },
    screens,
  );
});

test("a customer's name changed by one admin shows on every screen of both", async ({
  page,
  colleague,
  server,
}) => {
  const customer = await createCustomer(server);
  const payment = await aPayment(server, customer, { transferDate: '2020-01-02' });
  const screens = (name: string): Screen[] => [
    {
      path: pages.customers,
      title: 'Customers',
      shows: (window) => expect(item(window, customer.email)).toContainText(name, soon),
    },
    {
      path: `${pages.customers}/${customer._id}`,
      title: name,
      shows: (window) =>
        expect(detail(window.getByRole('tabpanel', { name: 'Overview' }), 'Full Name')).toHaveText(
          name,
          soon,
        ),
    },
    {
      path: `${pages.customers}/${customer._id}/edit`,
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
      shows: (window) =>
        expect(detail(region(window, 'Customer Information'), 'Name')).toHaveText(name, soon),
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
  const renamed = `Bea ${unique()}`;
  await expectSameFacts(
    [page, colleague],
    async () => {
      await follow(page, `${pages.customers}/${customer._id}/edit`);
      await page.getByLabel('Full Name').fill(renamed);
      await page.getByRole('button', { name: 'Save' }).click();
      await expectPage(page, renamed);
    },
    () => screens(renamed),
    screens(customer.fullName),
  );
});

test('a payment recorded by one admin shows on every screen of both', async ({ page, colleague, server }) => {
  const customer = await createCustomer(server);
  const reference = unique().toUpperCase();
  await expectSameFacts(
    [page, colleague],
    async () => {
      await follow(page, pages.newPayment);
      await page.getByRole('combobox', { name: 'Customer' }).fill(customer.lastName);
      await page.getByRole('option', { name: customer.fullName }).click();
      await choose(page, 'Payment Method', 'Interac e-Transfer (Canada)');
      await page.getByLabel('Amount').fill('1500');
      await page.getByLabel('Payment ID/Reference Number').fill(reference);
      await page.getByRole('button', { name: 'Save' }).click();
      await expectPage(page, 'Payments');
    },
    () => [
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
          await expect(window.locator('main header')).toContainText('Active', soon);
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
    ],
  );
});

test('a customer added by one admin shows on every screen of both', async ({ page, colleague, server }) => {
  await createCustomer(server);
  const name = `Cara ${unique()}`;
  await expectSameFacts(
    [page, colleague],
    async () => {
      await follow(page, pages.newCustomer);
      await page.getByLabel('Full Name').fill(name);
      await page.getByLabel('Email').fill(`${unique().toLowerCase()}@example.com`);
      await page.getByLabel('Phone').fill('+1 416 555 0134');
      await choose(page, 'Country', 'Canada');
      await page.getByLabel('Address').fill('1 Main Street');
      await page.getByLabel('City').fill('Toronto');
      await page.getByLabel('Postal Code / ZIP').fill('M5V 2T6');
      await page.getByRole('button', { name: 'Save' }).click();
      await expectPage(page, 'Customers');
    },
    async () => {
      const answer = await (await server.api('/customers/stats')).json();
      const { total } = answer as { total: number };
      return [
        {
          path: pages.customers,
          title: 'Customers',
          shows: (window) => expect(item(window, name)).toContainText('New', soon),
        },
        {
          path: pages.admin,
          title: welcome,
          shows: async (window) => {
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
    },
  );
});

test('a customer deleted by one admin is gone from every screen of both', async ({
  page,
  colleague,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const customer = await createCustomer(server);
  await expectSameFacts(
    [page, colleague],
    async () => {
      await follow(page, pages.customers);
      await page.getByRole('button', { name: `Delete ${customer.fullName}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(`${customer.fullName} was deleted`)).toBeVisible();
    },
    () => [
      {
        path: pages.customers,
        title: 'Customers',
        shows: (window) => expect(item(window, customer.email)).toHaveCount(0, soon),
      },
      {
        path: pages.admin,
        title: welcome,
        shows: (window) => expect(item(window, customer.email)).toHaveCount(0, soon),
      },
      {
        path: `${pages.customers}/${customer._id}`,
        title: /./,
        shows: (window) =>
          expect(window.getByRole('main').getByRole('alert')).toHaveText(messages.customerNotFound, soon),
      },
    ],
  );
});
