import { pages } from '#domain/platform/pages';
import {
  choose,
  createPayment,
  createCustomer,
  expectPage,
  follow,
  signedIn,
  unique,
} from './support/admin.js';
import { inEachWidth } from './support/looks.js';
import { bankFile, createAccount } from './support/statements.js';
import { test } from './support/own-server.js';
import { expect, test as plain } from './support/test.js';

const phone = { viewport: { width: 375, height: 812 } };
test.use(phone);
plain.use(phone);

/** The greatest distance of a list's first row from the top of a phone's screen. */
const firstRowWithin = 320;

test('on a phone lists begin within 320 px, the match is in view, tabs tell that there are more, and an import shows its result', async ({
  page,
  ownServer: server,
}) => {
  const customer = await createCustomer(server, { fullName: 'Philippa Phone' });
  const payment = await createPayment(server, customer, { amount: 2256.61 });
  await createPayment(server, customer, { amount: 300, transferDate: '2026-01-05' });
  await signedIn(page, server);
  const attention = page.getByRole('region', { name: 'Needs Attention' });
  await page.goto(pages.dashboard);
  await expect(attention.getByRole('link'), 'the tasks of every day, and none that are not there').toHaveText(
    ['1 overdue payment', '0 transactions ready', '0 transactions in review', '0 failed mails'],
  );
  const first = page.getByRole('main').getByRole('listitem').first();

  for (const [path, heading, text] of [
    [pages.payments, 'Payments', 'Philippa Phone'],
    [pages.customers, 'Customers', 'Philippa Phone'],
    [pages.overdue, 'Overdue Payments', 'Philippa Phone'],
    // The mail of signing in, which waits: the list says above it that there is no mail server.
    [pages.mails, 'Mail', 'New sign-in'],
  ] as const)
    await test.step(`the first row of ${heading}`, async () => {
      await follow(page, path);
      await expectPage(page, heading);
      await expect(first).toContainText(text);
      const box = await first.boundingBox();
      expect(box?.y).toBeLessThanOrEqual(firstRowWithin);
    });

  await test.step('a payment begins with its payer and amount, and its reference stands once', async () => {
    await follow(page, pages.payments);
    // The whole card is the link of its title.
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: payment.referenceNumber });
    const { width, height } = (await card.boundingBox())!;
    await card.click({ position: { x: width / 2, y: height - 8 } });
    await expectPage(page, payment.referenceNumber);
    await expect(page.getByLabel('Breadcrumb')).toHaveText(/^Dashboard\s*\/\s*Payments$/, {
      useInnerText: true,
    });
    const summary = page.getByRole('region', { name: 'Payment Summary' });
    await expect(summary).toHaveText(/^Customer\s+Philippa Phone\s+Amount\s+THB\s2,256\.61/, {
      useInnerText: true,
    });
    await expect(
      page.getByText(payment.referenceNumber, { exact: true }).filter({ visible: true }),
    ).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Copy Reference Number' })).toHaveCount(1);
  });

  await test.step('the result of an import is in view and has the focus', async () => {
    await createAccount(server);
    await follow(page, pages.importStatement);
    const others = Array.from({ length: 12 }, (_, at) => [`UNKNOWN PAYER ${at}`, 10 + at] as const);
    const buffer = bankFile([[`E-TRANSFER ${payment.referenceNumber}`, 2200], ...others]);
    await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Yes, This Is Right' }).click();
    const press = page.getByRole('button', { name: /^Import 13/ });
    await press.scrollIntoViewIfNeeded();
    await press.click();
    const result = page.getByRole('heading', { level: 2, name: 'Import of bank.csv' });
    await expect(result).toBeFocused();
    await expect(result).toBeInViewport();
    await expect(page.getByText('13 transactions were imported')).toBeInViewport({ ratio: 1 });
  });

  await test.step('an arrow leads to the tabs that are not in view, and the match is in view', async () => {
    const filter = encodeURIComponent('{"state":"review"}');
    await follow(page, `${pages.reconcile}?perPage=50&filter=${filter}`);
    await expectPage(page, 'Reconcile');
    const last = page.getByRole('tab', { name: /^Ignored/ });
    await expect(last).not.toBeInViewport();
    const arrow = page.locator('.MuiTabScrollButton-root').last();
    // A press while the tabs still move leads less far.
    await expect(async () => {
      if (await arrow.isEnabled()) await arrow.click();
      await expect(last).toBeInViewport({ timeout: 1000 });
    }).toPass();
    await page
      .getByRole('link', { name: new RegExp(payment.referenceNumber) })
      .first()
      .click();
    const match = page.getByRole('form', { name: 'Match to payments' }).locator('[data-main-action]');
    await expect(match).toBeInViewport({ ratio: 1 });
  });

  await test.step('on a small laptop the match is in view beside the list', async () => {
    await page.setViewportSize({ width: 1280, height: 640 });
    const match = page.locator('[data-main-action]');
    await expect(match).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('tab', { name: /^Ignored/ })).toBeInViewport({ ratio: 1 });
  });

  await test.step('after the match the list comes first, under a notice with its text above its button', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.locator('[data-main-action]').click();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    const text = page.getByText(/ was matched\.$/);
    await expect(page.getByRole('tab', { name: /^Needs Review/ })).toBeVisible();
    await expect(page.locator('[data-main-action]')).toHaveCount(0);
    const [above, below] = [(await text.boundingBox())!, (await undo.boundingBox())!];
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  });
});

plain(
  'the cards of a list are small on a phone, and its pages turn by touch @long',
  async ({ page, server }) => {
    await signedIn(page, server);
    const fullName = `Maximilian-Alexander ${unique()}${'Longname'.repeat(4)}`;
    const customer = await createCustomer(server, { fullName });
    for (let index = 0; index < 12; index++)
      await createPayment(server, customer, { notes: 'x'.repeat(300) });
    const widths = [375, 320];
    await page.goto(`${pages.payments}?perPage=5`);
    await inEachWidth(page, widths, async (width) => {
      await expect(page.getByText(/^1–5 of /)).toBeVisible();
      await page.getByRole('button', { name: 'Go to next page' }).click();
      await expect(page.getByText(/^6–10 of /)).toBeVisible();
      await choose(page, 'Rows per page:', '10');
      await expect(page.getByText(/^1–10 of /)).toBeVisible();
      for (const card of await page.locator('main li').all())
        expect((await card.boundingBox())?.height).toBeLessThanOrEqual(width === 375 ? 100 : 125);
      await choose(page, 'Rows per page:', '5');
    });
  },
);
