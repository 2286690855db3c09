import type { DocumentList } from '#domain/documents/documents';
import { pages } from '#domain/platform/pages';
import { createCustomer, createPayment, expectPage, follow, signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { test } from './support/own-server.js';
import { expect } from './support/test.js';

test('a payment is invoiced, corrected and credited, the visitor gets the files, and the report has the tax', async ({
  page,
  ownServer: server,
  allowConsole,
}) => {
  // The charts of the page have no size while it is measured.
  allowConsole(/of chart should be greater than 0/);
  await signedIn(page, server);
  const customer = await createCustomer(server, { fullName: 'Mara Doyle', province: 'ON' });
  const { _id, referenceNumber } = await createPayment(server, customer, { amount: 2256.61, status: 'paid' });
  const documents = page.getByRole('region', { name: 'Documents', exact: true });
  const row = (number: string) => documents.getByRole('row').filter({ hasText: number });

  await test.step('what is due is issued at once where a person asks', async () => {
    await page.goto(`${pages.payments}/${_id}`);
    await expect(documents).toContainText('Ontario · HST 13%');
    await documents.getByRole('button', { name: 'Issue Now' }).click();
    await expect(row('INV-000001')).toContainText('CA$2,256.61');
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });

  await test.step('the file is a download', async () => {
    const download = page.waitForEvent('download');
    await documents.getByRole('button', { name: 'Download INV-000001' }).click();
    expect((await download).suggestedFilename()).toBe('INV-000001.pdf');
  });

  await test.step('another buyer is asked for, and says what is credited', async () => {
    await documents.getByRole('button', { name: 'Issue Corrected Invoice' }).click();
    const dialog = page.getByRole('dialog', { name: 'Issue Corrected Invoice' });
    await expect(dialog).toContainText('Invoice INV-000001 is credited in full, CA$2,256.61');
    await expect(dialog.getByLabel('Name')).toHaveValue('Mara Doyle');
    await dialog.getByLabel('Name').fill('Doyle Holdings');
    await dialog.getByRole('button', { name: 'Issue Corrected Invoice' }).click();
    await expect(dialog).toBeHidden();
    await expect(row('INV-000002')).toContainText('CA$2,256.61');
    await expect(row('CN-000001')).toContainText('Corrected');
  });

  await test.step('another tax place is set', async () => {
    await documents.getByRole('button', { name: 'Set Tax Place' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set Tax Place' });
    await dialog.getByLabel('Province').click();
    await page.getByRole('option', { name: 'Alberta' }).click();
    await dialog.getByRole('button', { name: 'Set Tax Place' }).click();
    await expect(documents).toContainText('Alberta · GST 5%');
  });

  await test.step('the customer’s page has them all', async () => {
    await follow(page, `${pages.customers}/${customer._id}`);
    await expect(row('INV-000002')).toContainText('CA$2,256.61');
    await expect(row('CN-000001')).toContainText('-CA$2,256.61');
  });

  await test.step('all documents are listed, searched, and open their payment', async () => {
    await follow(page, pages.documents);
    await expectPage(page, 'Documents');
    await page.getByLabel('Search by number, payment or buyer').fill('holdings');
    await page.keyboard.press('Enter');
    const found = page.getByRole('row').filter({ hasText: 'INV-000002' });
    await expect(found).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'INV-000001' })).toHaveCount(0);
    await expect(found.getByRole('link', { name: referenceNumber })).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });

  await test.step('the report has the lines of the return', async () => {
    await follow(page, pages.reports);
    await page.getByRole('tab', { name: 'Tax' }).click();
    const tax = page.getByRole('region', { name: 'Tax', exact: true });
    await expect(tax.getByRole('row', { name: /^Line 103/ })).toContainText('CA$519.22');
    await expect(tax.getByRole('row', { name: /^Line 107/ })).toContainText('CA$259.61');
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });

  await test.step('the visitor’s page has the files', async () => {
    const link = await server.api(`/payments/${_id}/link`, { method: 'POST', body: {} });
    const { url } = (await link.json()) as { url: string };
    await page.goto(new URL(url).pathname);
    const own = page.getByRole('region', { name: 'Documents' });
    await expect(own).toContainText('Invoice INV-000001');
    const download = page.waitForEvent('download');
    await own.getByRole('link', { name: 'Download PDF of INV-000001' }).click();
    expect((await download).suggestedFilename()).toBe('INV-000001.pdf');
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });

  const listed = (await (await server.api('/documents')).json()) as DocumentList;
  expect(listed.documents.length).toBeGreaterThanOrEqual(3);
});
