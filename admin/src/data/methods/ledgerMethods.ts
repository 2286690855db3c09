import type { Identifier } from 'react-admin';
import type { CardEventPage } from '#domain/cards/cards';
import type { JournalFormat } from '#domain/ledger/journal';
import type { MoneyInput, PaymentLedger } from '#domain/ledger/ledger-calls';
import { countLimit } from '#domain/platform/lists';
import type { Receipt } from '#domain/bank/matches';
import { messages } from '#domain/platform/messages';
import type { Payment } from '#domain/payments/payments';
import type { BankTransactionPage } from '#domain/bank/reconciliation';
import { request } from '../session/request.js';
import { withDefaultMessage } from '../apiErrors.js';
import { listQuery } from '../listQuery.js';
import { requestFile, type ServerFile } from '../requestFile.js';
import { reconciliationMethods } from './reconciliationMethods.js';
import { present, type WithId } from '../withId.js';

/** The open work up to a day: it may still change what that day's month says. */
interface OpenUntil {
  /** Bank transactions that are matched to nothing; `isMore` where they are more than are counted. */
  transactions: { count: number; isMore: boolean };
  /** Held card events; 0 without a card provider. */
  cardEvents: number;
  /** Gaps between the statements of the bank accounts. */
  gaps: number;
}

/** Counts the transactions up to a day that are matched to nothing. */
async function countTransactions(until: string, signal?: AbortSignal): Promise<OpenUntil['transactions']> {
  const query = listQuery({ page: 1, perPage: 1, filter: { day: { lte: until } } });
  const { counts } = (await request(`/bank-transactions${query}`, { signal })).json as BankTransactionPage;
  const { ready, review } = counts;
  return { count: ready + review, isMore: ready >= countLimit || review >= countLimit };
}

async function countCardEvents(end: string, signal?: AbortSignal): Promise<number> {
  const query = listQuery({ page: 1, perPage: 1, filter: { state: 'held', createdAt: { lte: end } } });
  return ((await request(`/card-events${query}`, { signal })).json as CardEventPage).pagination.total;
}

async function countGaps(until: string, signal: AbortSignal | undefined): Promise<number> {
  const accounts = await reconciliationMethods.getBankAccounts({ signal });
  const gaps = await Promise.all(accounts.map(({ id }) => reconciliationMethods.getStatementGaps(id)));
  return gaps.flat().filter(({ after }) => after <= until).length;
}

/** API calls for the months of the books. */
export const booksMethods = {
  /** A past month (YYYY-MM) for the accountant, as a ZIP. */
  getMonthPackage: (month: string): Promise<ServerFile> =>
    requestFile(`/books/${encodeURIComponent(month)}/package`, messages.downloadPackage),

  /** The journal of a range of days for a program. */
  getJournal: (query: { format: JournalFormat; from: string; to: string }): Promise<ServerFile> =>
    requestFile(`/books/journal${listQuery(query)}`, messages.downloadJournal),

  /** Counts what is open up to a day, of which `end` is the last moment; `hasCards` as their call needs a card provider. */
  getOpenUntil: async (
    { until, end, hasCards }: { until: string; end: string; hasCards: boolean },
    signal?: AbortSignal,
  ): Promise<OpenUntil> => {
    const [transactions, cardEvents, gaps] = await withDefaultMessage(
      messages.fetchBooks,
      Promise.all([
        countTransactions(until, signal),
        hasCards ? countCardEvents(end, signal) : 0,
        countGaps(until, signal),
      ]),
    );
    return { transactions, cardEvents, gaps };
  },
};

const ledgerPath = (paymentId: Identifier) => `/payments/${encodeURIComponent(paymentId)}/ledger`;

/** The entries of a payment, and what its bank transactions say of themselves. */
interface PaymentMoney {
  ledger: PaymentLedger;
  receipts: Receipt[];
}

/** API calls for the money of one payment. */
export const ledgerMethods = {
  getMoney: async (paymentId: Identifier, signal?: AbortSignal): Promise<PaymentMoney> => {
    const calls = [ledgerPath(paymentId), `/payments/${encodeURIComponent(paymentId)}/receipts`];
    const [ledger, receipts] = await withDefaultMessage(
      messages.fetchMoney,
      Promise.all(calls.map((path) => request(path, { signal }))),
    );
    return {
      ledger: ledger!.json as PaymentLedger,
      receipts: (receipts!.json as { receipts: Receipt[] }).receipts,
    };
  },

  /** Records money by cash, cheque or otherwise; with the same key once. */
  recordMoney: async (
    paymentId: Identifier,
    input: MoneyInput,
    idempotencyKey: string,
  ): Promise<WithId<Payment>> => {
    const call = request(ledgerPath(paymentId), {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'Idempotency-Key': idempotencyKey },
    });
    return present('payments', (await withDefaultMessage(messages.recordMoney, call)).json as Payment);
  },

  /** Voids what an admin recorded together with an entry. */
  voidEntry: async (
    paymentId: Identifier,
    { entry, version }: { entry: string; version: number },
  ): Promise<WithId<Payment>> => {
    const call = request(`${ledgerPath(paymentId)}/${encodeURIComponent(entry)}/void`, {
      method: 'POST',
      body: JSON.stringify({ version }),
    });
    return present('payments', (await withDefaultMessage(messages.voidMoney, call)).json as Payment);
  },
};
