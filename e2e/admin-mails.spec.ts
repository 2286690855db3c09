import { expectPage, signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { purchase, test } from './support/mail.js';
import { paymentPath } from '../admin/src/ui/paths.js';
import { expect } from './support/test.js';

test.beforeEach(({ page, server }) => signedIn(page, server));

test('the payment’s page lists its mails, sends one again and copies and renews the visitor’s link, for everybody', async ({
  page,
  context,
  server,
  smtp,
}) => {
  test.slow();
  const look = () => expectNoAxeFindingsInEveryLook(page, [375, 1280]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { paymentId, referenceNumber, orderPath } = await purchase(server);
  const sent = () => smtp.mails.filter(({ email }) => email.subject?.includes(referenceNumber));
  await expect.poll(() => sent().length).toBe(1);
  await page.goto(paymentPath(paymentId));
  await expectPage(page, referenceNumber);
  const mails = page.getByRole('region', { name: 'Mail' });
  const rows = mails.getByRole('row').filter({ hasText: 'Payment instructions' });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Sent');
  await expect(mails.getByRole('button', { name: 'Send Reminder' })).toHaveCount(0);
  await look();

  await mails.getByRole('button', { name: 'Send Instructions Again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(page.frameLocator('iframe').locator('pre')).toContainText(`Message: ${referenceNumber}`);
  await expect(page.frameLocator('iframe').locator('pre')).toContainText('Amount: 2256.61 CAD');
  await look();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(sent()).toHaveLength(1);
  await mails.getByRole('button', { name: 'Send Instructions Again' }).click();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(/^The mail to ann\..*@example\.com is queued$/)).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect.poll(() => sent().length).toBe(2);

  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await mails.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('The link to the visitor’s page was copied')).toBeVisible();
  expect(await copied()).toBe(`https://trip.example${orderPath}`);
  await mails.getByRole('button', { name: 'Renew Link' }).click();
  await expect(dialog).toContainText('The present one stops working at once');
  await dialog.getByRole('button', { name: 'Renew Link' }).click();
  await expect(page.getByText('The link was renewed and copied')).toBeVisible();
  const renewed = new URL(await copied()).pathname;
  expect(renewed).not.toBe(orderPath);
  expect((await fetch(server.url + orderPath)).status).toBe(404);
  expect((await fetch(server.url + renewed)).status).toBe(200);

  await server.api(`/payments/${paymentId}/status`, { method: 'PATCH', body: { status: 'paid' } });
  await page.reload();
  await expect(mails.getByRole('row').filter({ hasText: 'Thank you' })).toHaveCount(1);
  await expect(mails.getByRole('button', { name: 'Send Instructions Again' })).toHaveCount(0);
});
