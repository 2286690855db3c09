import { afterEach, expect, it, vi } from 'vitest';
import { reconciliationMethods } from './reconciliationMethods.js';

afterEach(() => vi.unstubAllGlobals());

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

/** A server whose response to each call `respond` returns; counts the calls that are open at the same time. */
function serve(respond: (path: string, body: { ids: string[] }) => Response) {
  const seen = { calls: 0, open: 0, mostOpen: 0 };
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
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
    batch.includes('25') ? json(503, { message: 'Please try again' }) : confirmed(batch),
  );
  const results = await reconciliationMethods.confirmTransactions(ids(60));
  expect(results.slice(0, 25).every(({ ok }) => ok)).toBe(true);
  expect(results.slice(25)).toEqual(
    ids(60)
      .slice(25)
      .map((id) => ({ id, ok: false, message: 'Please try again' })),
  );
  expect(seen.calls).toBe(2);
});

it('a first call that fails is a failure of the whole', async () => {
  serve(() => json(503, { message: 'Please try again' }));
  await expect(reconciliationMethods.confirmTransactions(ids(60))).rejects.toThrow('Please try again');
});

const changes = (count: number) => ids(count).map((id) => ({ id, version: 1 }));

it('many transactions are undone one after the other; one that is refused does not stop the next', async () => {
  const seen = serve((path) =>
    path.includes('/1/') ? json(409, { message: 'Changed' }) : json(200, { _id: path, version: 2 }),
  );
  const { undone, failure } = await reconciliationMethods.undoTransactions(changes(30));
  expect(undone).toHaveLength(29);
  expect(failure).toMatchObject({ message: 'Changed' });
  expect(seen.mostOpen).toBe(1);
});

it('undoing ends with the first call that is not answered', async () => {
  const seen = serve(() => {
    throw new TypeError('Failed to fetch');
  });
  const { undone, failure } = await reconciliationMethods.undoTransactions(changes(30));
  expect(undone).toEqual([]);
  expect(failure).toMatchObject({ status: 0 });
  expect(seen.calls).toBe(1);
});
