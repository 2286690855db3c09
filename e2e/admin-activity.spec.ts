import type { Page } from '@playwright/test';
import { tokenKeys } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { pages } from '#domain/platform/pages';
import type { TestServer } from '../backend/src/testing/test-server.js';
import {
  createCustomer,
  createPayment,
  choose,
  expectPage,
  follow,
  row,
  signedIn,
  unique,
} from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { inEachWidth } from './support/looks.js';
import { expect, test } from './support/test.js';

test.beforeEach(async ({ page, server }) => signedIn(page, server));

const section = (page: Page) => page.getByRole('region', { name: 'Activity' });
const entries = (page: Page) => section(page).getByRole('list', { name: 'Activity' }).locator('> li');
/** The buttons of the filter. */
const filter = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true });

/** Goes on as another account, whose tokens take the place of those in the browser. */
async function continueAs(page: Page, server: TestServer, username?: string): Promise<void> {
  await page.evaluate(
    ([keys, { token, refreshToken }]) => {
      localStorage.setItem(keys.token, token);
      localStorage.setItem(keys.refreshToken, refreshToken);
    },
    [tokenKeys, await server.session(username)] as const,
  );
}

async function markPaid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update Status' }).click();
  await choose(page, 'New Status', 'Paid');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('Seen on the statement');
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(dialog).toBeHidden();
}

test('the history of a payment shows its changes of status, and its activity what else was done to it, and from where', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/status of 503/);
  const payment = await createPayment(server, await createCustomer(server));
  const body = { ...payment, version: undefined, notes: 'Called' };
  await server.api(`/payments/${payment._id}`, { method: 'PUT', body });
  await page.route('**/api/activity?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${pages.payments}/${payment._id}`);
  await expectPage(page, payment.referenceNumber);
  await expect(section(page).getByRole('alert')).toContainText(messages.fetchActivity);
  await page.unroute('**/api/activity?*');
  await section(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(entries(page).first()).toContainText(/Changed by admin from [\d.:a-f]+Notes: Called/);

  const history = page.getByRole('region', { name: 'Payment History' });
  const rows = history.getByRole('table', { name: 'Payment History' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(/\d+:\d\d\s[AP]M by adminPending-/);
  await markPaid(page);
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(/by adminPaidSeen on the statement/);
  await filter(page, 'Changes').click();
  await expect(entries(page).first()).toContainText(/Status changed by admin.*Status: Pending → Paid/);
  await filter(page, 'Money').click();
  await expect(entries(page).first()).toContainText('Marked as Paid');
  await filter(page, 'Comments').click();
  await expect(section(page).getByText('Nothing of this kind yet')).toBeVisible();
});

test('a customer whose activity is empty says so, and one that was edited shows the field before and after, page by page', async ({
  page,
  server,
}) => {
  const silent = await createCustomer(server);
  await page.route('**/api/activity?*', (route) => route.fulfill({ json: { items: [] } }));
  await page.goto(`${pages.customers}/${silent._id}`);
  await expect(section(page).getByText('No activity recorded')).toBeVisible();
  await page.unroute('**/api/activity?*');

  const customer = await createCustomer(server);
  for (let index = 1; index <= 21; index++)
    await server.api(`/customers/${customer._id}`, {
      method: 'PUT',
      body: { ...customer, version: undefined, city: `City ${index}` },
    });
  await follow(page, `${pages.customers}/${customer._id}`);
  await expectPage(page, customer.fullName);
  await expect(entries(page)).toHaveCount(20);
  await expect(entries(page).first()).toContainText('Changed by admin');
  await expect(entries(page).first()).toContainText('City: City 20 → City 21');

  await section(page).getByRole('button', { name: 'Load More' }).click();
  await expect(entries(page)).toHaveCount(22);
  await expect(entries(page).last()).toContainText('Created by admin');
  await expect(section(page).getByRole('button', { name: 'Load More' })).toBeHidden();
});

test('colleagues leave comments by keyboard, edit, pin and delete their own, and find customers by them', async ({
  page,
  server,
}) => {
  test.slow();
  const customer = await createCustomer(server);
  const payment = await createPayment(server, customer);
  const [manager, viewer] = [unique().toLowerCase(), unique().toLowerCase()];
  await server.addAccount(manager, 'manager');
  await server.addAccount(viewer, 'viewer');
  await page.goto(`${pages.payments}/${payment._id}`);
  const word = unique();
  await section(page).getByLabel('Leave a comment').fill(`Called about ${word}\nPays on Friday`);
  await page.keyboard.press('Control+Enter');
  await expect(entries(page).first()).toContainText(`admin commentedCalled about ${word}`);
  await expect(section(page).getByLabel('Leave a comment')).toHaveValue('');
  await section(page).getByLabel('Leave a comment').fill('x'.repeat(2001));
  await section(page).getByRole('button', { name: 'Send' }).click();
  await expect(section(page).getByText('Comment must be at most 2000 characters')).toBeVisible();

  await entries(page)
    .first()
    .getByRole('button', { name: /^Edit the comment by admin/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Comment' });
  await dialog.getByLabel('Comment').fill(`Called twice about ${word}`);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(entries(page).first()).toContainText(`admin commented · editedCalled twice about ${word}`);
  await entries(page)
    .first()
    .getByRole('button', { name: /^Pin the comment/ })
    .click();
  const pinned = page.getByRole('note', { name: 'Pinned' });
  await expect(pinned).toContainText(`Called twice about ${word}`);

  // The long comment was neither sent nor deleted. A link, as the entries of `follow` cannot be gone back from.
  const ofCustomer = page.getByRole('link', { name: 'View Customer' });
  await ofCustomer.click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(section(page).getByLabel('Leave a comment')).toHaveValue('x'.repeat(2001));
  await ofCustomer.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expectPage(page, customer.fullName);
  await expect(pinned).toBeHidden();
  await expect(entries(page).first()).toContainText(payment.referenceNumber);
  await filter(page, 'Comments').click();
  await expect(entries(page)).toHaveCount(1);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search payments and customers' }).fill(`twice ${word}`);
  const found = page.getByRole('group', { name: 'In Comments' }).getByRole('option');
  await expect(found).toContainText([`${payment.referenceNumber} · ${customer.fullName}`]);
  await page.keyboard.press('Enter');
  await expectPage(page, payment.referenceNumber);

  await test.step('a manager pins and edits none of the admin’s text; a viewer only reads', async () => {
    await continueAs(page, server, manager);
    await page.goto(`${pages.payments}/${payment._id}`);
    await expect(pinned).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Edit|Delete) the comment/ })).toHaveCount(0);
    await pinned.getByRole('button', { name: /^Unpin the comment by admin/ }).click();
    await expect(pinned).toBeHidden();
    await section(page).getByLabel('Leave a comment').fill('From the manager');
    await section(page).getByRole('button', { name: 'Send' }).click();
    await expect(entries(page).first()).toContainText(`${manager} commented`);
    await expect(section(page).getByLabel('Leave a comment')).toBeFocused();
    await continueAs(page, server, viewer);
    await page.goto(`${pages.payments}/${payment._id}`);
    await expect(entries(page).first()).toContainText('From the manager');
    await expect(section(page).getByLabel('Leave a comment')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /the comment by/ })).toHaveCount(0);
    await expect(filter(page, 'Changes')).toHaveCount(0);
  });

  await test.step('an admin deletes one, and that it was there stays', async () => {
    await continueAs(page, server);
    await page.goto(`${pages.payments}/${payment._id}`);
    await entries(page)
      .first()
      .getByRole('button', { name: `Delete the comment by ${manager}` })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(entries(page).first()).toContainText('Comment deleted by admin');
    await expect(section(page).getByRole('heading', { name: 'Activity' })).toBeFocused();
    await expect(page.getByText('From the manager')).toHaveCount(0);
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
  });
});

test('a colleague is mentioned by a name that is offered behind @, on a phone and by keyboard', async ({
  page,
  server,
}) => {
  test.slow();
  const payment = await createPayment(server, await createCustomer(server));
  const [first, second] = [`${unique()}.a`, `${unique()}.b`].map((name) => name.toLowerCase()) as [
    string,
    string,
  ];
  await server.addAccount(first, 'viewer');
  await server.addAccount(second, 'manager');
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(`${pages.payments}/${payment._id}`);
  const field = section(page).getByLabel('Leave a comment');
  await field.click();
  await page.keyboard.type('Please call her, @');
  const names = page.getByRole('listbox', { name: 'Colleagues' });
  await expect(names.getByRole('option', { name: 'admin', exact: true })).toBeVisible();
  await expectNoAxeFindingsInEveryLook(page, [375]);
  await inEachWidth(page, [320, 375], async (width) => {
    const { x, width: wide } = (await names.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + wide).toBeLessThanOrEqual(width);
  });
  await names.getByRole('option', { name: first }).click();
  await expect(names).toBeHidden();
  await expect(field).toBeFocused();
  await page.keyboard.type(`or ask @${second.slice(0, -2)}`);
  await expect(names.getByRole('option')).toHaveText([second]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Please call her, @${first} or ask @${second} `);
  await page.keyboard.press('Control+Enter');
  await expect(entries(page).locator('strong[data-mention]')).toHaveText([`@${first}`, `@${second}`]);
  await filter(page, 'Mails').click();
  await expect(entries(page).filter({ hasText: 'Mention' })).toHaveCount(2);
  await expectNoAxeFindingsInEveryLook(page, [375]);
});

test('the activity can be read by every role', async ({ page, server }) => {
  test.slow();
  const customer = await createCustomer(server);
  const notes = `${'A long note of many words. '.repeat(12)}${'x'.repeat(200)}`;
  const paymentDetails = { fullName: 'Ann Typed', province: 'ontario', country: 'canada' };
  const payment = await createPayment(server, customer, {
    notes,
    paymentDetails,
    transferDate: '2026-12-01',
  });
  const body = { ...customer, city: 'Ottawa', province: 'QC' };
  await server.api(`/customers/${customer._id}`, { method: 'PUT', body });
  await server.api(`/payments/${payment._id}/status`, { method: 'PATCH', body: { status: 'paid' } });
  await page.goto(pages.account);
  for (const [path, title] of [
    [`${pages.customers}/${customer._id}`, customer.fullName],
    [`${pages.payments}/${payment._id}`, payment.referenceNumber],
  ] as const) {
    await follow(page, path);
    await expectPage(page, title);
    await expect(page.getByText(/from (::1|127\.0\.0\.1)/).first()).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
    await inEachWidth(page, [320], async (width) =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width),
    );
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

test('a long name in the trail leaves the changes and the buttons of its entry in their place', async ({
  page,
  server,
}) => {
  await createCustomer(server, { fullName: `Ann ${'Wolfeschlegelsteinhausenbergerdorff '.repeat(3)}` });
  await page.goto(
    `${pages.audit}?${new URLSearchParams({ filter: JSON.stringify({ resource: 'customers' }) })}`,
  );
  const entry = row(page, 'Wolfeschlegel');
  await expect(entry).toContainText('Full Name:');
  const button = entry.getByRole('button').last();
  const [inner, outer] = await Promise.all([button.boundingBox(), page.getByRole('main').boundingBox()]);
  expect(inner!.x + inner!.width).toBeLessThan(outer!.x + outer!.width);
});
