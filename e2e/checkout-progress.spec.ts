import { CheckoutPage, someDetails } from './support/checkout.js';
import { expect, test } from './support/test.js';

test('Back and Forward of the browser go through the steps, and “Start New Checkout” clears everything', async ({
  page,
  baseURL,
}) => {
  const checkout = new CheckoutPage(page);
  const reference = await checkout.purchase();
  for (const step of ['interac', 'payment', 'location'] as const) {
    await page.goBack();
    await checkout.expectStep(step);
  }
  for (const step of ['payment', 'interac', 'thankYou'] as const) {
    await page.goForward();
    await checkout.expectStep(step);
  }
  expect(await checkout.reference()).toBe(reference);
  await expect(page).toHaveURL(`${baseURL}/`);

  await checkout.button('Back to Payment').click();
  await checkout.expectStep('interac');
  await page.goForward();
  await checkout.expectStep('thankYou');

  await checkout.button('Start New Checkout').click();
  await checkout.expectStep('location');
  await expect(page.getByLabel('Country')).toHaveValue('');
  const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(await kept()).not.toContain(reference);
  await page.goBack();
  await checkout.expectStep('location');
  await page.reload();
  await checkout.expectStep('location');
  expect(await kept()).not.toContain(reference);
  await expect(page.getByText(reference)).toHaveCount(0);
  await checkout.continueToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await expect(checkout.field('fullName')).toHaveValue('');
});

test('the page’s own buttons go back without leading in circles, once a step has come whose file was lost', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const checkout = new CheckoutPage(page);
  await page.route('**/assets/LaterSteps*', (route) => route.abort());
  await checkout.goToPayment('Canada', 'Ontario');
  await expect(checkout.alert()).toContainText('Network error. Please try again.');
  await page.unroute('**/assets/LaterSteps*');
  await checkout.button('Try Again').click();
  await checkout.button('Continue with Interac E-Transfer').click();

  await checkout.fill({ fullName: 'Ann Example' });
  await checkout.button('Back to Payment Options').click();
  await checkout.expectStep('payment');
  await checkout.button('Continue with Bank Transfer').click();
  await checkout.expectStep('bankTransfer');
  await expect(checkout.field('fullName')).toHaveValue('Ann Example');
  await checkout.button('Back to Payment Options').click();
  await checkout.button('Back').click();
  await checkout.expectStep('location');
  await page.goForward();
  await checkout.expectStep('payment');
});

test('a reload keeps every step and what was typed, and the reference although the server is away', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const checkout = new CheckoutPage(page);
  const person = someDetails({ transferReference: 'For\nthe trip' });
  await checkout.open();
  await checkout.choosePlace('Canada', 'Ontario');
  await page.reload();
  await expect(page.getByLabel('Province')).toHaveValue('ontario');
  await checkout.button('Continue to Payment').click();
  await checkout.expectStep('payment');
  await page.reload();
  await checkout.expectStep('payment');
  await checkout.button('Continue with Interac E-Transfer').click();
  await checkout.fill(person);
  await page.reload();
  await checkout.expectStep('interac');
  for (const [name, value] of Object.entries(person))
    await expect(checkout.field(name as keyof typeof person)).toHaveValue(value);
  await checkout.submit();
  const reference = await checkout.reference();
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  expect(await checkout.reference()).toBe(reference);
  await page.unroute('**/api/**');
  await page.reload();
  expect(await checkout.reference()).toBe(reference);
  await page.goBack();
  await checkout.expectStep('interac');
});

test('a reload ignores stored progress that the checkout did not write', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('checkout', '{"version":1,"step":"thankYou"}'));
  await new CheckoutPage(page).open();
});

test('a reload forgets where the browser refuses storage, and works all the same', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'sessionStorage', { value: null }));
  await new CheckoutPage(page).purchase();
});
