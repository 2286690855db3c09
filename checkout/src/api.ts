import type { CheckoutDetails, CheckoutOptions, CheckoutRequest } from '#domain/visitor/checkout';
import { HttpError, type HttpOptions, send } from '#browser/http';
import { firstLanguage } from '#domain/platform/languages';
import type { FieldErrors } from '#domain/platform/rules';
import { current } from './texts/language.js';

/** The failure of a call, as the screens show it. */
export interface Failure {
  message: string;
  fields: FieldErrors<CheckoutDetails & Pick<CheckoutRequest, 'acceptedTerms'>>;
  /** The HTTP status; undefined without a response. */
  status?: number;
  /** Seconds to wait before the next attempt (Retry-After). */
  retryAfter?: number;
}

/** True if the server may have executed the call although no success was returned. */
export const isOutcomeUnknown = ({ status }: Failure): boolean => status === undefined || status >= 500;

/** Thrown by the calls below. */
export class RequestError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Returns the failure of anything thrown. */
export const failureOf = (error: unknown): Failure =>
  error instanceof RequestError ? error.failure : { message: current().texts.cannotProcess, fields: {} };

/** Names the page's language, unless the browser does anyway: the page preloads calls as the browser makes them. */
function languageHeader(): Record<string, string> {
  const language = current().language;
  return firstLanguage(navigator.languages) === language ? {} : { 'Accept-Language': language };
}

/** Calls the server; throws RequestError, with `fallback` if the response has no message to show. */
export async function call(path: string, fallback: string, options?: HttpOptions): Promise<unknown> {
  try {
    return (await send(path, { ...options, headers: { ...languageHeader(), ...options?.headers } })).json;
  } catch (error) {
    throw new RequestError(failureFrom(error, fallback));
  }
}

function failureFrom(error: unknown, fallback: string): Failure {
  if (!(error instanceof HttpError) || !error.status) return { message: current().texts.network, fields: {} };
  const retryAfter = Number(error.headers?.get('Retry-After'));
  return {
    message: error.message || fallback,
    fields: fieldsOf(error.body.errors),
    status: error.status,
    ...(retryAfter > 0 && { retryAfter }),
  };
}

/** Returns errors by the form's field names, the last part of the server's paths such as `customer.email`. */
function fieldsOf(errors: unknown): Failure['fields'] {
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([, message]) => typeof message === 'string')
      .map(([path, message]) => [path.slice(path.lastIndexOf('.') + 1), message]),
  );
}

/** Prices, methods and instructions by location. */
export async function fetchOptions(): Promise<CheckoutOptions> {
  const { cannotLoadOptions } = current().texts;
  const options = (await call('/checkout/options', cannotLoadOptions)) as CheckoutOptions | undefined;
  // Every list of places has the rest of the world.
  if (!options?.locations?.other) throw new RequestError({ message: cannotLoadOptions, fields: {} });
  return options;
}
