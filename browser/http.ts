import { type ApiError, networkMessage } from '#domain/platform/messages';

const base = '/api';
const silenceMs = 10_000;

/**
 * A call that failed. `status` is 0 without a response; `body.errors` holds the messages of fields, where react-admin's
 * forms look for them. With an empty message, the caller has to supply one.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    message: string,
    readonly status: number,
    readonly body: Partial<ApiError> = {},
    readonly headers?: Headers,
  ) {
    super(message);
  }
}

/** Returns whether an error says that there is no such record. */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404;

/** Returns whether an error says that what was asked for can never be given: asking again does not help. */
export const isRefused = (error: unknown): boolean => error instanceof HttpError && error.status === 400;

export interface HttpOptions {
  method?: string;
  /** JSON text, or a file. */
  body?: string | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
  /** Milliseconds without data from the server after which the call fails; by default ten seconds. */
  timeoutMs?: number;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

interface Write {
  path: string;
  options: HttpOptions;
  answer: Promise<HttpResponse>;
}

/** The writes that are not answered yet. */
const writes = new Set<Write>();

/**
 * Calls the API; throws if the whole response has not arrived within the timeout. A write that is called again before it
 * is answered, as by a button that is pressed twice before the next paint, is sent once, and its answer is that of both.
 */
export function send(path: string, options: HttpOptions = {}): Promise<HttpResponse> {
  const { method = 'GET', body, headers } = options;
  if (method === 'GET') return sendNow(path, options);
  const key = headers?.['Idempotency-Key'];
  for (const { path: to, options: sent, answer } of writes)
    if (
      to === path &&
      sent.method === method &&
      sent.body === body &&
      sent.headers?.['Idempotency-Key'] === key
    )
      return answer;
  const answer = sendNow(path, options).finally(() => writes.delete(write));
  const write = { path, options, answer };
  writes.add(write);
  return answer;
}

async function sendNow(path: string, options: HttpOptions): Promise<HttpResponse> {
  const deadline = startDeadline(options);
  try {
    const response = await open(path, options, deadline.signal);
    const body = await response.text();
    return { status: response.status, headers: response.headers, body, json: parse(body) };
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.stop();
  }
}

/** Calls the API and streams the response body to `onPiece`; every piece restarts the timeout. */
export async function stream(
  path: string,
  options: HttpOptions,
  onPiece: (piece: Uint8Array<ArrayBuffer>) => void,
  onHeaders: (headers: Headers) => void,
): Promise<void> {
  const deadline = startDeadline(options);
  try {
    const response = await open(path, options, deadline.signal);
    onHeaders(response.headers);
    const reader = response.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      deadline.restart();
      onPiece(read.value);
    }
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.stop();
  }
}

async function open(path: string, options: HttpOptions, signal: AbortSignal): Promise<Response> {
  const { method = 'GET', body, headers, keepalive } = options;
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body,
    signal,
    keepalive,
  });
  if (response.ok) return response;
  const answer = (parse(await response.text()) ?? {}) as Partial<ApiError>;
  const message = typeof answer.message === 'string' ? answer.message : '';
  throw new HttpError(message, response.status, answer, response.headers);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Aborts a call after its timeout, or when its caller does. */
function startDeadline({ signal: caller, timeoutMs = silenceMs }: HttpOptions) {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(cancel, timeoutMs);
  };
  if (caller?.aborted) cancel();
  caller?.addEventListener('abort', cancel);
  restart();
  return {
    signal: controller.signal,
    restart,
    stop: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    },
    /** Returns the error to show: a call that its caller aborted is no network failure. */
    explain: (error: unknown) =>
      error instanceof HttpError || caller?.aborted ? error : new HttpError(networkMessage, 0),
  };
}

/** The message of any failure: the server's, else the client's, else the default of the call. */
export const errorMessage = (error: unknown, fallback: string): string =>
  (error instanceof Error && error.message) || fallback;

/** The message with the failed action before it: "Failed to export customers: Network error. Please try again." */
export function failureMessage(error: unknown, failed: string): string {
  const message = errorMessage(error, failed);
  return message === failed ? message : `${failed}: ${message}`;
}
