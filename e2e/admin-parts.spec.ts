import type { Page } from '@playwright/test';
import { formatDay } from '#domain/platform/dates';
import { pages } from '#domain/platform/pages';
import type { Payment } from '#domain/payments/payments';
import type { TestServer } from '../backend/src/testing/test-server.js';
import { createCustomer, createPayment, follow, signedIn } from './support/admin.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { test } from './support/own-server.js';
import { bankFile, createAccount, importFile, today } from './support/statements.js';
import { expect } from './support/test.js';

const later = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const plan = [
  { amount: 564.15, due: today },
  { amount: 1692.46, due: later },
];

/** Records a payment in two parts. */
async function createInParts(server: TestServer, fullName: string): Promise<Payment> {
  const { _id, version } = await createPayment(server, await createCustomer(server, { fullName }));
  const answer = await server.api(`/payments/${_id}/plan`, { method: 'PUT', body: { plan, version } });
  return (await answer.json()) as Payment;
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Bank transactions' }).getByRole('listitem').filter({ hasText: text });

test('the parts of a payment are received one by one in Reconcile', async ({ page, ownServer: server }) => {
  const deposit = await createInParts(server, 'Dora Deposit');
  await createInParts(server, 'Pierre Tremblay');
  const account = await createAccount(server);
  const first = bankFile([
    [`E-TRANSFER ${deposit.referenceNumber}`, 564.15],
    ['INTERAC ETRNSFR AD RECVD PIERRE TREMBLAY 2026', 564.15],
  ]);
  await importFile(server, account, first);
  await signedIn(page, server);

  await test.step('the next part is ready, and confirmed with what it makes', async () => {
    await page.goto(pages.reconcile);
    await expect(rowOf(page, deposit.referenceNumber).getByText('Part 1 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm All Ready' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm All That Is Ready' });
    await expect(dialog).toContainText(
      '1 payment gets parts of its plan and stays Pending until the whole is there.',
    );
    await expectNoAxeFindingsInEveryLook(page);
    await dialog.getByRole('button', { name: 'Confirm 1' }).click();
    await expect(page.getByText('1 transaction was confirmed.')).toBeVisible();
  });

  await test.step('a match by name says what is still due, and by when', async () => {
    await follow(page, `${pages.reconcile}?${new URLSearchParams({ filter: '{"state":"review"}' })}`);
    await rowOf(page, 'PIERRE TREMBLAY').getByRole('link', { name: 'Review' }).click();
    const form = page.getByRole('form', { name: 'Match to payments' });
    await expect(form.getByText('Part 1 of 2')).toBeVisible();
    await expect(
      form.getByText(`The payment stays Pending: CA$1,692.46 is still due by ${formatDay(later)}.`),
    ).toBeVisible();
    await expectNoAxeFindingsInEveryLook(page);
    await form.getByRole('button', { name: 'Match CA$564.15' }).click();
    await expect(page.getByText('CA$564.15 from PIERRE TREMBLAY was matched.')).toBeVisible();
  });

  await test.step('the rest is ready as well', async () => {
    await importFile(server, account, bankFile([[`E-TRANSFER ${deposit.referenceNumber} REST`, 1692.46]]));
    await follow(page, `${pages.reconcile}?${new URLSearchParams({ filter: '{"state":"ready"}' })}`);
    const row = rowOf(page, 'REST');
    await expect(row.getByText('Part 2 of 2')).toBeVisible();
    await row.getByRole('button', { name: /^Confirm/ }).click();
    await expect(page.getByText(/CA\$1,692\.46 from .* was confirmed\./)).toBeVisible();
    const answer = await server.api(`/payments/${deposit._id}`);
    expect(((await answer.json()) as Payment).status).toBe('paid');
  });
});
