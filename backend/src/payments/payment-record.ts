import { Types } from 'mongoose';
import { dueAmount } from '#domain/balance';
import { emailKey } from '#domain/customers';
import { asCents, type Cents, toAmount, toCents } from '#domain/money';
import { type PaymentInput, type PaymentStatus, type StatusInput } from '#domain/payments';
import { owedAgainAfter, type ReceiptAct, statusAfter } from '#domain/settlement';
import type { Caller } from '../http/caller.decorator.js';
import { typedPayer } from './payer.js';
import type { Arrival, Payment } from './payment.schema.js';

const toStoredDay = (text: string | null | undefined): Date | null =>
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
    transferDate: toStoredDay(input.transferDate),
    transferReference: input.transferReference ?? '',
    notes: input.notes ?? '',
    ...(transactionId !== undefined && { transactionId: transactionId ?? '' }),
    ...(paymentDetails && { paymentDetails, ...payerFields(paymentDetails) }),
  };
}

/** A payment with its balance, as every call returns it. */
export type PaymentWithBalance = ReturnType<typeof withBalance<Payment>>;

const hiddenFields = [
  ...(['referenceKey', 'referenceParts', 'formerReferenceKeys'] as const),
  ...(['statusByHand', 'payerEmailKey'] as const),
];

/** Adds the balance that follows from the receipts; omits the fields for searching and undoing. */
export function withBalance<Record extends Payment>(payment: Record) {
  const shown: Partial<Payment> & Record = { ...payment };
  for (const field of hiddenFields) delete shown[field];
  const { received = 0, refunded = 0 } = payment;
  return { ...shown, received, refunded, due: dueAmount(payment) };
}

/** Returns whether real money of a card has come for a payment, be it given back since. */
const hasCardMoney = ({ card }: Payment): boolean =>
  !!card?.live && (card.state === 'paid' || card.state === 'refunded');

/** Returns whether money has come for a payment, be it given back, or taken back by the bank, since. */
export const hasMoney = (payment: Payment): boolean => hasReceipts(payment) || hasCardMoney(payment);

/** Returns whether a payment has receipts, those included that the bank has reversed. */
export const hasReceipts = ({ received = 0, refunded = 0, reversed = 0 }: Payment): boolean =>
  received > 0 || refunded > 0 || reversed > 0;

/** A change of the balance by an act on the receipts; amounts are differences in cents of the payment's currency. */
export interface BalanceChange {
  act: ReceiptAct;
  received?: Cents;
  refunded?: Cents;
  shortfall?: Cents;
  reversed?: Cents;
  /** The note of the history entry. */
  note: string;
  /** The bank transaction that has brought the money. */
  arrival?: Arrival;
}

const balanceFields = ['received', 'refunded', 'shortfall', 'reversed', 'owedAgain'] as const;

/** Returns the fields of the balance after a change, and the status that follows from them. */
export function changedBalance(before: Payment, change: BalanceChange) {
  const summed = Object.fromEntries(
    balanceFields.map((field) => [
      field,
      toAmount(asCents(toCents(before[field] ?? 0) + (field === 'owedAgain' ? 0 : (change[field] ?? 0)))),
    ]),
  ) as Record<(typeof balanceFields)[number], number>;
  // A refund that is taken back is not owed again.
  const balance = { ...summed, owedAgain: Math.min(summed.owedAgain, summed.refunded) };
  const changed = Object.fromEntries(
    Object.entries(balance).filter(([field, amount]) => amount !== (before[field as keyof Payment] ?? 0)),
  );
  return { balance: changed, status: statusAfter({ ...before, ...balance }, change.act) };
}

/** Returns the stored fields that a person's choice of a status sets beside it. */
export function handSetFields(
  before: Payment,
  status: PaymentStatus,
): Pick<Payment, 'statusByHand' | 'owedAgain'> {
  const { status: former, statusByHand } = before;
  const owedAgain = owedAgainAfter(before, status);
  // A note on the status that stands is no change of it.
  const byHand = status === former ? statusByHand : status;
  return { ...(byHand && { statusByHand: byHand }), ...(owedAgain && { owedAgain }) };
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
