import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { tokenKeys } from '#domain/auth/auth';
import type { Customer } from '#domain/customers/customers';
import { messages } from '#domain/platform/messages';
import { createCustomer, expectPage, follow, row, unique } from './admin.js';
import { expectNoAxeFindings } from './axe.js';
import { press, tabTo } from './keyboard.js';
import type { TestServer } from '../../backend/src/testing/test-server.js';

const list = '/admin/partners';

interface Partner {
  _id: string;
  name: string;
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' });

/** Stores partners at the server, the last one first in the list. */
async function createPartners(server: TestServer, names: string[], contact: Customer): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (const name of names) {
    const body = { name, email: 'hello@partner.example.com', customerId: contact._id };
    const answer = await server.api('/partners', { method: 'POST', body });
    partners.push((await answer.json()) as Partner);
  }
  return partners;
}

/** Nothing of the page is wider than the window. */
const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/**
 * Uses the partners of docs/extending.md, which are react-admin's own parts alone, and holds them to what the product's
 * own screens are held to.
 */
export async function useAsNewcomer(page: Page, server: TestServer): Promise<void> {
  const contact = await createCustomer(server);
  const name = `Siam ${unique()}`;

  await test.step('an empty list offers the form, by keyboard, whose title takes the focus', async () => {
    await page.goto(server.url + list);
    await expectPage(page, 'Partners');
    await expect(page).toHaveTitle(/^Partners - /);
    await expectNoAxeFindings(page);
    await press(page, page.getByRole('main').getByRole('link', { name: 'Create' }));
    await expectPage(page, 'New Partner');
    await expect(page).toHaveTitle(/^New Partner - /);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(new URL(page.url()).pathname).toBe(`${list}/create`);
    await page.reload();
    await expectPage(page, 'New Partner');
  });

  await test.step('the form names what is missing, asks before it is left, and is sent once', async () => {
    await page.getByLabel('Name').fill(name);
    await save(page).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Partners' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByLabel('Email').fill('hello@siam.example.com');
    await page.getByRole('combobox', { name: 'Contact' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Contact' }).fill(contact.lastName);
    await page.getByRole('option', { name: contact.fullName }).click();

    await page.route('**/api/partners', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await save(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(messages.network);
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await page.unroute('**/api/partners');
    await save(page).click();
    await expectPage(page, 'Partners');
    await expect(page.getByText('The record was added')).toBeVisible();
    await expect(row(page, name)).toHaveCount(1);
  });

  const [first] = await createPartners(
    server,
    Array.from({ length: 12 }, (_, at) => `Andaman ${String(at).padStart(2, '0')}`),
    contact,
  );

  await test.step('the list is filtered, sorted and turned in the address, and asks for all contacts at once', async () => {
    const asked: string[] = [];
    const listen = (request: { url(): string }) => asked.push(request.url());
    page.on('request', listen);
    await page.goto(server.url + list);
    await expect(page.getByText('1–10 of 13')).toBeVisible();
    await expect(row(page, 'Andaman 11').getByRole('link', { name: contact.fullName })).toBeVisible();
    expect(asked.filter((url) => url.includes('/api/customers'))).toHaveLength(1);
    page.off('request', listen);
    await page.getByRole('button', { name: 'Go to next page' }).click();
    await expect(page.getByText('11–13 of 13')).toBeVisible();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expect(page.getByRole('row').nth(1)).toContainText('Andaman 00');
    await page.keyboard.press('/');
    await expect(page.getByPlaceholder('Search', { exact: true })).toBeFocused();
    await page.keyboard.type(name.toLowerCase());
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/filter=.*siam/);
    await expectNoAxeFindings(page);
  });

  await test.step('the list is filtered by the contact, who exists', async () => {
    const other = await createCustomer(server);
    const of = async ({ _id }: Customer) => {
      const answer = await server.api(`/partners?filter[customerId]=${_id}`);
      return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
    };
    expect([await of(contact), await of(other)]).toEqual([13, 0]);
    const body = { name, email: 'hello@siam.example.com', customerId: '0'.repeat(24) };
    expect((await server.api('/partners', { method: 'POST', body })).status).toBe(404);
  });

  await test.step('a row opens by keyboard; its contact leads to the page of the customer', async () => {
    await expect(row(page, name)).toBeVisible();
    await page.getByRole('columnheader', { name: 'Name' }).click();
    await page.keyboard.press('j');
    await expect(row(page, name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expectPage(page, name);
    await expect(page.getByText('hello@siam.example.com')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: contact.fullName }).click();
    await expectPage(page, contact.fullName);
    await page.goBack();
    await expectPage(page, name);
  });

  await test.step('an edit compares both versions where a colleague was faster', async () => {
    await press(page, page.getByRole('main').getByRole('link', { name: 'Edit' }));
    await expectPage(page, `Edit ${name}`);
    await page.getByLabel('Email').fill('mine@siam.example.com');
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const theirs = { name, email: 'theirs@siam.example.com', customerId: contact._id };
    await server.api(`/partners/${id}`, { method: 'PUT', body: theirs });
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: 'Two Versions of This Record' });
    await expect(dialog.getByRole('row').nth(1)).toHaveText(
      'Emailtheirs@siam.example.commine@siam.example.com',
    );
    await expectNoAxeFindings(page);
    await dialog.getByRole('button', { name: 'Keep Editing Mine' }).click();
    await save(page).click();
    await expectPage(page, name);
    await expect(page.getByText('mine@siam.example.com')).toBeVisible();
    await expect(page.getByText('The record was saved')).toBeVisible();
    const filter = encodeURIComponent(JSON.stringify({ resource: 'partners', resourceId: id }));
    await page.goto(`${server.url}/admin/audit?filter=${filter}`);
    const links = page.locator(`a[href="${list}/${id}/show"]`);
    await expect(links).toHaveCount(3);
    await links.first().click();
    await expectPage(page, name);
  });

  await test.step('the export has every record, not the page', async () => {
    await follow(page, list);
    await expect(page.getByText('1–10 of 13')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(14);
    expect(text).toContain(`"${name}"`);
  });

  await test.step('several are deleted after a question, each with its own outcome', async () => {
    for (const text of ['Andaman 11', 'Andaman 10']) await row(page, text).getByRole('checkbox').check();
    await expectNoAxeFindings(page);
    await page.route('**/api/partners/*', (route) =>
      route.request().method() === 'DELETE' && route.request().url().endsWith(first!._id)
        ? route.abort()
        : route.continue(),
    );
    await row(page, 'Andaman 09').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Andaman 11')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('3 records were deleted')).toBeVisible();
    await expect(page.getByText('1–10 of 10')).toBeVisible();
    await expect(row(page, 'Andaman 10')).toHaveCount(0);

    await row(page, 'Andaman 00').getByRole('checkbox').check();
    await row(page, 'Andaman 01').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(`1 of 2 could not be deleted: ${messages.network}`)).toBeVisible();
    await expect(row(page, 'Andaman 01')).toHaveCount(0);
    await expect(row(page, 'Andaman 00')).toBeVisible();
    await page.unroute('**/api/partners/*');
  });

  await test.step('the other theme is the product’s', async () => {
    const background = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('.RaList-main')!).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: 'Use the Dark Theme' }).click();
    expect(await background()).not.toBe(light);
    await expectNoAxeFindings(page);
    await follow(page, `${list}/${first!._id}`);
    await expectPage(page, 'Edit Andaman 00');
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Use the Light Theme' }).click();
  });

  await test.step('a phone has cards, and no page is wider than its window', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await expectPage(page, 'Edit Andaman 00');
    await expectNoOverflow(page);
    await expectNoAxeFindings(page);
    await follow(page, list);
    const card = page.getByRole('main').getByRole('listitem').first();
    await expect(card).toContainText('Andaman 08');
    expect((await card.boundingBox())!.y).toBeLessThan(320);
    await expectNoOverflow(page);
    await expectNoAxeFindings(page);
    await card.click();
    await expectPage(page, 'Andaman 08');
    await expectNoOverflow(page);
    await expectNoAxeFindings(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('an address that is none of the pages is not found', async () => {
    for (const path of ['/create/x', '/1/edit', '/1/show/x'])
      expect((await page.request.get(`${server.url}${list}${path}`)).status()).toBe(404);
    await page.goto(`${server.url}${list}/${'0'.repeat(24)}/show`);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Partner not found');
    await expectNoAxeFindings(page);
  });
}

/** Looks at the partners as a person who may only read them. */
export async function lookAsViewer(page: Page, server: TestServer): Promise<void> {
  const main = page.getByRole('main');
  const { partners } = (await (await server.api('/partners')).json()) as { partners: Partner[] };
  const { _id: id, name } = partners[0]!;
  await server.addAccount('vera', 'viewer');
  await page.evaluate(
    ([keys, { token, refreshToken }]) => {
      localStorage.setItem(keys.token, token);
      localStorage.setItem(keys.refreshToken, refreshToken);
    },
    [tokenKeys, await server.session('vera')] as const,
  );
  await page.goto(server.url + list);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(main.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Create' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await tabTo(page, page.getByRole('row').nth(1));
  await follow(page, `${list}/${id}/show`);
  await expectPage(page, name);
  await expect(main.getByText('hello@partner.example.com')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  for (const path of [`${list}/${id}`, `${list}/create`]) {
    await page.goto(server.url + path);
    await expectPage(page, messages.forbidden);
  }
}
