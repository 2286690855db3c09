import type { Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import type { Payment } from '#domain/payments/payments';
import type { TransactionState } from '#domain/bank/reconciliation';
import { createPayment, createCustomer, expectPage, follow, signedIn } from './support/admin.js';
import { expectNoAxeFindings } from './support/axe.js';
import { journeyWidths } from './support/looks.js';
import { test } from './support/own-server.js';
import { expect } from './support/test.js';

const today = new Date().toISOString().slice(0, 10);

async function chooseFile(
  page: Page,
  name: string,
  lines: string[],
  encoding: BufferEncoding = 'utf8',
): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'), encoding);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const listOf = (state: TransactionState) =>
  `${pages.reconcile}?${new URLSearchParams({ filter: JSON.stringify({ state }) })}`;

/** Opens the transaction with this text from the list. */
async function open(page: Page, state: TransactionState, text: string): Promise<void> {
  await follow(page, listOf(state));
  const row = page.getByRole('list', { name: 'Bank transactions' }).getByRole('listitem');
  await row.filter({ hasText: text }).getByRole('link').first().click();
  await expect(page.locator('#beside-title')).toBeVisible();
}

for (const width of journeyWidths)
  test(`a file is read after questions, an undo is exact, and the bank takes money back, at ${width} px @long`, async ({
    page,
    ownServer: server,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 812 });
    const body = { name: 'RBC Business', currency: 'CAD', lastDigits: '4821' };
    await server.api('/bank-accounts', { method: 'POST', body });
    const jane = await createCustomer(server, { fullName: 'Jane Smith' });
    const paid = await createPayment(server, jane);
    const split = await createPayment(server, await createCustomer(server, { fullName: 'Wanda Wright' }));
    const statusOf = async ({ _id }: Payment) =>
      ((await (await server.api(`/payments/${_id}`)).json()) as Payment).status;
    await signedIn(page, server);
    await page.goto(pages.importStatement);
    const question = page.getByRole('group', { name: 'Is this right?' });

    await test.step('a first reading is told in words, turned round, and imported after a yes', async () => {
      await chooseFile(page, 'november.csv', [
        'Date,Description,Amount',
        `${today},E-TRANSFER ${paid.referenceNumber} JANE SMITH,2256.61`,
        `${today},COUNTER DEPOSIT 0123,1500.00`,
        `${today},MONTHLY FEE,-12.50`,
      ]);
      await expect(question).toContainText('received CA$2,256.61');
      await expect(question).toContainText('paid CA$12.50, MONTHLY FEE');
      await expect(page.getByRole('button', { name: /^Import \d/ })).toBeDisabled();
      await expectNoAxeFindings(page);
      await question.getByRole('button', { name: 'The Other Way Round' }).click();
      await expect(question).toContainText('received CA$12.50');
      await question.getByRole('button', { name: 'The Other Way Round' }).click();
      await expect(question).toContainText('paid CA$12.50, MONTHLY FEE');
      await question.getByRole('button', { name: 'Change the Columns' }).click();
      await expect(page.getByRole('combobox', { name: 'Read Date as' })).toBeFocused();
      await question.getByRole('button', { name: 'Yes, This Is Right' }).click();
      await expect(question).toBeHidden();
      await page.getByRole('button', { name: 'Import 3 Transactions' }).click();
      await expect(page.getByText('3 transactions were imported. 1 ready, 1 to review.')).toBeVisible();
      await page.getByRole('button', { name: 'Import Another File' }).click();
    });

    await test.step('words that are not known are asked for before the reading is confirmed', async () => {
      await chooseFile(page, 'words.csv', [
        'Date,Description,Amount,Direction',
        `${today},NSF RETURNED JANE SMITH,2256.61,Zork`,
        `${today},INTEREST,3.00,Blip`,
        `${today},SERVICE CHARGE,4.00,Zork`,
      ]);
      const words = (word: string) =>
        page.getByRole('group', { name: `Which way did the money go with “${word}”?` });
      await expect(words('ZORK')).toContainText('received CA$2,256.61, NSF RETURNED JANE SMITH');
      await expect(question).toBeHidden();
      await expect(page.getByRole('status').last()).toContainText(
        'Import waits for: which way the money went',
      );
      await expectNoAxeFindings(page);
      await words('ZORK')
        .getByRole('button', { name: /is money that went out/ })
        .click();
      await words('BLIP')
        .getByRole('button', { name: /is money that came in/ })
        .click();
      await expect(question).toContainText('paid CA$2,256.61, NSF RETURNED JANE SMITH');
      await question.getByRole('button', { name: 'Yes, This Is Right' }).click();
      await page.getByRole('button', { name: 'Import 3 Transactions' }).click();
      await expect(page.getByText(/3 transactions were imported/)).toBeVisible();
    });

    await test.step('one of a file’s two accounts is chosen, and sums that differ are asked about', async () => {
      await page.getByRole('button', { name: 'Import Another File' }).click();
      const header = 'Card,Date,Description,Amount,Balance';
      await chooseFile(page, 'accounts.csv', [
        header,
        `1,${today},OPENING GIFT,1.00,101.00`,
        `1,${today},TF OUT 77,-50.00,51.00`,
        `1,${today},TOLL,-1.00,40.00`,
        '',
        header,
        `1,${today},TF IN 77,50.00,950.00`,
      ]);
      const column = page.getByRole('group', { name: 'Which column is the amount?' });
      await column.getByRole('button', { name: 'Choose: The amount is in "Amount"' }).click();
      const accounts = page.getByRole('group', { name: 'Which of these is RBC Business?' });
      await expect(accounts).toContainText('TF IN 77');
      await expectNoAxeFindings(page);
      await accounts.getByRole('button', { name: /Lines 2 to 4/ }).click();
      await page.getByText('How the file is read, and why').click();
      await expect(page.getByText('The amount is in "Amount"', { exact: false }).first()).toBeVisible();
      await expectNoAxeFindings(page);
      await question.getByRole('button', { name: 'Yes, This Is Right' }).click();
      await expect(page.getByRole('alert')).toContainText('differ by CA$10.00 from row 4 on');
      await page.getByRole('button', { name: 'Import 3 Transactions' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import although the sums differ?' });
      await expectNoAxeFindings(page);
      await dialog.getByRole('button', { name: 'Import Anyway' }).click();
      await expect(page.getByText(/3 transactions were imported/)).toBeVisible();
    });

    await test.step('letters of which two are possible, and a year, are asked for', async () => {
      await page.getByRole('button', { name: 'Import Another File' }).click();
      await chooseFile(
        page,
        'letters.csv',
        ['Date,Text,Amount', 'Dec 28,DEPOSIT SZ\u00DBCS,2.00', 'Jan 4,FEE,-2.00'],
        'latin1',
      );
      const answer = async (name: string, chosen: string | RegExp) => {
        const asked = page.getByRole('group', { name });
        await expectNoAxeFindings(page);
        await asked.getByRole('listitem').filter({ hasText: chosen }).getByRole('button').click();
        await expect(asked).toBeHidden();
      };
      const year = Number(today.slice(0, 4));
      await answer('Which year are the dates of?', `from ${year - 1}-12-28 to ${year}-01-04`);
      await answer('Which of these has the right letters?', 'SZ\u0170CS');
      await expect(question).toContainText(`Dec 28, ${year - 1}: received CA$2.00, DEPOSIT SZ\u0170CS`);
      await question.getByRole('button', { name: 'Yes, This Is Right' }).click();
      await page.getByRole('button', { name: 'Import 2 Transactions' }).click();
      await expect(page.getByText(/2 transactions were imported/)).toBeVisible();
    });

    await test.step('a bank that nothing is known of is read after its open parts, and known from then on', async () => {
      await page.getByRole('button', { name: 'Import Another File' }).click();
      const of = (month: number) => [
        'Bokat;Valuta;Kund;Ut;In',
        `2026-0${month}-03;2026-0${month}-05;MADE BANK ${month};;7,00`,
        `2026-0${month}-04;2026-0${month}-06;AVGIFT;3,00;`,
      ];
      await chooseFile(page, 'made.csv', of(5));
      const day = page.getByRole('group', { name: 'Which column is the day?' });
      await day.getByRole('button', { name: 'Choose: The day is in "Bokat"' }).click();
      await expect(day).toBeHidden();
      const amount = page.getByRole('group', { name: 'Which column is the amount?' });
      await expect(amount).toContainText('May 3, 2026: received CA$7.00, MADE BANK 5');
      await amount.getByRole('listitem').filter({ hasText: 'received CA$7.00' }).getByRole('button').click();
      await expect(question).toContainText('paid CA$3.00, AVGIFT');
      await question.getByRole('button', { name: 'Yes, This Is Right' }).click();
      await page.getByRole('button', { name: 'Import 2 Transactions' }).click();
      await expect(page.getByText(/2 transactions were imported/)).toBeVisible();
      await page.getByRole('button', { name: 'Import Another File' }).click();
      await chooseFile(page, 'made-again.csv', of(6));
      await page.getByRole('button', { name: 'Import 2 Transactions' }).click();
      await expect(page.getByText(/2 transactions were imported/)).toBeVisible();
    });

    await test.step('an undo takes back what the last act did, and the part before it stays', async () => {
      const form = page.getByRole('form', { name: 'Match to payments' });
      const match = async (amount: string) => {
        await open(page, 'review', 'COUNTER DEPOSIT');
        await form.getByRole('textbox', { name: 'Search by reference, name or amount' }).fill('Wanda Wright');
        await form.getByRole('textbox', { name: 'Search by reference, name or amount' }).press('Enter');
        await form.getByRole('button', { name: `Choose ${split.referenceNumber}` }).click();
        await form.getByLabel('Amount (CAD)').fill(amount);
      };
      await match('1000,50');
      await expect(form.getByText('CA$1,000.50', { exact: true })).toBeVisible();
      await form.getByRole('button', { name: 'Match CA$1,000.50' }).click();
      await expect(page.getByText('CA$1,000.50 from COUNTER DEPOSIT 0123 was matched.')).toBeVisible();
      await match('499.50');
      await form.getByRole('button', { name: 'Match CA$499.50' }).click();
      await expect(page.getByText('CA$499.50 from COUNTER DEPOSIT 0123 was matched.')).toBeVisible();
      await follow(page, pages.payments);
      await expectPage(page, 'Payments');
      await page.keyboard.press('u');
      await expect(page.getByText('1 transaction was undone.')).toBeVisible();
      await open(page, 'review', 'COUNTER DEPOSIT');
      await expect(page.getByRole('list', { name: 'Settled payments' })).toContainText('CA$1,000.50');
      await expect(page.getByText('CA$499.50 of CA$1,500.00')).toBeVisible();
    });

    await test.step('the bank takes a receipt back: the payment is owed again, until that is undone', async () => {
      const { transactions } = (await (
        await server.api('/bank-transactions?filter[state]=ready')
      ).json()) as {
        transactions: { _id: string }[];
      };
      const ids = transactions.map(({ _id }) => _id);
      await server.api('/bank-transactions/confirm', { method: 'POST', body: { ids } });
      expect(await statusOf(paid)).toBe('paid');
      // Money that went out may be a refund once the payment is paid.
      await page.reload();
      await open(page, 'review', 'NSF RETURNED');
      await expect(page.getByRole('radio', { name: /Reversed by the bank/ })).toBeChecked();
      const form = page.getByRole('form', { name: 'Reversed by the bank' });
      await form.getByRole('button', { name: /^Choose/ }).click();
      await expect(form).toContainText(`${paid.referenceNumber} is owed again.`);
      await expectNoAxeFindings(page);
      await form.getByRole('button', { name: 'Match CA$2,256.61 as Reversed' }).click();
      const dialog = page.getByRole('dialog', { name: 'Take the receipt back?' });
      await dialog.getByRole('button', { name: 'Match CA$2,256.61 as Reversed' }).click();
      await expect(page.getByText(/^CA\$2,256\.61 from .* was matched\.$/)).toBeVisible();
      expect(await statusOf(paid)).toBe('pending');
      await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
      await expect(page.getByText('1 transaction was undone.')).toBeVisible();
      expect(await statusOf(paid)).toBe('paid');
    });
  });
