import { cardPayoutReason } from '#domain/cards/cards';
import { TestApp } from '../../testing/test-app.js';
import {
  createAccount,
  createDue,
  importFile,
  bankFile,
  transactionsOf,
} from '../../testing/reconciliation.js';

const texts = ['STRIPE TRANSFER ZELDA PAYOUT', 'Stripepayments ZELDA PAYOUT', 'PINSTRIPE LTD ZELDA PAYOUT'];

/** Imports a transfer of each text, of the amount that is due from Zelda Payout. */
async function importPayouts(app: TestApp) {
  await createDue(app, 'Zelda Payout', { amount: 100 });
  const account = await createAccount(app);
  const { statementId } = await importFile(
    app,
    account,
    bankFile(texts.map((text) => ({ text, amount: 100 }))),
  );
  const found = await transactionsOf(app, statementId);
  return texts.map((text) => found.find((one) => one.text === text)!);
}

describe('a payout of the card provider', () => {
  it('is no candidate’s by name or amount, says what it is, and can be ignored as that', async () => {
    const app = await TestApp.start({ STRIPE_WEBHOOK_SECRET: 'whsec_of_payouts' });
    const [payout, second, other] = await importPayouts(app);
    for (const one of [payout!, second!]) expect(one).toMatchObject({ kind: 'cardPayout', candidates: [] });
    expect(other!).not.toHaveProperty('kind');
    expect(other!.candidates).toMatchObject([{ why: ['name'] }]);
    const { _id, version } = payout!;
    const { body } = await app.admin
      .post(`/api/bank-transactions/${_id}/ignore`)
      .send({ reason: cardPayoutReason, version })
      .expect(200);
    expect(body).toMatchObject({ state: 'ignored', reason: 'Card payout' });
    await app.stop();
  });

  it('that names a reference is proposed for its payment all the same', async () => {
    const app = await TestApp.start({ STRIPE_WEBHOOK_SECRET: 'whsec_of_payouts' });
    const { referenceNumber, _id } = await createDue(app, 'Zelda Payout', { amount: 100 });
    const account = await createAccount(app);
    const file = bankFile([{ text: `STRIPE ${referenceNumber}`, amount: 100 }]);
    const { statementId } = await importFile(app, account, file);
    const [transaction] = await transactionsOf(app, statementId);
    expect(transaction).toMatchObject({ kind: 'cardPayout', candidates: [{ paymentId: _id }] });
    await app.stop();
  });

  it('is a transfer like all others where no card events are configured', async () => {
    const app = await TestApp.start();
    for (const transaction of await importPayouts(app)) {
      expect(transaction).not.toHaveProperty('kind');
      expect(transaction.candidates).toMatchObject([{ why: ['name'] }]);
    }
    await app.stop();
  });
});
