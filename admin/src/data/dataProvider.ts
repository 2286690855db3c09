import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { AuditPage, AuditResource } from '#domain/audit/audit';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import type { CommentedRecord } from '#domain/care/comments';
import type { Counts } from '#domain/office/counts';
import type { Customer, CustomerStats } from '#domain/customers/customers';
import { defaultPageSize, maximumPageSize, type Pagination } from '#domain/platform/lists';
import { messages } from '#domain/platform/messages';
import type { ListedPayment } from '#domain/payments/payments';
import type { ServerWarnings } from '#domain/platform/warnings';
import { booksMethods, ledgerMethods } from './methods/ledgerMethods.js';
import { cardLists, cardMethods } from './methods/cardMethods.js';
import { defaultErrorMessage, withDefaultMessage, withFormError } from './apiErrors.js';
import { call } from './call.js';
import { chunksOf, forEachRecord } from './eachRecord.js';
import { keyOfForm } from './keyOfForm.js';
import { exportRows } from './exportRows.js';
import { type HttpOptions, send } from '#browser/http';
import { documentMethods } from './methods/documentMethods.js';
import { listQuery } from './listQuery.js';
import { mailMethods } from './methods/mailMethods.js';
import {
  type ListedPaymentRecord,
  paymentLists,
  paymentMethods,
  toListedPayment,
} from './methods/paymentMethods.js';
import { payoutLists, payoutMethods } from './methods/payoutMethods.js';
import { reconciliationLists, reconciliationMethods } from './methods/reconciliationMethods.js';
import { request } from './session/request.js';
import { personalDataMethods } from './methods/personalDataMethods.js';
import { present, type WithId, withId } from './withId.js';

export type CustomerRecord = WithId<Customer>;

/** The newest records of each kind that an empty search shows. */
const recentCount = 4;

type Signalled = { signal?: AbortSignal };

const path = (resource: string, id: Identifier) => `/${resource}/${encodeURIComponent(id)}`;

async function httpClient(url: string, { method, body, signal }: HttpOptions = {}) {
  const { json, ...response } = await request(url, { method, body, signal });
  return { ...response, json: json ? withId(json as { _id: string }) : {} };
}

const rest = simpleRestProvider('', httpClient as Parameters<typeof simpleRestProvider>[1]);

interface ListShape {
  path?: string;
  /** The field of the answer. */
  field?: string;
  present?: (record: never) => object;
}

/** The way in which the API lists records: by default at the resource's path, in a field of its name, as they are. */
const lists: Record<string, ListShape> = {
  ...paymentLists,
  ...cardLists,
  ...payoutLists,
  ...reconciliationLists,
  audit: { field: 'entries' },
};

type ListAnswer = { pagination: Pagination; counts?: object } & Record<string, unknown>;

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
  const { path: at = `/${resource}`, field = resource, present: as } = lists[resource] ?? {};
  const { json } = await request(`${at}${query}`, { signal });
  const { [field]: records = [], pagination: pages, counts, ...others } = json as ListAnswer;
  // Further counts of the answer, and whether there may be more records than the total.
  const meta = { ...counts, ...others, ...(pages.atLeast && { atLeast: true }) };
  return {
    data: (records as { _id: string }[]).map(
      (record) => (as ? as(record as never) : present(resource, record)) as never,
    ),
    total: pages.total,
    ...(Object.keys(meta).length && { meta }),
  };
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
  getOne: async (resource, params) => {
    const { data } = await rest.getOne(resource, params);
    // A customer that was merged is answered as the one that stands for it, to whose page its own leads.
    return {
      data: (data as { mergedInto?: string }).mergedInto ? { ...data, id: params.id } : data,
    };
  },
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
  call,

  /** Finds at most eight payments and customers that contain every word, and such with comments that do; without words the newest. */
  searchEverything: async (
    text: string,
    signal?: AbortSignal,
  ): Promise<{
    payments: ListedPaymentRecord[];
    customers: CustomerRecord[];
    comments: CommentedRecord[];
  }> => {
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
      return { payments: payments.data, customers: customers.data, comments: [] };
    }
    const { json } = await request(`/search?${new URLSearchParams({ q: text })}`, { signal });
    const {
      payments,
      customers,
      comments = [],
    } = json as {
      payments: ListedPayment[];
      customers: Customer[];
      comments?: CommentedRecord[];
    };
    return { payments: payments.map(toListedPayment), customers: customers.map(withId), comments };
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

  /** Counts of customers. The total of their list has those of test payments too, which count in no figure. */
  getCustomerStats: async ({ signal }: Signalled): Promise<CustomerStats> => {
    return (await request('/customers/stats', { signal })).json as CustomerStats;
  },

  /** The settings of the server that an operator should correct. */
  getWarnings: async (signal?: AbortSignal): Promise<ServerWarnings> =>
    (await request('/warnings', { signal })).json as ServerWarnings,

  /** The numbers of what waits for an admin. */
  getCounts: async ({ signal }: Signalled): Promise<Counts> =>
    (await request('/counts', { signal })).json as Counts,

  /** The operator's texts for visitors, the company's name among them. Public. */
  getCheckoutOptions: async ({ signal }: Signalled): Promise<CheckoutOptions> => {
    return (await send('/checkout/options', { signal })).json as CheckoutOptions;
  },

  exportRows,

  ...paymentMethods,
  ...mailMethods,
  ...ledgerMethods,
  ...booksMethods,
  ...reconciliationMethods,
  ...cardMethods,
  ...payoutMethods,
  ...documentMethods,
  ...personalDataMethods,
};

/** All calls of the back-office to the server. */
export const dataProvider: DataProvider & typeof customMethods = { ...standard, ...customMethods };
