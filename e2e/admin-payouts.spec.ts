import type { Page } from '@playwright/test';
import { reportFile, reportRow } from '../backend/src/testing/payouts.js';
import { pages } from '#domain/platform/pages';
import { transactionsPath } from '../admin/src/ui/paths.js';
import { detail, expectPage, follow, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { payByCard, test } from './support/card-page.js';
import { bankFile, createAccount, importFile } from './support/statements.js';
import { expect } from './support/test.js';

const look = (page: Page) => expectNoAxeFindingsInEveryLook(page, [375, 1280]);

test('a payout report is imported, its bank row is matched and undone, and the payment says its fee', async ({
  page,
  server,
}) => {
  const name = unique();
  const payment = await payByCard(server, {
    email: `${name.toLowerCase()}@example.com`,
    name: 'Paula Payout',
  });
  const payoutId = `po_${name}`;
  const day = new Date().toISOString().slice(0, 10);
  const row = (values: object) =>
    reportRow({ automatic_payout_id: payoutId, automatic_payout_effective_at: day, ...values });
  const report = reportFile([
    row({ payment_intent_id: payment.paymentIntentId }),
    row({ payment_intent_id: `pi_${name}`, gross: '100.00', fee: '3.20', net: '96.80' }),
    row({ reporting_category: 'fee', gross: '-5.00', fee: '0.00', net: '-5.00' }),
  ]);
  const account = await createAccount(server);
  const file = bankFile([
    [`STRIPE TRANSFER ${name}`, 2282.67],
    [`STRIPE TRANSFER OTHER ${name}`, 2280.57],
  ]);
  await importFile(server, account, file);
  await signedIn(page, server);

  await test.step('the report is known by its header, and its result is told', async () => {
    await page.goto(pages.importStatement);
    await expect(page.getByText(/Stripe’s “Payout reconciliation” report/)).toBeVisible();
    const buffer = Buffer.from(report);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'itemised.csv', mimeType: 'text/csv', buffer });
    const result = page.getByRole('region', { name: 'itemised.csv was imported' });
    await expect(result.getByText('1 payout. 3 new lines.')).toBeVisible();
    await expect(result.getByText(`charge`)).toContainText(`pi_${name}`);
    await look(page);
    await result.getByRole('link', { name: 'Show Payouts' }).click();
  });

  await test.step('the payout is listed, and shows what it consists of', async () => {
    await expectPage(page, 'Payouts');
    await expect(page.getByText(payoutId)).toBeVisible();
    await look(page);
    await page.getByRole('row').filter({ hasText: payoutId }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: /^Payout of/ })).toBeVisible();
    await expect(page.getByText('CA$2,282.67').first()).toBeVisible();
    await expect(page.getByText(`No payment is known: pi_${name}`)).toBeVisible();
    await expect(page.getByText('None yet')).toBeVisible();
    await look(page);
  });

  await test.step('Needs Attention counts what is open', async () => {
    await follow(page, pages.dashboard);
    await expect(page.getByRole('link', { name: '1 payout without bank row' })).toBeVisible();
    await page.getByRole('link', { name: '1 payout with unknown payments' }).click();
    await expect(page.getByText(payoutId)).toBeVisible();
  });

  await test.step('the bank row is matched, and undone', async () => {
    await follow(page, transactionsPath({ state: 'review' }));
    await page.getByRole('link', { name: `STRIPE TRANSFER ${name}`, exact: true }).click();
    const offer = page.getByRole('region', { name: 'Is this the payout?' });
    await expect(offer.getByText('Amount of the payout')).toBeVisible();
    await expect(offer.getByRole('table', { name: 'Lines' }).getByRole('link')).toHaveCount(1);
    await look(page);
    await offer.getByRole('button', { name: 'Match as This Payout' }).click();
    await expect(page.getByText(/was matched/)).toBeVisible();
    await follow(page, transactionsPath({ state: 'matched' }));
    await page.getByRole('link', { name: `STRIPE TRANSFER ${name}`, exact: true }).click();
    await expect(page.getByText(payoutId)).toBeVisible();
    await look(page);
    await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(page.getByText(/was undone/)).toBeVisible();
  });

  await test.step('another amount is named before it is accepted', async () => {
    await follow(page, transactionsPath({ state: 'review' }));
    await page.getByRole('link', { name: `STRIPE TRANSFER OTHER ${name}`, exact: true }).click();
    const offer = page.getByRole('region', { name: 'Is this the payout?' });
    await expect(offer.getByText('What the bank has is CA$2.10 less than the payout.')).toBeVisible();
    await look(page);
    await offer.getByRole('button', { name: 'Match with This Difference' }).click();
    await expect(page.getByText(/was matched/)).toBeVisible();
    await follow(page, `${pages.cardPayouts}/${payoutId}`);
    await expect(page.getByText('Differs')).toBeVisible();
    await expect(detail(page.getByRole('main'), 'Difference')).toHaveText('CA$2.10 less than the payout');
  });

  await test.step('the payment says its fee and its payout', async () => {
    await page.getByRole('table', { name: 'Lines' }).getByRole('link').click();
    const money = page.getByRole('region', { name: 'Money' });
    await expect(money.getByText('Fee CA$65.74')).toBeVisible();
    await expect(money.getByRole('link', { name: new RegExp(`^Payout ${payoutId} of`) })).toBeVisible();
    await look(page);
  });
});
