import type { CheckoutDetails, CheckoutOptions, CheckoutRequest } from '#domain/checkout';
import { HttpError, type HttpOptions, send } from '#browser/http';
import { checkoutMessage, networkMessage } from '#domain/messages';
import type { FieldErrors } from '#domain/rules';

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
  error instanceof RequestError ? error.failure : { message: checkoutMessage, fields: {} };

/** Calls the server; throws RequestError, with `fallback` if the response has no message to show. */
export async function call(path: string, fallback: string, options?: HttpOptions): Promise<unknown> {
  try {
    return (await send(path, options)).json;
  } catch (error) {
    throw new RequestError(failureFrom(error, fallback));
  }
}

function failureFrom(error: unknown, fallback: string): Failure {
  if (!(error instanceof HttpError) || !error.status) return { message: networkMessage, fields: {} };
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
  const options = (await call('/checkout/options', optionsFailed)) as CheckoutOptions | undefined;
  if (!options?.locations?.canada || !options.locations.usa || !options.locations.other)
    throw new RequestError({ message: optionsFailed, fields: {} });
  return options;
}

const optionsFailed = 'Failed to load payment options';
