import type { Payment, PaymentStatus } from '#domain/payments/payments';
import type { MatchedTransaction, Receipt, UndoInput, UndoneTransaction } from '#domain/bank/matches';
import type { BankTransaction, ImportResult, StatementDraft } from '#domain/bank/reconciliation';
import { createCustomer, createPayment } from './builders.js';
import type { Callers } from './test-app.js';

/** A transfer of a bank's file. */
export interface Transfer {
  day?: string;
  text?: string;
  amount: number;
}

/** A CSV file of transfers. */
export const bankFile = (transfers: Transfer[]): string =>
  [
    'Date,Description,Amount',
    ...transfers.map(({ day = '2026-11-21', text = '', amount }) => `${day},"${text}",${amount.toFixed(2)}`),
  ].join('\n');

/** Creates a bank account and returns its id. */
export async function createAccount(app: Callers, name = 'RBC Business', currency = 'CAD'): Promise<string> {
  const answer = await app.admin.post('/api/bank-accounts').send({ name, currency }).expect(201);
  return (answer.body as { _id: string })._id;
}

export const upload = (app: Callers, accountId: string, file: string | Buffer, fileName = 'bank.csv') =>
  app.admin
    .post(`/api/bank-accounts/${accountId}/statements`)
    .query({ fileName })
    .set('Content-Type', 'application/octet-stream')
    .send(typeof file === 'string' ? Buffer.from(file) : file);

/** Answers the questions of a draft that a yes answers, and returns it. */
export async function sayYes(app: Callers, draftId: string): Promise<StatementDraft> {
  const said = { confirmed: true, account: true };
  const answer = await app.admin.put(`/api/statements/${draftId}/mapping`).send(said).expect(200);
  return answer.body as StatementDraft;
}

/** Answers what a draft leaves open by the first choices, as a person does who takes what is offered. */
async function takeChoices(app: Callers, draft: StatementDraft): Promise<void> {
  const open = draft.preview.decisions.find(({ isOpen, choices }) => isOpen && choices?.length);
  if (!open) return;
  const said = open.choices![0]!.value;
  const answer = await app.admin.put(`/api/statements/${draft._id}/mapping`).send(said).expect(200);
  await takeChoices(app, answer.body as StatementDraft);
}

/** Uploads and imports a file; returns the result of the import, with the statement's id. */
export async function importFile(app: Callers, accountId: string, file: string | Buffer) {
  const draft = (await upload(app, accountId, file).expect(201)).body as StatementDraft;
  await takeChoices(app, draft);
  if (draft.preview.questions.length) await sayYes(app, draft._id);
  const answer = await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
  return { statementId: draft._id, result: answer.body as ImportResult, draft };
}

/** The transactions of a statement, by text. */
export async function transactionsOf(app: Callers, statementId: string): Promise<BankTransaction[]> {
  const answer = await app.admin
    .get('/api/bank-transactions')
    .query({ 'filter[statementId]': statementId, limit: 100, sort: 'day' })
    .expect(200);
  return (answer.body as { transactions: BankTransaction[] }).transactions;
}

/** Creates a pending payment of a customer of this name. */
export async function createDue(
  app: Callers,
  fullName: string,
  payment: Partial<Parameters<typeof createPayment>[1]> = {},
) {
  const customerId = await createCustomer(app, { fullName });
  return createPayment(app, {
    customerId,
    amount: 2256.61,
    currency: 'CAD',
    transferDate: '2026-11-20',
    ...payment,
  } as never);
}

/** Acts of an admin on the transactions of one account. */
export function bankDesk(app: Callers, accountId: string) {
  const act = (id: string, action: string, body: object) =>
    app.admin.post(`/api/bank-transactions/${id}/${action}`).send(body);
  const find = async (id: string) =>
    (await app.admin.get(`/api/bank-transactions/${id}`).expect(200)).body as BankTransaction;
  return {
    act,
    find,
    payment: async (id: string) => (await app.admin.get(`/api/payments/${id}`).expect(200)).body as Payment,
    receipts: async (id: string) =>
      ((await app.admin.get(`/api/payments/${id}/receipts`).expect(200)).body as { receipts: Receipt[] })
        .receipts,
    setStatus: (id: string, status: PaymentStatus, note?: string) =>
      app.admin.patch(`/api/payments/${id}/status`).send({ status, note }).expect(200),
    /** Imports one transfer and returns it. */
    arrive: async (text: string, amount: number, day = '2026-11-21'): Promise<BankTransaction> => {
      const { statementId } = await importFile(app, accountId, bankFile([{ text, amount, day }]));
      const [transaction] = await transactionsOf(app, statementId);
      if (!transaction) throw new Error('Nothing was imported');
      return transaction;
    },
    /** Allocates an amount of a transaction, as it is now, to a payment. */
    match: async (id: string, paymentId: string, amount: number, more: object = {}) => {
      const { version } = await find(id);
      const answer = await act(id, 'match', {
        allocations: [{ paymentId, amount }],
        version,
        ...more,
      }).expect(200);
      return answer.body as MatchedTransaction;
    },
    undo: async (id: string, parts: Omit<UndoInput, 'version'> = {}) => {
      const { version } = await find(id);
      return (await act(id, 'undo', { version, ...parts }).expect(200)).body as UndoneTransaction;
    },
  };
}
