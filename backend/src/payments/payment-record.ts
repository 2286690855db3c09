import { ConflictException, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { isTestPayment, testTakesNoMoney } from '#domain/cards/cards';
import { emailKey } from '#domain/customers/customers';
import { formatDay } from '#domain/platform/dates';
import { defaultLanguage } from '#domain/platform/languages';
import { messages } from '#domain/platform/messages';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { EntryDraft } from '#domain/ledger/ledger-drafts';
import { moneyOf, mostFee, plannedOf, shownFigures } from '#domain/ledger/payment-money';
import { formatCents, formatNamedMoney, toCents } from '#domain/platform/money';
import { longRecordMessages, maximumHistory } from '#domain/payments/payment-limits';
import {
  changedMeanwhile,
  type PaymentInput,
  type PaymentStatus,
  type StatusInput,
} from '#domain/payments/payments';
import { planMessages, resizedPlan, shownPlan } from '#domain/payments/plan';
import { statusWordErrors, takesStatusWords } from '#domain/payments/status-words';
import type { Bookings } from '../ledger/books/bookkeeper.service.js';
import type { LedgerAct } from '../ledger/books/ledger-act.js';
import type { Change } from '../platform/changes/change.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { invalidFields } from '../platform/http/validation.pipe.js';
import { typedPayer } from './payer.js';
import type { Payment } from './payment.schema.js';

/** A payment that was deleted, or moved to another customer. */
export type LeavingPayment = Change<'payments'> & { before: Payment };
export const leavesCustomer = (change: Change<'payments'>): change is LeavingPayment =>
  !!change.before && !change.after?.customerId.equals(change.before.customerId);

/** Returns a day as it is stored. */
export const toStoredDay = (text: string | null | undefined): Date | null =>
  text ? new Date(`${text.slice(0, 10)}T00:00:00Z`) : null;

/** Returns the payment type that was set explicitly; undefined where it is derived from the method. */
const typeSetOn = (payment: Payment | undefined): string | undefined =>
  payment?.paymentType === payment?.paymentMethod ? undefined : payment?.paymentType;

/** The field by which a visitor's request for links finds the payment; undefined where no address is typed with it. */
function payerFields(paymentDetails: Payment['paymentDetails']) {
  const payer = typedPayer({ paymentDetails });
  return { payerEmailKey: payer && emailKey(payer.email) };
}

/** Returns the fields of a payment whose payer's typed address is corrected. */
export function addressFields({ paymentDetails }: Payment, email: string) {
  const corrected = { ...paymentDetails, email };
  return { paymentDetails: corrected, ...payerFields(corrected) };
}

/** Returns the stored fields of the form, without the reference and the version. */
export function formFields(input: PaymentInput, before?: Payment) {
  const { customerId, paymentMethod, amount, currency, transactionId, paymentDetails } = input;
  return {
    customerId: new Types.ObjectId(customerId),
    paymentMethod,
    paymentType: input.paymentType || typeSetOn(before) || paymentMethod,
    amount,
    currency,
    transferDate: toStoredDay(input.transferDate),
    transferReference: input.transferReference ?? '',
    notes: input.notes ?? '',
    language: input.language || before?.language || defaultLanguage,
    ...(transactionId !== undefined && { transactionId: transactionId ?? '' }),
    ...(paymentDetails && { paymentDetails, ...payerFields(paymentDetails) }),
  };
}

/** A payment with its figures, as every call returns it. */
export type PaymentWithFigures = ReturnType<typeof withFigures<Payment>>;

const hiddenFields = [
  ...(['referenceKey', 'referenceParts', 'formerReferenceKeys', 'payerEmailKey', 'province'] as const),
  ...([
    'ledger',
    'bookedOn',
    'balance',
    'awaitsPayout',
    'expectedOn',
    'plannedOn',
    'partlyRefunded',
    'terms',
  ] as const),
  ...(['buyerVersion', 'documentsDueAt', 'documentCount', 'isPlaceUnknown'] as const),
];

/**
 * Adds the figures that follow from the entries and from the plan; omits the entries, and the fields for searching.
 * `today` is the day in TIME_ZONE.
 */
export function withFigures<Record extends Payment>(payment: Record, today: string) {
  const shown: Partial<Payment> & Record = { ...payment };
  for (const field of hiddenFields) delete shown[field];
  return { ...shown, ...shownFigures(payment), ...shownPlan(plannedOf(payment), today) };
}

/** A payment with the figures that the audit trail shows the changes of. */
export function auditedFigures(payment: Payment): object {
  const { received, refunded, shortfall, fee } = shownFigures(payment);
  return {
    ...payment,
    ...(received && { received }),
    ...(refunded && { refunded }),
    ...(shortfall && { shortfall }),
    ...(fee && { fee }),
  };
}

/** Returns whether real money stands or a payout has it, which keeps amount, currency and the record. */
export const hasMoney = (payment: Payment): boolean =>
  !isTestPayment(payment) &&
  (!!payment.payout || (payment.ledger ?? []).some(({ kind, voided }) => kind !== 'said' && !voided));

/** Returns fields without those that are undefined. */
export const defined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };

/** Returns the plan that fits a changed amount; none where nothing changes. Throws 400 where nothing of the last part is left. */
export function planFields({ plan, amount }: Payment, changed: number): Pick<Payment, 'plan'> {
  if (!plan?.length || changed === amount) return {};
  const resized = resizedPlan(plan, changed);
  if (!resized) throw invalidFields({ amount: planMessages.amountTooSmall });
  return { plan: resized };
}

/** Splits fields into those to set and those to unset. */
export function toUpdate(fields: Record<string, unknown>) {
  const unset = Object.keys(fields).filter((name) => fields[name] === undefined);
  return { $set: defined(fields), $unset: Object.fromEntries(unset.map((name) => [name, ''])) };
}

/** Throws 400 for a payment of a customer that does not exist. */
export function unknownCustomer(error: unknown): never {
  if (error instanceof NotFoundException) throw invalidFields({ customerId: messages.customerNotFound });
  throw error;
}

/** Throws 409 where the status of a payment differs from the one that the admin saw; undefined checks nothing. */
export function refuseUnseen({ status }: Payment, seen: PaymentStatus | undefined): void {
  if (seen !== undefined && seen !== status) throw new ConflictException(changedMeanwhile(status));
}

/** Returns the message of the refusal to void entries that a later one needs. */
export function neededMessage(
  needed: LedgerEntry,
  voided: readonly LedgerEntry[],
  { referenceNumber, currency }: Payment,
): string {
  const { kind, amount = 0, day } = needed;
  if (kind === 'said') return `Undo the fee of ${referenceNumber} first`;
  if (kind === 'refund' || kind === 'chargeback') return `Undo the refund of ${referenceNumber} first`;
  const name = { reversal: 'reversal', refundReturned: 'return of the refund' }[kind as string];
  if (name) return `Undo the ${name} of ${referenceNumber} first`;
  const money = formatNamedMoney(amount, currency);
  const isReversal = voided.some((entry) => entry.kind === 'reversal');
  const since = isReversal ? 'other money since the reversal' : `${money} since`;
  return `${referenceNumber} has received ${since}: undo that first (${money} on ${formatDay(day)})`;
}

/**
 * Throws 400 for a day or a way beside a status that takes neither, for a day that has not come, and for a way of a test
 * payment: money is named where a payment that was not settled becomes so, or one is refunded.
 */
export function refuseStatusWords(
  before: Pick<Payment, 'status' | 'card' | 'referenceNumber'> | undefined,
  { status, receivedOn, way }: StatusInput,
  today: string,
): void {
  if (!receivedOn && !way) return;
  const untaken = 'belongs to a payment that becomes paid or refunded';
  const errors = takesStatusWords(before?.status ?? 'pending', status)
    ? statusWordErrors({ ...(receivedOn && { receivedOn }), ...(way && { way }) }, today)
    : { ...(receivedOn && { receivedOn: `Received On ${untaken}` }), ...(way && { way: `How ${untaken}` }) };
  if (Object.keys(errors).length) throw invalidFields(errors);
  if (way && before && isTestPayment(before))
    throw invalidFields({ way: testTakesNoMoney(before.referenceNumber) });
}

/** Throws 400 for a fee that is more than what is kept, and for the words of a cancellation beside another status. */
export function refuseCancellationWords(
  before: Pick<Payment, 'amount' | 'currency' | 'referenceNumber' | 'ledger'> | undefined,
  { status, fee, notify }: StatusInput,
): void {
  if (status !== 'cancelled' || !before) {
    const untaken = 'belongs to a payment that becomes cancelled';
    const errors = {
      ...(fee !== undefined && { fee: `Fee ${untaken}` }),
      ...(notify !== undefined && { notify: `Notify ${untaken}` }),
    };
    if (Object.keys(errors).length) throw invalidFields(errors);
    return;
  }
  const { amount, currency, referenceNumber } = before;
  const most = mostFee(moneyOf(before), toCents(amount));
  if (fee === undefined || toCents(fee) <= most) return;
  throw invalidFields({
    fee: most
      ? `At most ${formatCents(most, currency)} of ${referenceNumber} can be kept`
      : `Nothing of ${referenceNumber} is there to be kept`,
  });
}

/** Returns the note of an act that says what is kept as a fee, before what a person has typed. */
export function withFeeNote(
  entries: readonly EntryDraft[],
  { currency }: Pick<Payment, 'currency'>,
  typed?: string,
): string | undefined {
  const fee = entries.find((entry) => entry.fee !== undefined)?.fee;
  if (fee === undefined) return typed;
  const told = fee ? `Kept as a fee: ${formatNamedMoney(fee, currency)}` : 'No fee is kept any more';
  return typed ? `${told} · ${typed}` : told;
}

/**
 * Decides up to which length of the history an act is made: that of words, that of money, or any. Left out, an undo is made
 * at any length, and another act by its entries.
 */
export type HistoryRoom = keyof typeof maximumHistory | 'any';

/** Throws 409 where an act would add to a history, or to bookings, that are too long for it. */
export function refuseLong(
  { statusHistory }: Payment,
  act: Pick<LedgerAct, 'voids' | 'entries'> & { notes?: readonly string[]; room?: HistoryRoom },
  bookings: Bookings,
): void {
  const isOfMoney = act.entries?.some(({ kind }) => kind !== 'said');
  const { room = act.voids?.length ? 'any' : isOfMoney ? 'money' : 'words' } = act;
  if (room === 'any') return;
  const most = maximumHistory[room];
  const isAdding = act.notes?.length !== 0 && statusHistory.length >= most;
  if (isAdding || (bookings.made.length && bookings.before.length >= most))
    throw new ConflictException(longRecordMessages[room]);
}

/**
 * Returns whether the payment has this status already and its last history entry says everything that the change would.
 * On a later version than the change was made on, that entry must be the caller's own: the change was sent before.
 */
export function isRepeated({ status, statusHistory, version }: Payment, change: StatusInput, { by }: Caller) {
  if (status !== change.status) return false;
  const last = statusHistory.at(-1);
  const isOwn = last?.by === by && (last.note ?? '') === (change.note ?? '');
  const isSeen = change.version === undefined || change.version === version;
  return (isSeen && !change.note) || (isOwn && (isSeen || change.version === version - 1));
}
