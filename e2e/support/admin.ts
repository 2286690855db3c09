import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { tokenKeys } from '#domain/auth/auth';
import type { Customer, CustomerInput } from '#domain/customers/customers';
import type { Payment, PaymentInput } from '#domain/payments/payments';
import type { TestServer } from '../../backend/src/testing/test-server.js';

/** A word that no other test uses, to search for in the database that tests share. */
export const unique = (): string => `T${randomUUID().replaceAll('-', '').slice(0, 10)}`;

/** Signs in without the form, as the first admin or `username`: stores the tokens before the first page loads. */
export async function signedIn(page: Page, server: TestServer, username?: string): Promise<void> {
  const tokens = await server.session(username);
  await page.addInitScript(
    ([keys, { token, refreshToken }]) => {
      if (sessionStorage.getItem('signed-in')) return;
      sessionStorage.setItem('signed-in', 'yes');
      localStorage.setItem(keys.token, token);
      localStorage.setItem(keys.refreshToken, refreshToken);
    },
    [tokenKeys, tokens] as const,
  );
}

async function made<Item>(response: Promise<Response>): Promise<Item> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Item;
}

/** Stores a customer with a name that no other test uses. */
export function createCustomer(server: TestServer, fields: Partial<CustomerInput> = {}): Promise<Customer> {
  const name = unique();
  const body: CustomerInput = {
    fullName: `Ann ${name}`,
    email: `${name.toLowerCase()}@example.com`,
    phone: '+1 416 555 0134',
    country: 'canada',
    province: 'ON',
    address: '1 Main Street',
    city: 'Toronto',
    postalCode: 'M5V 2T6',
    ...fields,
  };
  return made(server.api('/customers', { method: 'POST', body }));
}

/** Stores a payment of a customer. */
export function createPayment(
  server: TestServer,
  customer: Customer,
  fields: Partial<PaymentInput> = {},
): Promise<Payment> {
  const body: PaymentInput = {
    customerId: customer._id,
    paymentMethod: 'interac',
    amount: 2256.61,
    currency: 'CAD',
    status: 'pending',
    ...fields,
  };
  return made(server.api('/payments', { method: 'POST', body }));
}

/** Goes to another page like a link, without reloading the document. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { key: crypto.randomUUID(), idx: history.length };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

/** Expects the page with this heading. */
export async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
}

/** Chooses an entry of a select field, whose list has the field's label too until it is gone. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** The row of a list that has this text in it. */
export const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Expects the headings of the table with this row to end above it, as headings that stay could cover the first row. */
export async function expectUncovered(row: Locator): Promise<void> {
  const heading = row.locator('xpath=ancestor::table').locator('thead');
  const [above, below] = await Promise.all([
    heading.getByRole('columnheader').first().boundingBox(),
    row.boundingBox(),
  ]);
  expect(below!.y, 'the row begins below its headings').toBeGreaterThanOrEqual(above!.y + above!.height - 1);
}

/** The value beside a label in a panel of labelled rows. */
export const detail = (panel: Locator, label: string): Locator =>
  panel
    .locator('.ra-field')
    .filter({ has: panel.page().getByText(label, { exact: true }) })
    .locator(':scope > :not(.RaLabeled-label)');
