import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, Identifier, RaRecord, SortPayload } from 'react-admin';
import type { AuditPage, AuditResource } from '#domain/audit';
import type { CardEventPage } from '#domain/cards';
import type { CheckoutOptions } from '#domain/checkout';
import type { Counts } from '#domain/counts';
import type { Customer, CustomerStats } from '#domain/customers';
import { defaultPageSize, maximumPageSize, type Pagination } from '#domain/lists';
import { messages } from '#domain/messages';
import type {
  CustomerReference,
  ListedPayment,
  MatchingPayments,
  Payment,
  PaymentPage,
  PaymentStats,
  PaymentWithBatch,
  StatusBatchInput,
  StatusBatchResult,
  StatusInput,
  StatusResult,
} from '#domain/payments';
import type { OverduePage } from '#domain/overdue';
import type { CardPayoutPage } from '#domain/payouts';
import type { BankTransactionPage } from '#domain/reconciliation';
import type { ReportSummary } from '#domain/reports';
import { accountMethods, secondFactorMethods, viewMethods } from './accountMethods.js';
import { booksMethods, ledgerMethods, presentPayment } from './ledgerMethods.js';
import { cardMethods, presentCardEvent } from './cardMethods.js';
import { defaultErrorMessage, withDefaultMessage, withFormError } from './apiErrors.js';
import { chunksOf, forEachRecord } from './eachRecord.js';
import { keyOfForm } from './keyOfForm.js';
import { exportRows } from './exportRows.js';
import { errorMessage, type HttpOptions, send } from '../../../browser/http.js';
import { listQuery } from './listQuery.js';
import { mailMethods } from './mailMethods.js';
import { payoutMethods, presentPayout } from './payoutMethods.js';
import { presentTransaction, reconciliationMethods } from './reconciliationMethods.js';
import { request } from '../session/request.js';
import { isUnanswered, untilAnswered } from '../session/untilAnswered.js';
import { peopleMethods } from './peopleMethods.js';
import { type WithId, withId } from './withId.js';

export type CustomerRecord = WithId<Customer>;
export type PaymentRecord = WithId<Payment>;
/** A payment of a list: `customerId` is the plain id, as everywhere, and `customer` its name and email. */
export type ListedPaymentRecord = PaymentRecord & { customer: CustomerReference | null };

/** Payments per call that sets statuses, so that the server responds to each call well within the timeout. */
const statusBatch = 25;

/** Timeout of a call that undoes a whole batch, a database transaction for each payment. */
const undoTimeoutMs = 60_000;

/** The newest records of each kind that an empty search shows. */
const recentCount = 4;

type Signalled = { signal?: AbortSignal };

const path = (resource: string, id: Identifier) => `/${resource}/${encodeURIComponent(id)}`;

async function httpClient(url: string, { method, body, signal }: HttpOptions = {}) {
  const { json, ...response } = await request(url, { method, body, signal });
  return { ...response, json: json ? withId(json as { _id: string }) : {} };
}

const rest = simpleRestProvider('', httpClient as Parameters<typeof simpleRestProvider>[1]);

/**
 * Gives a list's payment the shape of a single one: a detail page shows it until its own record is loaded, without the
 * batch of a change that may not be the last one any more.
 */
const toListedPayment = ({ customerId: customer, ...payment }: ListedPayment): ListedPaymentRecord =>
  presentPayment({ ...payment, batch: undefined, customerId: customer?._id ?? '', customer });

/** Paths of the lists whose path is not their resource's name. */
const listPaths: Record<string, string> = { overdue: '/reports/overdue' };

/** Fields of the answers that are not their resource's name. */
const listFields: Record<string, string> = { audit: 'entries', 'interac-notices': 'notices' };

/** A list's result; its `meta` has the answer's further counts, and whether there may be more records than the total. */
const listResult = (data: object[], { total, atLeast }: Pagination, counts?: object) => ({
  data: data as never[],
  total,
  ...((counts || atLeast) && { meta: { ...counts, ...(atLeast && { atLeast }) } }),
});

/**
 * A failed read without a message keeps none, as each screen has a default of its own; a failed write gets one here,
 * as react-admin shows it in a notification.
 */
const getPage: DataProvider['getList'] = async (resource, { pagination, sort, filter, signal }) => {
  // react-admin's defaults: its pickers search by `q`, and order by the id, which no list of the API does.
  const { q, ...fields } = filter as { q?: string };
  const query = listQuery({
    ...pagination,
    ...(sort?.field !== 'id' && { sort }),
    filter: { ...fields, ...(q && { search: q }) },
  });
  const { json } = await request(`${listPaths[resource] ?? `/${resource}`}${query}`, { signal });
  if (resource === 'bank-transactions') {
    const { transactions, pagination: pages, counts } = json as BankTransactionPage;
    return listResult(transactions.map(presentTransaction), pages, counts);
  }
  if (resource === 'payments') {
    const { payments, pagination: pages, counts } = json as PaymentPage;
    return listResult(payments.map(toListedPayment), pages, counts);
  }
  if (resource === 'card-events') {
    const { cardEvents, pagination: pages, counts } = json as CardEventPage;
    return listResult(cardEvents.map(presentCardEvent), pages, counts);
  }
  if (resource === 'card-payouts') {
    const { cardPayouts, pagination: pages, counts } = json as CardPayoutPage;
    return listResult(cardPayouts.map(presentPayout), pages, counts);
  }
  if (resource === 'overdue') {
    const { payments, pagination: pages, saidSent } = json as OverduePage;
    return listResult(payments.map(toListedPayment), pages, { saidSent });
  }
  const answer = json as { pagination: Pagination } & Record<string, { _id: string }[]>;
  const records = (answer[listFields[resource] ?? resource] ?? []).map(withId);
  return listResult(records, answer.pagination);
};

/** A list, page by page where more records are asked for than a page has, as react-admin's export does. */
const getList: DataProvider['getList'] = async (resource, params) => {
  const { page = 1, perPage = defaultPageSize } = params.pagination ?? {};
  if (perPage <= maximumPageSize) return getPage(resource, params);
  const begin = (page - 1) * perPage;
  const behind = begin % maximumPageSize;
  // By their ids: a record that is added meanwhile moves another one to the next page.
  const found = new Map<Identifier, { id: Identifier }>();
  for (let at = Math.floor(begin / maximumPageSize) + 1; ; at++) {
    const pagination = { page: at, perPage: maximumPageSize };
    const { data, ...rest } = await getPage<{ id: Identifier }>(resource, { ...params, pagination });
    for (const record of data) found.set(record.id, record);
    if (data.length === maximumPageSize && found.size < behind + perPage) continue;
    return { ...rest, data: [...found.values()].slice(behind, behind + perPage) as never[] };
  }
};

/** The records of these ids that there are. */
const getMany: DataProvider['getMany'] = async (resource, { ids, signal }) => {
  const pages = await Promise.all(
    chunksOf([...ids], maximumPageSize).map((some) =>
      getPage(resource, {
        pagination: { page: 1, perPage: maximumPageSize },
        sort: { field: 'createdAt', order: 'DESC' },
        filter: { id: some.join() },
        signal,
      }),
    ),
  );
  return { data: pages.flatMap(({ data }) => data as never[]) };
};

const update: DataProvider['update'] = (resource, params) =>
  withFormError(withDefaultMessage(defaultErrorMessage(resource, 'update'), rest.update(resource, params)));

const deleteOne = (resource: string, id: Identifier) =>
  withDefaultMessage(
    defaultErrorMessage(resource, 'delete'),
    request(path(resource, id), { method: 'DELETE' }),
  );

const standard: DataProvider = {
  ...rest,
  supportAbortSignal: true,
  getList,
  getMany,
  getManyReference: (resource, { target, id, filter, ...params }) =>
    getList(resource, { ...params, filter: { ...(filter as object), [target]: id } }),
  create: async (resource, { data, meta }) => {
    const { idempotencyKey } = (meta ?? {}) as { idempotencyKey?: string };
    const { key, forget } = keyOfForm(resource);
    const call = request(`/${resource}`, {
      method: 'POST',
      body: JSON.stringify(data),
      headers: { 'Idempotency-Key': idempotencyKey ?? key },
    });
    const { json } = await withFormError(withDefaultMessage(defaultErrorMessage(resource, 'create'), call));
    forget();
    return { data: withId(json as { _id: string }) as never };
  },
  update,
  updateMany: async (resource, { ids, data }) => {
    const { data: records } = await getMany<RaRecord>(resource, { ids });
    const known = new Map(records.map((record) => [record.id, record]));
    return forEachRecord('update', ids, (id) => {
      const previousData = known.get(id) ?? { id };
      return update(resource, { id, data: { ...previousData, ...data }, previousData });
    });
  },
  delete: async (resource, { id, previousData }) => {
    await deleteOne(resource, id);
    return { data: (previousData ?? { id }) as never };
  },
  deleteMany: (resource, { ids }) => forEachRecord('delete', ids, (id) => deleteOne(resource, id)),
};

/** The calls that react-admin has no method for. */
const customMethods = {
  /** Sets a payment's status; the server adds the entry to the history. `batch` of the answer undoes it. */
  setPaymentStatus: async (id: Identifier, input: StatusInput): Promise<WithId<PaymentWithBatch>> => {
    const call = request(`${path('payments', id)}/status`, { method: 'PATCH', body: JSON.stringify(input) });
    const { json } = await withDefaultMessage(messages.updatePaymentStatus, call);
    return presentPayment(json as PaymentWithBatch);
  },

  /**
   * Sets the status of several payments, call by call; returns for each whether it was set, or why not, and the batch
   * that undoes it, if any was set. A call without an answer is made again, which changes nothing twice.
   */
  setPaymentStatuses: async (
    { ids, ...change }: StatusBatchInput,
    onProgress: (done: number) => void,
  ): Promise<Pick<StatusBatchResult, 'results'> & Partial<StatusBatchResult>> => {
    const results: StatusResult[] = [];
    let { batch } = change;
    for (let at = 0; at < ids.length; at += statusBatch) {
      const those = ids.slice(at, at + statusBatch);
      const input: StatusBatchInput = { ...change, ...(batch && { batch }), ids: those };
      try {
        const { json } = await untilAnswered(() =>
          withDefaultMessage(
            messages.updatePaymentStatus,
            request('/payments/status', { method: 'POST', body: JSON.stringify(input) }),
          ),
        );
        const answer = json as StatusBatchResult;
        results.push(...answer.results);
        ({ batch } = answer);
        onProgress(results.length);
      } catch (error) {
        const message = errorMessage(error, messages.updatePaymentStatus);
        const unknown = isUnanswered(error) ? messages.outcomeUnknown : message;
        results.push(
          ...those.map((id) => ({ id, ok: false, message: unknown })),
          ...ids.slice(at + statusBatch).map((id) => ({ id, ok: false, message })),
        );
        break;
      }
    }
    return { ...(batch && { batch }), results };
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
    const call = request(`${listPaths[resource] ?? `/${resource}`}/matching${listQuery({ count, ...list })}`);
    const { json } = await withDefaultMessage(defaultErrorMessage('payments', 'list'), call);
    return (json as MatchingPayments).payments.map(toListedPayment);
  },

  /** Finds at most eight payments and eight customers that contain every word; without words the newest. */
  searchEverything: async (
    text: string,
    signal?: AbortSignal,
  ): Promise<{ payments: ListedPaymentRecord[]; customers: CustomerRecord[] }> => {
    if (!text) {
      const newest = {
        pagination: { page: 1, perPage: recentCount },
        sort: { field: 'createdAt', order: 'DESC' as const },
        filter: {},
        signal,
      };
      const [payments, customers] = await Promise.all([
        getList<ListedPaymentRecord>('payments', newest),
        getList<CustomerRecord>('customers', newest),
      ]);
      return { payments: payments.data, customers: customers.data };
    }
    const { json } = await request(`/search?${new URLSearchParams({ q: text })}`, { signal });
    const { payments, customers } = json as { payments: ListedPayment[]; customers: Customer[] };
    return { payments: payments.map(toListedPayment), customers: customers.map(withId) };
  },

  /** Every payment of a customer, newest first. */
  getCustomerPayments: async (
    customerId: Identifier,
    signal?: AbortSignal,
  ): Promise<ListedPaymentRecord[]> => {
    const found: ListedPaymentRecord[] = [];
    for (let page = 1, total = 1; found.length < total; page++) {
      const answer = await getList<ListedPaymentRecord>('payments', {
        pagination: { page, perPage: maximumPageSize },
        sort: { field: 'createdAt', order: 'DESC' },
        filter: { customerId },
        signal,
      });
      found.push(...answer.data);
      // Stop at an empty page: after a concurrent delete, `total` is never reached.
      total = answer.data.length > 0 ? (answer.total ?? 0) : 0;
    }
    // A payment created between two pages moves the last one of a page to the next, where it must not count again.
    return [...new Map(found.map((payment) => [payment.id, payment])).values()];
  },

  /** A page of a record's audit trail, newest first. */
  getActivity: async (
    resource: AuditResource,
    id: Identifier,
    { page, perPage, signal }: Signalled & { page: number; perPage: number },
  ): Promise<AuditPage> => {
    const query = listQuery({
      page,
      perPage,
      sort: { field: 'at', order: 'DESC' },
      filter: { resource, resourceId: id },
    });
    return (await withDefaultMessage(messages.fetchActivity, request(`/audit${query}`, { signal })))
      .json as AuditPage;
  },

  /** The URL of the visitor's page; `renew` creates a new one and revokes the old one. */
  getPaymentLink: async (paymentId: Identifier, renew: boolean): Promise<string> => {
    const body = JSON.stringify({ renew });
    const call = request(`${path('payments', paymentId)}/link`, { method: 'POST', body });
    return ((await withDefaultMessage(messages.paymentLink, call)).json as { url: string }).url;
  },

  /** Counts of customers. The total of their list has those of test payments too, which count in no figure. */
  getCustomerStats: async ({ signal }: Signalled): Promise<CustomerStats> => {
    return (await request('/customers/stats', { signal })).json as CustomerStats;
  },

  /** Counts of payments by status, and the revenue. */
  getPaymentStats: async ({ signal }: Signalled): Promise<PaymentStats> => {
    return (await request('/payments/stats', { signal })).json as PaymentStats;
  },

  /** The figures of a range of days; an empty bound is open. */
  getReport: async (range: { from: string; to: string }, { signal }: Signalled): Promise<ReportSummary> => {
    const call = request(`/reports/summary${listQuery(range)}`, { signal });
    return (await withDefaultMessage(messages.report, call)).json as ReportSummary;
  },

  /** The numbers of what waits for an admin. */
  getCounts: async ({ signal }: Signalled): Promise<Counts> =>
    (await request('/counts', { signal })).json as Counts,

  /** The operator's texts for visitors, the company's name among them. Public. */
  getCheckoutOptions: async ({ signal }: Signalled): Promise<CheckoutOptions> => {
    return (await send('/checkout/options', { signal })).json as CheckoutOptions;
  },

  exportRows,

  ...mailMethods,
  ...ledgerMethods,
  ...booksMethods,
  ...reconciliationMethods,
  ...accountMethods,
  ...cardMethods,
  ...payoutMethods,
  ...secondFactorMethods,
  ...peopleMethods,
  ...viewMethods,
};

/** All calls of the back-office to the server. */
export const dataProvider: DataProvider & typeof customMethods = { ...standard, ...customMethods };
