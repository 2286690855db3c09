import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { CheckoutPage, someDetails, stepHeadings } from './support/checkout.js';
import { expect, test } from './support/test.js';

/** True if the page does not scroll sideways. */
const fitsItsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const expectNoAxeFindingsInAnyLook = (page: Page) => expectNoAxeFindingsInEveryLook(page, [1280, 375]);

test('an unknown page is the 404 page, without an accessibility finding', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  const response = await page.goto('/no/such/page?x=1');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Admin' })).toHaveAttribute('href', '/admin');
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Sample Company`);
  await expectNoAxeFindingsInAnyLook(page);
  await page.getByRole('link', { name: 'Go to Checkout' }).click();
  await new CheckoutPage(page).expectStep('location');
});

test.describe('320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('everything fits, stands in the order of Tab, and can be hit with a finger', async ({ page }) => {
    const checkout = new CheckoutPage(page);
    const expectRoom = async () => {
      expect(await fitsItsWidth(page)).toBe(true);
      const controls = page.locator(
        'button:visible, a:visible, input:visible:not([name=website]), select:visible',
      );
      let top = 0;
      for (const control of await controls.all()) {
        const { y, height } = (await control.boundingBox())!;
        expect(height, await control.innerText()).toBeGreaterThanOrEqual(44);
        // Tab and screen readers go on as the page is seen (WCAG 2.4.3).
        expect(y + height, await control.innerText()).toBeGreaterThan(top);
        top = y;
      }
    };
    await checkout.open();
    await checkout.choosePlace('United States', 'District of Columbia');
    await expectRoom();
    for (const label of ['Location', 'Payment', 'Details', 'Confirmation']) {
      const box = (await page.locator('.step-label', { hasText: label }).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(320);
    }
    await checkout.button('Continue to Payment').click();
    await checkout.expectStep('payment');
    await expectRoom();
    await checkout.button('Continue with Bank Transfer').click();
    await expect(checkout.field('fullName')).toBeVisible();
    await expectRoom();
    await checkout.fill(someDetails({ postalCode: '20500', fullName: 'N'.repeat(120) }));
    await checkout.submit();
    await checkout.expectStep('thankYou');
    await expectRoom();
  });
});

test('the whole way goes by keyboard alone', async ({ page }) => {
  const checkout = new CheckoutPage(page);
  await checkout.open();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const tabTo = async (text: string) => {
    for (let presses = 0; presses < 20 && !(await focused()).includes(text); presses += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toContain(text);
  };
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Français' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Country')).toBeFocused();
  // One letter: a select takes one that comes a second after the last as the first of another name.
  await page.keyboard.type('C');
  await expect(page.getByLabel('Country')).toHaveValue('canada');
  // The names of provinces are loaded once the form has the focus.
  await expect(page.getByRole('option', { name: 'Ontario' })).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Province')).toBeFocused();
  await page.keyboard.type('O');
  await expect(page.getByLabel('Province').locator('option:checked')).toHaveText('Ontario');
  await tabTo('Continue to Payment');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Options' })).toBeFocused();
  await expect(checkout.button('Continue with Interac E-Transfer')).toBeVisible();
  await tabTo('Continue with Interac E-Transfer');
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { level: 1, name: 'Interac E-Transfer' })).toBeFocused();
  await expect(checkout.field('fullName')).toBeVisible();
  const { fullName, email, phone, address, city, postalCode } = someDetails();
  for (const [field, value] of Object.entries({ fullName, email, phone, address, city, postalCode })) {
    await page.keyboard.press('Tab');
    await expect(checkout.field(field as 'fullName')).toBeFocused();
    await page.keyboard.insertText(value);
  }
  await page.keyboard.press('Tab');
  await expect(checkout.field('transferDate')).toBeFocused();
  // So do the parts of a day with digits.
  const day = checkout.field('transferDate');
  await expect(async () => {
    await day.blur();
    await day.focus();
    await page.keyboard.type('01012099');
    await expect(day).toHaveValue('2099-01-01', { timeout: 1000 });
  }).toPass();
  await tabTo('Complete Purchase');
  await page.keyboard.press('Enter');
  await checkout.expectStep('thankYou');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The keyboard never reached the honeypot.
  expect(await page.evaluate(() => sessionStorage.getItem('checkout'))).not.toContain('website');
});

test('every step is sound for axe, named and announced, samples called samples up to the end, and the reference is copied and printed', async ({
  page,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const look = () => expectNoAxeFindingsInAnyLook(page);
  const checkout = new CheckoutPage(page);
  const current = page.locator('[aria-current=step]');
  const notice = page.getByText('Sample instructions.');
  await checkout.open();
  await expect(current).toContainText('Location');
  await checkout.button('Continue to Payment').click();
  await expect(page.getByLabel('Country')).toBeFocused();
  await look();
  await checkout.choosePlace('Canada', 'Newfoundland and Labrador');
  await look();
  await checkout.button('Continue to Payment').click();
  await checkout.expectStep('payment');
  await expect(current).toContainText('Payment');
  await expect(page.getByText('Step 2 of 4: Payment')).toHaveRole('status');
  await expect(page).toHaveTitle('Payment – Thailand Real Estate Trip');
  await expect(page.getByRole('listitem').filter({ hasText: 'Location' })).toContainText('(completed)');
  await expect(notice).toBeVisible();
  await expect(checkout.button('Continue with Interac E-Transfer')).toBeVisible();
  await look();
  await checkout.button('Continue with Interac E-Transfer').click();
  await checkout.expectStep('interac');
  await expect(notice).toBeVisible();
  await checkout.submit();
  await expect(checkout.field('fullName')).toBeFocused();
  await look();
  await checkout.fill(someDetails());
  await checkout.submit();
  await checkout.expectStep('thankYou');
  await expect(notice).toBeVisible();
  await look();
  await page.reload();
  const reference = await checkout.reference();
  await expect(notice).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Sample Company`);

  const copies = {
    'Copy reference number': reference,
    'Copy amount': '2296.55',
    'Copy instructions': await page.locator('pre').innerText(),
  };
  expect(copies['Copy instructions']).toContain(`Message: ${reference}`);
  for (const [name, text] of Object.entries(copies)) {
    await checkout.button(name).click();
    await expect(page.getByText('Copied', { exact: true }).last()).toHaveRole('status');
    // The previous button may still show that it has copied.
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }

  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(checkout.button('Start New Checkout')).toBeHidden();
  await expect(page.locator('.reference-number')).toBeVisible();
  await expect(page.locator('pre')).toContainText(`Message: ${reference}`);
  await expect(notice).toBeVisible();
  await page.emulateMedia({ media: null });

  await checkout.button('Back to Payment').click();
  await checkout.fill({ city: 'Gander' });
  await checkout.submit();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('noscript p')).toContainText('This checkout needs JavaScript.', {
      useInnerText: true,
    });
    await expect(page.locator('noscript .panel')).toBeInViewport();
  });
});

test.describe('before its program is there', () => {
  /** Delays the page's scripts; returns a function that releases them. */
  async function holdProgram(page: Page): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  test('a new visitor sees the first step, which then stays as it is', async ({ page }) => {
    const release = await holdProgram(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Your location decides the price')).toBeVisible();
    await expect(page.getByText('Depends on your location')).toBeVisible();
    const country = page.locator('select[name=country]');
    await country.evaluate((select) => select.setAttribute('data-first', ''));
    await country.click({ force: true });
    await expect(country).not.toBeFocused();
    release();
    const checkout = new CheckoutPage(page);
    await checkout.expectStep('location');
    await expect(country).toHaveAttribute('data-first');
    await checkout.choosePlace('Canada', 'Ontario');
    await checkout.button('Continue to Payment').click();
    await checkout.expectStep('payment');
  });

  test('a visitor at a later step does not see the first step meanwhile', async ({ page }) => {
    const checkout = new CheckoutPage(page);
    await checkout.goToPayment('Canada', 'Ontario');
    const release = await holdProgram(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('h1').first()).toHaveText(stepHeadings.location);
    await expect(page.locator('h1').first()).toBeHidden();
    release();
    await checkout.expectStep('payment');
  });
});

test('a page whose program does not arrive says so, and can be tried again', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_FAILED/);
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('Network error. Please try again.');
  await expect(page.getByLabel('Country')).toBeHidden();
  await expectNoAxeFindings(page);
  await page.unroute('**/assets/index-*.js');
  await page.getByRole('link', { name: 'Try Again' }).click();
  const checkout = new CheckoutPage(page);
  await checkout.expectStep('location');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('the first load is at most 75 KB of JavaScript and 8 KB of CSS', async ({ page }) => {
  const sizes = { script: 0, stylesheet: 0 };
  const counted: Promise<void>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type !== 'script' && type !== 'stylesheet') return;
    counted.push(response.body().then((body) => void (sizes[type] += gzipSync(body).length)));
  });
  await new CheckoutPage(page).open();
  await expect(page.getByRole('contentinfo')).toContainText('Sample Company');
  await Promise.all(counted);
  // The styles are inline, so that the first paint needs no other response.
  expect(sizes.stylesheet).toBe(0);
  const styles = (await page.locator('head style').allTextContents()).join('');
  expect(styles).not.toBe('');
  expect(sizes.script).toBeGreaterThan(0);
  expect(sizes.script).toBeLessThanOrEqual(75_000);
  expect(gzipSync(styles).length).toBeLessThanOrEqual(8_000);
});
