import type { Page, Route } from '@playwright/test';
import { CheckoutPage, paymentsOf, someDetails } from './support/checkout.js';
import { clearLayoutShifts, expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift.js';
import { journeyWidths } from './support/looks.js';
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

for (const width of journeyWidths)
  test(`a submission takes no second press while it is on its way, and nothing moves when it ends, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 });
    await watchLayoutShifts(page);
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
    await clearLayoutShifts(page);
    release();
    await checkout.reference();
    await expectNoLayoutShift(page, 'thank-you');
    expect(calls).toBe(1);
  });

test('one submission is one payment on a double click and with the same details again; changed ones are a second, once confirmed', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const { checkout, details } = await readyToSubmit(page);
  await checkout.button('Complete Purchase').dblclick();
  const first = await checkout.reference();
  expect(await paymentsOf(server, details.email)).toMatchObject([{ referenceNumber: first }]);

  await test.step('the same details again', async () => {
    await checkout.button('Back to Payment').click();
    await expect(page.getByText('You have already completed a purchase.')).toBeVisible();
    await checkout.fill({ city: 'Ottawa' });
    await checkout.fill({ city: ` ${details.city} ` });
    await checkout.submit();
    expect(await checkout.reference()).toBe(first);
    expect(await paymentsOf(server, details.email)).toHaveLength(1);
  });

  await test.step('changed details', async () => {
    await page.goBack();
    await checkout.fill({ transferDate: '2099-02-02' });
    await checkout.submit();
    const dialog = page.getByRole('dialog', { name: 'Make a second payment?' });
    await expect(dialog).toContainText(first);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await checkout.expectStep('interac');
    expect(await paymentsOf(server, details.email)).toHaveLength(1);

    await page.route(submissions, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await checkout.submit();
    await dialog.getByRole('button', { name: 'Make Second Payment' }).click();
    await expect(checkout.alert()).toBeVisible();
    await expect(checkout.button('Complete Purchase')).toBeFocused();
    // Asked already: the same attempt goes on.
    await checkout.submit();
    const second = await checkout.reference();
    expect(second).not.toBe(first);
    await expect(page.getByText(`Also pending from before: ${first}`)).toBeVisible();
    expect(await paymentsOf(server, details.email)).toMatchObject([
      { referenceNumber: first },
      { referenceNumber: second },
    ]);
  });
});

test('a duplicated tab answers with the reference of the first, and asks before changed details make a second payment', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const { checkout, details } = await readyToSubmit(page);
  /** A copy as the browser makes it: with the storage of the tab. */
  const duplicate = async () => {
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open(location.href)),
    ]);
    const copied = new CheckoutPage(copy);
    await copied.expectStep('interac');
    return { copy, copied };
  };
  const [same, changed] = [await duplicate(), await duplicate()];
  await checkout.submit();
  const first = await checkout.reference();

  await test.step('the same details', async () => {
    await same.copied.submit();
    expect(await same.copied.reference()).toBe(first);
    await same.copy.close();
  });
  await test.step('changed details', async () => {
    const { copy, copied } = changed;
    await copied.fill({ city: 'Ottawa' });
    await copied.submit();
    const dialog = copy.getByRole('dialog', { name: 'Make a second payment?' });
    await expect(dialog).toContainText(first);
    expect(await paymentsOf(server, details.email)).toMatchObject([{ referenceNumber: first }]);
    await dialog.getByRole('button', { name: 'Make Second Payment' }).click();
    const second = await copied.reference();
    expect(await paymentsOf(server, details.email)).toMatchObject([
      { referenceNumber: first },
      { referenceNumber: second },
    ]);
    await copy.close();
  });
});

test('one submission is one payment when the answer does not come within ten seconds', async ({
  page,
  server,
  allowConsole,
}) => {
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

test('changed details after a lost answer first bring back the reference that was made', async ({
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

const errors = [
  // The first: after another try, the page would look for the payment behind it.
  {
    status: 409,
    message: 'This submission was already made with other details.',
    also: 'a payment of its own',
  },
  { status: 400, message: 'The request is not valid' },
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

test('an error of the server is shown, everything typed stays, and the next try succeeds', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { checkout, details } = await readyToSubmit(page);

  for (const { status, message, headers, also } of errors)
    await test.step(String(status), async () => {
      await page.route(submissions, answer(status, { message }, headers), { times: 1 });
      await checkout.submit();
      await expect(checkout.alert()).toContainText(message);
      await expect(checkout.alert()).toBeInViewport({ ratio: 1 });
      if (also) await expect(checkout.alert()).toContainText(also);
      await checkout.expectStep('interac');
      for (const [name, value] of Object.entries(details))
        await expect(checkout.field(name as keyof typeof details)).toHaveValue(value);
    });

  await test.step('a machine that fills in every field is refused', async () => {
    const fill = (value: string) =>
      page
        .locator('input[name=website]')
        .evaluate((input: HTMLInputElement, text) => (input.value = text), value);
    await fill('spam');
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Failed to process checkout');
    await fill('');
  });

  await test.step('one without a message gets the default', async () => {
    await page.route(submissions, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }), {
      times: 1,
    });
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Failed to process checkout');
  });

  await test.step('one about fields is shown under them, the first takes the focus, and an edit takes it away', async () => {
    const fields = {
      'payment.transferDate': 'That day is taken',
      'customer.email': 'That address is refused',
    };
    const refusal = answer(400, { message: 'That address is refused', errors: fields });
    await page.route(submissions, refusal, { times: 1 });
    await checkout.submit();
    await expect(checkout.field('email')).toHaveAccessibleDescription(/That address is refused/);
    await expect(checkout.field('transferDate')).toHaveAccessibleDescription(/That day is taken/);
    await expect(checkout.field('email')).toBeFocused();
    await checkout.fill({ email: 'ann@example.org' });
    await expect(checkout.field('email')).not.toHaveAccessibleDescription(/refused/);
    await expect(checkout.field('transferDate')).toHaveAccessibleDescription(/That day is taken/);
    await checkout.fill({ email: details.email });
  });

  await test.step('a lost connection, of which the server has not heard', async () => {
    await page.context().setOffline(true);
    await checkout.submit();
    await expect(checkout.alert()).toContainText('Network error. Please try again.');
    await expect(checkout.field('email')).toHaveValue(details.email);
    await page.context().setOffline(false);
  });

  expect(await paymentsOf(server, details.email)).toEqual([]);
  await checkout.submit();
  await checkout.expectStep('thankYou');
  await expect.poll(() => paymentsOf(server, details.email)).toHaveLength(1);
});

test('options that fail can be tried again, and a price that has changed meanwhile leads to the one of today', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const checkout = new CheckoutPage(page);
  const current = (await (await server.api('/checkout/options')).json()) as {
    locations: { canada: { amounts: Record<string, number> } };
  };
  const stale = structuredClone(current);
  stale.locations.canada.amounts.ontario = 1999.5;
  const url = '**/api/checkout/options';
  await page.route(url, (route) => route.fulfill({ json: stale }), { times: 1 });
  // Taken first.
  await page.route(url, answer(503, { message: 'Not available' }), { times: 1 });
  const details = someDetails();
  await checkout.goToPayment('Canada', 'Ontario');
  await expect(checkout.alert()).toContainText('Not available');
  await checkout.button('Try Again').click();
  await checkout.button('Continue with Interac E-Transfer').click();
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
