import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testWith } from './support/card-page.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { expect } from './support/test.js';

const example = readFileSync(join(import.meta.dirname, '../deploy/payment-options.example.json'), 'utf8');
const { canada } = JSON.parse(example) as { canada: object };
const test = testWith({ canada: { ...canada, methods: { quebec: ['creditCard'] } } });

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
