import { pages } from '#domain/platform/pages';
import { choose, createCustomer, expectPage, signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { test } from './support/own-server.js';
import { bankFile, createAccount, importFile } from './support/statements.js';
import { expect } from './support/test.js';

const inReview = `${pages.reconcile}?${new URLSearchParams({ filter: '{"state":"review"}' })}`;

test('money that belongs to no payment becomes one: of a customer who is added, and of one there is, and can be undone', async ({
  page,
  ownServer: server,
}) => {
  test.slow();
  const look = () => expectNoAxeFindingsInEveryLook(page, [375, 1280]);
  const known = await createCustomer(server, { fullName: 'Ingrid Falk' });
  const file = bankFile([
    ['E-TRANSFER - AUTODEPOSIT,OSKAR LUND', 500],
    ['E-TRANSFER - AUTODEPOSIT,INGRID FALK', 300.5],
    ['VIREMENT LIV HAUGE', 41.2],
  ]);
  await importFile(server, await createAccount(server), file);
  await signedIn(page, server);
  const record = async (name: string) => {
    await page.goto(inReview);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('link', { name: 'Record Payment from This Transaction' }).click();
    await expectPage(page, 'Record New Payment');
  };
  const beside = page.locator('[data-beside]');

  await record('VIREMENT LIV HAUGE');
  await expect(page.getByText('The bank says: “VIREMENT LIV HAUGE”.')).toBeVisible();
  await record('OSKAR LUND');
  await expect(page.getByRole('spinbutton', { name: 'Amount' })).toHaveValue('500');
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveText('CAD (Canadian Dollar)');
  await look();
  await page.getByRole('button', { name: 'Add “Oskar Lund” as Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Customer' });
  await expect(dialog.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Oskar Lund');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('oskar@example.com');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+1 416 555 0134');
  await choose(page, 'Country', 'Other');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('1 Main Street');
  await dialog.getByRole('textbox', { name: 'City' }).fill('Albany');
  await dialog.getByRole('textbox', { name: 'Postal Code / ZIP' }).fill('12207');
  // The methods are at once those of the customer's country: of a list that changes under the pointer no entry is pressed.
  const readings = '**/api/customers?*';
  await page.route(readings, () => {});
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('combobox', { name: 'Payment Method' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Credit Card',
    'Bank Transfer',
    'International Wire Transfer',
  ]);
  await page.keyboard.press('Escape');
  // It goes on with what waits.
  await page.unroute(readings);
  // The money came in this currency, wherever the customer lives.
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveText('CAD (Canadian Dollar)');
  await choose(page, 'Payment Method', 'International Wire Transfer');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('CA$500.00 from OSKAR LUND was matched.')).toBeVisible();
  await expect(beside).toContainText('Matched');
  await beside.getByRole('link', { name: /^CRTS-OTN/ }).click();
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();

  await record('INGRID FALK');
  await page.getByRole('button', { name: `Choose Ingrid Falk (${known.email})` }).click();
  await choose(page, 'Payment Method', 'Interac e-Transfer (Canada)');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('CA$300.50 from INGRID FALK was matched.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(beside).toContainText('Needs Review');
  // The payment stays, and is proposed.
  await expect(beside).toContainText('CA$300.50 due');
});
