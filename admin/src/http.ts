import { type ApiError, messages } from '../../domain/messages.js';

const base = '/api';
const timeoutMs = 10_000;

/**
 * A call that failed. `status` is 0 where no answer came; `body.errors` holds the messages of fields, which is
 * where react-admin's forms look for them. An empty message leaves the words to the caller.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    message: string,
    readonly status: number,
    readonly body: Partial<ApiError> = {},
  ) {
    super(message);
  }
}

export interface HttpOptions {
  method?: string;
  /** JSON text, or a file. */
  body?: string | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
  /** How long the server may be silent; ten seconds unless the call says otherwise. */
  timeoutMs?: number;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

/** One call to the API, answered within its time or not at all. */
export async function send(path: string, options: HttpOptions = {}): Promise<HttpResponse> {
  const deadline = new Deadline(options);
  try {
    const response = await open(path, options, deadline);
    const body = await response.text();
    return { status: response.status, headers: response.headers, body, json: parse(body) };
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.stop();
  }
}

/** A call whose answer is read piece by piece; its time counts anew with every piece. */
export async function stream(
  path: string,
  options: HttpOptions,
  onPiece: (piece: Uint8Array<ArrayBuffer>) => void,
  onHeaders: (headers: Headers) => void,
): Promise<void> {
  const deadline = new Deadline(options);
  try {
    const response = await open(path, options, deadline);
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

async function open(path: string, options: HttpOptions, deadline: Deadline): Promise<Response> {
  const { method = 'GET', body, headers, keepalive } = options;
  const response = await fetch(base + path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body,
    signal: deadline.signal,
    keepalive,
  });
  if (response.ok) return response;
  const answer = (parse(await response.text()) ?? {}) as Partial<ApiError>;
  throw new HttpError(typeof answer.message === 'string' ? answer.message : '', response.status, answer);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ends a call after its time of silence, or when its caller does. */
class Deadline {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #caller: AbortSignal | undefined;
  readonly #timeoutMs: number;

  constructor(options: Pick<HttpOptions, 'signal' | 'timeoutMs'>) {
    this.#caller = options.signal;
    this.#timeoutMs = options.timeoutMs ?? timeoutMs;
    if (this.#caller?.aborted) this.#cancel();
    this.#caller?.addEventListener('abort', this.#cancel);
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#cancel, this.#timeoutMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  /** Returns the error to show: a call that its caller cancelled is no network failure. */
  explain(error: unknown): unknown {
    if (error instanceof HttpError || this.#caller?.aborted) return error;
    return new HttpError(messages.network, 0);
  }

  readonly #cancel = () => this.#controller.abort();
}

/** The sentence to show for any failure: the server's, else the client's, else the default of the call. */
export const errorMessage = (error: unknown, fallback: string): string =>
  (error instanceof Error && error.message) || fallback;
