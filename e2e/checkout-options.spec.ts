import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { signedIn } from './support/admin.js';
import { testWith } from './support/card-page.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { expect } from './support/test.js';

const text = Array.from({ length: 30 }, (_, line) => `${line + 1}. No refunds after May ${line + 1}.`).join(
  '\n',
);
const example = readFileSync(join(import.meta.dirname, '../deploy/payment-options.example.json'), 'utf8');
const { canada } = JSON.parse(example) as { canada: object };
const test = testWith({ terms: { en: text }, canada: { ...canada, methods: { quebec: ['creditCard'] } } });
// On one server, whose start takes longer than a step.
test.describe.configure({ mode: 'default' });

const consent = 'I have read and accept the terms';
const missing = 'Please accept the terms';

/** Lets the page open with options of before: the next ones are those of the server. */
const openedWith = (page: Page, former: (options: CheckoutOptions) => object) =>
  page.route(
    '**/api/checkout/options',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: former((await response.json()) as CheckoutOptions) });
    },
    { times: 1 },
  );

test('a transfer is sent once its terms are accepted, which the payment keeps', async ({ page, server }) => {
  const checkout = new CheckoutPage(page);
  await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await checkout.fill(someDetails());
  const box = page.getByRole('checkbox', { name: consent });
  await checkout.submit();
  await expect(page.getByText(missing)).toBeVisible();
  await expect(box).toBeFocused();
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await page.keyboard.press('Space');
  await expect(page.getByText(missing)).toBeHidden();
  await page.reload();
  await expect(box).toBeChecked();
  await checkout.submit();
  const reference = await checkout.reference();

  await signedIn(page, server);
  const { payments } = (await (await server.api(`/payments?search=${reference}`)).json()) as {
    payments: { _id: string; acceptedTerms: { version: string } }[];
  };
  await page.goto(`/admin/payments/${payments[0]!._id}`);
  await expect(page.getByText(`Version ${payments[0]!.acceptedTerms.version}, in English`)).toBeVisible();
});

test('terms that have changed since the page was opened are asked again, and nothing that was typed is lost', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const checkout = new CheckoutPage(page);
  const former = { version: '0123456789ab', en: 'Former terms.' };
  await openedWith(page, (options) => ({ ...options, terms: former }));
  await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await checkout.fill(someDetails());
  const box = page.getByRole('checkbox', { name: consent });
  await expect(page.getByText(former.en)).toBeVisible();
  await box.check();
  await checkout.submit();
  await expect(checkout.alert()).toContainText('The terms have changed. Please read them again.');
  await expect(checkout.alert()).not.toContainText('a payment of its own');
  await expect(page.getByText(former.en)).toBeHidden();
  await expect(box).not.toBeChecked();
  await box.check();
  await checkout.submit();
  await checkout.reference();
});

test('a purchase names the account of now, not that with which the page was opened', async ({ page }) => {
  const checkout = new CheckoutPage(page);
  await openedWith(page, ({ locations: { canada: ours, ...others }, ...options }) => ({
    ...options,
    locations: { ...others, canada: { ...ours, interacInstructions: 'Send it to the former account' } },
  }));
  await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  const instructions = page.locator('pre');
  await expect(instructions).toContainText('former account');
  await checkout.fill(someDetails());
  await page.getByRole('checkbox', { name: consent }).check();
  await checkout.submit();
  const reference = await checkout.reference();
  await expect(instructions).toContainText('Send the Interac e-Transfer to:');
  await expect(instructions).toContainText(`Message: ${reference}`);
});

test('the card page opens once the terms are accepted, whose version comes back with the payment', async ({
  page,
  server,
  cardPage,
}) => {
  cardPage.next = { payment: { email: 'jane.terms@example.com' } };
  const checkout = new CheckoutPage(page);
  await checkout.goToPayment('Canada', 'Ontario');
  await page.getByRole('button', { name: 'Pay by Credit Card' }).click();
  const dialog = page.getByRole('dialog');
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await dialog.getByRole('button', { name: 'Pay by Credit Card' }).click();
  await expect(dialog.getByText(missing)).toBeVisible();
  await page.keyboard.press('Space');
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Pay by Credit Card' }).click();
  const tab = await opened;
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Pay by Credit Card' })).toBeFocused();
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect(tab.getByText('Payment successful')).toBeVisible();
  await tab.close();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await checkout.reference();
  const { terms } = (await (await fetch(`${server.url}/api/checkout/options`)).json()) as {
    terms: { version: string };
  };
  expect(cardPage.payments.at(-1)!.key).toMatch(new RegExp(`^[0-9a-f-]{36}_${terms.version}$`));
});

test('a province offers its own ways to pay, also to a visitor who has chosen another before', async ({
  page,
}) => {
  const checkout = new CheckoutPage(page);
  await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await checkout.fill(someDetails());
  await checkout.button('Back to Payment Options').click();
  await checkout.button('Back').click();
  await checkout.continueToPayment('Canada', 'Quebec');
  const methods = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(methods).toHaveCount(1);
  await expect(methods).toContainText('Credit Card');
  await expect(methods).toContainText('Preferred');
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await page.goForward();
  await checkout.expectStep('payment');
  await expect(methods).toHaveCount(1);
});
