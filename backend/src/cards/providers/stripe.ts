import { type CardEventSource, InvalidSignatureError } from './card-provider.js';
import { readStripeEvent } from './stripe-event.js';

/** Largest age of a signature, and by how much it may be ahead, in seconds. */
const toleranceSeconds = 300;

/** The one time in a signature's header, in seconds: the SDK refuses old ones only, and would read the last of several. */
function signedAt(header: string): number {
  const times = header.split(',').filter((part) => part.trim().startsWith('t='));
  return times.length === 1 ? Number(/^t=(\d+)$/.exec(times[0]!.trim())?.[1] ?? NaN) : NaN;
}

/** Returns the value that a body has as JSON; undefined where it is none. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reads Stripe's events, signed with one of these secrets. The package is loaded where it is used only. */
export async function createStripeSource(secrets: readonly string[]): Promise<CardEventSource> {
  const { default: StripeSdk } = await import('stripe');
  const { signature: verifier } = StripeSdk.webhooks;
  if (!verifier) throw new Error('The package "stripe" verifies no signatures');
  const check = (body: Buffer, signature: string): void => {
    const failures: unknown[] = [];
    // The SDK would decode bytes without a mark of their order, and with replacements for what is no UTF-8.
    const text = body.toString('utf8');
    if (!Buffer.from(text).equals(body)) throw new InvalidSignatureError('The body is not UTF-8');
    for (const secret of secrets)
      try {
        verifier.verifyHeader(text, signature, secret, toleranceSeconds);
        return;
      } catch (error) {
        failures.push(error);
      }
    throw new InvalidSignatureError('No secret fits the signature', { cause: failures });
  };
  return {
    name: 'stripe',
    verify(body, signature = '') {
      const ahead = signedAt(signature) - Date.now() / 1000;
      if (!(ahead <= toleranceSeconds))
        throw new InvalidSignatureError('The signature has no time, several, or one of the future');
      check(body, signature);
      return readStripeEvent(parse(body));
    },
  };
}
