import type { Credentials, CurrentUser, SignInTokens } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { isRole } from '#domain/platform/roles';
import type { SecondFactorStep } from '#domain/auth/second-factor';
import { errorMessage, HttpError, send } from '#browser/http';
import { endsSession, refreshAccessToken } from './refreshAccessToken.js';
import { request } from './request.js';
import { dropFormValues } from './formValues.js';
import {
  accessToken,
  clearTokens,
  currentUser,
  deviceToken,
  isCurrent,
  isDecodable,
  refreshToken,
  storeDeviceToken,
  storeTokens,
} from './tokens.js';

/** The guard's result about the current user. */
export type Session =
  | { state: 'signedIn'; user: CurrentUser }
  | { state: 'signedOut'; message?: string }
  | { state: 'forbidden'; message: string }
  | { state: 'unreachable'; message: string };

/** Stores the tokens of the response to a sign-in, and the device's. */
export function storeSignIn(answer: unknown): void {
  const { token, refreshToken: next, device } = (answer ?? {}) as Partial<SignInTokens>;
  if (!token) throw new Error(messages.login);
  storeTokens({ token, refreshToken: next });
  if (device) storeDeviceToken(device);
}

/** Signs in, or returns the second step that is left; throws an error with the message to show. */
export async function login(credentials: Credentials): Promise<SecondFactorStep['secondFactor'] | undefined> {
  try {
    const body = JSON.stringify({ ...credentials, device: deviceToken() });
    const { json } = await send('/auth/login', { method: 'POST', body });
    const { secondFactor } = (json ?? {}) as Partial<SecondFactorStep>;
    if (!secondFactor) storeSignIn(json);
    return secondFactor;
  } catch (error) {
    throw new Error(errorMessage(error, messages.login), { cause: error });
  }
}

/** Removes the tokens and tells the server, without awaiting its response. */
export function logout(): void {
  const stored = refreshToken();
  clearTokens();
  if (stored)
    send('/auth/logout', {
      method: 'POST',
      body: JSON.stringify({ refreshToken: stored }),
      keepalive: true,
    }).catch(() => {});
}

/** Restores the stored session: verifies its token with the server, refreshed where it has expired or is refused. */
export async function restore(): Promise<Session> {
  const token = accessToken();
  if (!token && !refreshToken()) return { state: 'signedOut' };
  try {
    if (!isCurrent(token)) await refreshAccessToken(token);
    await verify();
    return signedIn();
  } catch (error) {
    return refusal(error, token && !isDecodable(token) ? messages.invalidToken : undefined);
  }
}

async function verify(): Promise<void> {
  try {
    await request('/auth/verify');
  } catch (error) {
    if (error instanceof HttpError && [0, 401, 403, 429, 503].includes(error.status)) throw error;
    await refreshAccessToken(accessToken());
  }
}

function signedIn(): Session {
  const user = currentUser();
  if (!user) return refusal(new Error(messages.invalidToken), messages.invalidToken);
  dropFormValues(user.id);
  return isRole(user.role)
    ? { state: 'signedIn', user }
    : { state: 'forbidden', message: messages.forbidden };
}

/** Returns the session's state after a failure; `message` is shown if the session has ended. */
function refusal(error: unknown, message: string = messages.sessionExpired): Session {
  if (error instanceof HttpError && error.status === 403)
    return { state: 'forbidden', message: errorMessage(error, messages.forbidden) };
  if (!endsSession(error)) return { state: 'unreachable', message: errorMessage(error, messages.network) };
  clearTokens();
  return { state: 'signedOut', message };
}
