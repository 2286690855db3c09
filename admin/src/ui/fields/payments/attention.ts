import { sum } from '#domain/platform/money';
import type { Payment } from '#domain/payments/payments';

/**
 * The money of a payment that is to be given back, in decimals of its currency: what a settled one has too much, or what
 * is there of one that is cancelled, failed or refunded, less its fee. 0 where the server asks for nothing.
 */
export const moneyToGiveBack = ({
  attention,
  surplus,
  received,
  refunded,
  fee = 0,
}: Pick<Payment, 'attention' | 'surplus' | 'received' | 'refunded' | 'fee'>): number =>
  !attention?.includes('giveBack') ? 0 : surplus > 0 ? surplus : sum([received, -refunded, -fee]);
