import { readFile } from 'node:fs/promises';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import type { Payment } from '#domain/payments/payments';
import {
  createCustomer,
  createPayment,
  choose,
  detail,
  expectPage,
  follow,
  row,
  signedIn,
  unique,
} from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test('the list shows every payment in THB, narrows by status, age and reference, and exports what is left', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const canadian = await createPayment(server, customer);
  const thai = await createPayment(server, customer, {
    amount: 2050,
    currency: 'THB',
    paymentMethod: 'wireTransfer',
  });
  const paid = await createPayment(server, customer, { status: 'paid' });
  const failed = await createPayment(server, customer, { status: 'failed' as never });
  await page.goto(pages.payments);
  await expectPage(page, 'Payments');
  await expect(page.getByText('Manage payment records and track transaction history')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    // That of the checkboxes.
    '',
    'Reference',
    'Customer',
    'Amount',
    'Payment Method',
    'Date',
    'Status',
    'Actions',
  ]);
  const cells = row(page, canadian.referenceNumber).getByRole('cell');
  await expect(cells.nth(2)).toHaveText(customer.fullName);
  await expect(cells.nth(3)).toHaveText(/^THB\s2,256\.61Recorded as CA\$2,256\.61$/);
  await expect(cells.nth(4)).toHaveText('Interac e-Transfer (Canada)');
  await expect(cells.nth(6)).toHaveText('Pending');
  await expect(row(page, thai.referenceNumber).getByRole('cell').nth(3)).toHaveText(/^THB\s2,050\.00$/);

  await test.step('the sorted heading says so, and a row opens in another tab by Ctrl or the middle button', async () => {
    const sorted = page.locator('[aria-sort]');
    await expect(sorted).toHaveText('Date');
    await expect(sorted).toHaveAttribute('aria-sort', 'descending');
    for (const how of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
      const opened = page.context().waitForEvent('page');
      await cells.nth(4).click(how);
      const tab = await opened;
      await tab.waitForURL(`**${pages.payments}/${canadian._id}`);
      await tab.close();
    }
    await expectPage(page, 'Payments');
  });

  await page.getByLabel('Status').click();
  await expect(page.getByRole('option')).toHaveText([
    'All Statuses',
    'Pending',
    'Paid',
    'Failed',
    'Refunded',
  ]);
  await page.getByRole('option', { name: 'Paid', exact: true }).click();
  await expect(row(page, paid.referenceNumber)).toBeVisible();
  await expect(row(page, canadian.referenceNumber)).toBeHidden();

  const asked = page.waitForRequest(/createdAt/);
  await page.getByLabel('Date Range').click();
  await expect(page.getByRole('option')).toHaveText([
    'All Time',
    'Last 7 Days',
    'Last 30 Days',
    'Last 90 Days',
  ]);
  await page.getByRole('option', { name: 'Last 7 Days' }).click();
  const since = new URL((await asked).url()).searchParams.get('filter[createdAt][gte]') ?? '';
  expect((Date.now() - Date.parse(since)) / 86_400_000).toBeCloseTo(7, 1);
  await expect(row(page, paid.referenceNumber)).toBeVisible();

  const search = page.getByLabel('Search by reference number');
  const asTyped = canadian.referenceNumber.toLowerCase().replaceAll('-', ' ');
  await search.fill(asTyped);
  await search.press('Enter');
  await expect(page.getByText('No payments found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(search).toHaveValue('');
  await search.fill(customer.lastName);
  await search.press('Enter');
  await page.getByRole('button', { name: `Search for “${customer.lastName}” Everywhere` }).click();
  await expect(row(page, canadian.referenceNumber)).toBeVisible();
  await expect(search).toHaveValue('');
  await page.getByRole('button', { name: 'Clear the Search' }).click();
  await search.fill(asTyped);
  await search.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, canadian.referenceNumber)).toBeVisible();

  await search.fill('');
  await search.press('Enter');
  await choose(page, 'Status', 'Failed');
  await expect(row(page, failed.referenceNumber)).toBeVisible();
  await expect(row(page, canadian.referenceNumber)).toBeHidden();
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await csv).suggestedFilename()).toMatch(/^payments-export-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await (await csv).path(), 'utf8');
  expect(text).toContain(failed.referenceNumber);
  expect(text).not.toContain(canadian.referenceNumber);
  const excel = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Excel' }).click();
  const file = await (await excel).path();
  expect((await excel).suggestedFilename()).toMatch(/\.xlsx$/);
  expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');

  await row(page, failed.referenceNumber).getByRole('link', { name: customer.fullName }).click();
  await expectPage(page, customer.fullName);
});

test('a list that could not be loaded marks a payment once the server has, and asks before failed or refunded', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer);
  const stored = async () => {
    const { statusHistory } = (await (await server.api(`/payments/${payment._id}`)).json()) as Payment;
    return statusHistory.map(({ status }) => status);
  };
  await test.step('the list says why it cannot be shown', async () => {
    await page.route('**/api/payments?*', (route) => route.abort());
    await page.goto(pages.payments);
    await expect(page.getByRole('alert')).toContainText(messages.network);
    await page.unroute('**/api/payments?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  const menu = page.getByRole('button', { name: `Actions for ${payment.referenceNumber}` });
  const mark = async (label: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name: label }).click();
  };
  await menu.click();
  const marks = ['Mark as Paid', 'Mark as Pending', 'Mark as Failed', 'Mark as Refunded'];
  await expect(page.getByRole('menuitem')).toHaveText(['View Details', ...marks]);
  await expect(page.getByRole('menuitem', { name: 'Mark as Pending' })).toBeDisabled();
  await expectNoAxeFindings(page);
  await page.keyboard.press('Escape');

  await test.step('the server does not answer', async () => {
    const failure = `${messages.updatePaymentStatus}: ${messages.network}`;
    await page.route('**/status', (route) => route.abort());
    await mark('Mark as Paid');
    await expect(page.getByRole('alert')).toHaveText(failure);
    await expect(row(page, payment.referenceNumber)).toContainText('Pending');
    for (const name of ['Failed', 'Refunded']) {
      await mark(`Mark as ${name}`);
      const dialog = page.getByRole('dialog', { name: `Mark as ${name}` });
      await expect(dialog).toContainText(
        `Mark ${payment.referenceNumber} (CA$2,256.61, ${customer.fullName}) as ${name}?`,
      );
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await dialog.getByRole('button', { name: `Mark as ${name}` }).click();
      await expect(dialog.getByRole('alert')).toHaveText(failure);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    }
    await page.unroute('**/status');
    expect(await stored()).toEqual(['pending']);
  });

  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname);
  });
  for (const [label, name] of [
    ['Mark as Paid', 'Paid'],
    ['Mark as Failed', 'Failed'],
    ['Mark as Refunded', 'Refunded'],
    ['Mark as Pending', 'Pending'],
  ] as const) {
    await mark(label);
    if (name === 'Failed' || name === 'Refunded')
      await page.getByRole('dialog').getByRole('button', { name: label }).click();
    await expect(row(page, payment.referenceNumber).getByRole('cell').nth(6)).toHaveText(name);
    await expect(page.getByText(`${payment.referenceNumber} is now marked as ${name}`)).toBeVisible();
  }
  expect(await stored()).toEqual(['pending', 'paid', 'failed', 'refunded', 'pending']);
  // The list, with its counts, and the drawer's numbers: nothing else for each of the four changes.
  expect([...new Set(reads)].sort()).toEqual(['/api/counts', '/api/payments']);
  expect(reads.length).toBeLessThanOrEqual(8);
});

test('a payment is shown with its customer, details and history, to be copied, and leads to its form', async ({
  page,
  server,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer, {
    transferDate: '2026-12-01',
    notes: 'Two lines\nof notes',
    transactionId: 'TX-1',
    paymentDetails: {
      fullName: 'Ann Typed',
      email: customer.email.toUpperCase(),
      phone: '+1 (416) 555-0134',
      country: 'canada',
      province: 'ontario',
      city: 'Ottawa',
      agreed: true,
    },
  });
  const url = `**/api/payments/${payment._id}`;
  await page.route(url, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${pages.payments}/${payment._id}`);
  await expect(page.getByRole('alert')).toHaveText(messages.fetchPaymentDetails);
  await page.unroute(url);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectPage(page, payment.referenceNumber);
  await expect(page.getByLabel('Breadcrumb')).toHaveText(`Dashboard/Payments/${payment.referenceNumber}`);

  const summary = page.getByRole('region', { name: 'Payment Summary' });
  await expect(detail(summary, 'Amount')).toHaveText(/^THB\s2,256\.61Recorded as CA\$2,256\.61$/);
  await expect(detail(summary, 'Reference Number')).toHaveText(payment.referenceNumber);
  await expect(detail(summary, 'Status')).toHaveText('Pending');

  const details = page.getByRole('region', { name: 'Payment Details' });
  await expect(detail(details, 'Transaction ID')).toHaveText('TX-1');
  await expect(detail(details, 'Currency')).toHaveText('THB (Thai Baht)');
  await expect(detail(details, 'Expected Transfer Date')).toHaveText('Dec 1, 2026');
  await expect(detail(details, 'Agreed')).toHaveText('Yes');
  await expect(detail(details, 'Notes')).toHaveText('Two lines\nof notes');
  // The record of the customer has otherwise what follows "On record".
  await expect(detail(details, 'Full Name')).toHaveText(`Ann TypedOn record: ${customer.fullName}`);
  await expect(detail(details, 'City')).toHaveText('OttawaOn record: Toronto');
  await expect(detail(details, 'Email')).toHaveText(customer.email.toUpperCase());
  await expect(detail(details, 'Phone')).toHaveText('+1 (416) 555-0134');
  await expect(detail(details, 'Province')).toHaveText('Ontario');

  for (const [name, text] of [
    ['Reference Number', payment.referenceNumber],
    ['Amount', '2256.61'],
    ['Email', customer.email],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(page.getByRole('status').getByText('Copied').first()).toBeAttached();
    // The previous button may still show that it has copied.
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }

  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'America/Toronto',
  }).format(new Date(payment.statusHistory[0]?.date ?? 0));
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText(`${time} by admin`);
  await page.getByRole('link', { name: 'Edit Payment' }).click();
  await expectPage(page, 'Edit Payment');
  const reference = page.getByLabel('Payment ID/Reference Number');
  await expect(reference).toHaveValue(payment.referenceNumber);
  const replaced = `BOOKING-${unique()}`;
  await reference.fill(replaced);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectPage(page, replaced);
  await expect(detail(summary, 'Reference Number')).toHaveText(
    `${replaced}Formerly ${payment.referenceNumber}, which stays valid for the visitor`,
  );

  const card = page.getByRole('region', { name: 'Customer Information' });
  await expect(detail(card, 'Location')).toHaveText('Canada, Ontario');
  const email = card.getByRole('link', { name: customer.email });
  await expect(email).toHaveAttribute('href', `mailto:${customer.email}`);
  await expect(detail(card, 'Phone').getByRole('link')).toHaveAttribute('href', /^tel:\+?\d+$/);
  await card.getByRole('link', { name: 'View Customer' }).click();
  await expectPage(page, customer.fullName);
});

test('a payment is given a new status or a note, and shows what another admin did meanwhile', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (409|500)/);
  const payment = await createPayment(server, await createCustomer(server));
  await page.goto(`${pages.payments}/${payment._id}`);
  const dialog = page.getByRole('dialog', { name: 'Update Payment Status' });
  const update = dialog.getByRole('button', { name: 'Update Status' });
  const history = page.getByRole('table', { name: 'Payment History' });
  await expect(history.getByRole('columnheader')).toHaveText(['Date', 'Status', 'Note']);
  await expect(history.getByRole('row').nth(1)).toContainText('Pending-');

  await test.step('nothing that is neither new nor a note', async () => {
    await page.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog).toContainText(
      'Change the status of this payment. This will update the payment record and add an entry to the status history.',
    );
    await expect(dialog).toContainText('Now: Pending. Choose another status, or write a note.');
    await expect(update).toBeDisabled();
    await dialog.getByLabel('New Status').click();
    await expect(page.getByRole('option')).toHaveText(['Pending', 'Paid', 'Failed', 'Refunded']);
    await page.getByRole('option', { name: 'Pending', exact: true }).click();
    await expect(update).toBeDisabled();
    await dialog.getByLabel('Note').fill('   ');
    await dialog.getByLabel('Note').press('Control+Enter');
    await expect(update).toBeDisabled();
    await choose(page, 'New Status', 'Paid');
    await expect(update).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a note alone', async () => {
    await page.getByRole('button', { name: 'Update Status' }).click();
    await dialog.getByLabel('Note').fill('Called the bank');
    await update.click();
    await expect(dialog).toBeHidden();
    await expect(history.getByRole('row').nth(1)).toContainText('PendingCalled the bank');
  });

  await test.step('a status, and the dialog stays when that fails', async () => {
    await page.getByRole('button', { name: 'Update Status' }).click();
    await choose(page, 'New Status', 'Paid');
    await dialog.getByLabel('Note').fill('Seen on the statement');
    await page.route('**/status', (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, message: 'The server is tired' } }),
    );
    await update.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      `${messages.updatePaymentStatus}: The server is tired`,
    );
    await expect(dialog.getByLabel('Note')).toHaveValue('Seen on the statement');
    await page.unroute('**/status');
    await update.click();
    await expect(dialog).toBeHidden();
    await expect(history.getByRole('row').nth(1)).toContainText('PaidSeen on the statement');
    await expect(history.getByRole('row').nth(1)).toContainText('by admin');
  });

  await test.step('after a colleague', async () => {
    const body = { status: 'failed', note: 'By somebody else' };
    await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body });
    await page.getByRole('button', { name: 'Update Status' }).click();
    await choose(page, 'New Status', 'Refunded');
    await update.click();
    await expect(dialog.getByRole('alert')).toContainText('It is Failed now.');
    await expect(dialog).toContainText('Now: Failed.');
    await update.click();
    await expect(history.getByRole('row')).toHaveCount(6);
    await expect(history.getByRole('row').nth(2)).toContainText('By somebody else');
  });
});

test('a payment leads to the next and the previous one of the list that it was opened from, over its pages', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const payments: Payment[] = [];
  for (let count = 0; count < 7; count++)
    payments.unshift(await createPayment(server, customer, { amount: 100 + count }));
  const reference = (index: number) => payments[index]?.referenceNumber ?? '';
  const filter = encodeURIComponent(JSON.stringify({ customerId: customer._id, status: 'pending' }));
  await page.goto(`${pages.payments}?perPage=5&sort=amount&order=DESC&filter=${filter}`);
  await page.getByRole('link', { name: reference(3), exact: true }).click();
  await expectPage(page, reference(3));
  const neighbours = page.getByRole('navigation', { name: 'Records of the list' });
  const next = neighbours.getByRole('link', { name: 'Next record' });
  await expect(neighbours).toHaveText('4 of 7');
  await next.click();
  await expectPage(page, reference(4));
  await next.click();
  await expectPage(page, reference(5));
  await expect(neighbours).toHaveText('6 of 7');
  await next.click();
  await expectPage(page, reference(6));
  await expect(neighbours.getByRole('button')).toBeDisabled();
  await neighbours.getByRole('link').click();
  await expectPage(page, reference(5));
  await neighbours.getByRole('link', { name: 'Previous record' }).click();
  await expectPage(page, reference(4));
  await page.goBack();
  await expectPage(page, reference(5));
  await expect(neighbours).toHaveText('6 of 7');

  // A payment marked as paid leaves the list of pending ones; its next record stays the same.
  await page.getByRole('button', { name: 'Update Status' }).click();
  await choose(page, 'New Status', 'Paid');
  await page.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(neighbours).toHaveText('');
  await next.click();
  await expectPage(page, reference(6));
  await expect(neighbours).toHaveText('6 of 6');
});

test('a payment or customer that cannot be loaded says so, and one that does not exist leads back to the list', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (404|500)/);
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer);
  const records = /api\/(payments|customers)\/[0-9a-f]{24}$/;
  await page.route(records, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(pages.account);
  for (const [path, message] of [
    [`${pages.newPayment}?id=${payment._id}`, messages.fetchPayment],
    [`${pages.customers}/${customer._id}/edit`, messages.fetchCustomer],
    [`${pages.payments}/${payment._id}`, messages.fetchPaymentDetails],
    [`${pages.customers}/${customer._id}`, messages.fetchCustomerDetails],
  ] as const) {
    await follow(page, path);
    await expect(page.getByRole('alert')).toHaveText(message);
  }
  await page.unroute(records);

  await follow(page, `${pages.payments}/nonsense`);
  await expect(page.getByRole('alert')).toHaveText(messages.paymentNotFound);
  await page.getByRole('link', { name: 'Back to Payments' }).click();
  await expectPage(page, 'Payments');
  await follow(page, `${pages.customers}/${'0'.repeat(24)}`);
  await expect(page.getByRole('alert')).toHaveText(messages.customerNotFound);
  await page.getByRole('link', { name: 'Back to Customers' }).click();
  await expectPage(page, 'Customers');
  await follow(page, '/admin/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Customers');
  await expectNoAxeFindings(page);
});

test('a long name from right to left keeps its beginning, and a long word in a note stays in its panel', async ({
  page,
  server,
}) => {
  const fullName = `الدكتور محمد عبد الرحمن بن عبد العزيز آل سعود ${unique()} ${'Name'.repeat(8)}`;
  const payment = await createPayment(server, await createCustomer(server, { fullName }));
  const note = `https://example.com/${'page'.repeat(40)}`;
  await server.api(`/payments/${payment._id}/ledger`, {
    method: 'POST',
    body: { kind: 'receipt', way: 'cash', amount: 5, day: '2026-01-05', note, version: payment.version },
  });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${pages.payments}?filter=${JSON.stringify({ referenceNumber: payment.referenceNumber })}`);
  const name = page.getByText(fullName);
  await expect(name).toBeVisible();
  const isBegun = name.evaluate((element) => {
    const range = document.createRange();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!;
    range.setStart(text, 0);
    range.setEnd(text, 1);
    return (
      range.getBoundingClientRect().right <= element.closest('.card-line')!.getBoundingClientRect().right
    );
  });
  expect(await isBegun, 'the first letter is on the card').toBe(true);

  await page.setViewportSize({ width: 1280, height: 900 });
  await follow(page, `${pages.payments}/${payment._id}`);
  await expectPage(page, payment.referenceNumber);
  for (const table of ['Money', 'Payment History']) {
    const panel = page.getByRole('table', { name: table }).locator('..');
    await expect(panel).toContainText(note);
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), table).toBe(0);
  }
});
