import type { Customer } from '#domain/customers/customers';
import { createCustomer, detail, signedIn } from './support/admin.js';
import { type Insertions, test } from './support/repository-copy.js';
import { expect } from './support/test.js';

const rule: Insertions = {
  'domain/customers/customers.ts': [
    { before: "referralSource: text('Referral", text: "company: text('Company', 120), " },
  ],
};

/** The places that have to know, as docs/extending.md has them. */
const places: Insertions = {
  'admin/src/ui/i18n/en/customers.ts': [
    { before: "referralSource: 'Referral Source',", text: "company: 'Company', " },
    { before: "referralSource: 'How did", text: "company: 'Who do they work for?', " },
  ],
  'backend/src/customers/customer-export.ts': [
    {
      before: '  referralSource: {',
      text: "  company: { title: 'Company', width: 20, value: ({ company }) => company },\n",
    },
  ],
  'backend/suites/security/fuzz/model.ts': [
    { before: '    // A missing value is empty; null', text: "    company: '',\n" },
    { before: "referralSource: '' }", text: "company: '', " },
  ],
  'backend/suites/security/fuzz/virtual-user.ts': [
    { before: '      referralSource,\n    } satisfies', text: "      company: '',\n" },
  ],
};

test('a field of the customer is its rule and the places that the type check names', async ({
  page,
  copy,
}) => {
  copy.insert(rule);
  // The form has no text for the input, either.
  const form = 'admin/src/customers/CustomerForm.tsx';
  expect(await copy.faultyFiles()).toEqual([form, ...Object.keys(places)].toSorted());
  copy.insert(places);
  expect(await copy.faultyFiles()).toEqual([]);
  await copy.build();
  const server = await copy.serve();
  const ask = async (path: string, body?: object): Promise<string> => {
    const answer = await server.api(path, body && { method: 'POST', body });
    expect(answer.ok, path).toBe(true);
    return answer.text();
  };

  const unknownHere = { city: 'Toronto', company: 'x'.repeat(121) };
  const refused = createCustomer(server, unknownHere);
  await expect(refused).rejects.toThrow('Company must be at most 120 characters');
  const [into, from] = [await createCustomer(server), await createCustomer(server)];
  await signedIn(page, server);
  await page.goto(`${server.url}/admin/customers/${from._id}/edit`);
  await page.getByLabel('Company').fill('Siam Tours');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(detail(page.getByRole('main'), 'Company')).toHaveText('Siam Tours');

  const changed = JSON.parse(await ask(`/customers/${from._id}`)) as Customer;
  await ask(`/customers/${into._id}/merge`, {
    from: from._id,
    fields: { company: 'from' },
    versions: { [into._id]: into.version, [from._id]: changed.version },
  });
  const exported = await ask('/customers/export?format=csv');
  expect(exported).toMatch(/Postal Code"?,"?Company"?,"?Referral Source/);
  expect(exported.split('\n').find((line) => line.includes(into.email))).toContain('Siam Tours');

  await ask(`/customers/${into._id}/erasure`, { reason: 'Asked by mail', name: into.fullName });
  await expect.poll(() => ask(`/customers/${into._id}`)).toContain('"company":"Erased"');
});
