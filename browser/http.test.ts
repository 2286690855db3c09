import { afterEach, expect, it, vi } from 'vitest';
import { networkMessage } from '#domain/platform/messages';
import { HttpError, send, stream } from './http.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A fetch that never responds, and rejects when it is aborted. */
const silent = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  );

it('carries the message and the messages of fields', async () => {
  const body = { statusCode: 400, message: 'Email is required', errors: { email: 'Email is required' } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 400 }));
  const error = await send('/customers').catch((found: unknown) => found);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 400, message: 'Email is required', body });
});

it('leaves the words to the caller where an error has none', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }));
  await expect(send('/customers')).rejects.toMatchObject({ status: 502, message: '' });
});

it('gives up after ten seconds of silence', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silent);
  const failure = expect(send('/customers')).rejects.toMatchObject({ status: 0, message: networkMessage });
  await vi.advanceTimersByTimeAsync(10_000);
  await failure;
});

it('tells a call that was cancelled from one that failed', async () => {
  vi.stubGlobal('fetch', silent);
  const controller = new AbortController();
  const call = send('/customers', { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

it('counts the ten seconds anew with every piece of a stream', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      async pull(controller) {
        // The server's own time, on a clock that the test turns.
        // oxlint-disable-next-line tests/no-fixed-wait
        await new Promise((resolve) => setTimeout(resolve, 8000));
        controller.enqueue(new Uint8Array([65]));
        if (++pieces === 3) controller.close();
      },
    });
    return new Response(body);
  });
  let pieces = 0;
  const read: number[] = [];
  const done = stream(
    '/customers/export',
    {},
    (piece) => read.push(...piece),
    () => {},
  );
  await vi.advanceTimersByTimeAsync(30_000);
  await done;
  expect(read).toEqual([65, 65, 65]);
});

/** A fetch whose answers the test gives. */
function answered() {
  const answers: (() => void)[] = [];
  const fetched = vi.fn<typeof fetch>(
    () => new Promise<Response>((resolve) => answers.push(() => resolve(new Response('{"ok":true}')))),
  );
  vi.stubGlobal('fetch', fetched);
  return { fetched, answerAll: () => answers.splice(0).forEach((answer) => answer()) };
}

it('sends a write once that is called twice in a task, and again once it is answered', async () => {
  const { fetched, answerAll } = answered();
  const press = () => send('/orders/X/sent', { method: 'POST', body: '{"date":"2026-11-26"}' });
  const both = [press(), press()];
  expect(fetched).toHaveBeenCalledTimes(1);
  answerAll();
  const [first, second] = await Promise.all(both);
  expect(first).toBe(second);
  const later = press();
  expect(fetched).toHaveBeenCalledTimes(2);
  answerAll();
  await later;
});

it.each([
  ['another record', '/payments/b', '{}', {}],
  ['another body', '/payments/a', '{"amount":1}', {}],
  ['another form', '/payments/a', '{}', { 'Idempotency-Key': 'another' }],
])('sends a write about %s at once', async (_what, path, body, headers) => {
  const { fetched, answerAll } = answered();
  const both = [
    send('/payments/a', { method: 'PUT', body: '{}' }),
    send(path, { method: 'PUT', body, headers }),
  ];
  expect(fetched).toHaveBeenCalledTimes(2);
  answerAll();
  await Promise.all(both);
});

it('sends each read', async () => {
  const { fetched, answerAll } = answered();
  const both = [send('/payments'), send('/payments')];
  expect(fetched).toHaveBeenCalledTimes(2);
  answerAll();
  await Promise.all(both);
});
