import { signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { type Insertions, test } from './support/repository-copy.js';
import { expect } from './support/test.js';

const thailand: Insertions = {
  'domain/places/countries.ts': [
    {
      before: '  other: { methods',
      text: "  thailand: { methods: ['creditCard', 'bankTransfer'] },\n",
    },
  ],
  'domain/places/places.ts': [
    {
      before: '  other: {\n',
      text: `  thailand: {
    ...offers.thailand,
    code: 'TH',
    currency: 'THB',
    price: 71000,
    preferredMethod: 'bankTransfer',
    formCurrency: 'THB',
    paper: 'a4',
  },
`,
    },
  ],
};

const texts: Insertions = {
  'domain/texts/en/countries.ts': [{ before: "other: 'Other'", text: "thailand: 'Thailand', " }],
  'domain/texts/fr/offer.ts': [{ before: "other: 'Autre pays'", text: "thailand: 'Thaïlande', " }],
  'backend/src/payments/options/payment-options.ts': [
    {
      before: "    other: {\n      creditCardLink: 'https:",
      text: "    thailand: {\n      creditCardLink: 'https://example.com/card-thailand',\n      transferInstructions: 'Bangkok: {reference}, {amount}',\n    },\n",
    },
  ],
};

test('a place is its entry among the places and the texts that the type check asks for', async ({
  page,
  copy,
}) => {
  copy.insert(thailand);
  const asked = await copy.faultyFiles();
  expect(asked).toEqual(expect.arrayContaining(['domain/places/locations.ts']));
  copy.insert(texts);
  expect(await copy.faultyFiles()).toEqual([]);
  await copy.build();
  const server = await copy.serve();

  const checkout = new CheckoutPage(page);
  await page.goto(server.url);
  await checkout.continueToDetails('Bank Transfer', 'Thailand');
  await expect(checkout.total()).toContainText('CA$71,000.00');
  await checkout.fill(someDetails({ city: 'Bangkok', postalCode: '10110' }));
  await checkout.submit();
  const reference = await checkout.reference();
  await expect(page.getByText(`Bangkok: ${reference}`)).toBeVisible();

  await signedIn(page, server);
  await page.goto(`${server.url}/admin/payments`);
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('THB 71,000.00');
  await row.getByRole('link', { name: reference }).click();
  await expect(page.getByRole('main')).toContainText('Thailand');
  // The page asks for its last parts from a server that still runs.
  await page.waitForLoadState('networkidle');
});
