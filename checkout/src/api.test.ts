import { afterEach, describe, expect, it, vi } from 'vitest';
import { failureOf, fetchOptions, isOutcomeUnknown } from './api.js';
import { newKey } from '#browser/newKey';
import { postCheckout } from './submission/useSubmission.js';
import { aPurchase, aRequest, someOptions } from './fixtures.js';

const { key } = aPurchase();

function answer(body: string | object, init: ResponseInit = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response(text, init)),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const failing = (call: Promise<unknown>) => call.then(() => expect.fail('went well'), failureOf);

afterEach(() => vi.unstubAllGlobals());

describe('a submission', () => {
  it('carries its key, and the field for machines beside the request', async () => {
    const fetch = answer({ referenceNumber: 'R', paymentId: 'P' }, { status: 201 });
    await expect(postCheckout(aRequest(), key, 'spam')).resolves.toEqual({
      referenceNumber: 'R',
      paymentId: 'P',
    });
    const [path, init] = fetch.mock.calls[0]!;
    expect(path).toBe('/api/payments/checkout');
    expect(init).toMatchObject({ method: 'POST', headers: { 'Idempotency-Key': key } });
    expect(JSON.parse(init.body as string)).toEqual({ ...aRequest(), language: 'en', website: 'spam' });
  });

  it('fails with the server’s message and names the fields as the form does', async () => {
    const errors = { 'customer.email': 'Invalid email format', 'payment.transferDate': 'Too early' };
    answer({ statusCode: 400, message: 'Invalid email format', errors }, { status: 400 });
    expect(await failing(postCheckout(aRequest(), key, ''))).toEqual({
      status: 400,
      message: 'Invalid email format',
      fields: { email: 'Invalid email format', transferDate: 'Too early' },
    });
  });

  it('says when the server takes the next try', async () => {
    answer({ statusCode: 429, message: 'Too many' }, { status: 429, headers: { 'Retry-After': '17' } });
    expect(await failing(postCheckout(aRequest(), key, ''))).toMatchObject({
      message: 'Too many',
      retryAfter: 17,
    });
  });

  it.each([
    ['no JSON', '<html>', 502],
    ['no message', {}, 500],
    ['a message that is no text', { message: ['x'] }, 400],
  ])('falls back on the default where an error has %s', async (_, body, status) => {
    answer(body, { status });
    expect(await failing(postCheckout(aRequest(), key, ''))).toMatchObject({
      message: 'Failed to process checkout',
      status,
    });
  });

  it.each(['', '<html>', '{}', '{"referenceNumber":7}'])('does not take %j for a success', async (body) => {
    answer(body, { status: 201 });
    const failure = await failing(postCheckout(aRequest(), key, ''));
    expect(failure.message).toBe('Failed to process checkout');
    expect(isOutcomeUnknown(failure)).toBe(true);
  });

  it.each([new TypeError('Failed to fetch'), new DOMException('signal timed out', 'TimeoutError')])(
    'is a network error without an answer: %s',
    async (error) => {
      vi.stubGlobal('fetch', () => Promise.reject(error));
      const failure = await failing(postCheckout(aRequest(), key, ''));
      expect(failure).toEqual({ message: 'Network error. Please try again.', fields: {} });
      expect(isOutcomeUnknown(failure)).toBe(true);
    },
  );
});

describe('the outcome', () => {
  it.each([
    [400, false],
    [409, false],
    [413, false],
    [429, false],
    [500, true],
    [503, true],
    [undefined, true],
  ])('of an answer with status %s is unknown: %s', (status, isUnknown) => {
    expect(isOutcomeUnknown({ message: '', fields: {}, status })).toBe(isUnknown);
  });
});

describe('the options', () => {
  it('are what the server offers', async () => {
    answer(someOptions());
    await expect(fetchOptions()).resolves.toEqual(someOptions());
  });

  it.each(['<html>', {}, { locations: {} }])('are none where the answer is %j', async (body) => {
    answer(body);
    expect(await failing(fetchOptions())).toMatchObject({ message: 'Failed to load payment options' });
  });
});

describe('a key', () => {
  it('is a random UUID, also on a page without TLS', () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(newKey()).toMatch(uuid);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const keys = Array.from({ length: 50 }, newKey);
    for (const one of keys) expect(one).toMatch(uuid);
    expect(new Set(keys).size).toBe(50);
  });
});
