import type { Books } from '#domain/ledger/books';
import { formatDay } from '#domain/platform/dates';
import type { Payment } from '#domain/payments/payments';
import { pages } from '#domain/platform/pages';
import { createCustomer, createPayment, expectPage, follow, signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { test } from './support/own-server.js';
import { expect } from './support/test.js';

/** The last day of the month that is `back` months ago, and a day in it. */
const monthEnd = (back: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 0)).toISOString().slice(0, 10);
};
const nameOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  );

test('a month is closed from its own figures, stays as it was, and is opened again with a reason', async ({
  page,
  ownServer: server,
  allowConsole,
}) => {
  // The charts of the page have no size on paper, where the sheet stands alone.
  allowConsole(/of chart should be greater than 0/);
  await signedIn(page, server);
  const customer = await createCustomer(server);
  const record = async (payment: Payment, values: object) => {
    const body = { kind: 'receipt', way: 'cash', version: payment.version, ...values };
    return server.api(`/payments/${payment._id}/ledger`, { method: 'POST', body });
  };
  const [last, before] = [monthEnd(1), monthEnd(2)];
  await record(await createPayment(server, customer, { amount: 1000 }), { amount: 1000, day: last });
  await record(await createPayment(server, customer, { amount: 800 }), {
    amount: 300,
    day: before,
    way: 'cheque',
  });
  const late = await createPayment(server, customer, { amount: 70 });
  const line = async () => {
    const books = (await (await server.api('/books')).json()) as Books;
    return books.months.filter(({ month }) => month <= last.slice(0, 7));
  };

  await page.goto(`${pages.reports}?tab=months`);
  await expectPage(page, 'Reports');
  const months = page.getByRole('region', { name: 'Months', exact: true });
  const row = months
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `${nameOf(last)}, CAD` }) });
  await expect(row).toContainText('CA$1,000.00');
  await expectNoAxeFindingsInEveryLook(page, [1280, 375]);

  await test.step('a month is one file for the accountant, and a journal for a program', async () => {
    const download = async (press: () => Promise<void>) => {
      const saved = page.waitForEvent('download');
      await press();
      return (await saved).suggestedFilename();
    };
    const month = last.slice(0, 7);
    const named = { name: `Download Package: ${nameOf(last)}` };
    expect(await download(() => months.getByRole('button', named).click())).toBe(`package-${month}.zip`);
    await months.getByRole('button', { name: `Journal for …: ${nameOf(last)}` }).click();
    expect(await download(() => page.getByRole('menuitem', { name: 'Xero' }).click())).toBe(
      `journal-xero-${month}-01-${last}-CAD.csv`,
    );
    await expect(months.getByText(/name these accounts by default: Cash, /)).toBeVisible();
  });

  await test.step('the line of a month is a sheet that prints alone', async () => {
    await row.getByRole('button').click();
    const sheet = page.getByRole('dialog', { name: `Books of ${nameOf(last)}, CAD` });
    await expect(sheet.getByRole('row', { name: /^Opening/ })).toContainText('CA$300.00');
    await expect(sheet.getByRole('row', { name: 'Cash' })).toContainText('CA$1,000.00');
    await expect(sheet.getByRole('row', { name: /^Closing/ })).toContainText('CA$300.00');
    await expectNoAxeFindingsInEveryLook(page);
    await page.emulateMedia({ media: 'print' });
    await expect(sheet.getByRole('row', { name: /^Opening/ })).toBeVisible();
    await expect(page.locator('#main')).toBeHidden();
    await expect(sheet.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await sheet.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('Close Month asks with the numbers and what is open', async () => {
    await months.getByRole('button', { name: 'Close Month' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close Month' });
    await expect(dialog).toContainText(`Nothing up to ${formatDay(last)} changes any more.`);
    await expect(dialog).toContainText('The month before it is closed, too.');
    await expect(dialog.getByRole('row', { name: /^Received/ })).toContainText('CA$1,000.00');
    await expect(dialog).toContainText('Nothing is open in it');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: `Close ${nameOf(last)}` }).click();
    await expect(months).toContainText(`Closed until ${formatDay(last)}`);
    await expect(months.getByRole('button', { name: 'Close Month' })).toBeDisabled();
    await expectNoAxeFindingsInEveryLook(page);
  });

  await test.step('what comes late changes no closed month', async () => {
    const closed = await line();
    expect((await record(late, { amount: 70, day: last })).status).toBe(201);
    expect(await line()).toEqual(closed);
    await follow(page, `${pages.payments}/${late._id}`);
    const money = page.getByRole('region', { name: 'Money', exact: true });
    await expect(money).toContainText(formatDay(last));
    await expect(money).toContainText(/booked on/);
  });

  await test.step('the newest closed month is opened again', async () => {
    await follow(page, `${pages.reports}?tab=months`);
    await expect(months).toContainText('1 booking came late');
    await months.getByRole('button', { name: 'Show Them' }).click();
    const booking = months.getByRole('listitem').filter({ hasText: late.referenceNumber });
    await expect(booking).toContainText(`${formatDay(last)}: CA$70.00, Cash`);
    await expect(booking.getByRole('link')).toHaveAttribute('href', `${pages.payments}/${late._id}`);
    await expectNoAxeFindingsInEveryLook(page, [1280, 375]);
    await months.getByRole('button', { name: `Open Again: ${nameOf(last)}` }).click();
    const dialog = page.getByRole('dialog', { name: `Open Again: ${nameOf(last)}` });
    await expect(dialog.getByRole('button', { name: 'Open Again' })).toBeDisabled();
    await dialog.getByLabel('Reason').fill('A late statement');
    await dialog.getByRole('button', { name: 'Open Again' }).click();
    await expect(months).toContainText(`Closed until ${formatDay(before)}`);
    await expect(months.getByRole('button', { name: 'Close Month' })).toBeEnabled();
  });
});
