import { isTestPayment } from '#domain/cards/cards';
import { moneyOf, plannedOf, refundProposedOf } from '#domain/ledger/payment-money';
import { refundsByHand } from '#domain/ledger/refunds';
import type { Calendar } from '#domain/platform/calendar';
import { toCents } from '#domain/platform/money';
import { shownPlan } from '#domain/payments/plan';
import type { Customer } from '../../customers/customer.schema.js';
import type { Payment } from '../../payments/payment.schema.js';
import { storedDay } from '../../payments/shown-payment.js';
import type { MatchedPayment } from './decide.js';
import { keysOfPayment } from './evidence.js';

/** The fields of a payment that matching reads. */
export const paymentFields = [
  ...(['referenceKey', 'formerReferenceKeys', 'customerId', 'currency', 'status', 'amount'] as const),
  ...(['ledger', 'quoted', 'transferDate', 'createdAt', 'card', 'plan'] as const),
] as const;
export type ReadPayment = Pick<Payment, '_id' | (typeof paymentFields)[number]>;

/** Returns the keys of the references that a visitor may write: the present one and the former ones. */
const referenceKeysOf = ({
  referenceKey,
  formerReferenceKeys = [],
}: Pick<Payment, 'referenceKey' | 'formerReferenceKeys'>): string[] => [referenceKey, ...formerReferenceKeys];

/** Returns a payment as matching compares it with transactions, its amounts in cents. */
export function matchedPayment(payment: ReadPayment, calendar: Calendar): MatchedPayment {
  const { _id, quoted, transferDate, createdAt } = payment;
  const figures = moneyOf(payment);
  const { due, bounds, fee, kept } = figures;
  const amount = toCents(payment.amount);
  const isTest = isTestPayment(payment);
  const isPlanned = !!payment.plan?.length && payment.status === 'pending' && !isTest;
  const planned = isPlanned ? plannedOf(payment) : undefined;
  const { askedNow } = planned ? shownPlan(planned, calendar.dayOf(new Date())) : {};
  return {
    id: String(_id),
    referenceKeys: referenceKeysOf(payment),
    customerId: String(payment.customerId),
    currency: payment.currency,
    status: payment.status,
    amount,
    open: bounds.receipt,
    // No transfer pays a payment of the test mode, unless it names its reference.
    due: isTest ? 0 : due,
    owed: isTest ? 0 : fee ? Math.max(0, amount - kept) : due,
    refundable: bounds.refund,
    expectedRefund: refundProposedOf(figures),
    isCancelled: fee > 0,
    byHand: refundsByHand(payment).map((refund) => toCents(refund.amount)),
    isCardPending: payment.card?.state === 'processing',
    ...(quoted && { quoted: { cents: toCents(quoted.amount), currency: quoted.currency } }),
    ...(planned && { planned: { ...planned, ...(askedNow && { askedNow }) } }),
    expected: askedNow?.due ?? storedDay(transferDate) ?? calendar.dayOf(createdAt),
  };
}

/** Returns the keys by which open transactions find a payment. */
export const keysOf = (
  payment: Pick<Payment, 'referenceKey' | 'formerReferenceKeys' | 'referenceParts'>,
  customer: Pick<Customer, 'payerNameKey'> | null | undefined,
): string[] =>
  keysOfPayment(
    { referenceKeys: referenceKeysOf(payment), referenceParts: payment.referenceParts },
    customer?.payerNameKey ?? '',
  );

/** Returns what may go back of a payment, as a key: where it changes, outgoing transactions are matched again. */
export function refundFigures(payment: Pick<Payment, 'amount' | 'ledger'>): string {
  const figures = moneyOf(payment);
  const byHand = refundsByHand(payment).map(({ amount }) => amount);
  return JSON.stringify([figures.bounds.refund, refundProposedOf(figures), byHand]);
}
