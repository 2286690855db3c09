import Stripe from 'stripe';
import type { Callers } from './test-app.js';

/** The signing secret of the tests' server. */
export const cardSecret = 'whsec_tests_only_secret_of_an_endpoint';
export const cardEnvironment = { STRIPE_WEBHOOK_SECRET: cardSecret };

interface Signing {
  secret?: string;
  /** In seconds. */
  timestamp?: number;
}

/** Signs a body as Stripe does, with the generator of its own package. */
export const signatureOf = (payload: string, { secret = cardSecret, timestamp }: Signing = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp && { timestamp }) });

/** Sends a signed event. */
export function sendEvent(app: Callers, event: object, signing: Signing = {}) {
  const payload = JSON.stringify(event);
  return app.visitor
    .post('/api/card-events/stripe')
    .set('Content-Type', 'application/json; charset=utf-8')
    .set('Stripe-Signature', signatureOf(payload, signing))
    .send(payload);
}
