import type { CheckoutRequest, CheckoutResponse } from '#domain/visitor/checkout';
import { call, RequestError } from '../api.js';
import { current } from '../texts/language.js';

/**
 * Makes the payment. Idempotent: the same request under the same key always returns the same reference. `website` is
 * the honeypot's content.
 */
export async function postCheckout(
  request: CheckoutRequest,
  key: string,
  website: string,
): Promise<CheckoutResponse> {
  const { cannotProcess } = current().texts;
  const response = (await call('/payments/checkout', cannotProcess, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify({ ...request, language: current().language, website }),
  })) as Partial<CheckoutResponse> | undefined;
  if (typeof response?.referenceNumber !== 'string' || !response.referenceNumber)
    throw new RequestError({ message: cannotProcess, fields: {} });
  return response as CheckoutResponse;
}
