import type { Payment } from '#domain/payments/payments';
import { pages } from '#domain/platform/pages';
import { paymentPath } from '../admin/src/ui/paths.js';
import { createCustomer, createPayment, signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { misfits } from './support/fit.js';
import { inEachWidth } from './support/looks.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a payment is paid in parts, which its page, the list and the report say, and that is undone', async ({
  page,
  server,
}) => {
  const { _id, referenceNumber } = await createPayment(server, await createCustomer(server), {
    amount: 2256.61,
    transferDate: dayIn(0),
  });
  await page.goto(paymentPath(_id));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pay in Parts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay in Parts' });
  await dialog.getByLabel('Amount (CAD)').first().fill('564.15');
  await expect(dialog.getByRole('status')).toHaveText('CA$1,692.46 is missing');
  await dialog.getByRole('button', { name: 'Rest to Last Part' }).click();
  await dialog.getByLabel('Day').last().fill(dayIn(60));
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await inEachWidth(page, [375], async () => expect(await misfits(page)).toEqual([]));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const section = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(section).toContainText('CA$564.15 is asked for until');
  await expect(section.getByRole('row')).toHaveCount(3);
  const { version } = (await (await server.api(`/payments/${_id}`)).json()) as Payment;
  const body = { kind: 'receipt', way: 'cash', amount: 564.15, day: dayIn(0), version };
  await server.api(`/payments/${_id}/ledger`, { method: 'POST', body });
  await page.reload();
  await expect(section.getByRole('row', { name: /^1/ })).toContainText('Paid');
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);

  await test.step('another plan is undone by the former one', async () => {
    await section.getByRole('button', { name: 'Change Plan' }).click();
    const change = page.getByRole('dialog', { name: 'Change Plan' });
    await change.getByLabel('Day').last().fill(dayIn(90));
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText(`The plan of ${referenceNumber} is as before`)).toBeVisible();
    const { plan } = (await (await server.api(`/payments/${_id}`)).json()) as Payment;
    expect(plan?.map(({ due }) => due)).toEqual([dayIn(0), dayIn(60)]);
  });

  await test.step('the list says what came and when the next part is due', async () => {
    await page.goto(`${pages.payments}?filter=${JSON.stringify({ referenceNumber })}`);
    await expect(page.getByText('564.15 of 2,256.61 · next', { exact: false })).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });

  await test.step('the report says what is expected, as bars and as a table', async () => {
    await page.goto(`${pages.reports}?tab=expected`);
    const report = page.getByRole('region', { name: 'Expected in CAD' });
    await expect(report.getByRole('img', { name: /^Bar chart/ }).first()).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
    await report.getByRole('button', { name: 'Table' }).click();
    await expect(report.getByRole('row', { name: /^Total/ })).toBeVisible();
  });
});
