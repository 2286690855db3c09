import { pages } from '../domain/pages.js';
import { aPayment, choose, createCustomer, row, signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test('payments are narrowed by words, method, currency and country, counted by status, and stay so by their address', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server, { country: 'other', province: null });
  const wire = await aPayment(server, customer, {
    paymentMethod: 'wireTransfer',
    currency: 'THB',
    amount: 5,
  });
  const paid = await aPayment(server, customer, { currency: 'THB', status: 'paid' });
  await page.goto(`${pages.payments}?filter=${JSON.stringify({ customerId: customer._id })}`);
  await expect(page.getByText(`Payments of ${customer.fullName}`)).toBeVisible();
  const counts = page.getByRole('group', { name: 'Counts' });
  await expect(counts.getByRole('button')).toHaveText(['All2', 'Pending1', 'Paid1', 'Failed0', 'Refunded0']);
  await expectNoAxeFindings(page);
  await choose(page, 'Payment Method', 'International Wire Transfer');
  await expect(row(page, paid.referenceNumber)).toBeHidden();
  await expect(row(page, wire.referenceNumber)).toBeVisible();
  await choose(page, 'Payment Method', 'All Methods');
  await choose(page, 'Currency', 'THB (Thai Baht)');
  await choose(page, 'Country', 'Other');
  await counts.getByRole('button', { name: 'Paid' }).click();
  await expect(row(page, wire.referenceNumber)).toBeHidden();
  await page.reload();
  await expect(row(page, paid.referenceNumber)).toBeVisible();
  await expect(page.getByRole('button', { name: 'More filters (3)' })).toBeVisible();

  await page.goto(pages.payments);
  await page.getByRole('button', { name: 'More filters' }).click();
  const words = page.getByLabel('Customer, phone, transaction or amount');
  await words.fill(customer.fullName);
  await words.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(counts.getByRole('button').first()).toHaveText('All2');
});
