import { paymentNote } from './cards.js';
import type { PaymentCard } from '../payments/payment-card.js';

const card: PaymentCard = {
  provider: 'stripe',
  sessionId: 'cs_1',
  paymentIntentId: 'pi_1',
  live: true,
  state: 'paid',
  refunded: 0,
};
const note = (
  change: Partial<PaymentCard> & { refunded?: number },
  status: 'paid' | 'confirmed' | 'refunded' = 'paid',
) => paymentNote({ card: { ...card, ...change }, status, currency: 'CAD', refunded: change.refunded ?? 0 });

describe('the note of a payment in a list', () => {
  it('tells what its status leaves out, the most urgent first', () => {
    const price = { amount: 2256.61, currency: 'CAD' } as const;
    expect(note({ price, refunded: 100 })).toBe('CA$100.00 refunded');
    expect(note({ price })).toBe('Price is CA$2,256.61');
    expect(paymentNote({ status: 'paid', currency: 'CAD', refunded: 500 })).toBe('CA$500.00 refunded');
  });

  it('is missing where the status tells it all', () => {
    expect(note({})).toBeUndefined();
    expect(note({ price: { amount: 1, currency: 'CAD' } }, 'confirmed')).toBeUndefined();
    expect(note({ state: 'refunded', refunded: 2256.61 }, 'refunded')).toBeUndefined();
    expect(paymentNote({ status: 'paid', currency: 'CAD', refunded: 0 })).toBeUndefined();
  });
});
