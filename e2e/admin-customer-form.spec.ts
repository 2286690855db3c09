import type { Page } from '@playwright/test';
import { addedAlready, type Customer } from '#domain/customers/customers';
import { findRegion } from '#domain/places/locations';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import { createCustomer, choose, expectPage, follow, row, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const editPage = ({ _id }: Customer) => `${pages.customers}/${_id}/edit`;

async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full Name').fill(`Bea ${name}`);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
  await page.getByLabel('Phone').fill('+1 416 555 0134');
  await choose(page, 'Country', 'Canada');
  await choose(page, 'Province', 'Ontario');
  await page.getByLabel('Address').fill('1 Main Street');
  await page.getByLabel('City').fill('Toronto');
  await page.getByLabel('Postal Code / ZIP').fill('M5V 2T6');
}

test('a new customer: missing fields, regions of the country, a way out that asks, a lost response, and a server that is stopped meanwhile', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_CONNECTION_REFUSED|ERR_FAILED|status of 409/);
  await page.goto(pages.newCustomer);
  await expectPage(page, 'New Customer');
  for (const section of ['Personal Information', 'Location Information', 'Additional Information'])
    await expect(page.getByRole('heading', { name: section })).toBeVisible();
  await expect(page.getByPlaceholder('How did this customer find us?')).toBeVisible();

  await test.step('each message goes with an edit', async () => {
    await save(page);
    for (const message of [
      'Full name is required',
      'Email is required',
      'Phone is required',
      'Country is required',
      'Address is required',
      'City is required',
      'Postal code is required',
    ])
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByLabel('Full Name')).toBeFocused();
    await page.getByLabel('Email').fill('nonsense');
    await expect(page.getByText('Email is required')).toBeHidden();
    await save(page);
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await page.getByLabel('Email').fill('bea@gmial.com');
    await page.getByLabel('Email').blur();
    await expect(page.getByRole('status').filter({ hasText: 'Did you mean bea@gmail.com?' })).toBeVisible();
    await page.getByRole('button', { name: 'bea@gmail.com' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('bea@gmail.com');
    await expect(page.getByLabel('Email')).toBeFocused();
  });

  await test.step('the region follows the country', async () => {
    // The value follows the label in the field's name.
    const field = (name: string) => page.getByRole('combobox', { name: new RegExp(`^${name}`) });
    const list = page.getByRole('listbox');
    await choose(page, 'Country', 'Canada');
    await field('Province').click();
    const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'ON', 'PE', 'QC', 'SK', 'NT', 'NU', 'YT'];
    await expect(page.getByRole('option')).toHaveText([
      /^\s*$/,
      ...provinces.map((code) => findRegion('canada', code)!.name),
    ]);
    await page.getByRole('option', { name: 'Quebec' }).click();
    await expect(list).toHaveCount(0);
    await expect(field('Province')).toHaveText('Quebec');
    await choose(page, 'Country', 'United States');
    await expect(field('Province')).toHaveCount(0);
    await field('State').click();
    await expect(page.getByRole('option', { name: 'District of Columbia' })).toBeVisible();
    // A key that is pressed while the list opens would go to the field.
    await list.press('Escape');
    await expect(list).toHaveCount(0);
    await choose(page, 'Country', 'Other');
    await expect(page.getByLabel('Province/State/Region')).toHaveValue('');
    await choose(page, 'Country', 'Canada');
    await expect(field('Province')).toBeVisible();
    await expect(field('Province')).not.toHaveText('Quebec');
  });

  const name = unique();
  await test.step('it asks before it is left', async () => {
    await fill(page, name);
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Full Name')).toHaveValue(`Bea ${name}`);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await expectPage(page, 'Customers');
    await page.getByRole('link', { name: 'Add Customer' }).first().click();
    await fill(page, name);
  });

  await test.step('a customer whose adding was not answered is added once, and not again with other details', async () => {
    await page.route('**/api/customers', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await save(page);
    await expect(page.getByRole('alert')).toHaveText(messages.network);
    await page.unroute('**/api/customers');
    await page.getByLabel('City').fill('Ottawa');
    await save(page);
    await expect(page.getByRole('alert')).toHaveText(addedAlready(`Bea ${name}`));
    await page.getByLabel('City').fill('Toronto');
  });

  await test.step('a server that is stopped and started again costs nothing that was typed', async () => {
    await server.stop();
    await save(page);
    await expect(page.getByRole('alert')).toHaveText(messages.network);
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    await server.restart();
    await save(page);
    await expectPage(page, 'Customers');
    await expect(page.getByText(`Bea ${name} was added`)).toBeVisible();
    await expect(row(page, name)).toBeVisible();
    const found = await server.api(`/customers?filter[name]=${name}`);
    const { customers } = (await found.json()) as { customers: Customer[] };
    expect(customers).toHaveLength(1);
    expect(customers[0]).toMatchObject({ country: 'canada', province: 'ON', city: 'Toronto' });
  });
});

test('an edit starts from either spelling of the province, survives failed saves, and ends at the customer', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of (400|500)/);
  const customer = await createCustomer(server, { province: 'nova_scotia' });
  await page.goto(editPage(customer));
  await expectPage(page, `Edit ${customer.fullName}`);
  await expect(page.getByLabel('Province')).toHaveText('Nova Scotia');
  await page.getByLabel('City').fill('Halifax');
  const url = `**/api/customers/${customer._id}`;

  await page.route(url, (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('alert')).toHaveText(messages.network);
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.unroute(url);

  await page.route(url, (route) => route.fulfill({ status: 500, body: '' }));
  await save(page);
  await expect(page.getByRole('alert')).toHaveText(messages.updateCustomer);
  await page.unroute(url);

  await page.route(url, (route) =>
    route.fulfill({
      status: 400,
      json: { statusCode: 400, message: 'City is unknown', errors: { city: 'City is unknown' } },
    }),
  );
  await save(page);
  await expect(page.getByText('City is unknown')).toHaveCount(2);
  await expect(page.getByLabel('City')).toBeFocused();
  await expect(page.getByLabel('City')).toHaveValue('Halifax');
  await page.unroute(url);

  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page);
  const body = (await sent).postDataJSON() as object;
  expect(Object.keys(body).sort()).toEqual([
    'address',
    'city',
    'country',
    'email',
    'fullName',
    'phone',
    'postalCode',
    'province',
    'referralSource',
    'state',
    'version',
  ]);
  await expectPage(page, customer.fullName);
  await expect(page.getByText(`${customer.fullName} was saved`)).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('Halifax');
  const stored = (await (await server.api(`/customers/${customer._id}`)).json()) as Customer;
  expect(stored).toMatchObject({ city: 'Halifax', province: 'nova_scotia' });
});

test('two admins who edit one customer see both versions, and are told when it is gone', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of (404|409)/);
  const customer = await createCustomer(server);
  const theirs = async (fields: Partial<Customer>) => {
    const body = { ...customer, version: undefined, ...fields };
    expect((await server.api(`/customers/${customer._id}`, { method: 'PUT', body })).ok).toBe(true);
  };
  await test.step('the second goes on with theirs', async () => {
    await page.goto(editPage(customer));
    await page.getByLabel('City').fill('Ottawa');
    await theirs({ city: 'Montreal' });
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Two Versions of This Record' });
    await expect(dialog).toContainText(messages.editConflict);
    await expect(dialog.getByRole('row').nth(1)).toHaveText('CityMontrealOttawa');
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: 'Keep Editing Mine' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Ottawa');
    await expectNoAxeFindingsInEveryLook(page);
    await save(page);
    await expectPage(page, customer.fullName);
    await expect(page.getByRole('tabpanel')).toContainText('Ottawa');
  });

  await test.step('the second takes the saved one', async () => {
    await follow(page, editPage(customer));
    await page.getByLabel('City').fill('Hamilton');
    await theirs({ city: 'Ottawa', address: '2 Side Street' });
    await save(page);
    await page.getByRole('button', { name: 'Use the Saved Version' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Ottawa');
    await expect(page.getByLabel('Address')).toHaveValue('2 Side Street');
    await page.getByLabel('City').fill('Quebec City');
    await save(page);
    await expectPage(page, customer.fullName);
    await expect(page.getByRole('tabpanel')).toContainText('2 Side Street');
    await expect(page.getByRole('tabpanel')).toContainText('Quebec City');
  });

  await test.step('it is gone', async () => {
    await follow(page, editPage(customer));
    await page.getByLabel('City').fill('Hamilton');
    await server.api(`/customers/${customer._id}`, { method: 'DELETE' });
    await save(page);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(messages.customerNotFound);
    await expect(page.getByLabel('City')).toHaveValue('Hamilton');
  });
});
