import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import { checkoutRequest } from '#domain/visitor/checkout-details';

const purchase = () =>
  JSON.stringify(
    checkoutRequest({ country: 'canada', province: 'ontario', state: '' }, 'interac', {
      fullName: 'Bench Buyer',
      email: `${randomUUID()}@example.com`,
      phone: '+1 416 555 0100',
      address: '1 Main St',
      city: 'Toronto',
      postalCode: 'M5V 2T6',
      transferDate: '2099-01-31',
      transferReference: '',
    }),
  );

/** Submissions of the checkout, each of another visitor. */
export const submissions = (): Partial<autocannon.Options> => {
  const options = {
    method: 'POST' as const,
    setupClient: (client: {
      on(event: 'response', listener: () => void): void;
      setHeadersAndBody(headers: object, body: string): void;
    }) => {
      const next = () =>
        client.setHeadersAndBody(
          { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
          purchase(),
        );
      next();
      client.on('response', next);
    },
  };
  return options as never;
};
