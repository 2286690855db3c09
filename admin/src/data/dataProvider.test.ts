import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { dataProvider } from './dataProvider.js';

interface Call {
  method: string;
  url: URL;
  body: Record<string, unknown> | undefined;
  key: string | undefined;
}

/** A server whose response to each call `respond` returns; a response of undefined is lost. Returns the calls. */
function serve(respond: (call: Call) => [status: number, body: object] | undefined): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body, headers }: RequestInit) => {
    const call: Call = {
      method: method ?? 'GET',
      url: new URL(path, 'http://server'),
      body: typeof body === 'string' ? (JSON.parse(body) as Call['body']) : undefined,
      key: (headers as Record<string, string>)['Idempotency-Key'],
    };
    calls.push(call);
    const answer = await Promise.resolve(respond(call));
    if (!answer) throw new TypeError('lost');
    return new Response(answer[0] === 204 ? null : JSON.stringify(answer[1]), { status: answer[0] });
  });
  return calls;
}

/** Answers lists of `count` customers, whole or those of the ids in the filter. */
const customersOf =
  (count: number) =>
  ({ url }: Call): [number, object] => {
    const wanted = url.searchParams.get('filter[id]')?.split(',');
    const all = Array.from({ length: count }, (_, at) => ({ _id: String(at), version: 3, city: 'Toronto' }));
    const page = Number(url.searchParams.get('page'));
    const limit = Number(url.searchParams.get('limit'));
    const found = all.filter(({ _id }) => !wanted || wanted.includes(_id));
    return [
      200,
      { customers: found.slice((page - 1) * limit, page * limit), pagination: { total: found.length } },
    ];
  };

const all = { sort: { field: 'createdAt', order: 'DESC' as const }, filter: {} };
const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at));

beforeEach(() => history.replaceState({ key: 'entry' }, ''));
afterEach(() => vi.unstubAllGlobals());

it('reads several records by one call', async () => {
  const calls = serve(customersOf(5));
  const { data } = await dataProvider.getMany('customers', { ids: ['1', '4', 'gone'] });
  expect(data.map(({ id }) => id as string)).toEqual(['1', '4']);
  expect(calls).toHaveLength(1);
});

it('reads more records than a page has page by page, as an export does', async () => {
  const calls = serve(customersOf(250));
  const { data, total } = await dataProvider.getList('customers', {
    ...all,
    pagination: { page: 1, perPage: 1000 },
  });
  expect([data.length, total, calls.length]).toEqual([250, 250, 3]);

  const second = await dataProvider.getList('customers', { ...all, pagination: { page: 2, perPage: 120 } });
  expect(second.data.map(({ id }) => id as string)).toEqual(ids(240).slice(120));
});

it('deletes several records, each with its own outcome', async () => {
  const calls = serve(({ url }) => {
    if (url.pathname.endsWith('/1')) return [409, { message: 'There are payments' }];
    return url.pathname.endsWith('/2') ? [404, { message: 'Not found' }] : [204, {}];
  });
  await expect(dataProvider.deleteMany('customers', { ids: ids(7) })).rejects.toThrow(
    '1 of 7 could not be deleted: There are payments',
  );
  expect(calls.map(({ method }) => method)).toEqual(ids(7).map(() => 'DELETE'));
  expect(await dataProvider.deleteMany('customers', { ids: ['3'] })).toEqual({ data: ['3'] });
});

it('updates several records as they are now, each with its own outcome', async () => {
  const read = customersOf(3);
  const calls = serve((call) => {
    if (call.method === 'GET') return read(call);
    return call.url.pathname.endsWith('/2') ? [409, { message: 'Changed' }] : [200, { _id: 'x' }];
  });
  const change = { ids: ['1', '2'], data: { city: 'Ottawa' } };
  await expect(dataProvider.updateMany('customers', change)).rejects.toThrow(
    '1 of 2 could not be updated: Changed',
  );
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ version: 3, city: 'Ottawa' });
});

it('sends a form again under the same key until its record is added', async () => {
  let isLost = true;
  const calls = serve(() => (isLost ? undefined : [201, { _id: '1' }]));
  const create = () => dataProvider.create('partners', { data: {} });
  await expect(create()).rejects.toThrow();
  isLost = false;
  await create();
  await create();
  history.replaceState({ key: 'another' }, '');
  await create();
  const keys = calls.map(({ key }) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

it('puts the message of a refused form where react-admin looks for it', async () => {
  serve(() => [400, { message: 'City is unknown', errors: { city: 'City is unknown' } }]);
  const refused = await dataProvider
    .update('customers', { id: '1', data: {}, previousData: { id: '1' } })
    .catch((error: unknown) => error as HttpError);
  expect((refused as HttpError).body.errors).toEqual({
    city: 'City is unknown',
    root: { serverError: 'City is unknown' },
  });
});
