import type { Identifier, SortPayload } from 'react-admin';
import { messages } from '#domain/platform/messages';
import type {
  CustomerReference,
  ListedPayment,
  MatchingPayments,
  Payment,
  PaymentStats,
  PaymentWithBatch,
  StatusInput,
} from '#domain/payments/payments';
import type { PlanInput } from '#domain/payments/plan';
import type { StatusBatchInput, StatusBatchResult, StatusResult } from '#domain/payments/status-batch';
import { request } from '../session/request.js';
import { untilAnswered } from '../session/untilAnswered.js';
import { withDefaultMessage } from '../apiErrors.js';
import { inBatches } from '../eachRecord.js';
import { listQuery } from '../listQuery.js';
import { present, type WithId } from '../withId.js';

export type PaymentRecord = WithId<Payment>;
/** A payment of a list: `customerId` is the plain id, as everywhere, and `customer` its name and email. */
export type ListedPaymentRecord = Omit<PaymentRecord, 'statusHistory'> & {
  customer: CustomerReference | null;
};

/** Timeout of a call that undoes a whole batch, a database transaction for each payment. */
const undoTimeoutMs = 60_000;

const path = (id: Identifier) => `/payments/${encodeURIComponent(id)}`;

/**
 * Gives a list's payment the shape of a single one: a detail page shows it until its own record is loaded, without the
 * batch of a change that may not be the last one any more.
 */
export const toListedPayment = ({ customerId: customer, ...payment }: ListedPayment): ListedPaymentRecord =>
  present('payments', { ...payment, batch: undefined, customerId: customer?._id ?? '', customer });

/** The way in which the API lists payments. */
export const paymentLists = {
  payments: { path: '/payments', present: toListedPayment },
  overdue: { path: '/reports/overdue', field: 'payments', present: toListedPayment },
};

/** API calls for payments that react-admin has no method for. */
export const paymentMethods = {
  /** Sets a payment's status; the server adds the entry to the history. `batch` of the answer undoes it. */
  setPaymentStatus: async (id: Identifier, input: StatusInput): Promise<WithId<PaymentWithBatch>> => {
    const call = request(`${path(id)}/status`, { method: 'PATCH', body: JSON.stringify(input) });
    const { json } = await withDefaultMessage(messages.updatePaymentStatus, call);
    return present('payments', json as PaymentWithBatch);
  },

  /**
   * Sets the status of several payments, call by call; returns for each whether it was set, or why not, and the batch
   * that undoes it, if any was set. A call without an answer is made again, which changes nothing twice.
   */
  setPaymentStatuses: async (
    { ids, ...change }: StatusBatchInput,
    onProgress: (done: number) => void,
  ): Promise<Pick<StatusBatchResult, 'results'> & Partial<StatusBatchResult>> => {
    let { batch } = change;
    const results = await inBatches<StatusResult>(
      ids,
      async (those) => {
        const body = JSON.stringify({
          ...{ ...change, ...(batch && { batch }), ids: those },
        } satisfies StatusBatchInput);
        const { json } = await untilAnswered(() =>
          withDefaultMessage(
            messages.updatePaymentStatus,
            request('/payments/status', { method: 'POST', body }),
          ),
        );
        const answer = json as StatusBatchResult;
        ({ batch } = answer);
        return answer.results;
      },
      { failure: messages.updatePaymentStatus, onProgress },
    );
    return { ...(batch && { batch }), results };
  },

  /** Sets in which parts a payment is to be paid, or with null ends that. */
  setPlan: async (id: Identifier, input: PlanInput): Promise<PaymentRecord> => {
    const call = request(`${path(id)}/plan`, { method: 'PUT', body: JSON.stringify(input) });
    return present('payments', (await withDefaultMessage(messages.setPlan, call)).json as Payment);
  },

  /** Takes back the changes of a batch that still stand; returns for each whether it was, or why not. */
  undoPaymentStatuses: async (batch: string): Promise<StatusResult[]> => {
    const call = request('/payments/status/undo', {
      method: 'POST',
      body: JSON.stringify({ batch }),
      timeoutMs: undoTimeoutMs,
    });
    const { json } = await withDefaultMessage(messages.updatePaymentStatus, call);
    return (json as { results: StatusResult[] }).results;
  },

  /**
   * Every payment that matches a list's filters, in its order, at most `maximumSelected`. Throws a conflict where another
   * number matches than the list showed.
   */
  getMatching: async (
    resource: 'payments' | 'overdue',
    { count, ...list }: { count: number; sort: SortPayload; filter: object },
  ): Promise<ListedPaymentRecord[]> => {
    const call = request(`${paymentLists[resource].path}/matching${listQuery({ count, ...list })}`);
    const { json } = await withDefaultMessage(messages.fetchPayments, call);
    return (json as MatchingPayments).payments.map(toListedPayment);
  },

  /** The URL of the visitor's page; `renew` creates a new one and revokes the old one. */
  getPaymentLink: async (paymentId: Identifier, renew: boolean): Promise<string> => {
    const body = JSON.stringify({ renew });
    const call = request(`${path(paymentId)}/link`, { method: 'POST', body });
    return ((await withDefaultMessage(messages.paymentLink, call)).json as { url: string }).url;
  },

  /** Counts of payments by status, and the revenue. */
  getPaymentStats: async ({ signal }: { signal?: AbortSignal }): Promise<PaymentStats> => {
    return (await request('/payments/stats', { signal })).json as PaymentStats;
  },
};
