import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import { signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { inEachWidth } from './support/looks.js';
import { purchase, type Purchase, test } from './support/mail.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { expect } from './support/test.js';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const setStatus = async (server: TestServer, { paymentId }: Purchase, status: string) => {
  const { ok } = await server.api(`/payments/${paymentId}/status`, { method: 'PATCH', body: { status } });
  expect(ok).toBe(true);
};

const sheetsOf = async (page: Page, format: string) =>
  (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

const statuses = {
  pending: 'Waiting for your transfer',
  paid: 'Your payment has arrived',
  refunded: 'Your payment was refunded',
  cancelled: 'This payment was cancelled',
  failed: 'This payment did not go through',
};

test('a visitor is led from the checkout to a printed receipt', async ({ page, browser, server, smtp }) => {
  test.slow();
  const person = someDetails({ fullName: 'Ada <b>Lovelace</b>' });
  const mailsTo = () => smtp.mails.filter(({ to }) => to.includes(person.email));
  const checkout = new CheckoutPage(page);
  const reference = await checkout.purchase(person);
  await expect(page.getByText(`We have sent these instructions to a…@example.com.`)).toBeVisible();
  await page.reload();
  const link = page.getByRole('link', { name: 'Open Your Payment Page' });
  const orderPath = (await link.getAttribute('href'))!;

  await expect.poll(() => mailsTo().length).toBe(1);
  const [instructions] = mailsTo();
  expect(instructions?.email.subject).toContain(reference);
  const mailed = /https:\/\/trip\.example(\/order\/\S+)/.exec(instructions?.email.text ?? '')?.[1];
  expect(mailed).toBe(orderPath);

  await page.goto(mailed!);
  await expect(heading(page)).toHaveText('Waiting for your transfer');
  await page.getByLabel('Day of the transfer').fill('2020-01-01');
  await page.getByRole('button', { name: 'I Have Sent It' }).click();
  await expect(page.getByText('Date must be at most 60 days ago')).toBeVisible();
  const day = new Date().toISOString().slice(0, 10);
  await page.getByLabel('Day of the transfer').fill(day);
  await page.getByRole('button', { name: 'I Have Sent It' }).click();
  await expect(page.getByText('You told us that the day of your transfer is')).toBeVisible();
  await expect(page.getByText('We look at the bank each working day.')).toBeVisible();

  const admin = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signedIn(admin, server);
  await admin.goto(pages.payments);
  await admin.getByRole('button', { name: `Actions for ${reference}` }).click();
  await admin.getByRole('menuitem', { name: 'Mark as Paid' }).click();
  await expect(admin.getByText(`${reference} is now marked as Paid`)).toBeVisible();
  await admin.context().close();

  await expect.poll(() => mailsTo().length).toBe(2);
  expect(mailsTo()[1]?.email.text).toContain(`https://trip.example${orderPath}`);
  await page.reload();
  await expect(heading(page)).toHaveText('Your payment has arrived');
  const receipt = page.getByRole('region', { name: 'Receipt' });
  for (const text of ['Your Company Ltd.', person.fullName, 'CA$2,256.61', reference])
    await expect(receipt).toContainText(text);
  for (const format of ['A4', 'Letter']) expect(await sheetsOf(page, format)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print the Receipt' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Français' })).toBeHidden();
});

test('the visitor’s page makes its preloaded call once, with at most 80 KB of JavaScript; its details are copied and printed', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { orderPath, referenceNumber } = await purchase(server);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/orders/')) calls.push(request.resourceType());
  });
  await page.goto(orderPath);
  await expect(heading(page)).toHaveText('Waiting for your transfer');
  // The heading is in the page already; the button comes with the program.
  await expect(page.getByRole('button', { name: 'I Have Sent It' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(1);
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(80_000);

  const details = page.locator('pre');
  await expect(details).toContainText(`Message: ${referenceNumber}`);
  const copies = {
    'Copy reference number': referenceNumber,
    'Copy amount': '2256.61',
    'Copy account details': await details.innerText(),
  };
  for (const [name, text] of Object.entries(copies)) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByText('Copied', { exact: true }).last()).toHaveRole('status');
    // The previous button may still show that it has copied.
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await expect(page.getByText('a…@example.com')).toBeVisible();
  await expect(page.getByText('416-555-0100')).toHaveCount(0);

  await test.step('one sheet, with the day up to which the bank was checked', async () => {
    await page.route('**/api/orders/**', async (route) => {
      const answer = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...answer, bankSeenUntil: '2026-11-20' } });
    });
    await page.reload();
    await expect(page.getByText(/reached our bank up to \w+ 20, 2026/)).toBeVisible();
    for (const format of ['A4', 'Letter']) expect(await sheetsOf(page, format)).toBe(1);
  });
});

test.describe('a tab that is shown again', () => {
  test.use({ ownContext: true });

  test('a page whose link was renewed, or that cannot be refreshed, says so when its tab is shown again', async ({
    page,
    server,
    allowConsole,
  }) => {
    allowConsole(/404|ERR_FAILED/);
    await page.clock.install();
    const order = await purchase(server);
    await page.goto(order.orderPath);
    // The prerendered heading is there before the program that refreshes the page.
    await expect(page.getByRole('region', { name: 'How to pay' })).toBeVisible();
    const showAgain = async () => {
      await page.clock.fastForward(60_000);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    await page.route('**/api/orders/**', (route) => route.abort());
    await showAgain();
    await expect(page.getByRole('alert')).toContainText('could not be refreshed');
    await expect(page.getByRole('region', { name: 'How to pay' })).toBeVisible();
    await page.unroute('**/api/orders/**');
    await setStatus(server, order, 'cancelled');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(heading(page)).toHaveText('This payment was cancelled');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'How to pay' })).toHaveCount(0);

    await server.api(`/payments/${order.paymentId}/link`, { method: 'POST', body: { renew: true } });
    await showAgain();
    await expect(page.getByRole('alert')).toContainText('We do not know this link');
    await expect(page.getByText(order.referenceNumber)).toHaveCount(0);
    await page.getByRole('link', { name: 'Send me my links by email' }).click();
    await expect(heading(page)).toHaveText('Find your payment');
  });
});

test('a wrong link is the 404 page, and too many looks are asked to wait', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/404|429/);
  const { orderPath } = await purchase(server);
  const response = await page.goto(`${orderPath}x`);
  expect(response?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Page Not Found');
  await page.route('**/api/orders/**', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, json: { message: 'Too many requests' } }),
  );
  await page.goto(orderPath);
  await expect(page.getByRole('alert')).toContainText('You can try again in 7 seconds.');
  await page.unroute('**/api/orders/**');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(heading(page)).toHaveText('Waiting for your transfer');
});

test('links are asked for by email, with one answer whether there are any or not', async ({ page, smtp }) => {
  const checkout = new CheckoutPage(page);
  const person = someDetails();
  const reference = await checkout.purchase(person);
  await page.goto(pages.order);
  await page.getByRole('button', { name: 'Send Me My Links' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('ann@gmial.com');
  await page.getByLabel('Email').blur();
  await page.getByRole('button', { name: 'ann@gmail.com' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ann@gmail.com');
  const answers: string[] = [];
  for (const email of [`nobody.${person.email}`, person.email]) {
    await page.getByLabel('Email').fill(email);
    await expect(page.locator('.alert-success')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send Me My Links' }).click();
    answers.push(await page.locator('.alert-success').innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  const linksTo = () =>
    smtp.mails.filter(({ to, email }) => to.includes(person.email) && !email.subject?.includes('how to pay'));
  await expect.poll(() => linksTo().length).toBe(1);
  expect(linksTo()[0]?.email.text).toContain(reference);
});

test('the visitor’s page says how the payment stands before its program is there, is sound for axe in any state, and fits', async ({
  page,
  server,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  // The program that is held uses the answer.
  allowConsole(/ERR_FAILED|was preloaded using link preload but not used/);
  const expectSound = async () => {
    await expectNoAxeFindingsInEveryLook(page, [375, 1280]);
    await inEachWidth(page, [320, 375, 1280], async () => {
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        ),
      ).toBe(true);
    });
  };
  const order = await purchase(server, 'N'.repeat(100));
  const program = '**/assets/order-*.js';
  for (const [status, title] of Object.entries(statuses))
    await test.step(status, async () => {
      if (status !== 'pending') await setStatus(server, order, status);
      let open = () => {};
      const gate = new Promise<void>((resolve) => (open = resolve));
      await page.route(program, async (route) => {
        await gate;
        await route.continue();
      });
      await page.goto(order.orderPath, { waitUntil: 'commit' });
      await expect(heading(page)).toHaveText(title);
      await expect(page.getByText('Loading…')).toBeVisible();
      open();
      await expect(page.getByText('Loading…')).toHaveCount(0);
      if (status === 'pending') await expect(page.getByRole('region', { name: 'How to pay' })).toBeVisible();
      await expect(heading(page)).toHaveText(title);
      await page.unroute(program);
      await expectSound();
    });
  await setStatus(server, order, 'pending');
  await page.route('**/api/orders/**', async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    await route.fulfill({
      json: { ...answer, status: 'partly', received: 1500.5, due: 756.11, bankSeenUntil: '2026-11-20' },
    });
  });
  await page.goto(order.orderPath);
  await expect(heading(page)).toHaveText('A part of your payment has arrived');
  await expectSound();
  await page.unroute('**/api/orders/**');
  await page.route('**/api/orders/**', (route) => route.abort());
  await page.goto(order.orderPath);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectSound();
  await page.goto(pages.order);
  await page.getByRole('button', { name: 'Send Me My Links' }).click();
  await expectSound();
});
