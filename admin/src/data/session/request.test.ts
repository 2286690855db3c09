import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#domain/platform/messages';
import { HttpError } from '#browser/http';
import { pages } from '#domain/platform/pages';
import { request } from './request.js';

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const unauthorized = () => json(401, { statusCode: 401, message: 'Unauthorized' });

/** A server that accepts only the token "new"; `refresh` returns the response of its refresh call. */
function serve(refresh: () => Response | Promise<Response>) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push(url);
    if (url === '/api/auth/refresh') return refresh();
    const authorization = (init.headers as Record<string, string>).Authorization;
    return authorization === 'Bearer new' ? json(200, { ok: true }) : unauthorized();
  });
  return calls;
}

/** The state after the end of a session: no tokens, and the login page with the reason and the way back. */
const ended = {
  tokens: [null, null],
  page: pages.login,
  state: { from: pages.payments, message: messages.sessionExpired },
};
const session = () => ({
  tokens: ['auth_token', 'refresh_token'].map((name) => localStorage.getItem(name)),
  page: location.pathname,
  state: history.state,
});

const refreshes = (calls: string[]) => calls.filter((url) => url === '/api/auth/refresh').length;

beforeEach(() => {
  history.replaceState(null, '', pages.payments);
  localStorage.setItem('auth_token', 'old');
  localStorage.setItem('refresh_token', 'r1');
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('an authorised call', () => {
  it('is replayed after one refresh that calls failing together share', async () => {
    const calls = serve(() => json(200, { token: 'new', refreshToken: 'r2' }));
    const answers = await Promise.all([request('/a'), request('/b'), request('/c')]);
    expect(answers.map(({ json: body }) => body)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(refreshes(calls)).toBe(1);
    expect(localStorage.getItem('refresh_token')).toBe('r2');
  });

  it('takes the token that another tab has fetched meanwhile', async () => {
    const calls = serve(unauthorized);
    const waiting = request('/a');
    localStorage.setItem('auth_token', 'new');
    expect((await waiting).json).toEqual({ ok: true });
    expect(refreshes(calls)).toBe(0);
  });

  it('is replayed at most once, then the session ends', async () => {
    const calls = serve(() => json(200, { token: 'still refused' }));
    await expect(request('/a')).rejects.toMatchObject({ status: 401 });
    expect(calls).toEqual(['/api/a', '/api/auth/refresh', '/api/a']);
    expect(session()).toEqual(ended);
  });

  it.each([
    ['is refused', () => unauthorized()],
    ['brings no token', () => json(200, {})],
    ['fails', () => json(500, {})],
  ])('ends the session when the refresh %s', async (_why, refresh) => {
    serve(refresh);
    await expect(request('/a')).rejects.toBeInstanceOf(HttpError);
    expect(session()).toEqual(ended);
  });

  it('ends the session without a refresh token', async () => {
    localStorage.removeItem('refresh_token');
    serve(unauthorized);
    await expect(request('/a')).rejects.toThrow(messages.noRefreshToken);
    expect(session()).toEqual(ended);
  });

  it.each([
    ['no answer comes', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the database is away', () => json(503, { message: 'Please try again' })],
    ['a proxy waits for the server in vain', () => new Response('<html>', { status: 504 })],
    ['a proxy does not reach the server', () => new Response('<html>', { status: 502 })],
    ['there were too many calls', () => json(429, { message: 'Too many requests' })],
  ])('keeps the session when %s to the refresh', async (_why, refresh) => {
    serve(refresh);
    await expect(request('/a')).rejects.toBeInstanceOf(HttpError);
    expect(session()).toEqual({ tokens: ['old', 'r1'], page: pages.payments, state: null });
  });
});
