import { signedIn } from './support/admin.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { type Insertions, test } from './support/repository-copy.js';
import { expect } from './support/test.js';

const thailand: Insertions = {
  'domain/places/payment-methods.ts': [{ before: "'wireTransfer'] as const", text: "'cheque', " }],
  'domain/places/countries.ts': [
    {
      before: '  other: { methods',
      text: "  thailand: { methods: ['creditCard', 'bankTransfer', 'cheque'] },\n",
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

const cheque = (text: string) => `    cheque: '${text}',\n`;

const texts: Insertions = {
  'domain/payments/instructions.ts': [{ before: '} as const satisfies', text: cheque('chequeInstructions') }],
  'domain/texts/en/payment.ts': [{ before: '  },\n  /** The ways of money', text: cheque('Cheque') }],
  'domain/texts/fr/payment.ts': [{ before: '  },\n  ways: {', text: cheque('Chèque') }],
  'domain/texts/en/offer.ts': [{ before: '  },\n  countries,', text: cheque('Cheque') }],
  'checkout/src/texts/en/first.ts': [{ before: "    thankYou: 'Thank", text: cheque('Cheque by Post') }],
  'checkout/src/texts/fr/first.ts': [{ before: "    thankYou: 'Merci", text: cheque('Chèque par la poste') }],
  'checkout/src/texts/en/later.ts': [
    { before: '  },\n  continueWith: {', text: cheque('Send a cheque by post.') },
    { before: "  },\n  back: 'Back'", text: cheque('Continue with Cheque') },
  ],
  'checkout/src/texts/fr/later.ts': [
    { before: '  },\n  continueWith: {', text: cheque('Envoyez un chèque par la poste.') },
    { before: "  },\n  back: 'Retour'", text: cheque('Continuer par chèque') },
  ],
  'domain/texts/en/countries.ts': [{ before: "other: 'Other'", text: "thailand: 'Thailand', " }],
  'domain/texts/fr/offer.ts': [
    { before: "other: 'Autre pays'", text: "thailand: 'Thaïlande', " },
    { before: '  },\n  countries: {', text: cheque('Chèque') },
  ],
  'backend/src/payments/options/payment-options.ts': [
    {
      before: "    other: {\n      creditCardLink: 'https:",
      text: "    thailand: {\n      creditCardLink: 'https://example.com/card-thailand',\n      transferInstructions: 'Bangkok: {reference}, {amount}',\n      chequeInstructions: '1 Silom Road: {reference}',\n    },\n",
    },
  ],
};

test('a place and a way to pay are entries of their tables and the texts that the type check asks for', async ({
  page,
  copy,
}) => {
  copy.insert(thailand);
  const asked = await copy.faultyFiles();
  expect(asked).toEqual(
    expect.arrayContaining([
      'backend/src/payments/options/payment-options.ts',
      'domain/payments/instructions.ts',
      'domain/places/locations.ts',
    ]),
  );
  copy.insert(texts);
  expect(await copy.faultyFiles()).toEqual([]);
  await copy.build();
  const server = await copy.serve();

  const checkout = new CheckoutPage(page);
  await page.goto(server.url);
  await checkout.continueToDetails('Cheque', 'Thailand');
  await expect(checkout.total()).toContainText('CA$71,000.00');
  await checkout.fill(someDetails({ city: 'Bangkok', postalCode: '10110' }));
  await checkout.submit();
  const reference = await checkout.reference();
  await expect(page.getByText(`1 Silom Road: ${reference}`)).toBeVisible();

  await signedIn(page, server);
  await page.goto(`${server.url}/admin/payments`);
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('THB 71,000.00');
  await expect(row).toContainText('Cheque');
  await row.getByRole('link', { name: reference }).click();
  await expect(page.getByRole('main')).toContainText('Thailand');
  // The page asks nothing more of a server that ends.
  await page.goto(`${server.url}/api/health`);
});
