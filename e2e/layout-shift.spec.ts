import { pages } from '#domain/platform/pages';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift.js';
import { journeyWidths } from './support/looks.js';
import { expect, test } from './support/test.js';

// The layout shifts of the back-office are measured in the visits of axe: admin-access.long.spec.ts.
for (const width of journeyWidths)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: width === 375 ? 812 : 900 } });
    test.beforeEach(async ({ page }) => watchLayoutShifts(page));

    test('nothing on a step of the checkout moves when its data arrives', async ({ page }) => {
      const checkout = new CheckoutPage(page);
      // Opens a step by a reload, which keeps the progress: shifts after a press of a button are intended.
      const measure = async (name: string) => {
        await page.reload();
        await expectNoLayoutShift(page, name);
      };
      await checkout.open();
      await measure('location');
      await checkout.choosePlace('Canada', 'Ontario');
      await checkout.button('Continue to Payment').click();
      await checkout.expectStep('payment');
      await measure('payment');
      await checkout.button('Continue with Interac E-Transfer').click();
      await checkout.expectStep('interac');
      await measure('details');
      await checkout.fill(someDetails());
      await checkout.submit();
      await checkout.reference();
      await measure('thank-you');
      await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your transfer');
      await measure('payment page');
      await page.goto(pages.order);
      await measure('payment links');
    });
  });
