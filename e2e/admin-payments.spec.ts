import { readFile } from 'node:fs/promises';
import { messages } from '../domain/messages.js';
import { pages } from '../domain/pages.js';
import type { Payment } from '../domain/payments.js';
import { createCustomer, aPayment, choose, detail, expectPage, row, signedIn } from './support/admin.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test.describe('the list of payments', () => {
  test('shows every payment in THB, with what was recorded beside it', async ({ page, server }) => {
    const customer = await createCustomer(server);
    const canadian = await aPayment(server, customer);
    const thai = await aPayment(server, customer, {
      amount: 2050,
      currency: 'THB',
      paymentMethod: 'wireTransfer',
    });
    await page.goto(pages.payments);
    await expectPage(page, 'Payments');
    await expect(page.getByText('Manage payment records and track transaction history')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Reference',
      'Customer',
      'Amount',
      'Payment Method',
      'Date',
      'Status',
      'Actions',
    ]);
    const cells = row(page, canadian.referenceNumber).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(customer.fullName);
    await expect(cells.nth(2)).toHaveText(/^THB\s2,256\.61Recorded as CA\$2,256\.61$/);
    await expect(cells.nth(3)).toHaveText('Interac e-Transfer (Canada)');
    await expect(cells.nth(5)).toHaveText('Pending');
    await expect(row(page, thai.referenceNumber).getByRole('cell').nth(2)).toHaveText(/^THB\s2,050\.00$/);

    await cells.nth(1).getByRole('link').click();
    await expectPage(page, customer.fullName);
  });

  test('finds a reference however it is typed, and narrows by status and age', async ({ page, server }) => {
    const customer = await createCustomer(server);
    const paid = await aPayment(server, customer, { status: 'paid' });
    const pending = await aPayment(server, customer);
    await page.goto(pages.payments);
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
    await expect(row(page, pending.referenceNumber)).toBeHidden();

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
    await search.fill(pending.referenceNumber.toLowerCase().replaceAll('-', ' '));
    await search.press('Enter');
    await expect(page.getByText('No payments found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(search).toHaveValue('');
    await search.fill(pending.referenceNumber.toLowerCase().replaceAll('-', ' '));
    await search.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, pending.referenceNumber)).toBeVisible();
  });

  test('marks a payment once the server has', async ({ page, server, allowConsole }) => {
    allowConsole(/ERR_FAILED|status of 500/);
    const payment = await aPayment(server, await createCustomer(server));
    await page.goto(pages.payments);
    const menu = page.getByRole('button', { name: `Actions for ${payment.referenceNumber}` });
    const mark = async (label: string) => {
      await menu.click();
      await page.getByRole('menuitem', { name: label }).click();
    };
    await menu.click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Mark as Paid',
      'Mark as Pending',
      'Mark as Failed',
      'Mark as Refunded',
    ]);
    await page.keyboard.press('Escape');

    await page.route('**/status', (route) => route.abort());
    await mark('Mark as Paid');
    await expect(page.getByRole('alert')).toHaveText(`${messages.updatePaymentStatus}: ${messages.network}`);
    await expect(row(page, payment.referenceNumber)).toContainText('Pending');
    await page.unroute('**/status');

    for (const [label, name] of [
      ['Mark as Paid', 'Paid'],
      ['Mark as Failed', 'Failed'],
      ['Mark as Refunded', 'Refunded'],
      ['Mark as Pending', 'Pending'],
    ] as const) {
      await mark(label);
      if (name === 'Failed' || name === 'Refunded')
        await page.getByRole('dialog').getByRole('button', { name: label }).click();
      await expect(row(page, payment.referenceNumber).getByRole('cell').nth(5)).toHaveText(name);
      await expect(page.getByText(`${payment.referenceNumber} is now marked as ${name}`)).toBeVisible();
    }
    const stored = (await (await server.api(`/payments/${payment._id}`)).json()) as Payment;
    expect(stored.statusHistory.map(({ status }) => status)).toEqual([
      'pending',
      'paid',
      'failed',
      'refunded',
      'pending',
    ]);
  });

  test('asks before a payment is marked as failed or refunded, naming it and its amount', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED/);
    const customer = await createCustomer(server);
    const payment = await aPayment(server, customer);
    await page.goto(pages.payments);
    for (const name of ['Failed', 'Refunded']) {
      await page.getByRole('button', { name: `Actions for ${payment.referenceNumber}` }).click();
      await page.getByRole('menuitem', { name: `Mark as ${name}` }).click();
      const dialog = page.getByRole('dialog', { name: `Mark as ${name}` });
      await expect(dialog).toContainText(
        `Mark ${payment.referenceNumber} (CA$2,256.61, ${customer.fullName}) as ${name}?`,
      );
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await page.route('**/status', (route) => route.abort());
      await dialog.getByRole('button', { name: `Mark as ${name}` }).click();
      await expect(dialog.getByRole('alert')).toHaveText(
        `${messages.updatePaymentStatus}: ${messages.network}`,
      );
      await page.unroute('**/status');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    }
    const stored = (await (await server.api(`/payments/${payment._id}`)).json()) as Payment;
    expect(stored.statusHistory.map(({ status }) => status)).toEqual(['pending']);
  });

  test('exports what the filters let through', async ({ page, server }) => {
    const customer = await createCustomer(server);
    const failed = await aPayment(server, customer, { status: 'failed' as never });
    const pending = await aPayment(server, customer);
    await page.goto(pages.payments);
    await choose(page, 'Status', 'Failed');
    await expect(row(page, pending.referenceNumber)).toBeHidden();
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await csv).suggestedFilename()).toMatch(/^payments-export-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await (await csv).path(), 'utf8');
    expect(text).toContain(failed.referenceNumber);
    expect(text).not.toContain(pending.referenceNumber);

    const excel = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Excel' }).click();
    const file = await (await excel).path();
    expect((await excel).suggestedFilename()).toMatch(/\.xlsx$/);
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  });

  test('says why it cannot be shown', async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED/);
    await page.route('**/api/payments?*', (route) => route.abort());
    await page.goto(pages.payments);
    await expect(page.getByRole('alert')).toContainText(messages.network);
    await page.unroute('**/api/payments?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test.describe('a payment', () => {
  test('is shown with its customer, details and history', async ({ page, server }) => {
    const customer = await createCustomer(server);
    const payment = await aPayment(server, customer, {
      transferDate: '2026-12-01',
      notes: 'Two lines\nof notes',
      transactionId: 'TX-1',
      paymentDetails: { fullName: 'Ann Typed', province: 'ontario', country: 'canada', agreed: true },
    });
    await page.goto(`${pages.payments}/${payment._id}`);
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
    await expect(detail(details, 'Full Name')).toHaveText(/^Ann Typed/);
    await expect(detail(details, 'Province')).toHaveText('Ontario');
    await expect(detail(details, 'Agreed')).toHaveText('Yes');
    await expect(detail(details, 'Notes')).toHaveText('Two lines\nof notes');

    const card = page.getByRole('region', { name: 'Customer Information' });
    await expect(detail(card, 'Location')).toHaveText('Canada, Ontario');
    const email = card.getByRole('link', { name: customer.email });
    await expect(email).toHaveAttribute('href', `mailto:${customer.email}`);
    await expect(detail(card, 'Phone').getByRole('link')).toHaveAttribute('href', /^tel:\+?\d+$/);
    await card.getByRole('link', { name: 'View Customer' }).click();
    await expectPage(page, customer.fullName);
  });

  test('is updated with a note, and keeps the dialog when that fails', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/status of 500/);
    const payment = await aPayment(server, await createCustomer(server));
    await page.goto(`${pages.payments}/${payment._id}`);
    await page.getByRole('button', { name: 'Update Status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update Payment Status' });
    await expect(dialog).toContainText(
      'Change the status of this payment. This will update the payment record and add an entry to the status history.',
    );
    await dialog.getByLabel('New Status').click();
    await expect(page.getByRole('option')).toHaveText(['Pending', 'Paid', 'Failed', 'Refunded']);
    await page.getByRole('option', { name: 'Paid', exact: true }).click();
    await dialog.getByLabel('Note').fill('Seen on the statement');

    await page.route('**/status', (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, message: 'The server is tired' } }),
    );
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      `${messages.updatePaymentStatus}: The server is tired`,
    );
    await expect(dialog.getByLabel('Note')).toHaveValue('Seen on the statement');
    await page.unroute('**/status');
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog).toBeHidden();

    const history = page.getByRole('table', { name: 'Payment History' });
    await expect(history.getByRole('columnheader')).toHaveText(['Date', 'Status', 'Note']);
    await expect(history.getByRole('row').nth(1)).toContainText('Pending-');
    await expect(history.getByRole('row').nth(2)).toContainText('PaidSeen on the statement');
    await expect(history.getByRole('row').nth(2)).toContainText('by admin');
  });

  test('is given a status only where that or a note is new', async ({ page, server }) => {
    const payment = await aPayment(server, await createCustomer(server));
    await page.goto(`${pages.payments}/${payment._id}`);
    await page.getByRole('button', { name: 'Update Status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update Payment Status' });
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await expect(dialog).toContainText('Now: Pending. Choose another status, or write a note.');
    await expect(update).toBeDisabled();
    await choose(page, 'New Status', 'Pending');
    await expect(update).toBeDisabled();
    await dialog.getByLabel('Note').fill('   ');
    await dialog.getByLabel('Note').press('Control+Enter');
    await expect(update).toBeDisabled();
    await choose(page, 'New Status', 'Paid');
    await expect(update).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Update Status' }).click();
    await dialog.getByLabel('Note').fill('Called the bank');
    await update.click();
    await expect(dialog).toBeHidden();
    const history = page.getByRole('table', { name: 'Payment History' });
    await expect(history.getByRole('row').nth(2)).toContainText('PendingCalled the bank');
  });

  test('gives its reference, its amount and its email to the clipboard', async ({
    page,
    server,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const customer = await createCustomer(server);
    const payment = await aPayment(server, customer);
    await page.goto(`${pages.payments}/${payment._id}`);
    for (const [name, text] of [
      ['Reference Number', payment.referenceNumber],
      ['Amount', '2256.61'],
      ['Email', customer.email],
    ] as const) {
      await page.getByRole('button', { name: `Copy ${name}` }).click();
      await expect(page.getByRole('status').getByText('Copied').first()).toBeAttached();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
  });

  test('leads to the next and the previous one of the list that it was opened from, over its pages', async ({
    page,
    server,
  }) => {
    const customer = await createCustomer(server);
    const payments: Payment[] = [];
    for (let count = 0; count < 7; count++)
      payments.unshift(await aPayment(server, customer, { amount: 100 + count }));
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

  test('names what the record of its customer has otherwise than was typed', async ({ page, server }) => {
    const customer = await createCustomer(server);
    const payment = await aPayment(server, customer, {
      paymentDetails: {
        fullName: 'Ann Typed',
        email: customer.email.toUpperCase(),
        phone: '+1 (416) 555-0134',
        country: 'canada',
        province: 'ontario',
        city: 'Ottawa',
      },
    });
    await page.goto(`${pages.payments}/${payment._id}`);
    const details = page.getByRole('region', { name: 'Payment Details' });
    await expect(detail(details, 'Full Name')).toHaveText(`Ann TypedOn record: ${customer.fullName}`);
    await expect(detail(details, 'City')).toHaveText('OttawaOn record: Toronto');
    await expect(detail(details, 'Email')).toHaveText(customer.email.toUpperCase());
    await expect(detail(details, 'Phone')).toHaveText('+1 (416) 555-0134');
    await expect(detail(details, 'Province')).toHaveText('Ontario');
  });

  test('leads to its form, and says at what time it was changed', async ({ page, server }) => {
    const payment = await aPayment(server, await createCustomer(server));
    await page.goto(`${pages.payments}/${payment._id}`);
    const time = new Intl.DateTimeFormat('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/Toronto',
    }).format(new Date(payment.statusHistory[0]?.date ?? 0));
    await expect(page.getByRole('table', { name: 'Payment History' })).toContainText(`${time} by admin`);
    await page.getByRole('link', { name: 'Edit Payment' }).click();
    await expectPage(page, 'Edit Payment');
    await expect(page.getByLabel('Payment ID/Reference Number')).toHaveValue(payment.referenceNumber);
  });

  test('shows what another admin did to it', async ({ page, server }) => {
    const payment = await aPayment(server, await createCustomer(server));
    await page.goto(`${pages.payments}/${payment._id}`);
    await expectPage(page, payment.referenceNumber);
    const body = { status: 'failed', note: 'By somebody else' };
    await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body });

    await page.getByRole('button', { name: 'Update Status' }).click();
    await choose(page, 'New Status', 'Paid');
    await page.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click();
    const history = page.getByRole('table', { name: 'Payment History' });
    await expect(history.getByRole('row')).toHaveCount(4);
    await expect(history.getByRole('row').nth(2)).toContainText('By somebody else');
  });

  test('that does not exist leads back to the list', async ({ page, allowConsole }) => {
    allowConsole(/status of 404/);
    await page.goto(`${pages.payments}/nonsense`);
    await expect(page.getByRole('alert')).toHaveText(messages.paymentNotFound);
    await page.getByRole('link', { name: 'Back to Payments' }).click();
    await expectPage(page, 'Payments');
  });

  test('that cannot be loaded is tried again', async ({ page, server, allowConsole }) => {
    allowConsole(/status of 503/);
    const payment = await aPayment(server, await createCustomer(server));
    const url = `**/api/payments/${payment._id}`;
    await page.route(url, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${pages.payments}/${payment._id}`);
    await expect(page.getByRole('alert')).toHaveText(messages.fetchPaymentDetails);
    await page.unroute(url);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectPage(page, payment.referenceNumber);
  });
});
