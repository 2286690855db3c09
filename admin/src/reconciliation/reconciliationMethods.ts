import type { Identifier } from 'react-admin';
import { defaultPageSize } from '../../../domain/lists.js';
import { messages } from '../../../domain/messages.js';
import type { ListedPayment } from '../../../domain/payments.js';
import type {
  ConfirmResult,
  MatchInput,
  Receipt,
  UndoInput,
  UndoneTransaction,
} from '../../../domain/matches.js';
import {
  type BankAccount,
  type BankTransaction,
  type BankTransactionPage,
  type ImportResult,
  type InteracNotice,
  type MappingInput,
  type StatementDraft,
  statementTimeoutMs,
} from '../../../domain/reconciliation.js';
import { withDefaultMessage } from '../apiErrors.js';
import { errorMessage, HttpError } from '../../../browser/http.js';
import { listQuery } from '../listQuery.js';
import { request, requestStream } from '../session/request.js';
import { type WithId, withId } from '../withId.js';

export type BankAccountRecord = WithId<BankAccount>;
export type StatementDraftRecord = WithId<StatementDraft>;
export type TransactionRecord = WithId<BankTransaction>;

/** Timeout of calls with a bank's file, which take longer to send, read and match: the server's own, and 10 s more. */
const fileTimeoutMs = statementTimeoutMs + 10_000;
/** Transactions per call that confirms them, so that the server responds to each call well within the timeout. */
const confirmBatch = 25;
/** Maximum number of customers whose payments a search returns. */
const searchedCustomers = 5;

/** Sets fields that the response omits to undefined, so that merging it into the cached record clears them. */
export const presentTransaction = <Answer extends BankTransaction>(transaction: Answer): WithId<Answer> => ({
  payer: undefined,
  reason: undefined,
  ...transaction,
  id: transaction._id,
});

const transactionPath = (id: Identifier) => `/bank-transactions/${encodeURIComponent(id)}`;
const statementPath = (id: Identifier) => `/statements/${encodeURIComponent(id)}`;
const post = (path: string, body: unknown = {}) =>
  request(path, { method: 'POST', body: JSON.stringify(body) });

/** API calls for reconciliation that react-admin has no method for. */
export const reconciliationMethods = {
  /** The number of transactions in each state: of all, or of one statement. */
  countTransactions: async (
    { signal }: { signal?: AbortSignal },
    statementId?: string,
  ): Promise<BankTransactionPage['counts']> => {
    const query = listQuery({ perPage: 1, ...(statementId && { filter: { statementId } }) });
    const { json } = await request(`/bank-transactions${query}`, { signal });
    return (json as BankTransactionPage).counts;
  },

  /**
   * Confirms ready transactions, batch by batch; returns for each whether it was confirmed, or why not. A batch that
   * fails ends it. Throws where nothing was confirmed before.
   */
  confirmTransactions: async (
    ids: string[],
    onProgress?: (count: number) => void,
  ): Promise<ConfirmResult[]> => {
    const results: ConfirmResult[] = [];
    for (let at = 0; at < ids.length; at += confirmBatch) {
      const batch = ids.slice(at, at + confirmBatch);
      const call = post('/bank-transactions/confirm', { ids: batch });
      try {
        const { json } = await withDefaultMessage(messages.confirmTransactions, call);
        results.push(...(json as { results: ConfirmResult[] }).results);
      } catch (error) {
        if (!results.length) throw error;
        const message = errorMessage(error, messages.confirmTransactions);
        results.push(...ids.slice(at).map((id) => ({ id, ok: false, message })));
        break;
      }
      onProgress?.(results.length);
    }
    return results;
  },

  matchTransaction: async (id: Identifier, input: MatchInput): Promise<TransactionRecord> => {
    const call = post(`${transactionPath(id)}/match`, input);
    return presentTransaction(
      (await withDefaultMessage(messages.matchTransaction, call)).json as BankTransaction,
    );
  },

  ignoreTransaction: async (
    id: Identifier,
    input: { reason: string; version: number },
  ): Promise<TransactionRecord> => {
    const call = post(`${transactionPath(id)}/ignore`, input);
    return presentTransaction(
      (await withDefaultMessage(messages.ignoreTransaction, call)).json as BankTransaction,
    );
  },

  /** Undoes the match or the ignoring of a transaction, or the parts that `input` names. */
  undoTransaction: async (id: Identifier, input: UndoInput): Promise<WithId<UndoneTransaction>> => {
    const call = post(`${transactionPath(id)}/undo`, input);
    return presentTransaction(
      (await withDefaultMessage(messages.undoTransaction, call)).json as UndoneTransaction,
    );
  },

  /**
   * Undoes transactions one after the other, as each call has a timeout of its own and the server writes their
   * statistics in turn; returns those undone, and the first failure. The first call without a response ends it.
   */
  undoTransactions: async (
    changes: readonly { id: string; version: number }[],
  ): Promise<{ undone: UndoneTransaction[]; failure?: unknown }> => {
    const undone: UndoneTransaction[] = [];
    let failure: unknown;
    for (const { id, version } of changes)
      try {
        undone.push(await reconciliationMethods.undoTransaction(id, { version }));
      } catch (error) {
        failure ??= error;
        if (!(error instanceof HttpError) || error.status === 0) break;
      }
    return { undone, failure };
  },

  /** Stores an Interac notification, pasted or as a mail's file; `isNew` is false if it is stored already. */
  addInteracNotice: async (notice: string | Blob): Promise<{ notice: InteracNotice; isNew: boolean }> => {
    const call =
      typeof notice === 'string'
        ? post('/interac-notices', { text: notice })
        : request('/interac-notices', {
            method: 'POST',
            body: notice,
            headers: { 'Content-Type': 'message/rfc822' },
            timeoutMs: fileTimeoutMs,
          });
    const { json, status } = await withDefaultMessage(messages.addNotice, call);
    return { notice: json as InteracNotice, isNew: status === 201 };
  },

  /** Every bank account, by name. */
  getBankAccounts: async ({ signal }: { signal?: AbortSignal }): Promise<BankAccountRecord[]> => {
    const query = listQuery({ perPage: 100, sort: { field: 'name', order: 'ASC' } });
    const call = request(`/bank-accounts${query}`, { signal });
    const { json } = await withDefaultMessage(messages.fetchBankAccounts, call);
    return (json as { bankAccounts: BankAccount[] }).bankAccounts.map(withId);
  },

  /** Uploads a bank's file, which the server reads as a draft. */
  uploadStatement: async (accountId: Identifier, file: File): Promise<StatementDraftRecord> => {
    const call = request(
      `/bank-accounts/${encodeURIComponent(accountId)}/statements${listQuery({ fileName: file.name })}`,
      {
        method: 'POST',
        body: file,
        headers: { 'Content-Type': 'application/octet-stream' },
        timeoutMs: fileTimeoutMs,
      },
    );
    return withId((await withDefaultMessage(messages.uploadStatement, call)).json as StatementDraft);
  },

  /** Changes a draft's mapping or the decisions on its rows; the server reads the file again. */
  setStatementMapping: async (id: Identifier, input: MappingInput): Promise<StatementDraftRecord> => {
    const call = request(`${statementPath(id)}/mapping`, {
      method: 'PUT',
      body: JSON.stringify(input),
      timeoutMs: fileTimeoutMs,
    });
    return withId((await withDefaultMessage(messages.uploadStatement, call)).json as StatementDraft);
  },

  /** Stores a draft's new transactions. Idempotent: a repeated call returns the first result. */
  importStatement: async (id: Identifier): Promise<ImportResult> => {
    const call = request(`${statementPath(id)}/import`, { method: 'POST', timeoutMs: fileTimeoutMs });
    return (await withDefaultMessage(messages.importStatement, call)).json as ImportResult;
  },

  /** The bank's file as it was uploaded. */
  downloadStatement: async (id: Identifier): Promise<Blob> => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const call = requestStream(
      `${statementPath(id)}/file`,
      {},
      (piece) => pieces.push(piece),
      () => {},
    );
    await withDefaultMessage(messages.downloadStatement, call);
    return new Blob(pieces);
  },

  /** The allocations to a payment, with their transactions. */
  getReceipts: async (paymentId: Identifier, signal?: AbortSignal): Promise<Receipt[]> => {
    const call = request(`/payments/${encodeURIComponent(paymentId)}/receipts`, { signal });
    return ((await withDefaultMessage(messages.fetchReceipts, call)).json as { receipts: Receipt[] })
      .receipts;
  },

  /** Finds payments by reference, or by their customers' names or emails, newest first. */
  searchPayments: async (text: string, signal?: AbortSignal): Promise<ListedPayment[]> => {
    const newest = { field: 'createdAt', order: 'DESC' } as const;
    const payments = async (filter: object) => {
      const query = listQuery({ perPage: defaultPageSize, sort: newest, filter });
      const { json } = await request(`/payments${query}`, { signal });
      return (json as { payments: ListedPayment[] }).payments;
    };
    const customers = async () => {
      const query = listQuery({ perPage: searchedCustomers, sort: newest, filter: { search: text } });
      const { json } = await request(`/customers${query}`, { signal });
      return (json as { customers: { _id: string }[] }).customers;
    };
    const [byReference, found] = await withDefaultMessage(
      messages.fetchPayments,
      Promise.all([payments({ referenceNumber: text }), customers()]),
    );
    const byCustomer = await withDefaultMessage(
      messages.fetchPayments,
      Promise.all(found.map(({ _id }) => payments({ customerId: _id }))),
    );
    const all = [...byReference, ...byCustomer.flat()];
    return [...new Map(all.map((payment) => [payment._id, payment])).values()].slice(0, defaultPageSize);
  },
};
