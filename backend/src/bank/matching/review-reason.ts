import { plannedOf } from '#domain/ledger/payment-money';
import type { ReviewReason } from '#domain/bank/reconciliation';
import { isDueAmount } from '#domain/payments/plan';
import type { BankTransaction } from '../transactions/bank-transaction.schema.js';
import type { CandidatePayment } from '../transactions/transaction-view.js';

type Reviewed = Pick<BankTransaction, 'state' | 'cents' | 'restCents' | 'currency' | 'claims'>;

/** True for incoming money in review whose text has a complete reference. */
export const isNamed = ({ state, cents, claims = [] }: Reviewed): boolean =>
  state === 'review' && cents > 0 && claims.length > 0;

/**
 * Returns why a transaction with a complete reference is not ready; undefined for one without. `isContested` returns
 * whether another open transaction has the reference of the payment.
 */
export function reviewReason(
  transaction: Reviewed,
  payments: ReadonlyMap<string, CandidatePayment>,
  isContested: (paymentId: string) => boolean,
): ReviewReason | undefined {
  const { cents, restCents, currency, claims = [] } = transaction;
  const [claim, ...others] = claims.map(String);
  const payment = claim !== undefined && isNamed(transaction) ? payments.get(claim) : undefined;
  if (!claim || !payment) return undefined;
  if (others.length) return 'references';
  // The matched part may have settled the payment itself.
  if (restCents !== cents) return 'part';
  if (payment.status !== 'pending') return 'status';
  if (payment.currency !== currency) return 'currency';
  if (!isDueAmount(plannedOf(payment), cents)) return 'amount';
  if (payment.card?.state === 'processing') return 'card-pending';
  return isContested(claim) ? 'contested' : 'text';
}
