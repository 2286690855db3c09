import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { TestServer } from '../backend/src/testing/test-server.js';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import { dayMs, formatDay } from '#domain/platform/dates';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { testWith } from './support/card-page.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { expect } from './support/test.js';

const example = readFileSync(join(import.meta.dirname, '../deploy/payment-options.example.json'), 'utf8');
const { canada, other } = JSON.parse(example) as { canada: object; other: object };
const thirds = [{ share: 0.2 }, { share: 0.3, days: 30 }, { share: 0.5, days: 60 }];
const test = testWith({
  canada: { ...canada, parts: [{ share: 0.25 }, { share: 0.75, days: 60 }] },
  other: { ...other, parts: thirds },
});
// On one server, whose start takes longer than a step.
test.describe.configure({ mode: 'default' });

const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const phone = { width: 375, height: 800 };
const parts = (page: Page) => page.locator('.content .parts');

/** Shows the texts with plain spaces, as a person reads them. */
const plain = async (page: Page) => (await parts(page).innerText()).replaceAll('\u00a0', ' ').split('\n');

/** Records that an amount came in cash today. */
async function receive(server: TestServer, id: string, amount: number) {
  const { version } = (await (await server.api(`/payments/${id}`)).json()) as { version: number };
  const body = { kind: 'receipt', way: 'cash', amount, day: dayIn(0), version };
  expect((await server.api(`/payments/${id}/ledger`, { method: 'POST', body })).ok).toBe(true);
}

test('a visitor pays in two parts with the keyboard, and by card at once', async ({ page, server }) => {
  const checkout = new CheckoutPage(page);
  await checkout.goToPayment('Canada', 'Ontario');
  const atOnce = page.getByRole('radio', { name: 'Pay at once' });
  const inParts = page.getByRole('radio', { name: 'Pay in 2 parts' });
  const card = page.getByRole('link', { name: 'Pay by Credit Card' });
  await expect(atOnce).toBeChecked();
  await expect(card).toBeVisible();
  const rest = `CA$1,692.46 by ${formatDay(dayIn(60))}`;
  expect(await plain(page)).toEqual(['CA$564.15 now', rest]);
  await atOnce.focus();
  await page.keyboard.press('ArrowDown');
  await expect(inParts).toBeChecked();
  await expect(page.getByRole('button', { name: 'Pay by Credit Card' })).toBeDisabled();
  await expect(page.getByText('By card the whole is paid at once')).toBeVisible();
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);

  await checkout.button('Continue with Interac E-Transfer').click();
  await page.reload();
  await expect(page.locator('.instructions')).toContainText('Amount: 564.15 CAD');
  await expect(checkout.total()).toHaveText('CA$2,256.61');
  expect(await plain(page)).toEqual(['CA$564.15 now', rest]);
  await checkout.fill(someDetails({ transferDate: dayIn(60) }));
  await checkout.submit();
  await expect(page.getByText('Choose a day before the second part is due')).toBeVisible();
  await checkout.fill({ transferDate: dayIn(5) });
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await checkout.submit();
  const reference = await checkout.reference();
  await page.reload();
  await expect(page.locator('.instructions')).toContainText('Amount: 564.15 CAD');
  expect(await plain(page)).toEqual([`CA$564.15 by ${formatDay(dayIn(5))}`, rest]);
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  const { payments } = (await (await server.api(`/payments?search=${reference}`)).json()) as {
    payments: { _id: string; plan: object[] }[];
  };
  const { _id, plan } = payments[0]!;
  expect(plan).toMatchObject([
    { amount: 564.15, due: dayIn(5) },
    { amount: 1692.46, due: dayIn(60) },
  ]);

  await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your transfer');
  const amount = page.locator('.pay-row').first();
  await expect(amount).toContainText('CA$564.15');
  const all = 'CA$2,256.61 is still to pay in all. You may also pay all of it now.';
  await expect(amount).toContainText(all);
  const list = page.getByRole('region', { name: 'Parts' });
  await expect(list).toContainText(`By ${formatDay(dayIn(60))}CA$1,692.46To pay`);
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await receive(server, _id, 564.15);
  await page.reload();
  await expect(page.getByText(`The next part is CA$1,692.46, by ${formatDay(dayIn(60))}.`)).toBeVisible();
  await expect(page.getByText('CA$564.15 of CA$2,256.61 has arrived.')).toBeVisible();
  await expect(list).toContainText('CA$564.15Paid');
  await expect(amount).toContainText('CA$1,692.46');
  await expect(page.getByText('You may also pay')).toBeHidden();
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await receive(server, _id, 1692.46);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(list).toBeHidden();
});

test.describe('on a phone in French', () => {
  test.use({ viewport: phone });

  test('a visitor pays in three parts, each in the currency of the total', async ({ page }) => {
    await page.goto('/?lang=fr');
    await page.getByLabel('Pays').selectOption('other');
    await page.getByRole('button', { name: 'Passer au paiement' }).click();
    await page.getByRole('radio', { name: 'Payer en 3 versements' }).check();
    await expect(page.getByText('Par carte, le total est payé en une fois')).toBeVisible();
    const later = [
      `615,00 $ CA d’ici le ${formatDay(dayIn(30), 'fr')}`,
      `1 025,00 $ CA d’ici le ${formatDay(dayIn(60), 'fr')}`,
    ].map((text) => text.replaceAll('\u00a0', ' '));
    expect(await plain(page)).toEqual(['410,00 $ CA maintenant', ...later]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await page.getByRole('button', { name: 'Continuer par virement international' }).click();
    const { fullName, email, phone: number, address, city } = someDetails();
    await page.getByLabel('Nom complet').fill(fullName);
    await page.getByLabel('Courriel').fill(email);
    await page.getByLabel('Numéro de téléphone').fill(number);
    await page.getByLabel('Adresse', { exact: true }).fill(address);
    await page.getByLabel('Ville').fill(city);
    await page.getByLabel('Code postal ou code ZIP').fill('50100');
    await page.getByLabel('Date prévue du virement').fill(dayIn(2));
    await page.getByRole('button', { name: 'Finaliser l’achat' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Merci/);
    await expect(page.locator('.instructions')).toContainText('410.00 CAD');
    const first = `410,00 $ CA d’ici le ${formatDay(dayIn(2), 'fr')}`.replaceAll('\u00a0', ' ');
    expect(await plain(page)).toEqual([first, ...later]);
    await expectNoAxeFindingsInEveryLook(page, [375]);
    await page.getByRole('link', { name: 'Ouvrir la page de votre paiement' }).click();
    await expect(page.getByText('Vous pouvez aussi tout payer maintenant.')).toBeVisible();
    const list = page.getByRole('region', { name: 'Versements' });
    await expect(list.locator('dd')).toHaveCount(3);
    await page.setViewportSize({ ...phone, width: 320 });
    const lines = list
      .locator('dd > span')
      .evaluateAll((amounts) => amounts.map((amount) => amount.getClientRects().length));
    expect(await lines, 'each amount stands on one line of the smallest phone').toEqual([1, 1, 1]);
    await page.setViewportSize(phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await expectNoAxeFindingsInEveryLook(page, [375]);
  });
});

test('parts that have changed since the page was opened are reviewed before anything is recorded', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const checkout = new CheckoutPage(page);
  await page.route(
    '**/api/checkout/options',
    async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as CheckoutOptions;
      json.locations.canada.parts = [{ share: 0.5 }, { share: 0.5, days: 20, due: dayIn(20) }];
      await route.fulfill({ response, json });
    },
    { times: 1 },
  );
  await checkout.goToPayment('Canada', 'Ontario');
  await page.getByRole('radio', { name: 'Pay in 2 parts' }).check();
  await checkout.button('Continue with Interac E-Transfer').click();
  await checkout.fill(someDetails({ transferDate: dayIn(3) }));
  await checkout.submit();
  await checkout.expectStep('payment');
  await expect(checkout.alert()).toContainText('The parts have changed. Please review your payment options.');
  await expect(page.getByRole('radio', { name: 'Pay at once' })).toBeChecked();
  await expect.poll(() => plain(page)).toContain('CA$564.15 now');
  await page.getByRole('radio', { name: 'Pay in 2 parts' }).check();
  await expect(checkout.alert()).toBeHidden();
  await checkout.button('Continue with Interac E-Transfer').click();
  await checkout.submit();
  await checkout.reference();
});

test('a choice of parts that are no longer offered when the visitor returns is told', async ({ page }) => {
  const checkout = new CheckoutPage(page);
  await checkout.goToPayment('Canada', 'Ontario');
  await page.getByRole('radio', { name: 'Pay in 2 parts' }).check();
  await checkout.button('Continue with Interac E-Transfer').click();
  await page.evaluate(() => {
    const saved = JSON.parse(sessionStorage.getItem('checkout')!);
    sessionStorage.setItem(
      'checkout',
      JSON.stringify({ ...saved, parts: [{ share: 0.5 }, { share: 0.5, days: 9 }] }),
    );
  });
  await page.reload();
  await checkout.expectStep('payment');
  await expect(checkout.alert()).toContainText('The parts have changed.');
  await expect(page.getByRole('radio', { name: 'Pay at once' })).toBeChecked();
});

test('the steps of a place without parts look as on a server that has none', async ({ page }) => {
  const bodies: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/payments/checkout')) bodies.push(request.postData());
  });
  const person = someDetails({ email: 'ann.example@example.com' });
  /** Takes a picture of each step. */
  async function pictures() {
    const taken: Buffer[] = [];
    const take = async () => {
      await page.mouse.move(0, 0);
      // The ring of a focused field is not drawn alike twice.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const mask = [page.locator('.reference-number'), page.locator('.purchase .instructions')];
      taken.push(await page.screenshot({ fullPage: true, mask, animations: 'disabled', caret: 'hide' }));
    };
    const checkout = new CheckoutPage(page);
    await checkout.open();
    await take();
    await checkout.continueToPayment('United States', 'Texas');
    await take();
    await checkout.button('Continue with Bank Transfer').click();
    await checkout.fill({ ...person, postalCode: '90210' });
    await take();
    await checkout.submit();
    await checkout.reference();
    await take();
    await checkout.button('Start New Checkout').click();
    return taken;
  }
  const withOthers = await pictures();
  await page.route('**/api/checkout/options', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as CheckoutOptions;
    for (const location of Object.values(json.locations)) delete location.parts;
    await route.fulfill({ response, json });
  });
  const without = await pictures();
  for (const [index, picture] of withOthers.entries())
    expect(picture.equals(without[index]!), `step ${index}`).toBe(true);
  for (const body of bodies) expect(JSON.parse(body!).payment).not.toHaveProperty('parts');
  expect(bodies).toHaveLength(2);
});
