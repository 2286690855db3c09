import { pages } from '#domain/platform/pages';
import type { CardEventPage } from '#domain/cards/cards';
import type { ListedPayment, PaymentPage } from '#domain/payments/payments';
import { expectPage, signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { shooter, windowHeight } from './support/shoot.js';
import { visitReconcile } from './support/reconcile-screens.js';
import { payByCard } from './support/card-page.js';
import { seededWithCards as tour } from './support/seeded-server.js';
import { expect } from './support/test.js';

for (const width of [1280, 375])
  for (const colorScheme of ['light', 'dark'] as const)
    tour.describe(`${width} ${colorScheme}`, () => {
      tour.use({ colorScheme, viewport: { width, height: windowHeight(width) } });

      tour('every screen', async ({ page, server, allowConsole }) => {
        // One screen is the page of an unknown address; a mail's HTML is set into an empty page, without storage.
        allowConsole(/status of 404|sessionStorage|ERR_FAILED|Failed to fetch/);
        const shoot = shooter(page, { width, colorScheme });

        const selectFirst = async (count: number) => {
          const boxes = page.getByRole('checkbox', { name: /^Select CRTS/ });
          for (let at = 0; at < count; at++) await boxes.nth(at).check();
        };

        const checkout = new CheckoutPage(page);
        await checkout.open();
        await shoot('checkout-location');
        await checkout.choosePlace('Canada', 'Ontario');
        await checkout.button('Continue to Payment').click();
        await checkout.expectStep('payment');
        await shoot('checkout-payment');
        await checkout.button('Continue with Interac E-Transfer').click();
        await checkout.expectStep('interac');
        await shoot('checkout-details');
        await checkout.fill(someDetails({ email: 'ann@example.com' }));
        await checkout.submit();
        await checkout.reference();
        await shoot('checkout-thank-you');
        await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your transfer');
        await shoot('payment-page');
        await page.goto(pages.order);
        await shoot('payment-links');
        await page.goto('/');
        await checkout.button('Start New Checkout').click();
        await checkout.continueToPayment('Canada', 'Ontario');
        await page.context().route('https://buy.stripe.com/**', (route) => route.fulfill({ body: '' }));
        const opened = page.waitForEvent('popup');
        const cardLink = page.getByRole('link', { name: 'Pay by Credit Card' });
        await cardLink.click();
        await (await opened).close();
        await expect(page.getByText('As soon as your card payment has arrived')).toBeVisible();
        await shoot('checkout-card-waiting');
        const key = new URL((await cardLink.getAttribute('href'))!).searchParams.get('client_reference_id');
        await payByCard(server, { key });
        await checkout.reference();
        await shoot('checkout-card-thank-you');
        await page.goto('/no-such-page');
        await shoot('not-found');

        await signedIn(page, server);
        await page.goto(pages.admin);
        await expectPage(page, 'Welcome back, admin');
        await expect(page.getByLabel('Total Revenue')).toContainText('$');
        await shoot('dashboard');
        if (width === 375) {
          await page.getByRole('button', { name: 'Open the menu' }).click();
          await shoot('menu');
        }

        await page.goto(pages.customers);
        await expectPage(page, 'Customers');
        await shoot('customers');
        const answer = await server.api('/payments?filter[status]=paid&limit=1');
        const [payment] = ((await answer.json()) as { payments: ListedPayment[] }).payments;
        const customerPage = `${pages.customers}/${payment?.customerId?._id}`;
        await page.goto(customerPage);
        await shoot('customer');
        await page.getByRole('tab', { name: 'Payments' }).click();
        await shoot('customer-payments');
        await page.goto(`${customerPage}/edit`);
        await shoot('customer-form');

        await page.goto(pages.payments);
        await expectPage(page, 'Payments');
        await shoot('payments');
        await selectFirst(3);
        await shoot('payments-selected');
        await page.goto(`${pages.payments}?filter=${encodeURIComponent('{"search":"of no payment"}')}`);
        await expect(page.getByText('No payments found')).toBeVisible();
        await shoot('payments-none');
        await page.route(/api\/payments\?/, (route) => route.abort());
        await page.goto(pages.payments);
        await expect(page.getByRole('button', { name: /^(?:Try Again|Retry)$/ }).first()).toBeVisible();
        await shoot('payments-failed');
        await page.unroute(/api\/payments\?/);
        await page.goto(pages.admin);
        await expectPage(page, 'Welcome back, admin');
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
        await shoot('keys');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search payments and customers' }).fill('ann');
        await expect(page.getByRole('option').first()).toBeVisible();
        await expect(page.getByRole('progressbar', { name: 'Searching' })).toHaveCount(0);
        await shoot('search');
        await page.goto(`${pages.payments}/${payment?._id}`);
        await shoot('payment');
        await page.getByRole('button', { name: 'Update Status' }).click();
        await shoot('payment-status');
        await page.goto(pages.newPayment);
        await shoot('payment-form');
        await visitReconcile(page, server, shoot);
        await page.goto(pages.cardEvents);
        await expectPage(page, 'Card Events');
        await shoot('card-events');
        const held = (await (await server.api('/card-events?filter[state]=held')).json()) as CardEventPage;
        const filter = JSON.stringify({ state: 'held' });
        await page.goto(
          `${pages.cardEvents}?${new URLSearchParams({ filter, event: held.cardEvents[0]!._id })}`,
        );
        await expect(page.getByRole('heading', { name: 'Decide' })).toBeVisible();
        await shoot('card-event-held');
        const disputed = (await (await server.api('/payments?filter[disputed]=true')).json()) as PaymentPage;
        await page.goto(`${pages.payments}/${disputed.payments[0]!._id}`);
        await expect(page.getByRole('region', { name: 'Card Payment' })).toBeVisible();
        await shoot('card-payment');
        await page.goto(pages.reports);
        await expect(page.getByRole('img', { name: /Bar chart/ })).toBeVisible();
        await shoot('reports');

        await page.goto(`${pages.overdue}?sort=transferDate&order=DESC`);
        await expectPage(page, 'Overdue Payments');
        await selectFirst(2);
        await shoot('overdue');
        await page.getByRole('button', { name: 'Send Reminder' }).click();
        await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
        await shoot('reminders');
        await page.goto(pages.mails);
        await expectPage(page, 'Mail');
        await shoot('mails');
        const { mails } = (await (await server.api('/mails?filter[search]=ann@example.com')).json()) as {
          mails: { _id: string }[];
        };
        const mailPage = `${pages.mails}/${mails[0]?._id}`;
        await page.goto(mailPage);
        await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
        await shoot('mail');
        const { html } = (await (await server.api(`/mails/${mails[0]?._id}`)).json()) as { html: string };
        await page.goto('about:blank');
        await page.setContent(html);
        await shoot('mail-html');
      });
    });
