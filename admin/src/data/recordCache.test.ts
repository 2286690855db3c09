import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from './queryClient.js';
import { present } from './records.js';

const pending = { id: '1', _id: '1', status: 'pending', version: 1, customerId: 'a' };
const paid = { ...pending, status: 'paid', version: 2 };
const listed = { ...pending, customer: { _id: 'a', fullName: 'Ann' } };
const other = { id: '2', _id: '2', status: 'pending', version: 5, customerId: 'a' };

const keys = {
  one: ['payments', 'getOne', { id: '1', meta: undefined }],
  list: ['payments', 'getList', { pagination: { page: 1, perPage: 10 } }],
  ofCustomer: ['payments', 'ofCustomer', 'a'],
  form: ['payments', 'getOne', { id: '1', meta: { form: true } }],
  customers: ['customers', 'getList', {}],
  footer: ['checkoutOptions'],
};

function filledClient() {
  const client = createQueryClient();
  client.setQueryData(keys.one, pending);
  client.setQueryData(keys.list, { data: [listed, other], total: 2 });
  client.setQueryData(keys.ofCustomer, [listed, other]);
  client.setQueryData(keys.form, pending);
  client.setQueryData(keys.customers, { data: [], total: 0 });
  client.setQueryData(keys.footer, {});
  return client;
}

async function write(
  client: ReturnType<typeof filledClient>,
  answer: unknown,
  mutationKey = ['payments', 'setStatus'],
) {
  const mutation = client.getMutationCache().build(client, {
    mutationKey,
    mutationFn: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
  });
  await mutation.execute(undefined).catch(() => {});
}

it("puts a write's answer into every query that holds the record, with what the list adds to it", async () => {
  const client = filledClient();
  await write(client, paid);
  expect(client.getQueryData(keys.one)).toEqual(paid);
  const inList = { ...paid, customer: listed.customer };
  expect(client.getQueryData(keys.list)).toEqual({ data: [inList, other], total: 2 });
  expect(client.getQueryData(keys.ofCustomer)).toEqual([inList, other]);
});

it('drops the announced transfer of a payment in parts once it has come', async () => {
  const client = filledClient();
  const announced = { ...pending, saidSent: { date: '2026-11-20', at: '2026-11-19T10:00:00Z' } };
  client.setQueryData(keys.one, announced);
  await write(client, present('payments', { ...pending, version: 2 }));
  expect(client.getQueryData(keys.one)).toMatchObject({ version: 2, saidSent: undefined });
});

it('leaves the record of an open form as it was opened', async () => {
  const client = filledClient();
  await write(client, paid);
  expect(client.getQueryData(keys.form)).toBe(pending);
  expect(client.getQueryState(keys.form)?.isInvalidated).toBe(false);
});

it.each([paid, new Error('No answer')])(
  'refetches what a write can have changed, after success and failure, and nothing else: %s',
  async (answer) => {
    const client = filledClient();
    await write(client, answer);
    for (const [name, key] of Object.entries(keys))
      expect([name, client.getQueryState(key)?.isInvalidated]).toEqual([
        name,
        name !== 'form' && name !== 'footer',
      ]);
  },
);

it('refetches everything after a write of any record, and nothing after one of the account', async () => {
  const client = filledClient();
  const isInvalidated = () => client.getQueryState(keys.list)?.isInvalidated;
  await write(client, {}, ['account', 'password']);
  expect(isInvalidated()).toBe(false);
  await write(client, {}, ['partners', 'update']);
  expect(isInvalidated()).toBe(true);
});

it('keeps the newer state of a record when a list brings an older one', async () => {
  const client = filledClient();
  client.setQueryData(keys.one, paid);
  await client.fetchQuery({ queryKey: [...keys.list, 1], queryFn: () => ({ data: [listed], total: 1 }) });
  expect(client.getQueryData(keys.one)).toMatchObject({ status: 'paid' });
});

it('takes the newer state of a record from a list', async () => {
  const client = filledClient();
  await client.fetchQuery({ queryKey: [...keys.list, 1], queryFn: () => ({ data: [paid], total: 1 }) });
  expect(client.getQueryData(keys.one)).toMatchObject({ status: 'paid' });
});

it('keeps the batch that undoes a change when a list brings the same state without it, and drops it with a newer one', async () => {
  const client = filledClient();
  client.setQueryData(keys.one, { ...paid, batch: 'b' });
  const list = (record: object) =>
    client.fetchQuery({
      queryKey: [...keys.list, record],
      queryFn: () => ({ data: [{ ...record, batch: undefined }], total: 1 }),
    });
  await list(paid);
  expect(client.getQueryData(keys.one)).toEqual({ ...paid, batch: 'b' });
  const failed = { ...paid, status: 'failed', version: 3 };
  await list(failed);
  expect(client.getQueryData(keys.one)).toEqual(failed);
});

it('asks for the data of a page that is opened, however fresh it is', async () => {
  const client = filledClient();
  const queryFn = vi.fn(() => Promise.resolve(paid));
  const observer = new QueryObserver(client, client.defaultQueryOptions({ queryKey: keys.one, queryFn }));
  const leave = observer.subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryData(keys.one)).toEqual(paid));
  leave();
  expect(queryFn).toHaveBeenCalledOnce();
});

it.each([
  ['upload', true],
  ['mapping', false],
])('asks for no draft again that the answer of its %s contains', async (name, changesLists) => {
  const client = createQueryClient();
  const draftKey = ['statements', 'getOne', { id: 'd', meta: undefined }];
  const listKey = ['statements', 'getList', {}];
  const draft = { id: 'd', _id: 'd', fileName: 'bank.csv' };
  client.setQueryData(draftKey, draft);
  client.setQueryData(listKey, { data: [draft], total: 1 });
  client.setQueryData(keys.one, pending);
  const send = async (result: Promise<unknown>) => {
    const mutation = client.getMutationCache().build(client, {
      mutationKey: ['statements', name],
      mutationFn: () => result,
    });
    await mutation.execute(undefined).catch(() => {});
  };
  const isInvalidated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  await send(Promise.resolve({ ...draft, fileName: 'other.csv' }));
  expect(client.getQueryData(draftKey)).toMatchObject({ fileName: 'other.csv' });
  expect([draftKey, listKey, keys.one].map(isInvalidated)).toEqual([false, changesLists, false]);
  await send(Promise.reject(new Error('No answer')));
  expect([draftKey, listKey, keys.one].map(isInvalidated)).toEqual([true, true, true]);
});
