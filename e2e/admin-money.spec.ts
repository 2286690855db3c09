import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Payment } from '#domain/payments/payments';
import { pages } from '#domain/platform/pages';
import {
  choose,
  createCustomer,
  createPayment,
  expectPage,
  follow,
  row,
  signedIn,
  unique,
} from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { bankFile, createAccount, importFile, today } from './support/statements.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const moneyOf = (page: Page) => page.getByRole('region', { name: 'Money', exact: true });
const stored = async (server: TestServer, id: string) =>
  (await (await server.api(`/payments/${id}`)).json()) as Payment;

test('money of every way is recorded on its payment, and undone, and the status follows it', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const payment = await createPayment(server, await createCustomer(server), { amount: 1000 });
  await page.goto(`${pages.payments}/${payment._id}`);
  const money = moneyOf(page);
  await expect(money).toContainText('No money is known for this payment yet. CA$1,000.00 is still due.');

  await test.step('a part by cash, and the rest by cheque', async () => {
    await money.getByRole('button', { name: 'Record Money' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record Money' });
    await expect(dialog.getByLabel('Amount (CAD)')).toHaveValue('1000.00');
    await expect(dialog.getByLabel('Day')).toHaveValue(today);
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByLabel('Amount (CAD)').fill('1000.01');
    await dialog.getByRole('button', { name: 'Record Receipt' }).click();
    await expect(dialog).toContainText(`At most CA$1,000.00 of ${payment.referenceNumber} can still come in`);
    await dialog.getByLabel('Amount (CAD)').fill('400');
    await dialog.getByRole('button', { name: 'Record Receipt' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(money).toContainText('CA$400.00 of CA$1,000.00 was received. CA$600.00 is still due.');

    await money.getByRole('button', { name: 'Record Money' }).click();
    await expect(dialog.getByLabel('Amount (CAD)')).toHaveValue('600.00');
    await choose(page, 'How', 'Cheque');
    await dialog.getByLabel('Note').fill('Cheque 118');
    await dialog.getByRole('button', { name: 'Record Receipt' }).click();
    await expect(money.getByRole('row', { name: /Cheque 118/ })).toContainText('CA$1,000.00');
    await expect(page.getByRole('region', { name: 'Payment Summary' })).toContainText('Paid');
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });

  await test.step('the undo of the cheque opens it again, and what was undone is shown on demand', async () => {
    await money.getByRole('button', { name: /^Undo CA\$600.00/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo CA$600.00 by Cheque?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(money).toContainText('CA$600.00 is still due.');
    await expect(money.getByRole('row', { name: /Cheque/ })).toHaveCount(0);
    await money.getByRole('button', { name: 'Show 1 Voided' }).click();
    await expect(money.getByRole('row', { name: /Cheque 118/ })).toContainText('undone by');
    expect(await stored(server, payment._id)).toMatchObject({ status: 'pending', received: 400, due: 600 });
  });

  await test.step('a status with its day and way records what is due', async () => {
    await page.getByRole('button', { name: 'Update Status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update Payment Status' });
    await expect(dialog.getByLabel('Received On')).toHaveCount(0);
    await choose(page, 'New Status', 'Paid');
    await dialog.getByLabel('Received On').fill('9999-12-31');
    await choose(page, 'How', 'Other');
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog).toContainText('Received On must not be after today');
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByLabel('Received On').fill(today);
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(money.getByRole('row', { name: /Other/ })).toContainText('CA$600.00');
    expect(await stored(server, payment._id)).toMatchObject({ status: 'paid', received: 1000, due: 0 });
  });

  await test.step('a part goes back', async () => {
    await money.getByRole('button', { name: 'Record Money' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record Money' });
    await expect(dialog.getByRole('radio', { name: 'Came In' })).toBeDisabled();
    await expect(dialog.getByLabel('Amount (CAD)')).toHaveValue('1000.00');
    await dialog.getByLabel('Amount (CAD)').fill('250');
    await dialog.getByRole('button', { name: 'Record Refund' }).click();
    await expect(money).toContainText('CA$250.00 was given back.');
    await expect(money.getByRole('row', { name: /Given Back/ })).toContainText('-CA$250.00');
  });
});

test('a word has no receipt until a transfer shows it; a second transfer is named, and returned to its payer @long', async ({
  page,
  server,
}) => {
  const name = unique();
  const customer = await createCustomer(server, { fullName: `Ann ${name}` });
  const payment = await createPayment(server, customer);
  await page.goto(`${pages.payments}/${payment._id}`);
  await page.getByRole('button', { name: 'Mark as Paid' }).click();
  const money = moneyOf(page);
  await expect(money).toContainText('Of CA$2,256.61 no receipt is known.');
  await expect(money.getByRole('row', { name: /Marked as Paid/ })).toContainText('no receipt known');

  const account = await createAccount(server);
  const text = `E-TRANSFER ANN ${name} ${payment.referenceNumber}`;
  await importFile(server, account, bankFile([[text, 2256.61]]));
  const [first] = await transactionsOf(server, name);
  const waiting = page.getByText('CA$2,256.61 from this payer waits in Reconcile');
  for (const path of [`${pages.customers}/${payment.customerId}`, `${pages.payments}/${payment._id}`]) {
    await follow(page, path);
    await expect(waiting).toBeVisible();
  }
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await server.api(`/bank-transactions/${first!._id}/match`, {
    method: 'POST',
    body: { allocations: [{ paymentId: payment._id, amount: 2256.61 }], version: first!.version },
  });
  await page.reload();
  await expect(money).toContainText('CA$2,256.61 of CA$2,256.61 was received.');
  await expect(waiting).toHaveCount(0);
  await expect(money).not.toContainText('no receipt known');
  await money.getByRole('link', { name: /^Open in Reconcile/ }).click();
  await expect(page.getByRole('heading', { name: 'CA$2,256.61' })).toBeVisible();

  await importFile(server, account, bankFile([[`${text} AGAIN`, 2256.61]]));
  const second = (await transactionsOf(server, name)).find(({ state }) => state === 'review');
  await follow(page, transactionPath(second!._id));
  const panel = page.getByRole('region').filter({ has: page.locator('#beside-title') });
  await expect(panel).toContainText(/Paid first by Bank on/);
  await expect(panel.getByRole('button', { name: /^Return to the Payer/ })).toHaveCount(0);

  await importFile(server, account, bankFile([[`E-TRANSFER SENT ANN ${name}`, -2256.61]]));
  await page.reload();
  await expectNoAxeFindingsInEveryLook(page);
  await panel.getByRole('button', { name: /^Return to the Payer/ }).click();
  await expect
    .poll(async () => (await transactionsOf(server, name)).map(({ rest }) => rest))
    .toEqual([0, 0, 0]);
  expect(await stored(server, payment._id)).toMatchObject({ status: 'paid', received: 2256.61, surplus: 0 });
});

test('a payment with money to give back is counted, listed and marked', async ({ page, server }) => {
  const payment = await createPayment(server, await createCustomer(server), { amount: 500 });
  const body = { kind: 'receipt', way: 'cash', amount: 200, day: today, version: payment.version };
  const headers = { 'Idempotency-Key': randomUUID() };
  const received = (await (
    await server.api(`/payments/${payment._id}/ledger`, { method: 'POST', body, headers })
  ).json()) as Payment;
  await server.api(`/payments/${payment._id}/status`, {
    method: 'PATCH',
    body: { status: 'cancelled', version: received.version },
  });
  await page.goto(pages.dashboard);
  await page.getByRole('link', { name: /payments? to give back/ }).click();
  await expectPage(page, 'Payments');
  await expect(row(page, payment.referenceNumber)).toContainText('To Give Back CA$200.00');
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await page.getByRole('link', { name: payment.referenceNumber, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Payment Summary' })).toContainText('To Give Back CA$200.00');
  await expect(moneyOf(page)).toContainText('CA$200.00 is still kept: give it back.');
});

interface Found {
  _id: string;
  state: string;
  rest: number;
  version: number;
}

const transactionsOf = async (server: TestServer, search: string): Promise<Found[]> => {
  const answer = await server.api(`/bank-transactions?filter[search]=${search}`);
  return ((await answer.json()) as { transactions: Found[] }).transactions;
};

const transactionPath = (id: string) =>
  `${pages.reconcile}?${new URLSearchParams({ filter: JSON.stringify({ state: 'review' }), transaction: id })}`;
