import type Stripe from 'stripe';
import { type CardEventSource, InvalidSignatureError } from './card-provider.js';
import { readStripeEvent } from './stripe-event.js';

/** Largest age of a signature, and by how much it may be ahead, in seconds. */
const toleranceSeconds = 300;

/** The time in a signature's header, in seconds; the SDK refuses old ones only. */
const signedAt = (header: string): number => Number(/(?:^|,)\s*t=(\d+)/.exec(header)?.[1] ?? NaN);

/** Reads Stripe's events, signed with one of these secrets. The package is loaded where it is used only. */
export async function createStripeSource(secrets: readonly string[]): Promise<CardEventSource> {
  const { default: StripeSdk } = await import('stripe');
  const { webhooks } = StripeSdk;
  const construct = (body: Buffer, signature: string): Stripe.Event => {
    const failures: unknown[] = [];
    for (const secret of secrets)
      try {
        return webhooks.constructEvent(body, signature, secret, toleranceSeconds);
      } catch (error) {
        failures.push(error);
      }
    throw new InvalidSignatureError('No secret fits the signature', { cause: failures });
  };
  return {
    name: 'stripe',
    verify(body, signature = '') {
      const ahead = signedAt(signature) - Date.now() / 1000;
      if (!(ahead <= toleranceSeconds)) throw new InvalidSignatureError('The signature is of the future');
      return readStripeEvent(construct(body, signature));
    },
  };
}
