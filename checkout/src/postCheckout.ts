import type { CheckoutRequest, CheckoutResponse } from '../../domain/checkout.js';
import { checkoutMessage } from '../../domain/messages.js';
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

/** A random UUID; `crypto.randomUUID` is missing on pages that came without TLS. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4, variant 10 (RFC 9562, 5.4).
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
