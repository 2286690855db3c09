import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import { unique } from './support/admin.js';
import { CheckoutPage, paymentsOf, someDetails } from './support/checkout.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

const buyers = [
  {
    place: ['Canada', 'Nova Scotia'],
    method: 'Interac E-Transfer',
    heading: 'interac',
    details: { postalCode: 'b3h-1a1' },
    total: 'CA$2,276.58',
    stored: { paymentMethod: 'interac', amount: 2276.58, currency: 'CAD' },
    summary: ['Interac e-Transfer (Canada)', 'Canada, Nova Scotia'],
    amount: '2276.58 CAD',
    shown: { amount: 'THB 2,276.58', caption: 'Recorded as CA$2,276.58', quote: undefined },
  },
  {
    place: ['United States', 'District of Columbia'],
    method: 'Bank Transfer',
    heading: 'bankTransfer',
    details: { postalCode: '20500-0003' },
    total: 'CA$1,997.00approximately US$1,457.81',
    stored: { paymentMethod: 'bankTransfer', amount: 1997, currency: 'USD' },
    summary: ['Bank Transfer', 'United States, District of Columbia'],
    amount: '1997.00 CAD',
    shown: { amount: 'THB 1,997.00', caption: 'Recorded as US$1,997.00', quote: 'CA$1,997.00' },
  },
  {
    place: ['Other', undefined],
    method: 'Wire Transfer',
    heading: 'wireTransfer',
    details: { postalCode: '10110', phone: '+66 2-123-45678' },
    total: 'CA$2,050.00approximately US$1,496.50',
    stored: { paymentMethod: 'wireTransfer', amount: 2050, currency: 'USD' },
    summary: ['International Wire Transfer', 'Other'],
    amount: '2050.00 CAD',
    shown: { amount: 'THB 2,050.00', caption: 'Recorded as US$2,050.00', quote: 'CA$2,050.00' },
  },
] as const;

/** Goes from the first step to a reference, which it returns. */
async function buy(
  page: Page,
  server: TestServer,
  buyer: (typeof buyers)[number],
  fullName: string,
): Promise<string> {
  const { method, heading, details, total, stored, summary, amount } = buyer;
  const [country, region] = buyer.place;
  const checkout = new CheckoutPage(page);
  const person = someDetails({ ...details, fullName });
  await checkout.continueToPayment(country, region);
  await expect(page.getByRole('heading', { name: 'Payment Options' })).toBeFocused();
  await expect(checkout.total()).toHaveText(total);
  await expect(page.getByRole('listitem').filter({ hasText: 'Preferred' })).toContainText(method);

  await checkout.button(`Continue with ${method}`).click();
  await checkout.expectStep(heading);
  await expect(page.getByText('Nothing is reserved until')).toBeVisible();
  await expect(checkout.total()).toHaveText(total);
  const instructions = page.locator('pre');
  await expect(instructions).toContainText(`Amount: ${amount}`);
  await expect(instructions).toContainText('Message: your reference number');
  await expect(page.getByText('You get your reference number when you press')).toBeVisible();
  await checkout.fill(person);
  await checkout.submit();

  const reference = await checkout.reference();
  expect(reference).toMatch(/^CRTS-OTN-[0-9A-F]{6}-\d{6}$/);
  await expect(page.getByText('Please save this reference number for your records.')).toBeVisible();
  const order = page.getByRole('region', { name: 'Order summary' });
  for (const text of [...summary, person.fullName, person.email, person.phone])
    await expect(order).toContainText(text);
  await expect(order.locator('.total')).toHaveText(total);
  await expect(instructions).toContainText(`Amount: ${amount}\nMessage: ${reference}`, {
    useInnerText: true,
  });
  await expect(instructions).not.toContainText(/your reference number|[{}]/);
  await expect(page.getByRole('region', { name: 'How to pay' })).not.toContainText('CA$');
  expect(await paymentsOf(server, person.email)).toMatchObject([
    { ...stored, referenceNumber: reference, status: 'pending' },
  ]);
  return reference;
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
  await new CheckoutPage(page).open();
  for (const buyer of buyers)
    await test.step(`a purchase from ${buyer.place[0]} by ${buyer.method}`, async () => {
      const fullName = `${buyer.place[0]} ${unique()}`;
      purchases.push({ buyer, fullName, reference: await buy(page, server, buyer, fullName) });
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
