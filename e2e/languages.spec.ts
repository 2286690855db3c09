import { CheckoutPage, someDetails } from './support/checkout.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { expect, test } from './support/test.js';

test.describe('a browser in French', () => {
  test.use({ locale: 'fr-CA' });

  test('reads every page in French, without an English text of ours, and buys', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/404/);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
    await expect(page).toHaveTitle('Lieu – Voyage immobilier en Thaïlande');
    await expectNoAxeFindingsInEveryLook(page);
    await page.getByLabel('Pays').selectOption('Canada');
    await page.getByLabel('Province').selectOption('Québec');
    await expect(page.getByRole('complementary')).toContainText('2\u00a0096,85\u00a0$\u00a0CA');
    await page.getByRole('button', { name: 'Passer au paiement' }).click();
    await expectNoAxeFindingsInEveryLook(page);
    await page.getByRole('button', { name: 'Continuer par virement Interac' }).click();
    await page.getByRole('button', { name: 'Finaliser l’achat' }).click();
    await expect(page.getByText('Le courriel est obligatoire')).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page);
    await expect(page.locator('form'), 'a field that only bots see').not.toContainText('Website');
    const { fullName, email, phone, address, city, postalCode } = someDetails();
    await page.getByLabel('Nom complet').fill(fullName);
    await page.getByLabel('Courriel').fill(email);
    await page.getByLabel('Numéro de téléphone').fill(phone);
    await page.getByLabel('Adresse').fill(address);
    await page.getByLabel('Ville').fill(city);
    await page.getByLabel('Code postal').fill(postalCode);
    await page.getByLabel('Date prévue du virement').fill('2099-01-01');
    await page.getByRole('button', { name: 'Finaliser l’achat' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Merci!' })).toBeVisible();
    await expect(
      page.getByText('Veuillez conserver ce numéro de référence dans vos dossiers.'),
    ).toBeVisible();
    await page.setViewportSize({ width: 375, height: 800 });
    const number = page.locator('.reference-number');
    const lines = await number.evaluate(
      (node) => node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight),
    );
    expect(Math.round(lines), 'the reference stands on one line of a phone').toBe(1);
    await expectNoAxeFindingsInEveryLook(page);
    await page.getByRole('link', { name: 'Ouvrir la page de votre paiement' }).click();
    await expect(page.getByRole('heading', { name: 'En attente de votre virement' })).toBeVisible();
    await expect(page.getByText('1er janv. 2099')).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page);
    await page.goto('/nothing');
    await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible();
    const entries = await page.evaluate(() => history.length);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  test('fits 320 px at the payment step with the spacing of WCAG 1.4.12', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/');
    const link = page.getByRole('link', { name: 'English' });
    expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.getByLabel('Pays').selectOption({ index: 3 });
    await page.getByRole('button', { name: 'Passer au paiement' }).click();
    await expect(page.locator('.payment-total .total')).toContainText('environ');
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const name = page.locator('.payment-total > :first-child');
    expect((await name.boundingBox())!.width, 'the product has the width of some words').toBeGreaterThan(170);
  });

  for (const [path, kilobytes] of [
    ['/', 75],
    ['/order', 80],
  ] as const)
    test(`loads at most ${kilobytes} KB of JavaScript at ${path}, and no text in English`, async ({
      page,
    }) => {
      const scripts: Promise<string>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.text());
      });
      await page.goto(path);
      await expect(page.getByRole('contentinfo')).toContainText('Sample Company');
      const texts = await Promise.all(scripts);
      const { gzipSync } = await import('node:zlib');
      expect(texts.reduce((total, text) => total + gzipSync(text).length, 0)).toBeLessThanOrEqual(
        kilobytes * 1000,
      );
      const all = texts.join('\n');
      for (const english of [
        'Where are you located?',
        'Order summary',
        'Nova Scotia',
        'Prince Edward Island',
        'Complete Purchase',
      ])
        expect(all).not.toContain(english);
    });
});

test('a switch of the language keeps step, typed values, focus and address, and is told once', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const checkout = new CheckoutPage(page);
  await page.goto('/?utm=mail&lang=en');
  await checkout.continueToPayment('Canada', 'Ontario');
  await checkout.button('Continue with Interac E-Transfer').click();
  await checkout.field('fullName').fill('Ann Example');
  await checkout.field('email').fill('wrong');
  await checkout.field('phone').focus();
  await expect(page.getByText('Invalid email format')).toBeVisible();
  const entries = await page.evaluate(() => history.length);
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest('[role=status]');
        if (region?.textContent) told.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const link = page.locator('header a');
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virement Interac');
  await expect(page.getByLabel('Nom complet')).toHaveValue('Ann Example');
  await expect(page.getByText('Ce courriel n’est pas valide')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  await expect(page).toHaveTitle('Détails – Voyage immobilier en Thaïlande');
  await expect(link).toBeFocused();
  await expect(link).toHaveText('English');
  await expect(link).toHaveAttribute('hreflang', 'en');
  await expect(page).toHaveURL(/\/\?utm=mail$/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  expect(await page.evaluate(() => (window as never as { told: string[] }).told)).toEqual([
    'Cette page est maintenant en français.',
  ]);
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'language');
  expect(cookie).toMatchObject({ value: 'fr', sameSite: 'Lax', path: '/' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virement Interac');
  await expect(page.getByLabel('Nom complet')).toHaveValue('Ann Example');
  const ofOptions = '**/api/checkout/options';
  await page.route(ofOptions, (route) => route.fulfill({ status: 503, body: '' }));
  await link.click();
  await checkout.expectStep('interac');
  // The options that are shown are those in French still.
  await expect(checkout.alert()).toContainText('Try Again');
  await page.unroute(ofOptions);
  await checkout.button('Try Again').click();
  await expect(checkout.alert()).toHaveCount(0);
});
