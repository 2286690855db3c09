import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import JSZip from 'jszip';
import { mongo } from 'mongoose';
import { join } from '@packages/embedded-database';
import { erasureMessages } from '#domain/care/personal-data';
import { createCustomer, createPayment, signedIn, unique } from './support/admin.js';
import { expectNoAxeFindings, expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { expect, test } from './support/test.js';

test('an admin gives a customer their data as a file, and erases it once nothing stands in the way', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer);
  await signedIn(page, server);
  await page.goto(`/admin/customers/${customer._id}`);
  const menu = page.getByRole('button', { name: 'Personal Data' });
  const choose = async (act: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name: act }).click();
  };

  await test.step('as a file of data and a page', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), choose('Export Personal Data')]);
    expect(download.suggestedFilename()).toBe(`personal-data-${customer._id}.zip`);
    const zip = await JSZip.loadAsync(await readFile(await download.path()));
    const html = await zip.file('index.html')!.async('string');
    expect(html).toContain(customer.fullName);
    expect(html).toContain(payment.referenceNumber);
    await page.route('**/exported', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto('/exported');
    await expect(page.getByRole('heading', { name: 'Personal data', exact: true })).toBeVisible();
    await expectNoAxeFindings(page);
    await page.goto(`/admin/customers/${customer._id}`);
  });

  const dialog = page.getByRole('dialog', { name: 'Erase Personal Data' });
  await test.step('not while its payment is pending', async () => {
    await choose('Erase…');
    await expect(dialog).toContainText(`${payment.referenceNumber}: The payment is pending`);
    await expect(dialog.getByRole('button', { name: 'Erase', exact: true })).toBeDisabled();
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('with the name and a reason that leaves it out', async () => {
    await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body: { status: 'cancelled' } });
    await choose('Erase…');
    await expect(dialog).toContainText('1 customer');
    await expect(dialog).toContainText('Papers and files are deleted on Jan 1');
    await dialog.getByLabel('Reason').fill(`${customer.fullName} asked`);
    await dialog.getByLabel(/^Type “/).fill(customer.fullName);
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(dialog).toContainText(erasureMessages.namedInReason);
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByLabel('Reason').fill('Asked for it by mail');
    await dialog.getByLabel(/^Type “/).fill(unique());
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(dialog).toContainText(erasureMessages.wrongName);
    await dialog.getByLabel(/^Type “/).fill(customer.fullName);
    await dialog.getByLabel(/^Type “/).press('Enter');
    await expect(dialog).toBeHidden();
  });

  await expect(page.getByText('The personal data of this customer was erased on')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Erased' })).toBeVisible();
  await expect(page.getByText(customer.fullName)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Record Payment' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Erased' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await expect(page.getByLabel('Leave a comment')).toBeHidden();
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Export Personal Data', 'Erase Again…']);
  await page.keyboard.press('Escape');
  await expectNoAxeFindingsInEveryLook(page);
});

test('an admin finds what is left of a deleted customer by the audit trail, and erases it', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const customer = await createCustomer(server);
  expect((await server.api(`/customers/${customer._id}`, { method: 'DELETE' })).status).toBe(204);
  await signedIn(page, server);
  await page.goto(`/admin/audit?filter=${encodeURIComponent(JSON.stringify({ action: 'delete' }))}`);
  await page.getByRole('link', { name: customer.fullName }).click();
  await expect(page.getByRole('heading', { name: customer.fullName })).toBeVisible();
  await expect(page.getByText('This customer was deleted.')).toBeVisible();
  await expectNoAxeFindingsInEveryLook(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Personal Data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`personal-data-${customer._id}.zip`);
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Personal Data' });
  await dialog.getByLabel('Reason').fill('Asked for it by mail');
  await dialog.getByLabel(/^Type “/).fill(customer.fullName);
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The personal data of this customer was erased on')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Erased' })).toBeVisible();
  await expect(page.getByText(customer.fullName)).toBeHidden();
  await expectNoAxeFindingsInEveryLook(page);
});

test('an erasure of many records shows how far it is until its end, and takes no second one @long', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(300_000);
  const customer = await createCustomer(server);
  const { uri } = await join({ dataDir: String(server.environment.DATA_DIR) });
  const client = await mongo.MongoClient.connect(uri);
  const comments = client.db('thailand_trip').collection('comments');
  const comment = { customerId: new mongo.ObjectId(customer._id), by: 'admin', text: 'Seats', version: 0 };
  const createdAt = new Date();
  for (let round = 0; round < 10; round++)
    await comments.insertMany(Array.from({ length: 2000 }, () => ({ ...comment, createdAt })));
  await client.close();
  await signedIn(page, server);
  await page.goto(`/admin/customers/${customer._id}`);
  const eraseFrom = async (one: Page, act: string) => {
    await one.getByRole('button', { name: 'Personal Data' }).click();
    await one.getByRole('menuitem', { name: act }).click();
    return one.getByRole('dialog', { name: 'Erase Personal Data' });
  };
  const dialog = await eraseFrom(page, 'Erase…');
  await dialog.getByLabel('Reason').fill('Asked for it by mail');
  await dialog.getByLabel(/^Type “/).fill(customer.fullName);
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();

  const other = await context.newPage();
  await expect(async () => {
    await other.goto(`/admin/customers/${customer._id}`);
    await expect(other.getByRole('heading', { name: 'Erased' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  const state = other.getByRole('alert').filter({ hasText: 'is being erased: step' });
  await expect(state.getByRole('progressbar', { name: 'Progress of the erasure' })).toBeVisible();
  const second = await eraseFrom(other, 'Erase Again…');
  await expect(second.getByText('is being erased: step')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Erase', exact: true })).toBeDisabled();
  await expectNoAxeFindings(other);
  await second.getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByText('The personal data of this customer was erased on')).toBeVisible({
    timeout: 120_000,
  });
  await expect(other.getByRole('progressbar')).toHaveCount(0);
  await other.close();
});

test('a manager is not offered the export and the erasure of a customer’s personal data', async ({
  page,
  server,
}) => {
  const customer = await createCustomer(server);
  const manager = unique().toLowerCase();
  await server.addAccount(manager, 'manager');
  await signedIn(page, server, manager);
  await page.goto(`/admin/customers/${customer._id}`);
  await expect(page.getByRole('heading', { name: customer.fullName })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Personal Data' })).toBeHidden();
});
