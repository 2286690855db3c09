import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import type { CommentedRecord } from '#domain/care/comments';
import { defaultPageSize, maximumPageSize, type Pagination } from '#domain/platform/lists';
import { type HttpOptions, send } from '#browser/http';
import { newKey } from '#browser/newKey';
import { defaultErrorMessage, withDefaultMessage, withFormError } from './apiErrors.js';
import { call, download } from './call.js';
import { chunksOf, forEachRecord } from './eachRecord.js';
import { exportRows } from './exportRows.js';
import { listQuery } from './listQuery.js';
import { request } from './session/request.js';
import {
  type CustomerRecord,
  type ListedPaymentRecord,
  lists,
  present,
  toListedPayment,
  withId,
} from './records.js';

/** The newest records of each kind that an empty search shows. */
const recentCount = 4;

const path = (resource: string, id: Identifier) => `/${resource}/${encodeURIComponent(id)}`;

async function httpClient(url: string, { method, body, signal }: HttpOptions = {}) {
  const { json, ...response } = await request(url, { method, body, signal });
  return { ...response, json: json ? withId(json as { _id: string }) : {} };
}

const rest = simpleRestProvider('', httpClient as Parameters<typeof simpleRestProvider>[1]);

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
  download,

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
    const found = await call('GET /search', { query: { q: text }, signal });
    const { payments, customers, comments = [] } = found;
    return { payments: payments.map(toListedPayment), customers: customers.map(withId), comments };
  },

  /** The operator's texts for visitors, the company's name among them. Public. */
  getCheckoutOptions: async ({ signal }: { signal?: AbortSignal }): Promise<CheckoutOptions> => {
    return (await send('/checkout/options', { signal })).json as CheckoutOptions;
  },

  exportRows,
};

/** All calls of the back-office to the server. */
export const dataProvider: DataProvider & typeof customMethods = { ...standard, ...customMethods };

const keys = new Map<string, string>();

/**
 * The Idempotency-Key of a form that adds a record: the same one until the record is added, so that a form which is sent
 * again after a lost response adds no second record. A form that is opened anew has an entry of its own in the
 * browser's history, and so another key. `forget` is called once the record is added.
 */
function keyOfForm(resource: string): { key: string; forget: () => void } {
  const { key: entry } = (history.state ?? {}) as { key?: string };
  const form = `${resource} ${entry ?? location.pathname}`;
  const key = keys.get(form) ?? newKey();
  keys.set(form, key);
  return { key, forget: () => void keys.delete(form) };
}
