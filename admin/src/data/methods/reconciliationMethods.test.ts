import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messages } from '#domain/platform/messages';
import { reconciliationMethods } from './reconciliationMethods.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Waits for a call, and for the pauses before it is made again. */
async function settled<Answer>(call: Promise<Answer>): Promise<Answer> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

/** A server whose response to each call `respond` returns; counts the calls that are open at the same time. */
function serve(respond: (path: string, body: { ids: string[] }) => Response) {
  const seen = { calls: 0, open: 0, mostOpen: 0 };
  vi.stubGlobal('fetch', async (path: string, { body = '{}' }: { body?: string }) => {
    seen.calls += 1;
    seen.mostOpen = Math.max(seen.mostOpen, ++seen.open);
    await Promise.resolve();
    seen.open -= 1;
    return respond(path, JSON.parse(body) as { ids: string[] });
  });
  return seen;
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const confirmed = (batch: string[]) => json(200, { results: batch.map((id) => ({ id, ok: true })) });

it('many transactions are confirmed in calls that each end well within the timeout', async () => {
  const sizes: number[] = [];
  const seen = serve((_, { ids: batch }) => {
    sizes.push(batch.length);
    return confirmed(batch);
  });
  const progress = vi.fn();
  const results = await reconciliationMethods.confirmTransactions(ids(60), progress);
  expect(results).toEqual(ids(60).map((id) => ({ id, ok: true })));
  expect(sizes).toEqual([25, 25, 10]);
  expect(seen.mostOpen).toBe(1);
  expect(progress.mock.calls).toEqual([[25], [50], [60]]);
});

it('after a call that fails, those confirmed before it are told, and the others with the reason', async () => {
  const seen = serve((_, { ids: batch }) =>
    batch.includes('25') ? json(500, { message: 'Failed' }) : confirmed(batch),
  );
  const results = await reconciliationMethods.confirmTransactions(ids(60));
  expect(results.slice(0, 25).every(({ ok }) => ok)).toBe(true);
  expect(results.slice(25)).toEqual(
    ids(60)
      .slice(25)
      .map((id) => ({ id, ok: false, message: 'Failed' })),
  );
  expect(seen.calls).toBe(2);
});

it('a call without an answer is made again, and then its outcome is unknown, while later ones were not made', async () => {
  const seen = serve((_, { ids: batch }) => {
    if (batch.includes('25')) throw new TypeError('Failed to fetch');
    return confirmed(batch);
  });
  const results = await settled(reconciliationMethods.confirmTransactions(ids(60)));
  const messagesOf = (from: number, to: number) =>
    new Set(results.slice(from, to).map(({ message }) => message));
  expect(messagesOf(25, 50)).toEqual(new Set([messages.outcomeUnknown]));
  expect(messagesOf(50, 60)).toEqual(new Set([messages.network]));
  expect(seen.calls).toBe(4);
});

it('what a call has confirmed without an answer is found by the next one', async () => {
  let calls = 0;
  serve((path) => {
    if (!path.endsWith('/confirm'))
      return json(200, { _id: '0', state: 'matched', version: 4, allocations: [{ _id: 'a' }] });
    if (++calls === 1) throw new TypeError('Failed to fetch');
    return json(200, { results: [{ id: '0', ok: false, message: 'Matched already' }] });
  });
  expect(await settled(reconciliationMethods.confirmTransactions(['0']))).toEqual([
    { id: '0', ok: true, version: 4, made: ['a'] },
  ]);
});

it('a first call that fails is a failure of the whole', async () => {
  serve(() => json(500, { message: 'Failed' }));
  await expect(reconciliationMethods.confirmTransactions(ids(60))).rejects.toThrow('Failed');
});

const changes = (count: number) => ids(count).map((id) => ({ id, version: 1, made: ['a'] }));

it('many transactions are undone one after the other; one that is refused does not stop the next', async () => {
  const seen = serve((path) =>
    path.includes('/1/') ? json(400, { message: 'Refused' }) : json(200, { _id: path, version: 2 }),
  );
  const { undone, failure } = await reconciliationMethods.undoTransactions(changes(30));
  expect(undone).toHaveLength(29);
  expect(failure).toMatchObject({ message: 'Refused' });
  expect(seen.mostOpen).toBe(1);
});

it.each([
  ['what still stands is undone at the present version', ['a', 'b'], 3],
  ['nothing is done where it was undone already', ['b'], 2],
])('after a change by someone else, %s', async (_, left, calls) => {
  const sent: unknown[] = [];
  const seen = serve((path, body) => {
    if (!path.endsWith('/undo'))
      return json(200, { _id: '0', version: 5, allocations: left.map((_id) => ({ _id })) });
    sent.push(body);
    return sent.length === 1 ? json(409, { message: 'Changed' }) : json(200, { _id: '0', version: 6 });
  });
  const { undone, failure } = await reconciliationMethods.undoTransactions(changes(1));
  expect([undone.length, failure]).toEqual([1, undefined]);
  expect(seen.calls).toBe(calls);
  expect(sent.slice(1)).toEqual(calls === 3 ? [{ version: 5, allocationIds: ['a'] }] : []);
});

it('undoing ends with the first call that is not answered, so that all is asked for again', async () => {
  const seen = serve(() => {
    throw new TypeError('Failed to fetch');
  });
  await expect(reconciliationMethods.undoTransactions(changes(30))).rejects.toMatchObject({ status: 0 });
  expect(seen.calls).toBe(1);
});
