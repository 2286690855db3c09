import { type Tokens } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { HttpError, send } from '#browser/http';
import { accessToken, refreshToken, storeTokens } from './tokens.js';

let running: Promise<string> | undefined;

/**
 * Refreshes the access token `used`, which the server refused or which has expired. Concurrent calls share one
 * refresh; a Web Lock serializes tabs, and the second tab reuses the token that the first one stored.
 */
export function refreshAccessToken(used: string | null): Promise<string> {
  running ??= inTurn(() => renew(used)).finally(() => (running = undefined));
  return running;
}

async function renew(used: string | null): Promise<string> {
  const current = accessToken();
  if (current && current !== used) return current;
  const stored = refreshToken();
  if (!stored) throw new HttpError(messages.noRefreshToken, 401);
  const body = JSON.stringify({ refreshToken: stored });
  const { json } = await send('/auth/refresh', { method: 'POST', body });
  const { token, refreshToken: next } = (json ?? {}) as Partial<Tokens>;
  if (!token) throw new HttpError(messages.refresh, 401);
  storeTokens({ token, refreshToken: next });
  return token;
}

// Web Locks exist on secure origins only; elsewhere the server's grace period for concurrent tabs applies.
const inTurn = (work: () => Promise<string>): Promise<string> =>
  'locks' in navigator ? navigator.locks.request('auth_token', work) : work();

/** Statuses of a refresh that the server has not decided: no response, too many calls, no database, a proxy's error. */
const undecided = [0, 429, 502, 503, 504];

/** True if the server has refused the refresh; after any other failure the session may still be valid. */
export const endsSession = (error: unknown): boolean =>
  !(error instanceof HttpError && undecided.includes(error.status));
