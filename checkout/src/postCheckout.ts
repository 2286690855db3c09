import type { CheckoutRequest, CheckoutResponse } from '#domain/checkout';
import { checkoutMessage } from '#domain/messages';
import { call, RequestError } from './api.js';

/**
 * Makes the payment. Idempotent: the same request under the same key always returns the same reference. `website` is
 * the honeypot's content.
 */
export async function postCheckout(
  request: CheckoutRequest,
  key: string,
  website: string,
): Promise<CheckoutResponse> {
  const response = (await call('/payments/checkout', checkoutMessage, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify({ ...request, website }),
  })) as Partial<CheckoutResponse> | undefined;
  if (typeof response?.referenceNumber !== 'string' || !response.referenceNumber)
    throw new RequestError({ message: checkoutMessage, fields: {} });
  return response as CheckoutResponse;
}
