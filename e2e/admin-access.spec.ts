import type { Page } from '@playwright/test';
import { pages } from '../domain/pages.js';
import { createCustomer, aPayment, choose, expectPage, signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import type { TestServer } from './support/server.js';
import { expect, test } from './support/test.js';

/** Opens every screen with its dialogs, menus and panels. */
async function visitAll(page: Page, server: TestServer): Promise<void> {
  const customer = await createCustomer(server);
  const payment = await aPayment(server, customer, { transferDate: '2020-01-02', status: 'confirmed' });
  const customerPage = `${pages.customers}/${customer._id}`;
  const visit = async (path: string, heading: string) => {
    await page.goto(path);
    await expectPage(page, heading);
    await page.waitForLoadState('networkidle');
    await expectNoAxeFindings(page);
  };

  await visit(pages.admin, 'Welcome back, admin');
  await visit(pages.customers, 'Customers');
  await page.getByRole('button', { name: `Delete ${customer.fullName}` }).click();
  await expectNoAxeFindings(page);
  await visit(`${pages.customers}?filter=%7B%22name%22%3A%22nobody%20at%20all%22%7D`, 'Customers');
  await visit(customerPage, customer.fullName);
  await page.getByRole('tab', { name: 'Payments' }).click();
  await expect(page.getByRole('link', { name: payment.referenceNumber })).toBeVisible();
  await expectNoAxeFindings(page);
  await visit(pages.newCustomer, 'New Customer');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('City is required')).toBeVisible();
  await expectNoAxeFindings(page);
  await visit(`${customerPage}/edit`, `Edit ${customer.fullName}`);
  await server.api(`/customers/${customer._id}`, { method: 'PUT', body: { ...customer, city: 'Ottawa' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByRole('cell', { name: 'Ottawa' })).toBeVisible();
  await expectNoAxeFindings(page);
  await visit(pages.payments, 'Payments');
  await page.getByRole('button', { name: `Actions for ${payment.referenceNumber}` }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoAxeFindings(page);
  await visit(`${pages.payments}/${payment._id}`, payment.referenceNumber);
  await page.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoAxeFindings(page);
  await choose(page, 'New Status', 'Failed');
  await page.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('is now marked as Failed')).toBeVisible();
  await expectNoAxeFindings(page);
  await visit(pages.newPayment, 'Record New Payment');
  await visit(pages.reports, 'Reports');
  await page.getByRole('button', { name: 'Table' }).click();
  await expectNoAxeFindings(page);
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 375]) {
    test.describe(`in the ${colorScheme} theme at ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });
      test.setTimeout(180_000);

      test('every screen can be used by everybody', async ({ page, server, allowConsole }) => {
        allowConsole(/status of 409/);
        await page.goto(pages.login);
        await page.getByRole('button', { name: 'Sign In' }).click();
        await expectNoAxeFindings(page);
        await signedIn(page, server);
        await visitAll(page, server);
      });
    });
  }

for (const width of [375, 320]) {
  test(`no screen is wider than a phone of ${width} px, and what is touched there is within reach`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 812 });
    await signedIn(page, server);
    const customer = await createCustomer(server, {
      fullName: `Maximilian-Alexander ${'Longname'.repeat(5)}`,
    });
    const payment = await aPayment(server, customer, { notes: 'x'.repeat(300) });
    for (let index = 0; index < 11; index++) await aPayment(server, customer);
    for (const path of [
      pages.admin,
      pages.customers,
      `${pages.customers}/${customer._id}`,
      pages.newCustomer,
      pages.payments,
      `${pages.payments}/${payment._id}`,
      pages.newPayment,
      pages.reports,
    ]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      const small = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            'button, main a.MuiButton-root, main .MuiOutlinedInput-root',
          ),
        ]
          .filter((element) => element.offsetParent !== null)
          .map((element) => ({ text: element.innerText || element.ariaLabel, height: element.offsetHeight }))
          .filter(({ height }) => height < 44),
      );
      expect(small, path).toEqual([]);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, a, [role="combobox"]')]
          // Tables may scroll by themselves, and cut texts end in an ellipsis.
          .filter((element) => element.offsetParent !== null && !element.closest('table'))
          .filter((element) => {
            for (let parent = element.parentElement; parent; parent = parent.parentElement)
              if (getComputedStyle(parent).textOverflow === 'ellipsis') return false;
            return true;
          })
          .map((element) => ({
            text: element.innerText || element.ariaLabel,
            box: element.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > innerWidth))
          .map(({ text }) => text),
      );
      expect(cut, path).toEqual([]);
      const title = page.getByRole('banner').getByText('Thailand Real Estate Trip - Admin');
      expect((await title.boundingBox())?.height, 'the title has one line').toBeLessThan(32);
    }
    await page.goto(pages.newPayment);
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    await page.goto(`${pages.payments}?perPage=5`);
    await expect(page.getByText(/^1–5 of /)).toBeVisible();
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(page.getByText(/^6–10 of /)).toBeVisible();
    await choose(page, 'Rows per page:', '10');
    await expect(page.getByText(/^1–10 of /)).toBeVisible();
    for (const card of await page.locator('main li').all())
      expect((await card.boundingBox())?.height).toBeLessThanOrEqual(width === 375 ? 100 : 125);
  });
}
