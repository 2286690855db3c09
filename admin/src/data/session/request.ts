import { messages } from '#domain/platform/messages';
import { HttpError, type HttpOptions, type HttpResponse, send, stream } from '#browser/http';
import { endSession, returnHere } from './endSession.js';
import { endsSession, refreshAccessToken } from './refreshAccessToken.js';
import { proveIdentity } from './proof.js';
import { requireSetUp } from './setUp.js';
import { accessToken } from './tokens.js';

/** An authorised call to the API. */
export const request = (path: string, options: HttpOptions = {}): Promise<HttpResponse> =>
  authorized(options, (withToken) => send(path, withToken));

/** An authorised call whose response body is streamed to `onPiece`. */
export const requestStream = (
  path: string,
  options: HttpOptions,
  onPiece: (piece: Uint8Array<ArrayBuffer>) => void,
  onHeaders: (headers: Headers) => void,
): Promise<void> => authorized(options, (withToken) => stream(path, withToken, onPiece, onHeaders));

/** Repeats a call once the person has proved who they are; learns that a second factor has to be set up first. */
async function authorized<Result>(
  options: HttpOptions,
  call: (options: HttpOptions) => Promise<Result>,
): Promise<Result> {
  try {
    return await refreshing(options, call);
  } catch (error) {
    const reason = error instanceof HttpError && error.status === 403 ? error.body.reason : undefined;
    if (reason === 'second-factor') requireSetUp();
    if (reason !== 'reauthenticate' || !(await proveIdentity())) throw error;
    return refreshing(options, call);
  }
}

/** Refreshes the token after a 401 and repeats the call once; else ends the session, to return to this page by the login. */
async function refreshing<Result>(
  options: HttpOptions,
  call: (options: HttpOptions) => Promise<Result>,
): Promise<Result> {
  const used = accessToken();
  try {
    return await call(withBearer(options, used));
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  const renewed = await refreshAccessToken(used).catch((error: unknown) => {
    if (endsSession(error)) endSession(returnHere(messages.sessionExpired));
    throw error;
  });
  try {
    return await call(withBearer(options, renewed));
  } catch (error) {
    if (isUnauthorized(error)) endSession(returnHere(messages.sessionExpired));
    throw error;
  }
}

const withBearer = (options: HttpOptions, token: string | null): HttpOptions =>
  token ? { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } } : options;

const isUnauthorized = (error: unknown): boolean => error instanceof HttpError && error.status === 401;
