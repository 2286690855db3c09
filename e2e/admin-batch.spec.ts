import { readFile } from 'node:fs/promises';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import type { Payment, PaymentStats } from '#domain/payments/payments';
import { createPayment, createCustomer, follow, row, signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const find = async (server: TestServer, { _id }: Payment): Promise<Payment> =>
  (await (await server.api(`/payments/${_id}`)).json()) as Payment;

/** Returns the number of payments in each status, from the statistics. */
async function countStatuses(server: TestServer): Promise<Record<string, number>> {
  const { statuses } = (await (await server.api('/payments/stats')).json()) as PaymentStats;
  return Object.fromEntries(statuses.map(({ _id, count }) => [_id, count]));
}

test('seven of ten selected payments are marked as paid while a colleague refunds one, and the rest is undone', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const payments: Payment[] = [];
  for (let count = 0; count < 10; count++)
    payments.push(await createPayment(server, customer, count < 8 ? {} : { currency: 'USD', amount: 1997 }));
  const [refunded, ...others] = payments as [Payment, ...Payment[]];
  const chosen = [refunded, ...others.slice(0, 5), others[8]!];
  const before = await countStatuses(server);
  const expectCounts = async (change: Record<string, number>) => {
    const expected = { ...before };
    for (const [status, count] of Object.entries(change)) expected[status] = (expected[status] ?? 0) + count;
    const counts = await countStatuses(server);
    for (const status of ['pending', 'paid', 'refunded'])
      expect([status, counts[status] ?? 0]).toEqual([status, expected[status] ?? 0]);
  };

  await page.goto(pages.payments);
  for (const { referenceNumber } of payments)
    await page.getByRole('checkbox', { name: `Select ${referenceNumber}` }).check();
  for (const payment of payments.filter((one) => !chosen.includes(one)))
    await page.getByRole('checkbox', { name: `Select ${payment.referenceNumber}` }).uncheck();
  const bar = page.getByRole('group', { name: 'Selected payments' });
  await expect(bar).toContainText('7 selected · US$1,997.00 · CA$13,539.66');
  await expectNoAxeFindings(page);

  await bar.getByRole('button', { name: 'Mark as Paid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark 7 payments as Paid' });
  const totals = dialog.getByRole('table', { name: 'Number and sum by currency' });
  await expect(totals.getByRole('row').nth(1)).toHaveText('USD1US$1,997.00');
  await expect(totals.getByRole('row').nth(2)).toHaveText('CAD6CA$13,539.66');
  await expectNoAxeFindings(page);
  await server.api(`/payments/${refunded._id}/status`, { method: 'PATCH', body: { status: 'refunded' } });
  await expectCounts({ pending: -1, refunded: 1 });

  await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
  await expect(dialog).toContainText('1 payment was not changed:');
  await expect(dialog.getByRole('listitem')).toHaveText(
    `${refunded.referenceNumber} (CA$2,256.61, ${customer.fullName}): This payment was changed meanwhile. It is Refunded now.`,
  );
  await expectNoAxeFindings(page);
  await expectCounts({ pending: -7, paid: 6, refunded: 1 });

  await dialog.getByRole('button', { name: 'Undo the Other 6' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('6 changes were undone')).toBeVisible();
  await expectCounts({ pending: -1, refunded: 1 });
  await expect(row(page, refunded.referenceNumber)).toContainText('Refunded');
  for (const payment of chosen.slice(1)) {
    const { status, statusHistory } = await find(server, payment);
    expect(status).toBe('pending');
    expect(statusHistory.map((entry) => [entry.status, entry.note])).toEqual([
      ['pending', undefined],
      ['paid', undefined],
      ['pending', 'Change to Paid undone'],
    ]);
    await expect(row(page, payment.referenceNumber)).toContainText('Pending');
  }
  // The refused payment stays selected in its current state, and can be marked again.
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(bar).toBeHidden();
});

test('a selection stays while its pages turn, says what has the status already, and can be sent again @long', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const customer = await createCustomer(server);
  const older = await createPayment(server, customer, { status: 'paid' });
  for (let count = 0; count < 5; count++) await createPayment(server, customer);
  await page.goto(`${pages.payments}?perPage=5`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await page.getByRole('checkbox', { name: `Select ${older.referenceNumber}` }).check();
  const bar = page.getByRole('group', { name: 'Selected payments' });
  await expect(bar).toContainText('6 selected');
  await bar.getByRole('button', { name: 'Mark as Paid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark 5 payments as Paid' });
  await expect(dialog).toContainText('1 more is Paid already and stays as it is.');
  await dialog.getByLabel('Note (optional)').fill('One transfer');
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await expect(page.getByText('5 payments are now marked as Paid')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('5 changes were undone')).toBeVisible();
  expect((await find(server, older)).statusHistory).toHaveLength(1);

  await test.step('a batch that cannot be sent says so, and can be sent again', async () => {
    await page.getByRole('checkbox', { name: `Select ${older.referenceNumber}` }).check();
    await page.getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as Failed' }).click();
    const again = page.getByRole('dialog', { name: 'Mark 1 payment as Failed' });
    await page.route('**/payments/status', (route) => route.abort());
    await again.getByRole('button', { name: 'Mark as Failed' }).click();
    await expect(again.getByRole('listitem')).toContainText(messages.outcomeUnknown);
    await page.unroute('**/payments/status');
    await again.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as Failed' }).click();
    await again.getByRole('button', { name: 'Mark as Failed' }).click();
    await expect(page.getByText('1 payment is now marked as Failed')).toBeVisible();
    expect((await find(server, older)).status).toBe('failed');
    await expect(bar).toBeHidden();
  });

  await test.step('on a phone, too', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('checkbox', { name: `Select ${older.referenceNumber}` }).check();
    await expect(bar).toBeInViewport();
    await expectNoAxeFindings(page);
    await bar.getByRole('button', { name: 'Mark as Paid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Paid' }).click();
    await expect(page.getByText('1 payment is now marked as Paid')).toBeVisible();
    expect((await find(server, older)).status).toBe('paid');
  });
});

test('a single change is undone from its notice, and later from the history, unless a colleague changed it', async ({
  page,
  server,
}) => {
  const payment = await createPayment(server, await createCustomer(server));
  await page.goto(pages.payments);
  const markAsPaid = async () => {
    await page.getByRole('button', { name: `Actions for ${payment.referenceNumber}` }).click();
    await page.getByRole('menuitem', { name: 'Mark as Paid' }).click();
  };
  await markAsPaid();
  await expect(page.getByText(`${payment.referenceNumber} is now marked as Paid`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${payment.referenceNumber} is Pending again`)).toBeVisible();
  await expect(row(page, payment.referenceNumber)).toContainText('Pending');

  await markAsPaid();
  await expect(page.getByText(`${payment.referenceNumber} is now marked as Paid`)).toBeVisible();
  await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body: { status: 'failed' } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Not undone: ${payment.referenceNumber}.`)).toContainText(
    'This payment was changed meanwhile. It is Failed now.',
  );

  await follow(page, `${pages.payments}/${payment._id}`);
  await page.getByRole('button', { name: 'Undo the Change to Failed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo the change to Failed?' });
  await expect(dialog).toContainText(`${payment.referenceNumber} becomes Paid again.`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await find(server, payment)).status).toBe('failed');
  await page.getByRole('button', { name: 'Undo the Change to Failed' }).click();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  const history = page.getByRole('table', { name: 'Payment History' });
  await expect(history.getByRole('row').nth(1)).toContainText('PaidChange to Failed undone');
  expect((await find(server, payment)).status).toBe('paid');
});

test('the heading takes the focus where a row, a button or a notice goes by its own act', async ({
  page,
  server,
}) => {
  const { _id, referenceNumber } = await createPayment(server, await createCustomer(server));
  const heading = page.getByRole('heading', { level: 1 });
  const filter = JSON.stringify({ referenceNumber, status: 'pending' });
  await page.goto(`${pages.payments}?${new URLSearchParams({ filter })}`);
  await page.getByRole('button', { name: `Actions for ${referenceNumber}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Mark as Paid' }).press('Enter');
  await expect(row(page, referenceNumber)).toHaveCount(0);
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row(page, referenceNumber)).toBeVisible();
  await expect(heading).toBeFocused();
  await follow(page, `${pages.payments}/${_id}`);
  await page.getByRole('button', { name: 'Mark as Paid' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Refund' })).toBeVisible();
  await expect(heading).toBeFocused();
});

test('a payment that a colleague changed since it was listed is not marked, and the list shows why', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const payment = await createPayment(server, await createCustomer(server));
  const colleagueMarks = (status: string) =>
    server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body: { status } });
  await page.goto(pages.payments);
  await expect(row(page, payment.referenceNumber)).toContainText('Pending');
  await colleagueMarks('paid');
  await page.getByRole('button', { name: `Actions for ${payment.referenceNumber}` }).click();
  await page.getByRole('menuitem', { name: 'Mark as Failed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as Failed' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'This payment was changed meanwhile. It is Paid now.',
  );
  expect((await find(server, payment)).status).toBe('paid');
  await expect(dialog.getByRole('button', { name: 'Mark as' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row(page, payment.referenceNumber)).toContainText('Paid');

  await follow(page, `${pages.payments}/${payment._id}`);
  await page.getByRole('button', { name: 'Update Status' }).click();
  await colleagueMarks('refunded');
  await dialog.getByLabel('New Status').click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'This payment was changed meanwhile. It is Refunded now.',
  );
  expect((await find(server, payment)).status).toBe('refunded');
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(dialog).toBeHidden();
  expect((await find(server, payment)).status).toBe('failed');
});

test('all that match are selected, exported, marked and undone together, and none of a list that has changed @long', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const customer = await createCustomer(server);
  const [theirs] = [await createPayment(server, customer)];
  for (let count = 1; count < 27; count++) await createPayment(server, customer);
  const filter = encodeURIComponent(JSON.stringify({ customerId: customer._id }));
  await page.goto(`${pages.payments}?perPage=5&filter=${filter}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('group', { name: 'Selected payments' });
  await expect(bar).toContainText('All 5 on this page are selected.');
  await expectNoAxeFindings(page);

  await createPayment(server, customer);
  await bar.getByRole('button', { name: 'Select All 27 That Match' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'The list has changed' });
  await expect(refusal).toContainText('28 match now, not 27. Nothing more was selected.');
  await expect(bar).toContainText('5 selected');
  await refusal.getByRole('button', { name: 'Close' }).click();
  const newest = page.getByRole('checkbox', { name: 'Select all on this page' });
  await newest.check();
  await bar.getByRole('button', { name: 'Select All 28 That Match' }).click();
  await expect(bar).toContainText('28 selected · CA$63,185.08');

  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(29);

  await bar.getByRole('button', { name: 'Mark as Paid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark 28 payments as Paid' });
  await server.api(`/payments/${theirs._id}/status`, { method: 'PATCH', body: { status: 'refunded' } });
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click();
  await expect(dialog).toContainText('1 payment was not changed:');
  await expect(dialog.getByRole('listitem')).toContainText('It is Refunded now.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('27 changes were undone')).toBeVisible();
  const counts = page.getByRole('group', { name: 'Counts' });
  await expect(counts).toContainText('Pending (27)');
  await expect(counts).toContainText('Refunded (1)');
});
