import { pages } from '../domain/pages.js';
import type { ListedPayment } from '../domain/payments.js';
import { signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { expectNoLayoutShift, watchLayoutShifts } from './support/layout-shift.js';
import { visitReconcile } from './support/reconcile-screens.js';
import { seeded as test } from './support/seeded-server.js';
import { expect } from './support/test.js';

for (const width of [1280, 375])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: width === 375 ? 812 : 900 } });
    test.beforeEach(async ({ page }) => watchLayoutShifts(page));

    test('nothing on a page of the back-office moves when its data arrives', async ({
      page,
      server,
      allowConsole,
    }) => {
      // One of the screens is the page of an unknown address.
      allowConsole(/status of 404/);
      test.setTimeout(300_000);
      const { payments } = (await (await server.api('/payments?filter[status]=paid&limit=1')).json()) as {
        payments: ListedPayment[];
      };
      const { mails } = (await (await server.api('/mails?limit=1')).json()) as { mails: { _id: string }[] };
      const payment = `${pages.payments}/${payments[0]?._id}`;
      const customer = `${pages.customers}/${payments[0]?.customerId?._id}`;
      await page.goto(pages.login);
      await expectNoLayoutShift(page, pages.login);
      await signedIn(page, server);
      for (const path of [
        pages.admin,
        pages.customers,
        pages.newCustomer,
        customer,
        `${customer}/edit`,
        pages.payments,
        `${pages.payments}?filter=${JSON.stringify({ customerId: payments[0]?.customerId?._id })}`,
        pages.newPayment,
        `${pages.newPayment}?id=${payments[0]?._id}`,
        payment,
        pages.reports,
        pages.overdue,
        pages.mails,
        `${pages.mails}/${mails[0]?._id}`,
        pages.account,
        '/admin/no-such-page',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoLayoutShift(page, path);
      }
      await visitReconcile(page, server, (name) => expectNoLayoutShift(page, name));
    });

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
