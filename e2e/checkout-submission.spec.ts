import type { Page, Route } from '@playwright/test';
import { CheckoutPage, paymentsOf, someDetails } from './support/checkout.js';
import { clearLayoutShifts, expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift.js';
import { expect, test } from './support/test.js';

const submissions = '**/api/payments/checkout';

/** A filled-in Interac checkout, one click before its end. */
async function readyToSubmit(page: Page, details = someDetails()) {
  const checkout = new CheckoutPage(page);
  await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await checkout.fill(details);
  return { checkout, details };
}

const answer =
  (statusCode: number, body: object, headers = {}) =>
  (route: Route) =>
    route.fulfill({ status: statusCode, json: { statusCode, ...body }, headers });

for (const width of [1280, 375])
  test(`nothing moves where the thank-you page comes late, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 812 });
    await watchLayoutShifts(page);
    const { checkout } = await readyToSubmit(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(submissions, async (route) => {
      await held;
      await route.continue();
    });
    await checkout.submit();
    await expect(checkout.button('Complete Purchase')).toHaveAttribute('aria-disabled', 'true');
    await clearLayoutShifts(page);
    release();
    await checkout.reference();
    await expectNoLayoutShift(page, 'thank-you');
  });

test.describe('one submission is one payment', () => {
  test('on a double click', async ({ page, server }) => {
    const { checkout, details } = await readyToSubmit(page);
    await checkout.button('Complete Purchase').dblclick();
    const referenceNumber = await checkout.reference();
    expect(await paymentsOf(server, details.email)).toMatchObject([{ referenceNumber }]);
  });

  test('while it is on its way: the button says so and takes no second press', async ({ page }) => {
    const { checkout } = await readyToSubmit(page);
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(submissions, async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await checkout.submit();
    await expect(checkout.button('Complete Purchase')).toHaveAttribute('aria-disabled', 'true');
    await expect(checkout.button('Complete Purchase')).toBeFocused();
    await page.keyboard.press('Enter');
    await checkout.field('email').press('Enter');
    release();
    await checkout.expectStep('thankYou');
    expect(calls).toBe(1);
  });

  test('when the answer does not come within ten seconds', async ({ page, server, allowConsole }) => {
    allowConsole(/Failed to load resource/);
    const { checkout, details } = await readyToSubmit(page);
    let stored = '';
    await page.route(
      submissions,
      async (route) => {
        const response = await route.fetch();
        stored = ((await response.json()) as { referenceNumber: string }).referenceNumber;
        // The response never reaches the page.
      },
      { times: 1 },
    );
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Network error. Please try again.', { timeout: 20_000 });
    await expect(checkout.alert()).toContainText('Trying again is safe');
    await page.reload();
    await checkout.submit();
    expect(await checkout.reference()).toBe(stored);
    expect(await paymentsOf(server, details.email)).toHaveLength(1);
  });

  test('when the connection is lost, and the server has not heard of it', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    const { checkout, details } = await readyToSubmit(page);
    await page.context().setOffline(true);
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Network error. Please try again.');
    await expect(checkout.field('email')).toHaveValue(details.email);
    await page.context().setOffline(false);
    await checkout.submit();
    await checkout.expectStep('thankYou');
    await expect.poll(() => paymentsOf(server, details.email)).toHaveLength(1);
  });

  test('when the visitor goes back and submits the same details again', async ({ page, server }) => {
    const { checkout, details } = await readyToSubmit(page);
    await checkout.submit();
    const reference = await checkout.reference();
    await checkout.button('Back to Payment').click();
    await expect(page.getByText('You have already completed a purchase.')).toBeVisible();
    await checkout.fill({ city: 'Ottawa' });
    await checkout.fill({ city: ` ${details.city} ` });
    await checkout.submit();
    expect(await checkout.reference()).toBe(reference);
    expect(await paymentsOf(server, details.email)).toHaveLength(1);
  });
});

test.describe('changed details after a purchase', () => {
  test('are a second payment, once the visitor has confirmed it', async ({ page, server }) => {
    const { checkout, details } = await readyToSubmit(page);
    await checkout.submit();
    const first = await checkout.reference();
    await page.goBack();
    await checkout.fill({ transferDate: '2099-02-02' });
    await checkout.submit();

    const dialog = page.getByRole('dialog', { name: 'Make a second payment?' });
    await expect(dialog).toContainText(first);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await checkout.expectStep('interac');
    expect(await paymentsOf(server, details.email)).toHaveLength(1);

    await checkout.submit();
    await dialog.getByRole('button', { name: 'Make Second Payment' }).click();
    const second = await checkout.reference();
    expect(second).not.toBe(first);
    await expect(page.getByText(`Also pending from before: ${first}`)).toBeVisible();
    expect(await paymentsOf(server, details.email)).toMatchObject([
      { referenceNumber: first },
      { referenceNumber: second },
    ]);
  });

  test('after a lost answer first bring back the reference that was made', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    const { checkout, details } = await readyToSubmit(page);
    await page.route(
      submissions,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Network error. Please try again.');
    await checkout.fill({ city: 'Ottawa' });
    await checkout.submit();
    const [made] = await paymentsOf(server, details.email);
    const dialog = page.getByRole('dialog', { name: 'Make a second payment?' });
    await expect(dialog).toContainText(made!.referenceNumber);
    expect(await paymentsOf(server, details.email)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await checkout.fill({ city: details.city });
    await checkout.submit();
    expect(await checkout.reference()).toBe(made!.referenceNumber);
  });
});

test.describe('an error of the server', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

  const errors = [
    { status: 400, message: 'The request is not valid' },
    {
      status: 409,
      message: 'This submission was already made with other details.',
      also: 'a payment of its own',
    },
    { status: 413, message: 'The request is too large' },
    {
      status: 429,
      message: 'Too many requests.',
      headers: { 'Retry-After': '42' },
      also: 'again in 42 seconds',
    },
    { status: 500, message: 'Something went wrong. Please try again.', also: 'Trying again is safe' },
    { status: 503, message: 'The service is not available at the moment.', also: 'Trying again is safe' },
  ];
  for (const { status, message, headers, also } of errors)
    test(`${status} is shown, and everything typed stays`, async ({ page }) => {
      const { checkout, details } = await readyToSubmit(page);
      await page.route(submissions, answer(status, { message }, headers), { times: 1 });
      await checkout.submit();
      await expect(checkout.alert()).toContainText(message);
      await expect(checkout.alert()).toBeInViewport({ ratio: 1 });
      if (also) await expect(checkout.alert()).toContainText(also);
      await checkout.expectStep('interac');
      for (const [name, value] of Object.entries(details))
        await expect(checkout.field(name as keyof typeof details)).toHaveValue(value);
      await checkout.submit();
      await checkout.expectStep('thankYou');
    });

  test('without a message gets the default', async ({ page }) => {
    const { checkout } = await readyToSubmit(page);
    await page.route(submissions, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Failed to process checkout');
  });

  test('about fields is shown under them, the first takes the focus, and an edit takes it away', async ({
    page,
  }) => {
    const { checkout } = await readyToSubmit(page);
    const errors = {
      'payment.transferDate': 'That day is taken',
      'customer.email': 'That address is refused',
    };
    await page.route(submissions, answer(400, { message: 'That address is refused', errors }));
    await checkout.submit();
    await expect(checkout.field('email')).toHaveAccessibleDescription(/That address is refused/);
    await expect(checkout.field('transferDate')).toHaveAccessibleDescription(/That day is taken/);
    await expect(checkout.field('email')).toBeFocused();
    await checkout.fill({ email: 'ann@example.org' });
    await expect(checkout.field('email')).not.toHaveAccessibleDescription(/refused/);
    await expect(checkout.field('transferDate')).toHaveAccessibleDescription(/That day is taken/);
  });

  test('refuses a machine that fills in every field', async ({ page, server }) => {
    const { checkout, details } = await readyToSubmit(page);
    await page.locator('input[name=website]').evaluate((input: HTMLInputElement) => (input.value = 'spam'));
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Failed to process checkout');
    expect(await paymentsOf(server, details.email)).toEqual([]);
  });

  test('about the price leads to the price of today', async ({ page, server }) => {
    const checkout = new CheckoutPage(page);
    const current = (await (await server.api('/checkout/options')).json()) as {
      locations: { canada: { amounts: Record<string, number> } };
    };
    const stale = structuredClone(current);
    stale.locations.canada.amounts.ontario = 1999.5;
    await page.route('**/api/checkout/options', (route) => route.fulfill({ json: stale }), { times: 1 });
    const details = someDetails();
    await checkout.goToDetails('Interac E-Transfer', 'Canada', 'Ontario');
    await expect(checkout.total()).toHaveText('CA$1,999.50');
    await checkout.fill(details);
    await checkout.submit();
    await expect(checkout.alert()).toContainText(
      'The amount does not match the current price. Please review your payment options.',
    );
    await expect(checkout.total()).toHaveText('CA$2,256.61');
    expect(await paymentsOf(server, details.email)).toEqual([]);
    await checkout.submit();
    await checkout.expectStep('thankYou');
  });

  test('at the options can be tried again', async ({ page }) => {
    const checkout = new CheckoutPage(page);
    await page.route('**/api/checkout/options', answer(503, { message: 'Not available' }), { times: 1 });
    await checkout.goToPayment('Canada', 'Ontario');
    await expect(checkout.alert()).toContainText('Not available');
    await checkout.button('Try Again').click();
    await expect(checkout.button('Continue with Interac E-Transfer')).toBeVisible();
  });
});
