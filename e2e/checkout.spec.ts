import type { CheckoutOptions } from '#domain/visitor/checkout';
import { CheckoutPage, paymentsOf, someDetails } from './support/checkout.js';
import { expect, test } from './support/test.js';

test('instructions of an operator who names no reference get a line that does', async ({ page }) => {
  await page.route('**/api/checkout/options', async (route) => {
    const options = (await (await route.fetch()).json()) as CheckoutOptions;
    options.locations.canada.interacInstructions = 'Send {amount} to pay@example.com, {name}';
    await route.fulfill({ json: options });
  });
  const checkout = new CheckoutPage(page);
  await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  const instructions = page.locator('pre');
  await expect(instructions).toContainText('2256.61 CAD to pay@example.com, your name');
  const person = someDetails();
  await checkout.fill(person);
  await expect(instructions).toContainText(`pay@example.com, ${person.fullName}`);
  await checkout.submit();
  const reference = await checkout.reference();
  await expect(instructions).toHaveText(
    `Write ${reference} into the message of your transfer\n\nSend 2256.61 CAD to pay@example.com, ${person.fullName}`,
    { useInnerText: true },
  );
});

test('a country offers its regions, forgets those of another, and a method that it does not have', async ({
  page,
}) => {
  const checkout = new CheckoutPage(page);
  await checkout.open();
  await checkout.choosePlace('Canada', 'Quebec');
  await expect(page.getByLabel('Province').locator('option')).toHaveCount(1 + 13);
  await checkout.choosePlace('United States');
  await expect(page.getByLabel('Province')).toHaveCount(0);
  await expect(page.getByLabel('State').locator('option')).toHaveCount(1 + 51);
  await checkout.choosePlace('Canada');
  await expect(page.getByLabel('Province')).toHaveValue('');
  await checkout.choosePlace('Other');
  await expect(page.getByLabel('Province')).toHaveCount(0);
  await expect(page.getByLabel('State')).toHaveCount(0);

  await checkout.continueToDetails('Bank Transfer', 'United States', 'New York');
  await checkout.button('Back to Payment Options').click();
  await checkout.expectStep('payment');
  await checkout.button('Back').click();
  await checkout.expectStep('location');
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  await expect(summary).toContainText('Bank Transfer');
  await checkout.choosePlace('Other');
  await expect(summary).not.toContainText('Bank Transfer');
  await expect(summary).toContainText('Not chosen');
});

const prices = {
  Alberta: '2,096.85',
  'British Columbia': '2,096.85',
  Manitoba: '2,096.85',
  'New Brunswick': '2,296.55',
  'Newfoundland and Labrador': '2,296.55',
  'Northwest Territories': '2,096.85',
  'Nova Scotia': '2,276.58',
  Nunavut: '2,096.85',
  Ontario: '2,256.61',
  'Prince Edward Island': '2,296.55',
  Quebec: '2,096.85',
  Saskatchewan: '2,096.85',
  Yukon: '2,096.85',
};

test('the price is the one of each province, on the way and, for each price, in what is stored @long', async ({
  page,
  server,
}) => {
  const checkout = new CheckoutPage(page);
  const person = someDetails();
  const bought: string[] = [];
  await checkout.open();
  for (const [province, price] of Object.entries(prices))
    await test.step(province, async () => {
      await checkout.continueToPayment('Canada', province);
      await expect(checkout.total()).toHaveText(`CA$${price}`);
      if (bought.includes(price)) return checkout.button('Back').click();
      bought.push(price);
      await checkout.button('Continue with Bank Transfer').click();
      await checkout.fill(person);
      await checkout.submit();
      await checkout.expectStep('thankYou');
      await expect(checkout.total()).toHaveText(`CA$${price}`);
      await checkout.button('Start New Checkout').click();
      await checkout.expectStep('location');
    });
  const amounts = (await paymentsOf(server, person.email)).map(({ amount }) => amount);
  expect(amounts).toEqual(bought.map((price) => Number(price.replace(',', ''))));
});

test.describe('the credit card', () => {
  test.beforeEach(async ({ context }) =>
    context.route('https://example.com/**', (route) => route.fulfill({ body: 'The card page' })),
  );

  test('opens the hosted page in a new tab that knows nothing of this one', async ({ page, context }) => {
    const checkout = new CheckoutPage(page);
    await checkout.goToPayment('Canada', 'Ontario');
    for (const card of ['Visa', 'Mastercard', 'American Express'])
      await expect(page.getByRole('img', { name: card })).toBeVisible();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Pay by Credit Card (opens in a new tab)' }).click();
    const tab = await opened;
    await expect(tab).toHaveURL('https://example.com/sample-card-payment-canada');
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();

    await checkout.expectStep('payment');
    await expect(page.getByRole('complementary')).toContainText('Credit Card');
    await page.reload();
    await checkout.expectStep('payment');
    await expect(page.getByRole('complementary')).toContainText('Credit Card');
  });

  test('shows its link where the browser blocks the tab', async ({ page }) => {
    await page.addInitScript(() =>
      addEventListener('click', (event) => {
        if ((event.target as Element).closest('a[target=_blank]')) event.preventDefault();
      }),
    );
    await new CheckoutPage(page).goToPayment('United States', 'Texas');
    const link = page.getByRole('link', { name: 'https://example.com/sample-card-payment-usa' });
    await expect(link).toHaveCount(0);
    await page.getByRole('link', { name: /Pay by Credit Card/ }).click();
    await expect(link).toHaveAttribute('href', 'https://example.com/sample-card-payment-usa');
    await expect(link).toHaveAttribute('rel', 'noopener');
  });
});
