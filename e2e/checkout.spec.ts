import type { CheckoutOptions } from '#domain/checkout';
import { CheckoutPage, paymentsOf, someDetails } from './support/checkout.js';
import { expect, test } from './support/test.js';

test.describe('from the first step to a reference', () => {
  const journeys = [
    {
      place: ['Canada', 'Nova Scotia'],
      method: 'Interac E-Transfer',
      heading: 'interac',
      details: { postalCode: 'b3h-1a1' },
      total: 'CA$2,276.58',
      stored: { paymentMethod: 'interac', amount: 2276.58, currency: 'CAD' },
      summary: ['Interac e-Transfer (Canada)', 'Canada, Nova Scotia'],
      amount: '2276.58 CAD',
    },
    {
      place: ['United States', 'District of Columbia'],
      method: 'Bank Transfer',
      heading: 'bankTransfer',
      details: { postalCode: '20500-0003' },
      total: 'CA$1,997.00approximately US$1,457.81',
      stored: { paymentMethod: 'bankTransfer', amount: 1997, currency: 'USD' },
      summary: ['Bank Transfer', 'United States, District of Columbia'],
      amount: '1997.00 CAD',
    },
    {
      place: ['Other', undefined],
      method: 'Wire Transfer',
      heading: 'wireTransfer',
      details: { postalCode: '10110', phone: '+66 2-123-45678' },
      total: 'CA$2,050.00approximately US$1,496.50',
      stored: { paymentMethod: 'wireTransfer', amount: 2050, currency: 'USD' },
      summary: ['International Wire Transfer', 'Other'],
      amount: '2050.00 CAD',
    },
  ] as const;

  for (const {
    place: [country, region],
    method,
    heading,
    details,
    total,
    stored,
    summary,
    amount,
  } of journeys)
    test(`${[country, region].filter(Boolean).join(', ')} by ${method}`, async ({ page, server }) => {
      const checkout = new CheckoutPage(page);
      const person = someDetails(details);
      await checkout.goToPayment(country, region);
      await expect(checkout.total()).toHaveText(total);
      await expect(page.getByRole('listitem').filter({ hasText: 'Preferred' })).toContainText(method);

      await checkout.button(`Continue with ${method}`).click();
      await checkout.expectStep(heading);
      await expect(page.getByText('Nothing is reserved until')).toBeVisible();
      await expect(checkout.total()).toHaveText(total);
      const instructions = page.locator('pre');
      await expect(instructions).toContainText(`Amount: ${amount}`);
      await expect(instructions).toContainText('Message: your reference number');
      await expect(page.getByText('You get your reference number when you press')).toBeVisible();
      await checkout.fill(person);
      await checkout.submit();

      const reference = await checkout.reference();
      expect(reference).toMatch(/^CRTS-OTN-[0-9A-F]{6}-\d{6}$/);
      await expect(page.getByText('Please save this reference number for your records.')).toBeVisible();
      const order = page.getByRole('region', { name: 'Order summary' });
      for (const text of [...summary, person.fullName, person.email, person.phone])
        await expect(order).toContainText(text);
      await expect(order.locator('.total')).toHaveText(total);
      await expect(instructions).toContainText(`Amount: ${amount}\nMessage: ${reference}`, {
        useInnerText: true,
      });
      await expect(instructions).not.toContainText(/your reference number|[{}]/);
      expect(await paymentsOf(server, person.email)).toMatchObject([
        { ...stored, referenceNumber: reference, status: 'pending' },
      ]);
    });
});

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
