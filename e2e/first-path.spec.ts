import type { Page } from '@playwright/test';
import { pages } from '#domain/pages';
import { unique } from './support/admin.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

const buyers = [
  {
    country: 'Canada',
    region: { label: 'Province', name: 'Ontario' },
    method: 'Interac E-Transfer',
    postal: { label: 'Postal Code', value: 'M5V 2T6' },
    total: 'CA$2,256.61',
    shown: { amount: 'THB 2,256.61', caption: 'Recorded as CA$2,256.61', quote: undefined },
  },
  {
    country: 'United States',
    region: { label: 'State', name: 'New York' },
    method: 'Bank Transfer',
    postal: { label: 'Postal/ZIP Code', value: '10001' },
    total: 'CA$1,997.00',
    shown: { amount: 'THB 1,997.00', caption: 'Recorded as US$1,997.00', quote: 'CA$1,997.00' },
  },
  {
    country: 'Other',
    region: undefined,
    method: 'Wire Transfer',
    postal: { label: 'Postal/ZIP Code', value: '50100' },
    total: 'CA$2,050.00',
    shown: { amount: 'THB 2,050.00', caption: 'Recorded as US$2,050.00', quote: 'CA$2,050.00' },
  },
];

/** Goes through the checkout as a visitor and returns the reference. */
async function buy(
  page: Page,
  { country, region, method, postal, total }: (typeof buyers)[number],
  fullName: string,
) {
  await page.goto('/');
  await page.getByLabel('Country').selectOption({ label: country });
  if (region) await page.getByLabel(region.label).selectOption({ label: region.name });
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Options' })).toBeFocused();
  await expect(page.getByText(total).first()).toBeVisible();
  await page.getByRole('button', { name: new RegExp(method, 'i') }).click();
  await page.getByLabel('Full Name').fill(fullName);
  await page.getByLabel('Email').fill(`${fullName.toLowerCase().replaceAll(' ', '.')}@example.com`);
  await page.getByLabel('Phone Number').fill('+1 416 555-0100');
  await page.getByLabel('Address').fill('1 Main St');
  await page.getByLabel('City').fill('Some Town');
  await page.getByLabel(postal.label).fill(postal.value);
  await page.getByLabel('Expected Transfer Date').fill('2030-01-31');
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('Please save this reference number for your records.')).toBeVisible();
  const reference = /CRTS-OTN-[0-9A-F]{6}-\d{6}/.exec(await page.locator('main').innerText())?.[0];
  expect(reference).toBeDefined();
  return reference ?? '';
}

async function signIn(page: Page, server: TestServer) {
  await page.getByLabel('Username').fill(server.adminUsername);
  await page.getByLabel('Password').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('purchases from every country by their usual methods are paid, and outlive a crash', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  test.slow();
  // The page may send a request while the server is stopped.
  allowConsole(/ERR_(CONNECTION_(RESET|REFUSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/);
  const purchases: { buyer: (typeof buyers)[number]; fullName: string; reference: string }[] = [];
  for (const buyer of buyers)
    await test.step(`a purchase from ${buyer.country} by ${buyer.method}`, async () => {
      const fullName = `${buyer.country} ${unique()}`;
      purchases.push({ buyer, fullName, reference: await buy(page, buyer, fullName) });
      await page.getByRole('button', { name: 'Start New Checkout' }).click();
    });

  // The requested page opens after the sign-in.
  const admin = await context.newPage();
  await admin.goto(pages.payments);
  await signIn(admin, server);
  await expect(admin).toHaveURL(/\/admin\/payments/);
  const history = admin.getByRole('table', { name: 'Payment History' });
  for (const { buyer, reference } of purchases)
    await test.step(`${reference} is paid`, async () => {
      const search = admin.getByLabel('Search by reference number');
      await search.fill(reference.toLowerCase().replaceAll('-', ' '));
      await search.press('Enter');
      await expect(admin.getByRole('row')).toHaveCount(2);
      await expect(admin.getByText(buyer.shown.caption)).toBeVisible();
      await expect(admin.getByText(buyer.shown.amount)).toBeVisible();
      await admin.getByText(reference).click();

      await expect(admin.getByRole('heading', { name: reference })).toBeVisible();
      const quote = admin.getByText(/^Visitor was shown/);
      if (buyer.shown.quote) await expect(quote).toHaveText(`Visitor was shown ${buyer.shown.quote}`);
      else await expect(quote).toHaveCount(0);
      await admin.getByRole('button', { name: 'Update Status' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Update Payment Status' });
      await dialog.getByLabel('New Status').click();
      await admin.getByRole('option', { name: 'Paid' }).click();
      await dialog.getByLabel(/Note/).fill('Arrived on Monday');
      await dialog.getByRole('button', { name: 'Update Status' }).click();
      await expect(dialog).toBeHidden();
      await expect(history.getByRole('row')).toHaveCount(3);
      await expect(history).toContainText('Pending');
      await expect(history).toContainText('Arrived on Monday');
      await admin.goBack();
    });

  await server.kill();
  await server.restart();
  // Nothing of before the crash is left in the page.
  await admin.goto(pages.payments);
  for (const { fullName, reference } of purchases)
    await test.step(`${reference} is still paid`, async () => {
      await admin.getByRole('link', { name: reference, exact: true }).click();
      await expect(admin.getByRole('heading', { name: reference })).toBeVisible();
      await expect(history.getByRole('row')).toHaveCount(3);
      await expect(history).toContainText('Paid');
      await expect(history).toContainText('Arrived on Monday');
      await expect(admin.getByText(fullName).first()).toBeVisible();
      await admin.goBack();
    });
});
