import { expect, type Page } from '@playwright/test';
import { pages } from '#domain/platform/pages';
import type { BankTransaction, Statement } from '#domain/bank/reconciliation';
import { expectPage } from './admin.js';
import type { TestServer } from '../../backend/src/testing/test-server.js';

const listed = async <Body>(server: TestServer, path: string): Promise<Body> =>
  (await (await server.api(path)).json()) as Body;

/**
 * Opens every screen of reconciliation on seeded data, one after the other, and calls back for each. Leaves the data
 * unchanged.
 */
export async function visitReconcile(
  page: Page,
  server: TestServer,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { transactions } = await listed<{ transactions: BankTransaction[] }>(
    server,
    '/bank-transactions?limit=100',
  );
  const { statements } = await listed<{ statements: Statement[] }>(server, '/statements?limit=50');
  const open = async (state: string, id?: string) => {
    const query = new URLSearchParams({ filter: JSON.stringify({ state }), ...(id && { transaction: id }) });
    await page.goto(`${pages.reconcile}?${query}`);
    if (id) await expect(page.getByRole('region').locator('#beside-title')).toBeVisible();
    else await expectPage(page, 'Reconcile');
    await page.waitForLoadState('networkidle');
  };
  const transactionOf = (is: (one: BankTransaction) => unknown): string => {
    const found = transactions.find(is);
    if (!found) throw new Error('The seed made no such transaction');
    return found._id;
  };
  const statementOf = (is: (one: Statement) => boolean): Statement => {
    const found = statements.find(is);
    if (!found) throw new Error('The seed made no such statement');
    return found;
  };

  for (const state of ['review', 'matched', 'ignored', 'ready']) {
    await open(state);
    await look(`reconcile-${state}`);
  }
  await page.getByRole('button', { name: /^Confirm All/ }).click();
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
  await look('reconcile-confirm');
  const inReview = (one: BankTransaction) => one.state === 'review';
  await open(
    'review',
    transactionOf((one) => inReview(one) && one.candidates.length > 0 && !one.allocations.length),
  );
  await look('reconcile-candidates');
  await open(
    'review',
    transactionOf((one) => inReview(one) && !one.candidates.length),
  );
  await look('reconcile-unknown');
  await page.getByRole('button', { name: 'Add Interac Notice' }).click();
  await expect(page.getByRole('dialog', { name: 'Add an Interac Notice' })).toBeVisible();
  await look('interac-notice');
  await open(
    'review',
    transactionOf((one) => inReview(one) && one.allocations.length > 0),
  );
  await look('reconcile-left-over');
  await open(
    'matched',
    transactionOf(({ allocations }) => allocations.length > 1),
  );
  await look('reconcile-allocated');

  await page.goto(pages.importStatement);
  await expectPage(page, 'Import Statement');
  await look('statement-import');
  const statementPage = ({ _id }: Statement) => `${pages.importStatement}?statement=${_id}`;
  await page.goto(statementPage(statementOf(({ state }) => state === 'draft')));
  await expect(page.getByRole('region', { name: /^Preview of/ })).toBeVisible();
  await look('statement-question');
  const imported = statementOf(({ state, imported = 0 }) => state === 'imported' && imported > 5);
  await page.goto(statementPage(imported));
  await expect(page.getByText(/transactions were imported/).first()).toBeVisible();
  await look('statement-outcome');
  const payment = transactions.find(({ allocations }) => allocations.some(({ shortfall }) => shortfall));

  await page.goto(pages.bankAccounts);
  await expectPage(page, 'Bank Accounts');
  await look('bank-accounts');
  await page.getByRole('button', { name: 'Add Account' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('bank-account-form');
  await page.goto(pages.interacNotices);
  await expectPage(page, 'Interac Notices');
  await look('interac-notices');
  await page
    .getByRole('button', { name: /^Correct the notice/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Correct the Notice' })).toBeVisible();
  await look('interac-notice-correct');
  await page.goto(`${pages.payments}/${payment?.allocations[0]?.paymentId}`);
  await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
  await look('payment-receipts');
}
