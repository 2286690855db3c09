import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  sampleCharge,
  sampleDispute,
  samplePayment,
  sampleRefund,
  sampleSession,
} from '../backend/src/cards/samples.js';
import { pages } from '#domain/platform/pages';
import { customerPath } from '../admin/src/ui/paths.js';
import {
  createPayment,
  createCustomer,
  detail,
  expectPage,
  follow,
  row,
  signedIn,
  unique,
} from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { payByCard, sendCardEvent, test } from './support/card-page.js';
import { expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { bankFile, createAccount, importFile } from './support/statements.js';
import { expect } from './support/test.js';

// On one server, whose start takes longer than a step.
test.describe.configure({ mode: 'default' });

const email = () => `${unique().toLowerCase()}@example.com`;
const look = (page: Page) => expectNoAxeFindingsInEveryLook(page, [375, 1280]);

/** The payment of the customer with this email. */
async function paymentOf(
  server: TestServer,
  address: string,
): Promise<{ _id: string; referenceNumber: string }> {
  const answer = await server.api(`/payments?${new URLSearchParams({ 'filter[search]': address })}`);
  const { payments } = (await answer.json()) as { payments: { _id: string; referenceNumber: string }[] };
  expect(payments).toHaveLength(1);
  return payments[0]!;
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Card events' }).getByRole('listitem');
const panel = (page: Page) => page.getByRole('region').filter({ has: page.locator('#beside-title') });

test('a card payment, its refund and its dispute are seen, and what Stripe says is not changed without asking', async ({
  page,
  server,
}) => {
  const address = email();
  const payment = await payByCard(server, { email: address, name: 'Jane Arrived' });
  const { _id, referenceNumber } = await paymentOf(server, address);
  await signedIn(page, server);
  await page.goto(`${pages.payments}/${_id}`);
  await expectPage(page, referenceNumber);
  const card = page.getByRole('region', { name: 'Card Payment' });

  await test.step('the panel has amount, mode and a link to the provider', async () => {
    await expect(detail(card, 'Amount Paid')).toHaveText('CA$2,256.61');
    await expect(detail(card, 'Stripe Says')).toHaveText('Paid');
    await expect(detail(card, 'Mode')).toHaveText('Live');
    await expect(card.getByRole('link', { name: 'Open in Stripe' })).toHaveAttribute(
      'href',
      `https://dashboard.stripe.com/payments/${payment.paymentIntentId}`,
    );
    await expect(card.getByRole('listitem')).toHaveText([/^Checkout completed/]);
    await expect(page.getByRole('cell', { name: /^Paid by card · Stripe pi_/ })).toBeVisible();
  });

  await test.step('a status that contradicts the provider is asked first', async () => {
    await page.getByRole('button', { name: 'Update Status' }).click();
    await page.getByLabel('New Status').click();
    await page.getByRole('option', { name: 'Refunded' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Stripe says that this payment is paid.')).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Edit Payment' }).click();
    const amount = page.getByRole('spinbutton', { name: 'Amount' });
    await amount.fill('2000');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog', { name: 'Save it anyway?' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(amount).toHaveValue('2000');
    await page.reload();
    await expect(amount).toHaveValue('2256.61');
  });

  await test.step('a part that is given back, and a dispute with its deadline', async () => {
    const refund = sampleRefund(payment, { amount: 50_000 });
    await sendCardEvent(server, 'refund.created', refund, payment);
    await sendCardEvent(server, 'charge.refunded', sampleCharge(payment, 50_000, [refund]), payment);
    await sendCardEvent(server, 'charge.dispute.created', sampleDispute(payment), payment);
    await follow(page, `${pages.payments}/${_id}`);
    await expect(detail(card, 'Refunded')).toHaveText('CA$500.00 of CA$2,256.61');
    await expect(card.getByRole('alert')).toContainText('CA$2,256.61 is disputed: Fraudulent');
    const file = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Download Dispute File' }).click();
    expect((await file).suggestedFilename()).toBe(`dispute-${referenceNumber}.zip`);
    await expect(card.getByRole('alert')).toContainText('Respond by');
    await expect(card.getByRole('listitem')).toHaveCount(4);
    await look(page);
  });

  await test.step('Needs Attention leads to exactly the disputed payment', async () => {
    await follow(page, pages.dashboard);
    await page.getByRole('link', { name: '1 open dispute' }).click();
    await expectPage(page, 'Payments');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await expect(row(page, referenceNumber)).toContainText('Disputed');
    await page.setViewportSize({ width: 375, height: 812 });
    const onPhone = page.getByRole('listitem').filter({ hasText: referenceNumber });
    await expect(onPhone).toContainText('Disputed');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: referenceNumber, exact: true }).click();
    await card.getByRole('link', { name: 'Dispute opened' }).click();
    await expect(panel(page)).toContainText('Applied');
    await expect(rowsOf(page)).toHaveCount(4);
    await page.setViewportSize({ width: 375, height: 812 });
    const link = panel(page).getByRole('link', { name: 'Open in Stripe' });
    // The panel is drawn anew for the phone.
    await expect(async () => {
      const [id, button] = await Promise.all([
        link.locator('xpath=preceding-sibling::span').boundingBox(),
        link.boundingBox(),
      ]);
      expect(button!.y, 'the button lies below its number').toBeGreaterThanOrEqual(id!.y + id!.height);
    }).toPass();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('the customer’s page counts what was given back apart from what is kept', async () => {
    await follow(page, `${pages.payments}/${_id}`);
    await expectPage(page, referenceNumber);
    await page.getByRole('link', { name: 'View Customer' }).click();
    await expectPage(page, 'Jane Arrived');
    const summary = page.getByRole('region', { name: 'Payment Summary' });
    await expect(detail(summary, 'Total Amount')).toHaveText('CA$2,256.61');
    await expect(detail(summary, 'Settled')).toHaveText('CA$1,756.61');
    await expect(detail(summary, 'Refunded')).toHaveText('CA$500.00');
  });

  await test.step('a bank debit that is processed, and then fails, is not said to be paid', async () => {
    const debtor = email();
    const debit = samplePayment({ live: true, email: debtor });
    const session = sampleSession(debit, { payment_status: 'unpaid' });
    await sendCardEvent(server, 'checkout.session.completed', session, debit);
    await follow(page, `${pages.payments}/${(await paymentOf(server, debtor))._id}`);
    const money = page.getByRole('region', { name: 'Money', exact: true });
    await expect(money).toContainText('still being processed');
    await expect(detail(card, 'Amount')).toHaveText('CA$2,256.61');
    await sendCardEvent(server, 'checkout.session.async_payment_failed', session, debit);
    await page.reload();
    await expect(money).toContainText('Its card payment failed: no money comes for it.');
  });
});

test('another amount than the price is listed, and a test payment is marked and counted nowhere', async ({
  page,
  server,
}) => {
  const [differing, trial] = [email(), email()];
  await payByCard(server, { email: differing, amount: 200_000 });
  await payByCard(server, { email: trial, live: false });
  const { referenceNumber } = await paymentOf(server, differing);
  const tested = await paymentOf(server, trial);
  await signedIn(page, server);
  await page.goto(pages.dashboard);

  await test.step('the dashboard marks the customer of a test, whom its figure leaves out', async () => {
    const { total } = (await (await server.api('/customers/stats')).json()) as { total: number };
    const { pagination } = (await (await server.api('/customers?limit=1')).json()) as {
      pagination: { total: number };
    };
    expect(total).toBeLessThan(pagination.total);
    await expect(page.getByLabel('Total Customers')).toContainText(`Customers${total}`);
    const newest = page.getByRole('region', { name: 'Recent Customers' }).getByRole('listitem');
    await expect(newest.filter({ hasText: trial })).toContainText('Test');
    await expect(newest.filter({ hasText: differing })).not.toContainText('Test');
  });
  await page.getByRole('link', { name: '1 card amount differs' }).click();
  await expect(row(page, referenceNumber)).toContainText('Price is CA$2,256.61');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await look(page);
  await follow(page, pages.payments);
  await expect(row(page, tested.referenceNumber)).toContainText('Test');
  await expect(row(page, referenceNumber)).not.toContainText('Test');
  await page.getByRole('link', { name: tested.referenceNumber, exact: true }).click();
  const card = page.getByRole('region', { name: 'Card Payment' });
  await expect(detail(card, 'Mode')).toContainText('counted in no figure');
  await expect(card.getByRole('link', { name: 'Open in Stripe' })).toHaveAttribute(
    'href',
    /\/test\/payments\/pi_/,
  );

  await test.step('the search and the customer’s page mark it too, and no sum has it', async () => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search payments and customers' }).fill(trial);
    const options = page.getByRole('dialog').getByRole('option');
    await expect(options.filter({ hasText: tested.referenceNumber })).toContainText('Test');
    await expect(options.filter({ hasText: trial })).toContainText('Test');
    // The newest records, among which both are, make way for what is found.
    await expect(options).toHaveCount(2);
    await options.filter({ hasText: trial }).click();
    const summary = page.getByRole('region', { name: 'Payment Summary' });
    await expect(detail(summary, 'Total Payments')).toHaveText('0');
    await expect(detail(summary, 'Total Amount')).toHaveText('CA$0.00');
    await expect(summary).toContainText('1 test payment is not counted.');
    await look(page);
  });
});

test('a second card payment of one visit is listed, and names the first', async ({ page, server }) => {
  const [first, second, key] = [email(), email(), randomUUID()];
  await payByCard(server, { email: first, key });
  await payByCard(server, { email: second, key });
  const [earlier, twice] = [await paymentOf(server, first), await paymentOf(server, second)];
  await signedIn(page, server);
  await page.goto(pages.dashboard);
  await page.getByRole('link', { name: '1 second card payment of a visit' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: twice.referenceNumber, exact: true }).click();
  const card = page.getByRole('region', { name: 'Card Payment' });
  await expect(card).toContainText('The visitor had paid by card before, in the same visit.');
  await look(page);
  await card.getByRole('link', { name: earlier.referenceNumber }).click();
  await expect(page.getByRole('heading', { name: earlier.referenceNumber })).toBeVisible();
  await expect(card).not.toContainText('in the same visit');
});

test('held events are recorded, assigned and dismissed by the keyboard and by hand, on a desk and on a phone', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const other = await createCustomer(server);
  const pending = await createPayment(server, customer, { paymentMethod: 'creditCard' });
  await payByCard(server, { email: customer.email, currency: 'eur', amount: 150_000 });
  await payByCard(server, { email: null, name: 'Nemo Nobody' });
  await signedIn(page, server);
  await watchLayoutShifts(page);

  await test.step('the search and the page of the customer lead to them', async () => {
    await page.goto(customerPath(customer._id));
    const held = page.getByRole('region', { name: 'Held Card Payments' });
    await expect(held).toBeVisible();
    await page.reload();
    await expectNoLayoutShift(page, 'a customer with a held card payment');
    await look(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await held.getByRole('link', { name: 'EUR 1,500.00' }).click();
    await expect(panel(page).getByText('Payments in its currency cannot be recorded.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search payments and customers' }).fill('nemo');
    await page.getByRole('option', { name: 'Nemo Nobody' }).click();
    await expect(panel(page).getByText('The event has no email address')).toBeVisible();
    await panel(page).getByRole('link', { name: 'Record Payment' }).click();
    await expect(page.getByRole('combobox', { name: 'Payment Method' })).toHaveText('Credit Card');
    await expect(page.getByLabel('Amount')).toHaveValue('2256.61');
  });

  await test.step('a payment recorded for one, or not, leads back to it', async () => {
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(panel(page).getByText('The event has no email address')).toBeVisible();
    await panel(page).getByRole('link', { name: 'Record Payment' }).click();
    await page.getByRole('combobox', { name: 'Customer' }).fill(other.fullName);
    await page.getByRole('option', { name: other.fullName }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(panel(page).getByText('The event has no email address')).toBeVisible();
    await expect(panel(page).getByText(other.fullName)).toBeVisible();
  });

  await follow(page, pages.dashboard);
  await page.getByRole('link', { name: '2 card events held' }).click();
  await expectPage(page, 'Card Events');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole('tab', { name: 'Held (2)' })).toHaveAttribute('aria-selected', 'true');
  await look(page);

  await test.step('the keyboard opens a row and takes the proposal, after asking', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(rowsOf(page).nth(1).getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText('Payments in its currency cannot be recorded.')).toBeVisible();
    await expect(panel(page).getByText('Same email')).toBeVisible();
    await look(page);
    await expect(page.locator('#beside-title')).toBeVisible();
    await page.locator('#beside-title').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Assign to ${pending.referenceNumber}?` });
    await expect(dialog).toContainText('which keeps its amount of CA$2,256.61');
    await expect(dialog).toContainText('What came is in EUR, and the payment in CAD.');
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(page.getByText(`The card event was recorded on ${pending.referenceNumber}`)).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Held (1)' })).toBeVisible();
    await expect(panel(page)).toContainText('Applied');
  });

  await test.step('one is dismissed with a reason', async () => {
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await rowsOf(page).getByRole('link').first().click();
    await panel(page).getByRole('button', { name: 'Dismiss' }).click();
    await panel(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(panel(page).getByText('Reason is required')).toBeVisible();
    await panel(page).getByLabel('Reason').fill('Paid by mistake, given back');
    await panel(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('The card event was dismissed')).toBeVisible();
    await expect(page.getByText('Nothing is held')).toBeVisible();
    // The form that had the focus is gone.
    await expect(page.locator('#beside-title')).toBeFocused();
    await page.getByRole('tab', { name: /^Dismissed/ }).click();
    await expect(rowsOf(page).filter({ hasText: 'Paid by mistake, given back' })).toHaveCount(1);
  });

  await test.step('a search leads to nothing, and back', async () => {
    const all = page.getByRole('tab', { name: /^All/ });
    await all.click();
    await expect(all).toHaveAttribute('aria-selected', 'true');
    await page.getByLabel('Search by payer, amount or ID').fill('no such payer');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No card events found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.getByLabel('Search by payer, amount or ID').fill(customer.email);
    await page.keyboard.press('Enter');
    await expect(rowsOf(page)).toHaveCount(1);
  });

  await test.step('nothing moves when the page is loaded', async () => {
    await page.reload();
    await expectNoLayoutShift(page, 'card events');
  });
});

test('a held test event in another currency can be dismissed only, as it is no money', async ({
  page,
  server,
}) => {
  const trial = email();
  const { live, sessionId } = await payByCard(server, { email: trial, currency: 'eur', live: false });
  expect(live).toBe(false);
  await signedIn(page, server);
  const filter = JSON.stringify({ state: 'held', search: sessionId });
  await page.goto(`${pages.cardEvents}?${new URLSearchParams({ filter })}`);
  await expect(rowsOf(page)).toContainText(
    'Payments in its currency cannot be recorded. It is a test: dismiss it.',
  );
  await rowsOf(page).getByRole('link').first().click();
  await expect(panel(page).getByRole('alert')).toContainText('It is a test: dismiss it.');
  await expect(panel(page).getByRole('button', { name: 'Dismiss' })).toBeVisible();
  await expect(panel(page).getByLabel('Search by reference, name or amount')).toHaveCount(0);
  await expect(panel(page).getByRole('link', { name: 'Record Payment' })).toHaveCount(0);
  await look(page);
  await panel(page).getByRole('button', { name: 'Dismiss' }).click();
  await panel(page).getByLabel('Reason').fill('A trial');
  await panel(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('The card event was dismissed')).toBeVisible();
});

test('a test event without an email is recorded by the address of its payer', async ({ page, server }) => {
  const { sessionId } = await payByCard(server, { email: null, live: false });
  await signedIn(page, server);
  const filter = JSON.stringify({ state: 'held', search: sessionId });
  await page.goto(`${pages.cardEvents}?${new URLSearchParams({ filter })}`);
  await rowsOf(page).getByRole('link').first().click();
  await expect(panel(page).getByRole('alert')).toContainText(
    'Record it with the address of its payer, or dismiss it.',
  );
  await panel(page).getByRole('button', { name: 'Record as New' }).click();
  await panel(page).getByLabel('Email of the Payer').fill(email());
  await panel(page).getByRole('button', { name: 'Record as New' }).click();
  await expect(page.getByText('The card event was recorded on')).toBeVisible();
});

test('a payout of the card provider is ignored in Reconcile by one key', async ({ page, server }) => {
  const word = unique();
  const rows = [[`STRIPE TRANSFER ${word}`, 2180.4]] as const;
  await importFile(server, await createAccount(server), bankFile(rows));
  await signedIn(page, server);
  const filter = JSON.stringify({ state: 'review', search: word });
  await page.goto(`${pages.reconcile}?${new URLSearchParams({ filter })}`);
  await expect(page.getByRole('listitem').filter({ hasText: word })).toContainText('Card payout');
  await page.getByRole('link', { name: `STRIPE TRANSFER ${word}`, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Ignore as Card Payout' })).toBeVisible();
  await look(page);
  await page.locator('#beside-title').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Ignored (1)' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: word })).toContainText('Card payout');
});
