import type { Payment } from '#domain/payments/payments';
import { paymentPath } from '../admin/src/ui/paths.js';
import { signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { purchase, test } from './support/mail.js';
import { expect } from './support/test.js';

test('a payment is cancelled for a fee, which its page and the visitor’s say', async ({ page, server }) => {
  const { paymentId, orderPath } = await purchase(server);
  const { version } = (await (await server.api(`/payments/${paymentId}`)).json()) as Payment;
  const day = new Date().toISOString().slice(0, 10);
  const body = { kind: 'receipt', way: 'cash', amount: 564.15, day, version };
  await server.api(`/payments/${paymentId}/ledger`, { method: 'POST', body });
  await signedIn(page, server);
  await page.goto(paymentPath(paymentId));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cancel Payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kept as a Fee (CAD)').fill('200');
  await expect(dialog.getByRole('definition').last()).toHaveText('CA$364.15');
  await expectNoAxeFindingsInEveryLook(page);
  await dialog.getByRole('button', { name: 'Cancel Payment' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('CA$200.00 is kept as a fee. CA$364.15 is to be given back.')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Cancellation Fee' })).toBeVisible();
  await page.goto(orderPath);
  await expect(
    page.getByText('CA$200.00 is kept as a cancellation fee; CA$364.15 goes back to you.'),
  ).toBeVisible();
});
