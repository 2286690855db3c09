import type { CardCandidate } from '#domain/cards';
import type { ListedPayment } from '#domain/payments';

/** A payment that a held event may be applied to; one with a card payment of its own cannot. */
export type AssignablePayment = Pick<
  CardCandidate,
  'paymentId' | 'referenceNumber' | 'customer' | 'amount' | 'currency' | 'status' | 'createdAt'
> &
  Pick<ListedPayment, 'card'>;
