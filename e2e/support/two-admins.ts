import type { Page } from '@playwright/test';
import type { Customer } from '#domain/customers/customers';
import { pages } from '#domain/platform/pages';
import { type Payment, type PaymentStatus, statusNames } from '#domain/payments/payments';
import { createCustomer, createPayment, detail, follow, signedIn } from './admin.js';
import type { TestServer } from '../../backend/src/testing/test-server.js';
import { expect, test as base } from './test.js';

/** Time after its opening within which a page must show the current state: less than the minute of the cache. */
export const soon = { timeout: 5_000 };

/** Two admins at once: `page` at a desk, `colleague` with a phone. */
export const test = base.extend<{ colleague: Page }>({
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

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** A row or card of a list that has this text in it. */
export const item = (page: Page, text: string) =>
  page.locator('main').locator('tr, li').filter({ hasText: text });

export interface Screen {
  path: string;
  title: string | RegExp;
  /** Expects the state after the change. */
  shows: (page: Page) => Promise<unknown>;
}

async function open(page: Page, { path, title }: Screen): Promise<void> {
  await follow(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/** Opens the screens in every window, so that their data is in the cache when it changes. */
export async function openAll(windows: Page[], screens: Screen[]): Promise<void> {
  await Promise.all(
    windows.map(async (page) => {
      for (const screen of screens) await open(page, screen);
    }),
  );
}

/** Opens the screens in every window, and expects that they show the state after the change. */
export async function expectShown(windows: Page[], screens: Screen[]): Promise<void> {
  await Promise.all(
    windows.map(async (page) => {
      for (const screen of screens)
        await test.step(`${screen.path} at ${page.viewportSize()?.width} px`, async () => {
          await open(page, screen);
          await screen.shows(page);
        });
    }),
  );
}

export const welcome = /^Welcome back, /;

/** The current number of payments in the given statuses, from the server. */
export async function countOf(server: TestServer, ...wanted: string[]): Promise<string> {
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
        await expect(page.locator('main .page-status')).toContainText(name, soon);
        await expect(detail(region(page, 'Payment Summary'), 'Status')).toHaveText(name, soon);
        const history = page.getByRole('table', { name: 'Payment History' });
        await expect(history.getByRole('row').nth(1)).toContainText(name, soon);
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
        const panel = page.getByRole('tabpanel', { name: 'Payments' });
        await expect(panel.locator('tr, li').filter({ hasText: referenceNumber })).toContainText(name, soon);
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

/** A change of a payment's status by one of two admins. */
export interface StatusChange {
  by: string;
  status: PaymentStatus;
  change: (page: Page, payment: Payment) => Promise<void>;
}

/** Marks a payment as paid in the list. */
export async function markAsPaid(page: Page, { referenceNumber }: Payment): Promise<void> {
  await follow(page, pages.payments);
  await page.getByRole('button', { name: `Actions for ${referenceNumber}` }).click();
  await page.getByRole('menuitem', { name: 'Mark as Paid' }).click();
  await expect(page.getByText(`${referenceNumber} is now marked as Paid`)).toBeVisible();
}

/** Makes changes in two windows in turn, and expects each on every screen of both. */
export async function expectChangesShown(
  windows: Page[],
  server: TestServer,
  statusChanges: readonly StatusChange[],
): Promise<void> {
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer, { transferDate: '2020-01-02' });
  await openAll(windows, statusScreens(server, customer, payment, 'pending'));
  for (const [index, { by, status, change }] of statusChanges.entries())
    await test.step(`by ${by}`, async () => {
      await change(windows[index % 2]!, payment);
      await expectShown(windows, statusScreens(server, customer, payment, status));
    });
}
