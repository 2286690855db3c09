import type { Identifier } from 'react-admin';
import { messages } from '#domain/platform/messages';
import type {
  ConfirmResult,
  MatchedTransaction,
  MatchInput,
  UndoInput,
  UndoneTransaction,
  WaitingMoney,
  WaitingTransaction,
} from '#domain/bank/matches';
import type { InteracNotice, InteracNoticeInput } from '#domain/bank/notices';
import type { OutgoingMatchInput, PayoutMatchInput } from '#domain/bank/outgoing';
import {
  type BankAccount,
  type BankAccountWithGaps,
  type BankTransaction,
  type BankTransactionPage,
  type ImportResult,
  type MappingInput,
  type StatementDraft,
  statementTimeoutMs,
} from '#domain/bank/reconciliation';
import type { StatementGap } from '#domain/bank/statement-reading';
import { withDefaultMessage } from '../apiErrors.js';
import { HttpError } from '#browser/http';
import { inBatches } from '../eachRecord.js';
import { listQuery } from '../listQuery.js';
import { request, requestStream } from '../session/request.js';
import { isUnanswered, untilAnswered } from '../session/untilAnswered.js';
import { present, type WithId, withId } from '../withId.js';
import { standing, type TransactionChange, undoInput } from '../transactionUndo.js';

export type BankAccountRecord = WithId<BankAccount>;
export type StatementDraftRecord = WithId<StatementDraft>;
export type TransactionRecord = WithId<BankTransaction>;
export type NoticeRecord = WithId<InteracNotice>;

/** Timeout of calls with a bank's file, which take longer to send, read and match: the server's own, and 10 s more. */
const fileTimeoutMs = statementTimeoutMs + 10_000;

/** The way in which the API lists bank transactions and notices. */
export const reconciliationLists = {
  'bank-transactions': { field: 'transactions' },
  'interac-notices': { field: 'notices' },
};

const transactionPath = (id: Identifier) => `/bank-transactions/${encodeURIComponent(id)}`;
const statementPath = (id: Identifier) => `/statements/${encodeURIComponent(id)}`;
const post = (path: string, body: unknown = {}) =>
  request(path, { method: 'POST', body: JSON.stringify(body) });

/**
 * Confirms a batch. A call without an answer is made again; a transaction that is matched by then to the payment that it
 * was ready for is confirmed, whichever call did it.
 */
async function confirmBatchOf(ids: string[]): Promise<ConfirmResult[]> {
  let calls = 0;
  const { json } = await untilAnswered(() => {
    calls += 1;
    return withDefaultMessage(messages.confirmTransactions, post('/bank-transactions/confirm', { ids }));
  });
  const { results } = json as { results: ConfirmResult[] };
  if (calls === 1) return results;
  return Promise.all(results.map(confirmedBefore));
}

/** Returns the result of an earlier call, if that has confirmed the transaction without an answer. */
async function confirmedBefore(result: ConfirmResult): Promise<ConfirmResult> {
  if (result.ok) return result;
  const { json } = await request(transactionPath(result.id));
  const { state, allocations, version } = json as BankTransaction;
  if (state !== 'matched') return result;
  return { id: result.id, ok: true, version, made: allocations.map(({ _id }) => _id) };
}

/** Undoes one change. After a conflict, what still stands of it is undone; nothing does if it was undone already. */
async function undoExactly(change: TransactionChange): Promise<{ statusKept: boolean }> {
  const undo = (one: TransactionChange) => reconciliationMethods.undoTransaction(one.id, undoInput(one));
  try {
    return await undo(change);
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 409)) throw error;
    const { json } = await request(transactionPath(change.id));
    const left = standing(change, json as BankTransaction);
    if (!left) return { statusKept: false };
    return undo({ ...left, version: (json as BankTransaction).version });
  }
}

/** API calls for reconciliation that react-admin has no method for. */
export const reconciliationMethods = {
  /** The number of transactions in each state: of all, or of one statement. */
  countTransactions: async (
    { signal }: { signal?: AbortSignal },
    statementId: string,
  ): Promise<BankTransactionPage['counts']> => {
    const query = listQuery({ perPage: 1, filter: { statementId } });
    const { json } = await request(`/bank-transactions${query}`, { signal });
    return (json as BankTransactionPage).counts;
  },

  /**
   * Confirms ready transactions, batch by batch; returns for each whether it was confirmed, or why not. A batch that
   * fails ends it. Throws where nothing was confirmed before.
   */
  confirmTransactions: (ids: string[], onProgress?: (count: number) => void): Promise<ConfirmResult[]> =>
    inBatches(ids, confirmBatchOf, {
      failure: messages.confirmTransactions,
      isFirstThrown: true,
      onProgress,
    }),

  /** Allocates a transaction to payments, or says what money that went out is. */
  matchTransaction: async (
    id: Identifier,
    input: MatchInput | OutgoingMatchInput | PayoutMatchInput,
  ): Promise<WithId<MatchedTransaction>> => {
    const call = post(`${transactionPath(id)}/match`, input);
    return present(
      'bank-transactions',
      (await withDefaultMessage(messages.matchTransaction, call)).json as MatchedTransaction,
    );
  },

  ignoreTransaction: async (
    id: Identifier,
    input: { reason: string; version: number },
  ): Promise<TransactionRecord> => {
    const call = post(`${transactionPath(id)}/ignore`, input);
    return present(
      'bank-transactions',
      (await withDefaultMessage(messages.ignoreTransaction, call)).json as BankTransaction,
    );
  },

  /** Undoes the match or the ignoring of a transaction, or the parts that `input` names. */
  undoTransaction: async (id: Identifier, input: UndoInput): Promise<WithId<UndoneTransaction>> => {
    const call = post(`${transactionPath(id)}/undo`, input);
    return present(
      'bank-transactions',
      (await withDefaultMessage(messages.undoTransaction, call)).json as UndoneTransaction,
    );
  },

  /**
   * Undoes changes one after the other, each with a call of its own; returns those undone, and the first refusal. A
   * change that was made meanwhile to other parts of a transaction does not stand in the way. Throws where a call gets
   * no answer; a repeated call undoes nothing twice.
   */
  undoTransactions: async (
    changes: readonly TransactionChange[],
  ): Promise<{ undone: { statusKept: boolean }[]; failure?: unknown }> => {
    const undone: { statusKept: boolean }[] = [];
    let failure: unknown;
    for (const change of changes)
      try {
        undone.push(await undoExactly(change));
      } catch (error) {
        if (isUnanswered(error)) throw error;
        failure ??= error;
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

  /** Corrects the sender or the message of a notice. */
  correctInteracNotice: async (id: Identifier, input: InteracNoticeInput): Promise<NoticeRecord> => {
    const call = request(`/interac-notices/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      body: JSON.stringify(input),
    });
    return withId((await withDefaultMessage(messages.updateNotice, call)).json as InteracNotice);
  },

  /** Every bank account, by name. */
  getBankAccounts: async ({ signal }: { signal?: AbortSignal }): Promise<BankAccountRecord[]> => {
    const query = listQuery({ perPage: 100, sort: { field: 'name', order: 'ASC' } });
    const call = request(`/bank-accounts${query}`, { signal });
    const { json } = await withDefaultMessage(messages.fetchBankAccounts, call);
    return (json as { bankAccounts: BankAccount[] }).bankAccounts.map(withId);
  },

  /** The days of an account that none of its statements holds, newest first. */
  getStatementGaps: async (id: Identifier): Promise<StatementGap[]> => {
    const call = request(`/bank-accounts/${encodeURIComponent(id)}`);
    const { json } = await withDefaultMessage(messages.fetchBankAccounts, call);
    return (json as BankAccountWithGaps).gaps;
  },

  /** The bank transactions that may be a customer's and wait for an admin, newest first. */
  getWaitingMoney: async (customerId: Identifier, signal?: AbortSignal): Promise<WaitingTransaction[]> => {
    const call = request(`/customers/${encodeURIComponent(customerId)}/waiting-money`, { signal });
    const { json } = await withDefaultMessage(messages.fetchTransactions, call);
    return (json as WaitingMoney).transactions;
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
};
