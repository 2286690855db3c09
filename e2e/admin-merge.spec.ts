import type { Customer } from '#domain/customers/customers';
import { pages } from '#domain/platform/pages';
import { createCustomer, createPayment, expectPage, follow, row, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

test('two customers who are one are found, merged side by side, taken apart, and merged from two rows', async ({
  page,
  server,
}) => {
  test.slow();
  const name = unique();
  const phone = `+1 416 ${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const stays = await createCustomer(server, { fullName: `${name} Stays`, phone, city: 'Toronto' });
  const goes = await createCustomer(server, { fullName: `${name} Goes`, phone, city: 'Ottawa' });
  const payment = await createPayment(server, goes);
  await server.api('/comments', { method: 'POST', body: { customerId: goes._id, text: 'Comes along' } });
  const stored = async (id: string) => (await (await server.api(`/customers/${id}`)).json()) as Customer;

  await page.goto(`${pages.customers}/${stays._id}`);
  await expectPage(page, stays.fullName);
  const duplicates = page.getByRole('region', { name: 'Possible Duplicates' });
  await expect(duplicates).toContainText(`${goes.fullName}${goes.email}Same phone`);
  await duplicates.getByRole('button', { name: `Merge… ${goes.fullName}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge Customers' });
  await expect(dialog.getByRole('radio', { name: 'Toronto', exact: true })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Ottawa', exact: true }).check();
  await expect(dialog).toContainText(`Moves to ${stays.fullName}1 payment · 1 comment`);
  const placeOf = async (text: string) => (await dialog.getByText(text, { exact: true }).boundingBox())!;
  const [stay, go, toronto, ottawa] = [
    await placeOf('Stays'),
    await placeOf('Goes'),
    await placeOf('Toronto'),
    await placeOf('Ottawa'),
  ];
  expect(toronto.y).toBe(ottawa.y);
  expect([toronto.x >= stay.x, toronto.x < go.x, ottawa.x >= go.x]).toEqual([true, true, true]);
  await page.setViewportSize({ width: 1280, height: 360 });
  await expect(dialog.getByRole('heading', { name: 'Merge Customers' })).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(`${goes.fullName} was merged into ${stays.fullName}`)).toBeVisible();
  await expect(duplicates).toBeHidden();
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Comes along');
  await expect(activity).toContainText(payment.referenceNumber);
  expect(await stored(goes._id)).toMatchObject({
    _id: stays._id,
    city: 'Ottawa',
    furtherEmails: [goes.email],
  });
  await follow(page, `${pages.customers}/${goes._id}`);
  await expectPage(page, stays.fullName);
  await expect(page).toHaveURL(new RegExp(stays._id));

  await test.step('the undo stands in the history', async () => {
    await activity.getByRole('button', { name: 'Undo Merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo Merge' }).click();
    await expect(page.getByText('The merge was undone')).toBeVisible();
    await expect(duplicates).toContainText(goes.fullName);
    expect(await stored(goes._id)).toMatchObject({ _id: goes._id, city: 'Ottawa' });
    expect(await stored(stays._id)).toMatchObject({ city: 'Toronto' });
  });

  await test.step('two rows of a search', async () => {
    await follow(page, pages.customers);
    await expect(page.getByText('Search for customers to select and merge two of them.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(row(page, name)).toHaveCount(2);
    const bar = page.getByRole('group', { name: 'Selected customers' });
    await page.getByRole('checkbox', { name: `Select ${goes.fullName}` }).click();
    await expect(bar.getByRole('button', { name: 'Merge…' })).toBeDisabled();
    await page.getByRole('checkbox', { name: `Select ${stays.fullName}` }).click();
    await expectNoAxeFindings(page);
    await bar.getByRole('button', { name: 'Merge…' }).click();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(row(page, name)).toHaveCount(1);
    expect(await stored(goes._id)).toMatchObject({ _id: stays._id, city: 'Toronto' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, name)).toHaveCount(2);
    expect(await stored(goes._id)).toMatchObject({ _id: goes._id });
  });
});

test('two who share a phone can be called different people, which is remembered', async ({
  page,
  server,
}) => {
  const phone = `+1 647 ${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const [one, other] = [await createCustomer(server, { phone }), await createCustomer(server, { phone })];
  await page.goto(`${pages.customers}/${one._id}`);
  const duplicates = page.getByRole('region', { name: 'Possible Duplicates' });
  await duplicates.getByRole('button', { name: `Different People: ${other.fullName}` }).click();
  await expect(duplicates).toBeHidden();
  await follow(page, `${pages.customers}/${other._id}`);
  await expectPage(page, other.fullName);
  await expect(duplicates).toBeHidden();
});
