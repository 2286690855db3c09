import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { test as withMail } from './support/mail.js';
import { type Insertions, test as withCopy } from './support/repository-copy.js';
import { filledInOptions } from '../backend/src/testing/payment-options.js';
import { expect } from './support/test.js';

const test = mergeTests(withMail, withCopy);

const entry: Insertions = {
  'domain/platform/languages.ts': [
    {
      before: '} satisfies Record<string, LanguageFacts>',
      text: "  de: { ownName: 'Deutsch', tag: 'de' },\n",
    },
  ],
};

/** The folders of texts, and the files of those that are one. */
const folders = ['domain/texts', 'checkout/src/texts'];
const files = ['backend/src/mail/templates', 'backend/src/documents/pdf'];

/** Gives the language the English texts. */
function copyTexts(copy: string): void {
  for (const folder of folders) {
    mkdirSync(join(copy, folder, 'de'));
    for (const name of readdirSync(join(copy, folder, 'en'))) {
      const text = readFileSync(join(copy, folder, 'en', name), 'utf8');
      writeFileSync(join(copy, folder, 'de', name), text.replaceAll('/en/', '/de/'));
    }
  }
  for (const folder of files) {
    const text = readFileSync(join(copy, folder, 'en.ts'), 'utf8');
    writeFileSync(join(copy, folder, 'de.ts'), text.replace('const en =', 'const de ='));
  }
}

/** Texts in a record, with their import: `name` is what the import says before the language. */
const withTexts = (file: string, name = '') => [
  { before: `import { ${name}fr }`, text: `import { ${name}de } from '${file}';\n` },
  { before: 'fr };', text: 'de, ' },
];

const records: Insertions = {
  'domain/platform/languages.ts': [{ before: "fr: 'French'", text: "de: 'German', " }],
  'domain/platform/money.ts': [
    {
      before: '  fr: {\n',
      text: "  de: { group: '.', decimal: ',', signs: currencySigns, isBehind: true },\n",
    },
  ],
  'domain/platform/dates.ts': [
    {
      before: 'fr: frenchDay',
      text: "de: (date) => date.toLocaleDateString(languageFacts.de.tag, { ...day, timeZone: 'UTC' }), ",
    },
  ],
  'domain/texts/texts.ts': withTexts('./de/index.js', 'texts as '),
  'backend/src/mail/templates/order-facts.ts': withTexts('./de.js'),
  'backend/src/mail/templates/layout.ts': [{ before: "fr: '\\u00a0:'", text: "de: ':', " }],
  'backend/src/documents/pdf/words.ts': withTexts('./de.js'),
  'backend/src/payments/options/payment-options.ts': [
    { before: '    fr: {\n      locations', text: '    de: { locations: {} },\n' },
  ],
  'checkout/src/texts/loaders.ts': ['first', 'later', 'regions', 'order', 'plan'].map((part) => ({
    before: `  fr: () => import('./fr/${part}.js')`,
    text: `  de: () => import('./de/${part}.js'),\n`,
  })),
  'checkout/src/texts/pageTexts.ts': withTexts('./de/pages.js', 'pages as '),
};

test('a language is its entry among the languages, its texts, and the records that the type check asks for', async ({
  page,
  smtp,
  copy,
}) => {
  copy.insert(entry);
  const asked = await copy.faultyFiles();
  expect(asked).toEqual(Object.keys(records).toSorted());
  const guide = readFileSync(join(copy.path, 'docs/developing/languages.md'), 'utf8');
  expect(asked.filter((file) => !guide.includes(file))).toEqual([]);
  copyTexts(copy.path);
  copy.insert(records);
  expect(await copy.faultyFiles()).toEqual([]);
  await copy.build();
  const optionsFile = join(copy.path, 'options.json');
  const interac = {
    en: 'Send {amount}',
    fr: 'Envoyez {amount}',
    de: 'Senden Sie {amount} mit {reference}',
  };
  const canada = { ...filledInOptions.canada, interac };
  writeFileSync(optionsFile, JSON.stringify({ ...filledInOptions, canada }));
  const server = await copy.serve({ ...smtp.env, PAYMENT_OPTIONS_FILE: optionsFile });
  const html = page.locator('html');
  const links = page.locator('header a.language');

  const checkout = new CheckoutPage(page);
  await page.goto(server.url);
  await expect(links).toHaveText(['Français', 'Deutsch']);
  await links.nth(1).click();
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(links).toHaveText(['English', 'Français']);
  await expect(links.nth(1)).toBeFocused();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'de');
  await checkout.continueToDetails('Interac E-Transfer', 'Canada', 'Ontario');
  await expect(checkout.total()).toContainText('2.256,61\u00a0CA$');
  const details = someDetails();
  await checkout.fill(details);
  await checkout.submit();
  const reference = await checkout.reference();
  const instructions = `Senden Sie 2256.61 CAD mit ${reference}`;
  await expect(page.getByText(instructions)).toBeVisible();

  await page.getByRole('link', { name: 'Open Your Payment Page' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your transfer' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(page.getByText('1. Jan. 2099')).toBeVisible();

  const [mail] = await smtp.waitForMails(1);
  expect(mail?.email.html).toContain('<html lang="de">');
  expect(mail?.email.text).toContain(instructions);
  expect(mail?.email.text).toContain('2.256,61\u00a0CA$');

  await signedIn(page, server);
  await page.goto(`${server.url}/admin/payments`);
  await page.getByRole('row').filter({ hasText: reference }).getByRole('link', { name: reference }).click();
  await expect(page.getByRole('main')).toContainText('German');
  await page.waitForLoadState('networkidle');
});
