import type { Types } from 'mongoose';
import { moneyOf, plannedOf, settlingOf } from '#domain/ledger/payment-money';
import { refundsByHand } from '#domain/ledger/refunds';
import { toAmount } from '#domain/platform/money';
import { differingQuote } from '#domain/payments/payments';
import { finishedParts } from '#domain/payments/plan';
import type { CandidateReason } from '#domain/bank/candidates';
import type { Payment } from '../../payments/payment.schema.js';
import type { BankTransaction, StoredAllocation, StoredOffset } from './bank-transaction.schema.js';

/** The fields of a payment that a candidate shows. */
export const candidateFields = [
  'referenceNumber',
  'formerReferences',
  'customerId',
  'amount',
  'currency',
  'status',
  'ledger',
  'quoted',
  'plan',
  'card',
  'createdAt',
] as const satisfies readonly (keyof Payment)[];

/** A payment as candidates and allocations show it. */
export type CandidatePayment = Pick<Payment, '_id' | (typeof candidateFields)[number]>;

/** The references of payments, by id, as they are now. */
export type ReferencesById = ReadonlyMap<string, Pick<Payment, 'referenceNumber'>>;

/** Returns the payment's present reference: an admin may have corrected it since the match. */
export const referenceOf = (payments: ReferencesById, { paymentId, referenceNumber }: StoredAllocation) =>
  payments.get(String(paymentId))?.referenceNumber ?? referenceNumber;

export function presentAllocation(
  allocation: StoredAllocation,
  currency: BankTransaction['currency'],
  payments: ReferencesById,
) {
  const { cents, settledCents, shortfallCents, paymentCurrency } = allocation;
  const { _id, paymentId, note, by, at } = allocation;
  const referenceNumber = referenceOf(payments, allocation);
  return {
    _id,
    paymentId,
    referenceNumber,
    amount: toAmount(cents),
    currency,
    paymentCurrency,
    ...(paymentCurrency !== currency && { settles: toAmount(settledCents) }),
    ...(shortfallCents && { shortfall: toAmount(shortfallCents) }),
    ...(note && { note }),
    by,
    at,
  };
}

export function presentOffset({ cents, ...offset }: StoredOffset) {
  const shown = { ...offset, amount: toAmount(cents) };
  delete shown.paymentId;
  return shown;
}

/** Returns a payment as a candidate; of outgoing money with what may be refunded, and what was so by hand. */
export function presentCandidate(
  payment: CandidatePayment,
  customer: { _id: Types.ObjectId; fullName: string } | undefined,
  reasons: CandidateReason[],
  { cents, restCents, currency: came }: Pick<BankTransaction, 'cents' | 'restCents' | 'currency'>,
) {
  const isOutgoing = cents < 0;
  const { _id, referenceNumber, formerReferences, amount, currency, status } = payment;
  const quoted = differingQuote(payment);
  const { due, bounds } = moneyOf(payment);
  const parts = currency === came ? finishedParts(plannedOf(payment), restCents) : undefined;
  const why = parts ? reasons : reasons.filter((reason) => reason !== 'part');
  const byHand = isOutgoing ? refundsByHand(payment) : [];
  const settledBy = why.includes('settled') ? settlingOf(payment) : undefined;
  return {
    paymentId: _id,
    referenceNumber,
    ...(formerReferences?.length && { formerReferences }),
    amount,
    currency,
    status,
    customer: customer ? { _id: customer._id, fullName: customer.fullName } : null,
    due: toAmount(due),
    open: toAmount(bounds.receipt),
    ...(isOutgoing && { refundable: toAmount(bounds.refund) }),
    ...(byHand.length && {
      refundsByHand: byHand.map(({ _id: entry, amount: given, way, day }) => ({
        _id: entry,
        amount: given,
        way,
        day,
      })),
    }),
    ...(quoted && { quoted }),
    ...(due && payment.plan && { plan: payment.plan }),
    why,
    ...(why.includes('part') && { parts }),
    ...(settledBy && { settledBy }),
  };
}
