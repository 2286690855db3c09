import type { Page } from '@playwright/test';
import { listPage } from '#domain/platform/admin-pages';
import { pages } from '#domain/platform/pages';
import type { PaymentPage } from '#domain/payments/payments';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { type SectionName, sectionTable } from '#domain/platform/resources';
import { signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { misfits, screenWidths } from './support/fit.js';
import { inEachWidth } from './support/looks.js';
import { seededWithCards } from './support/seeded-server.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

/** Spinners, and the outlines of what is loading. */
const loading =
  '.skeleton, .MuiSkeleton-root, .MuiCircularProgress-root, [data-pending], main [aria-busy="true"]';

/** Returns what does not fit its place on the page, at each width. */
async function misfitsAtEachWidth(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await inEachWidth(page, screenWidths, async (width) => {
    await expect(page.locator(loading)).toHaveCount(0);
    for (const misfit of await misfits(page)) found.push(`${name}, ${width} px: ${misfit}`);
  });
  return found;
}

async function answered<Body>(server: TestServer, path: string): Promise<Body> {
  return (await (await server.api(path)).json()) as Body;
}

/** The id of the first record that a call lists; undefined where there is none. */
async function firstId(server: TestServer, path: string): Promise<string | undefined> {
  const lists = Object.values(await answered<Record<string, unknown>>(server, path));
  return (lists.find(Array.isArray) as { _id: string }[])[0]?._id;
}

const filtered = (page: string, filter: object, more: Record<string, string> = {}) =>
  `${page}?${new URLSearchParams({ filter: JSON.stringify(filter), ...more })}`;

/** The addresses of every page of the back-office, with the states in which a page looks otherwise. */
async function officeAddresses(server: TestServer): Promise<string[]> {
  const sections = await Promise.all(
    (Object.keys(sectionTable) as SectionName[]).map(async (name) => {
      const below: readonly string[] = sectionTable[name].pages;
      const id = below.some((path) => path.includes(':id')) && (await firstId(server, `/${name}?limit=1`));
      return below
        .filter((path) => id || !path.includes(':id'))
        .map((path) => listPage(name) + (path && `/${path.replace(':id', id || '')}`));
    }),
  );
  const { payments } = await answered<PaymentPage>(server, '/payments?limit=100');
  const { transactions } = await answered<{ transactions: BankTransaction[] }>(
    server,
    '/bank-transactions?limit=100',
  );
  const transaction = (is: (one: BankTransaction) => unknown, state: string) =>
    filtered(pages.reconcile, { state }, { transaction: transactions.find(is)!._id });
  const payment = (is: (one: (typeof payments)[number]) => unknown) =>
    `${pages.payments}/${payments.find(is)!._id}`;
  return [
    pages.admin,
    pages.account,
    ...sections.flat(),
    ...['bank', 'months', 'tax'].map((tab) => `${pages.reports}?tab=${tab}`),
    filtered(pages.payments, { status: 'pending', paymentMethod: 'interac', currency: 'CAD' }),
    filtered(pages.customers, { name: 'nobody at all' }),
    payment(({ status }) => status === 'pending'),
    payment(({ card }) => card?.dispute),
    `${pages.newPayment}?id=${payments[0]!._id}`,
    ...['review', 'matched', 'ignored'].map((state) => filtered(pages.reconcile, { state })),
    transaction(({ state, candidates }) => state === 'review' && candidates.length, 'review'),
    transaction(({ allocations }) => allocations.length > 1, 'matched'),
    `${pages.importStatement}?statement=${await firstId(server, '/statements?filter[state]=draft')}`,
    filtered(
      pages.cardEvents,
      { state: 'held' },
      { event: (await firstId(server, '/card-events?filter[state]=held')) ?? '' },
    ),
    '/admin/no-such-page',
  ];
}

seededWithCards(
  'no page of the back-office is wider than its window, cuts what has room, or has its title beside its form',
  async ({ page, server, allowConsole }) => {
    allowConsole(/status of 404/);
    await signedIn(page, server);
    const found: string[] = [];
    for (const address of await officeAddresses(server)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      found.push(...(await misfitsAtEachWidth(page, address)));
    }
    expect(found).toEqual([]);
  },
);

seededWithCards(
  'no page of the back-office is wider than a phone whose browser has letters of twice the size @long',
  async ({ playwright, server }) => {
    const browser = await playwright.chromium.launch({
      args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
    });
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 375, height: 800 } });
    await signedIn(page, server);
    const found: string[] = [];
    for (const address of await officeAddresses(server)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator(loading)).toHaveCount(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 375) found.push(`${address}: ${width} px`);
    }
    await browser.close();
    expect(found).toEqual([]);
  },
);

test('no step of the checkout, page of a payment or sign-in is wider than its window, or cuts what has room', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const found: string[] = [];
  const look = async (name: string) => found.push(...(await misfitsAtEachWidth(page, name)));
  const checkout = new CheckoutPage(page);
  for (const country of ['Other', 'Canada']) {
    // On another page: that of the checkout could still store the step that it comes back to.
    await page.goto(pages.order);
    await page.evaluate(() => sessionStorage.clear());
    await checkout.open();
    await checkout.choosePlace(country, country === 'Canada' ? 'Ontario' : undefined);
    await look('location');
    await checkout.button('Continue to Payment').click();
    await checkout.expectStep('payment');
    await look(`payment options, ${country}`);
  }
  await checkout.button('Continue with Interac E-Transfer').click();
  await checkout.expectStep('interac');
  await look('details');
  await checkout.submit();
  await look('refused details');
  await checkout.fill(someDetails());
  await checkout.submit();
  await checkout.reference();
  await look('thank you');
  await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your transfer');
  await look('payment page');
  for (const address of [pages.order, '/no-such-page', pages.login]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(address);
  }
  expect(found).toEqual([]);
});
