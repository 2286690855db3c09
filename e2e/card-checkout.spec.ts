import type { Page } from '@playwright/test';
import { sampleSession } from '../backend/src/cards/samples.js';
import { payment } from '#domain/texts/en/payment';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { type CardPage, sendCardEvent, test } from './support/card-page.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift.js';
import { journeyWidths } from './support/looks.js';
import { expect } from './support/test.js';

// On one server, whose start takes longer than a step.
test.describe.configure({ mode: 'default' });

const waiting = 'As soon as your card payment has arrived, your reference appears here.';

/** Hides or shows the page as a browser does when another tab is opened or closed, which headless ones do not. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Opens the card page from the payment step; returns its tab. */
async function openCardPage(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Pay by Credit Card' }).click();
  const tab = await opened;
  await setVisibility(page, 'hidden');
  return tab;
}

/** Pays on the card page, and comes back to the first tab. */
async function payAndComeBack(page: Page): Promise<void> {
  const tab = await openCardPage(page);
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect(tab.getByText('Payment successful')).toBeVisible();
  await tab.close();
  await setVisibility(page, 'visible');
}

const lastOf = (cardPage: CardPage) => cardPage.payments.at(-1)!;

test('a visitor who pays by card sees the reference in the first tab within three seconds of coming back', async ({
  page,
  server,
  cardPage,
}) => {
  cardPage.next = { payment: { name: 'Jane Sample', email: 'jane.first@example.com' } };
  const checkout = new CheckoutPage(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/checkout/card/')) asked.push(request.url());
  });
  await checkout.goToPayment('Canada', 'Ontario');
  const link = page.getByRole('link', { name: 'Pay by Credit Card' });
  const address = new URL((await link.getAttribute('href'))!);
  expect(address.searchParams.get('locale')).toBe('en');
  const key = address.searchParams.get('client_reference_id')!;
  expect(asked).toEqual([]);

  await test.step('the step stays, says what happens, and does so after a reload', async () => {
    const tab = await openCardPage(page);
    await checkout.expectStep('payment');
    await expect(page.getByText(waiting)).toBeVisible();
    await tab.close();
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
    await page.reload();
    await expect(page.getByText(waiting)).toBeVisible();
    expect(new URL((await link.getAttribute('href'))!).searchParams.get('client_reference_id')).toBe(key);
  });

  await test.step('the payment leads to the reference, without a reload', async () => {
    await payAndComeBack(page);
    await expect(page.locator('.reference-number')).toBeVisible({ timeout: 3000 });
    await checkout.expectStep('thankYou');
    expect(lastOf(cardPage).key).toBe(key);
    const summary = page.getByRole('region', { name: 'Order summary' });
    for (const text of [
      'Credit Card',
      'CA$2,256.61',
      'Canada, Ontario',
      'Jane Sample',
      'jane.first@example.com',
    ])
      await expect(summary).toContainText(text);
    const { payments } = (await (await server.api('/payments?filter[search]=jane.first')).json()) as {
      payments: { referenceNumber: string; status: string }[];
    };
    expect(payments).toMatchObject([{ referenceNumber: await checkout.reference(), status: 'paid' }]);
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });

  await test.step('a transfer beside it is asked first', async () => {
    await page.goBack();
    await expect(page.getByText('You have paid by card already. Your reference:')).toBeVisible();
    await checkout.button('Continue with Interac E-Transfer').click();
    await checkout.fill(someDetails());
    await checkout.submit();
    const dialog = page.getByRole('dialog', { name: 'Make a second payment?' });
    await expect(dialog).toContainText('You have paid by card already');
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goBack();
  });

  await test.step('a new checkout begins with another key', async () => {
    await checkout.button('Show It Again').click();
    await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your payment has arrived');
    await page.goBack();
    await checkout.button('Start New Checkout').click();
    await checkout.continueToPayment('Canada', 'Ontario');
    const next = new URL((await link.getAttribute('href'))!).searchParams.get('client_reference_id');
    expect(next).not.toBe(key);
    await expect(page.getByText(waiting)).toBeHidden();
  });
});

test('a bank debit on the card page is shown while it is processed, and a failed one leads back to the ways to pay @long', async ({
  page,
  server,
  cardPage,
}) => {
  cardPage.next = { payment: { email: 'jane.debit@example.com' }, status: 'unpaid' };
  const checkout = new CheckoutPage(page);
  await checkout.goToPayment('United States', 'New York');
  await payAndComeBack(page);
  await expect(page.getByText('Your payment is still being processed')).toBeVisible();
  const reference = await checkout.reference();
  await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your payment is being processed');
  await expect(page.getByText('How to pay')).toBeHidden();
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await page.goBack();
  await checkout.expectStep('thankYou');

  const payment = lastOf(cardPage);
  const session = sampleSession(payment, { payment_status: 'unpaid' });
  await sendCardEvent(server, 'checkout.session.async_payment_failed', session, payment);
  await setVisibility(page, 'visible');
  await checkout.expectStep('payment');
  await expect(page.getByRole('alert')).toContainText(`Its reference was ${reference}.`);
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);

  cardPage.next = { payment: { email: 'jane.debit@example.com' } };
  await payAndComeBack(page);
  await expect(page.getByText('Your card payment has arrived.')).toBeVisible();
  expect(lastOf(cardPage).key).not.toBe(payment.key);
  expect(await checkout.reference()).not.toBe(reference);
});

test('a card payment that cannot be looked for says so, and moves nothing @long', async ({
  page,
  cardPage,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  cardPage.next = {};
  await watchLayoutShifts(page);
  const checkout = new CheckoutPage(page);
  await checkout.goToPayment('Canada', 'Ontario');
  await (await openCardPage(page)).close();
  await page.route('**/api/checkout/card/*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await expect(page.getByText(waiting)).toBeVisible();
  await expect(page.getByText('We cannot check at the moment')).toBeVisible({ timeout: 20_000 });
  await expectNoLayoutShift(page, 'a failing check');
  await page.unroute('**/api/checkout/card/*');
  await checkout.button('Check Again').click();
  await expect(page.getByText(waiting)).toBeVisible();
});

for (const width of journeyWidths)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: width === 375 ? 812 : 900 } });

    test('nothing moves where card payments arrive by themselves, and a test payment is marked @long', async ({
      page,
      cardPage,
    }) => {
      cardPage.next = { payment: { live: false, email: `jane.test${width}@example.com` } };
      await watchLayoutShifts(page);
      const checkout = new CheckoutPage(page);
      const measure = async (name: string) => {
        await page.reload();
        await expectNoLayoutShift(page, name);
      };
      await checkout.open();
      await expectNoLayoutShift(page, 'the first load');
      await checkout.continueToPayment('Canada', 'Ontario');
      await measure('payment');
      const tab = await openCardPage(page);
      await measure('payment, while it is waited for');
      await page.goBack();
      await checkout.expectStep('location');
      await measure('location, while it is waited for');
      await page.goForward();
      await checkout.expectStep('payment');
      await setVisibility(page, 'hidden');
      await tab.getByRole('button', { name: 'Pay' }).click();
      await expect(tab.getByText('Payment successful')).toBeVisible();
      await tab.close();
      await setVisibility(page, 'visible');
      await checkout.reference();
      await expect(page.getByText(payment.test)).toBeVisible();
      await measure('thank-you');
      await expect(page.getByText(payment.test)).toBeVisible();
      await expectNoAxeFindingsInEveryLook(page);
      await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
      await expect(page.getByRole('main').getByText(payment.test).first()).toBeVisible();
      await measure('the payment’s page');
      await expectNoAxeFindingsInEveryLook(page);
      await page.goBack();
      await checkout.expectStep('thankYou');
      await page.goBack();
      await checkout.expectStep('payment');
      await measure('payment, after it has arrived');
    });
  });
