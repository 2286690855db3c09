import type { CardCandidate } from '#domain/cards';

/** A payment that a held event may be applied to. */
export type AssignablePayment = Pick<
  CardCandidate,
  'paymentId' | 'referenceNumber' | 'customer' | 'amount' | 'currency' | 'status'
>;
