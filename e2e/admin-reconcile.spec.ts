import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import { type Payment, statusNames } from '#domain/payments/payments';
import { createCustomer, createPayment, expectPage, follow, signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { CheckoutPage, someDetails } from './support/checkout.js';
import { inEachWidth } from './support/looks.js';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { bankFile, createAccount, importFile, today } from './support/statements.js';
import { test } from './support/own-server.js';
import { expect } from './support/test.js';

async function confirmReady(server: TestServer): Promise<void> {
  const answer = await server.api('/bank-transactions?filter[state]=ready');
  const { transactions } = (await answer.json()) as { transactions: { _id: string }[] };
  const body = { ids: transactions.map(({ _id }) => _id) };
  await server.api('/bank-transactions/confirm', { method: 'POST', body });
}

const paymentOf = async (server: TestServer, id: string): Promise<Payment> =>
  (await (await server.api(`/payments/${id}`)).json()) as Payment;

const inReview = `${pages.reconcile}?${new URLSearchParams({ filter: '{"state":"review"}' })}`;

const rowOf = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Bank transactions' }).getByRole('listitem').filter({ hasText: text });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

interface World {
  payments: Record<'exact' | 'named' | 'short', Payment>;
  file: Buffer;
}

const longNumber = '0123456789'.repeat(8);

/** Three pending payments, and a bank's file: one exact, one by name, one short, one unknown, one outgoing. */
async function makeWorld(server: TestServer): Promise<World> {
  const exact = await createCustomer(server, { fullName: 'Jane Smith' });
  const named = await createCustomer(server, { fullName: 'Pierre Tremblay' });
  const short = await createCustomer(server, { fullName: 'Wanda Wright' });
  const payments = {
    exact: await createPayment(server, exact),
    named: await createPayment(server, named),
    short: await createPayment(server, short, { paymentMethod: 'bankTransfer' }),
  };
  const file = bankFile([
    [`E-TRANSFER ${payments.exact.referenceNumber} ${longNumber}`, 2256.61],
    ['INTERAC ETRNSFR AD RECVD PIERRE TREMBLAY 2026', 2256.61],
    [`WIRE TSF ${payments.short.referenceNumber}`, 2231.61],
    ['COUNTER DEPOSIT 0123', 500],
    ['MONTHLY FEE', -45],
  ]);
  return { payments, file };
}

const statusesOf = async (server: TestServer, payments: World['payments']) =>
  Promise.all(Object.values(payments).map(async ({ _id }) => (await paymentOf(server, _id)).status));

test('a bank file is imported, confirmed, split, accepted, ignored and undone, and every screen agrees at each step', async ({
  page,
  ownServer: server,
  allowConsole,
}) => {
  // The server refuses the same file again.
  allowConsole(/status of 409/);
  test.setTimeout(150_000);
  const visitors = ['Jane Smith', 'Pierre Tremblay', 'Wanda Wright'];
  const references: string[] = [];
  for (const fullName of visitors) {
    const checkout = new CheckoutPage(page);
    references.push(await checkout.purchase(someDetails({ fullName, transferDate: today })));
    await page.getByRole('button', { name: 'Start New Checkout' }).click();
  }
  const [exact = '', named = '', short = ''] = references;
  const file = bankFile([
    [`E-TRANSFER ${exact} SMITH`, 2256.61],
    ['INTERAC ETRNSFR AD RECVD PIERRE TREMBLAY 2026', 2256.61],
    [`WIRE TSF ${short}`, 2231.61],
    ['COUNTER DEPOSIT 0123', 500],
    ['MONTHLY FEE', -45],
  ]);
  await signedIn(page, server);

  await test.step('the first visit explains where statements come from', async () => {
    await page.goto(pages.reconcile);
    await expectPage(page, 'Reconcile');
    await expect(page.getByText('No bank transactions yet')).toBeVisible();
    await expect(page.getByText(/look for Download or Export/)).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('main').getByRole('link', { name: 'Import Statement' }).last().click();
    await expectPage(page, 'Import Statement');
  });

  await test.step('an account is created, the file is previewed and imported', async () => {
    await page.getByRole('button', { name: 'Add Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Bank Account' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await expectNoAxeFindings(page);
    await dialog.getByLabel('Name').fill('RBC Business');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await chooseFile(page, 'november.csv', file);
    const preview = page.getByRole('region', { name: 'Preview of november.csv' });
    await preview.getByRole('button', { name: 'Yes, This Is Right' }).click();
    await expect(preview.getByText('5 rows, CA$7,199.83 in sum')).toBeVisible();
    await preview.getByText('Choose the columns by hand').click();
    await expect(preview.getByRole('combobox', { name: 'Read Description as' })).toHaveText('Text');
    await expectNoAxeFindings(page);
    await preview.getByRole('button', { name: 'Import 5 Transactions' }).click();
    await expect(page.getByText('5 transactions were imported. 1 ready, 3 to review.')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Confirm 1 Ready' }).click();
  });

  await test.step('what is ready is confirmed once the dialog has said how many and how much', async () => {
    await expectPage(page, 'Reconcile');
    await expect(tab(page, 'Ready (1)')).toHaveAttribute('aria-selected', 'true');
    await expect(rowOf(page, exact).locator('mark')).toHaveText(exact);
    await page.getByRole('button', { name: 'Show All Statements' }).click();
    await page.getByRole('button', { name: 'Confirm All Ready' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm All That Is Ready' });
    await expect(dialog.getByRole('row', { name: 'CAD 1 CA$2,256.61' })).toBeVisible();
    await expectNoAxeFindings(page);
    await dialog.getByRole('button', { name: 'Confirm 1' }).click();
    await expect(page.getByText('1 transaction was confirmed.')).toBeVisible();
    await expect(tab(page, 'Matched (1)')).toBeVisible();
    await expectPaid(page, exact);
    await follow(page, pages.admin);
    await expect(page.getByRole('region', { name: 'Confirmed Payments' })).toContainText('1');
    await expect(page.getByRole('link', { name: /3 transactions wait|Reconcile/ }).first()).toContainText(
      '3',
    );
  });

  await test.step('the one by name is matched after a look at it', async () => {
    await follow(page, inReview);
    await rowOf(page, 'PIERRE TREMBLAY').getByRole('link', { name: 'PIERRE TREMBLAY' }).first().click();
    const form = page.getByRole('form', { name: 'Match to payments' });
    await expect(form.getByText('Name and amount')).toBeVisible();
    await expect(form.getByText('The payment becomes Paid.')).toBeVisible();
    await expectNoAxeFindings(page);
    await form.getByRole('button', { name: 'Match CA$2,256.61' }).click();
    await expect(page.getByText('CA$2,256.61 from PIERRE TREMBLAY was matched.')).toBeVisible();
    await expect(tab(page, 'Matched (2)')).toBeVisible();
    await expectPaid(page, named);
  });

  await test.step('the short one is accepted with the bank’s fees', async () => {
    await follow(page, inReview);
    await rowOf(page, 'WIRE TSF').getByRole('link', { name: 'Review' }).click();
    const form = page.getByRole('form', { name: 'Match to payments' });
    await expect(form.getByText('The payment stays Pending: CA$25.00 is still due.')).toBeVisible();
    const accept = form.getByLabel('Accept what is missing as the bank’s fees');
    // In sight without scrolling the panel, and under nothing, on a laptop.
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(accept).toBeVisible();
    expect(
      await accept.evaluate((box) => {
        const { x, y, width, height } = box.getBoundingClientRect();
        return box.closest('label')?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    ).toBe(true);
    await page.setViewportSize(size);
    await accept.check();
    await expect(
      form.getByText('The payment becomes Paid; CA$25.00 is accepted as the bank’s fees.'),
    ).toBeVisible();
    await form.getByRole('button', { name: 'Match CA$2,231.61' }).click();
    await expect(tab(page, 'Matched (3)')).toBeVisible();
    await expectPaid(page, short, /CA\$25\.00 missing, accepted as the bank’s fees/);
  });

  await test.step('the unknown one is ignored for a reason, and undone from its row', async () => {
    await follow(page, inReview);
    await rowOf(page, 'COUNTER DEPOSIT').getByRole('link', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Ignore', exact: true }).click();
    await page.getByRole('button', { name: 'Ignore', exact: true }).click();
    await expect(page.getByText('Reason is required')).toBeVisible();
    await page.getByLabel('Reason').fill('Not a customer');
    await page.getByLabel('Reason').press('Enter');
    await expect(page.getByText('CA$500.00 from COUNTER DEPOSIT 0123 was ignored.')).toBeVisible();
    await expect(page.getByText('Nothing to review')).toBeVisible();
    await tab(page, /Ignored/).click();
    await expect(rowOf(page, 'MONTHLY FEE')).toContainText('Money that went out');
    await rowOf(page, 'Not a customer').getByRole('button', { name: 'Undo' }).click();
    await expect(tab(page, 'Needs Review (1)')).toBeVisible();
  });

  await test.step('an undone match gives the payment back what it was, and its money is split over two payments', async () => {
    await tab(page, /Matched/).click();
    await rowOf(page, short).getByRole('button', { name: 'Undo' }).click();
    await expect(tab(page, 'Needs Review (2)')).toBeVisible();
    await follow(page, pages.payments);
    await expect(page.getByRole('row').filter({ hasText: short })).toContainText('Pending');
    await follow(page, inReview);
    await rowOf(page, 'WIRE TSF').getByRole('link', { name: 'Review' }).click();
    const form = page.getByRole('form', { name: 'Match to payments' });
    await form.getByLabel('Amount (CAD)').fill('2000');
    await expect(form.getByText('CA$231.61 of CA$2,231.61 is left over and stays in review')).toBeVisible();
    await form.getByRole('button', { name: 'Match CA$2,000.00' }).click();
    await expect(page.getByText('CA$2,000.00 from WIRE TSF', { exact: false }).first()).toBeVisible();
    await expect(rowOf(page, 'WIRE TSF')).toContainText('CA$231.61 left over');
    await follow(page, pages.payments);
    await expect(page.getByRole('row').filter({ hasText: short })).toContainText('Pending');
  });

  await test.step('a file whose dates can be read in two ways is read once the admin has said how', async () => {
    await follow(page, pages.importStatement);
    await expectPage(page, 'Import Statement');
    await chooseFile(
      page,
      'spring.csv',
      Buffer.from('Date,Description,Amount\n03/04/2026,BRANCH 0777,750\n'),
    );
    const preview = page.getByRole('region', { name: 'Preview of spring.csv' });
    await expect(preview.getByText('The dates can be read in two ways')).toBeVisible();
    await expect(preview.getByText('in sum')).toBeHidden();
    await expect(preview.getByRole('button', { name: /^Import/ })).toBeDisabled();
    const order = preview.getByRole('group', { name: 'In which order do day and month stand?' });
    await order.getByRole('button', { name: /day, month, year/ }).click();
    await preview.getByRole('button', { name: 'Yes, This Is Right' }).click();
    await expect(preview.getByText('1 row, CA$750.00 in sum')).toBeVisible();
    await expect(preview.getByText('Apr 3, 2026').first()).toBeVisible();
    await preview.getByRole('button', { name: 'Choose Another File' }).click();
  });

  await test.step('the same file again adds nothing', async () => {
    await chooseFile(page, 'again.csv', file);
    await expect(page.getByText(/This file was imported already: "november.csv"/)).toBeVisible();
    await chooseFile(page, 'longer.csv', Buffer.concat([file, Buffer.from('\n')]));
    await expect(page.getByText('5 rows were imported before and are left out')).toBeVisible();
    await page.getByRole('button', { name: 'Import 0 Transactions' }).click();
    await expect(page.getByText('0 transactions were imported. 5 were known already.')).toBeVisible();
    const counts = ((await (await server.api('/bank-transactions')).json()) as { counts: object }).counts;
    expect(counts).toEqual({ ready: 0, review: 2, matched: 2, ignored: 1 });
  });
});

/** Expects that the payment's page shows it as paid, with the transaction. */
async function expectPaid(
  page: Page,
  reference: string,
  note: RegExp = /^Received CA\$2,256\.61 on/,
): Promise<void> {
  await follow(page, pages.payments);
  await page.getByRole('link', { name: reference, exact: true }).click();
  await expectPage(page, reference);
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('Paid');
  await expect(page.getByRole('table', { name: 'Payment History' }).getByText(note)).toBeVisible();
}

test('a colleague is faster, keys go through the rows, a cancelled payment is asked about, and money goes back @long', async ({
  page,
  ownServer: server,
  allowConsole,
}) => {
  // The colleague's change is a conflict.
  allowConsole(/status of 409/);
  test.slow();
  const { payments, file } = await makeWorld(server);
  const accountId = await createAccount(server);
  await importFile(server, accountId, file);
  await signedIn(page, server);

  await test.step('the second admin is told why not, and sees what is so', async () => {
    await page.goto(inReview);
    // The colleague acts after the panel has loaded the transaction itself.
    const asked = page.waitForResponse((response) =>
      /\/bank-transactions\/[0-9a-f]{24}$/.test(response.url()),
    );
    await rowOf(page, 'PIERRE TREMBLAY').getByRole('link', { name: 'Review' }).click();
    await asked;
    const match = page.getByRole('button', { name: 'Match CA$2,256.61' });
    await expect(match).toBeEnabled();

    const answer = await server.api('/bank-transactions?filter[search]=tremblay');
    const [transaction] = ((await answer.json()) as { transactions: { _id: string; version: number }[] })
      .transactions;
    await server.api(`/bank-transactions/${transaction?._id}/ignore`, {
      method: 'POST',
      body: { reason: 'A colleague was first', version: transaction?.version },
    });
    await match.click();
    await expect(page.getByRole('alert').filter({ hasText: /changed by someone else/ })).toContainText(
      'Its present state is shown below.',
    );
    await expect(page.getByText('Ignored: A colleague was first')).toBeVisible();
    expect(await statusesOf(server, payments)).toEqual(['pending', 'pending', 'pending']);
    await tab(page, /Ignored/).click();
    await rowOf(page, 'A colleague was first').getByRole('button', { name: 'Undo' }).click();
    await expect(tab(page, 'Needs Review (3)')).toBeVisible();
  });

  await test.step('keys confirm and undo, and letters that are typed stay letters', async () => {
    await tab(page, /Ready/).click();
    await expect(rowOf(page, payments.exact.referenceNumber)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 2, name: 'CA$2,256.61' });
    await expect(heading).toBeFocused();
    await expect(page.getByRole('form').getByRole('button', { name: 'Confirm' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Matched (1)')).toBeVisible();
    expect((await paymentOf(server, payments.exact._id)).status).toBe('paid');
    await page.keyboard.press('u');
    await expect(tab(page, 'Ready (1)')).toBeVisible();
    expect((await paymentOf(server, payments.exact._id)).status).toBe('pending');

    await tab(page, /Needs Review/).click();
    await expect(rowOf(page, 'WIRE TSF')).toBeVisible();
    const search = page.getByLabel('Search by payer, text or amount');
    await search.fill('');
    await search.pressSequentially('jku');
    await expect(search).toHaveValue('jku');
    await search.fill('');
    await search.blur();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const opened = () => new URL(page.url()).searchParams.get('transaction');
    await expect.poll(opened).not.toBeNull();
    const first = opened();
    await page.keyboard.press('j');
    await expect.poll(opened).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(opened).toBe(first);
  });

  await test.step('a match that brings a cancelled payment back is asked about first', async () => {
    await server.api(`/payments/${payments.named._id}/status`, {
      method: 'PATCH',
      body: { status: 'cancelled' },
    });
    await page.goto(inReview);
    await rowOf(page, 'PIERRE TREMBLAY').getByRole('link', { name: 'Review' }).click();
    const form = page.getByRole('form', { name: 'Match to payments' });
    await form.getByRole('button', { name: 'Match CA$2,256.61' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the status of a payment?' });
    await expect(dialog).toContainText(
      `${payments.named.referenceNumber} (Pierre Tremblay) is ${statusNames.cancelled}. The match makes it ${statusNames.paid}.`,
    );
    await expectNoAxeFindings(page);
    await dialog.getByRole('button', { name: 'Match' }).click();
    await expect(page.getByText('CA$2,256.61 from PIERRE TREMBLAY was matched.')).toBeVisible();
    expect((await paymentOf(server, payments.named._id)).status).toBe('paid');
  });

  const { _id, referenceNumber } = payments.exact;
  await test.step('money that went out is matched to the payment that it refunds, which is asked about first', async () => {
    await confirmReady(server);
    await importFile(server, accountId, bankFile([[`REFUND ${referenceNumber}`, -2256.61]]));
    await page.goto(inReview);
    await rowOf(page, referenceNumber).getByRole('link', { name: 'Review' }).click();
    const form = page.getByRole('form', { name: 'Match to payments' });
    await form.getByRole('button', { name: `Choose ${referenceNumber}` }).click();
    await expect(form.getByLabel('Amount (CAD)')).toHaveValue('2256.61');
    await expect(form.getByText('The payment becomes Refunded.')).toBeVisible();
    await expectNoAxeFindings(page);
    await form.getByRole('button', { name: 'Match CA$2,256.61 as a Refund' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the status of a payment?' });
    await dialog.getByRole('button', { name: 'Match' }).click();
    await expect(tab(page, 'Matched (3)')).toBeVisible();
    expect((await paymentOf(server, _id)).status).toBe('refunded');
  });

  await test.step('a receipt shows the whole text of the bank, also where its words are long', async () => {
    await follow(page, `${pages.payments}/${_id}`);
    const cell = page.getByRole('table', { name: 'Money' }).getByText(longNumber);
    await inEachWidth(page, [1280, 375], async () => {
      await expect(cell).toBeVisible();
      const isCut = await cell.evaluate((element) => {
        const edge = element.closest('section')!.getBoundingClientRect().right;
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right > edge;
      });
      expect(isCut).toBe(false);
    });
  });
});
