import { rmSync } from 'node:fs';
import { signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import {
  buildCopy,
  copyRepository,
  faultyFiles,
  insert,
  type Insertions,
} from './support/repository-copy.js';
import { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

test.use({ ownContext: true });

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

test('a place is its entry among the places and the texts that the type check asks for', async ({ page }) => {
  test.setTimeout(600_000);
  const copy = copyRepository();
  let server: TestServer | undefined;
  try {
    insert(copy, thailand);
    const asked = await faultyFiles(copy);
    expect(asked).toEqual(expect.arrayContaining(['domain/places/locations.ts']));
    insert(copy, texts);
    expect(await faultyFiles(copy)).toEqual([]);
    await buildCopy(copy);
    server = await TestServer.start({}, undefined, copy);

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
  } finally {
    await server?.dispose();
    rmSync(copy, { recursive: true, force: true });
  }
});
