import { Types } from 'mongoose';
import { emailKey } from '../../../domain/customers.js';
import {
  dueAmount,
  type PaymentInput,
  type PaymentStatus,
  type StatusInput,
} from '../../../domain/payments.js';
import type { Caller } from '../http/caller.decorator.js';
import { typedPayer } from '../mail/mailed-payment.js';
import type { Payment } from './payment.schema.js';

const dayOf = (text: string | null | undefined): Date | null =>
  text ? new Date(`${text.slice(0, 10)}T00:00:00Z`) : null;

/** Returns the payment type that was set explicitly; undefined where it is derived from the method. */
const typeSetOn = (payment: Payment | undefined): string | undefined =>
  payment?.paymentType === payment?.paymentMethod ? undefined : payment?.paymentType;

/** The fields by which a visitor's request for links finds the payment. */
function payerFields(paymentDetails: Payment['paymentDetails']): Pick<Payment, 'payerEmailKey'> {
  const payer = typedPayer({ paymentDetails });
  return payer ? { payerEmailKey: emailKey(payer.email) } : {};
}

/** Returns the stored fields of the form, without the reference and the version. */
export function formFields(input: PaymentInput, before?: Payment) {
  const { customerId, paymentMethod, amount, currency, status, transactionId, paymentDetails } = input;
  return {
    customerId: new Types.ObjectId(customerId),
    paymentMethod,
    paymentType: input.paymentType || typeSetOn(before) || paymentMethod,
    amount,
    currency,
    status,
    transferDate: dayOf(input.transferDate),
    transferReference: input.transferReference ?? '',
    notes: input.notes ?? '',
    ...(transactionId !== undefined && { transactionId }),
    ...(paymentDetails && { paymentDetails, ...payerFields(paymentDetails) }),
  };
}

/** A payment with its balance, as every call returns it. */
export type PaymentWithBalance = ReturnType<typeof withBalance<Payment>>;

const hiddenFields = [
  ...(['referenceKey', 'referenceParts', 'formerReferenceKeys'] as const),
  ...(['statusAllocationId', 'payerEmailKey'] as const),
];

/** Adds the balance that follows from the receipts; omits the fields for searching and undoing. */
export function withBalance<Record extends Payment>(payment: Record) {
  const shown: Partial<Payment> & Record = { ...payment };
  for (const field of hiddenFields) delete shown[field];
  const { received = 0, refunded = 0 } = payment;
  return { ...shown, received, refunded, due: dueAmount(payment) };
}

export const hasReceipts = ({ received = 0, refunded = 0 }: Payment): boolean => received > 0 || refunded > 0;

/** A change of the balance by an allocation or its undoing; amounts are differences in the payment's currency. */
export interface BalanceChange {
  received?: number;
  refunded?: number;
  shortfall?: number;
  /** The new status, where it changes, and the allocation that sets it. */
  status?: PaymentStatus;
  statusAllocationId?: Types.ObjectId | null;
  /** The note of the history entry. */
  note: string;
}

/**
 * Returns whether the payment has this status already and its last history entry says everything that the change would.
 * On a later version than the change was made on, that entry must be the caller's own: the change was sent before.
 */
export function isRepeated(
  { status, statusHistory, version }: Payment,
  change: StatusInput,
  { by }: Caller,
): boolean {
  if (status !== change.status) return false;
  const last = statusHistory.at(-1);
  const isOwn = last?.by === by && (last.note ?? '') === (change.note ?? '');
  const isSeen = change.version === undefined || change.version === version;
  return (isSeen && !change.note) || (isOwn && (isSeen || change.version === version - 1));
}
