import { Types } from 'mongoose';
import { type BookingTime, missingBookings } from '#domain/ledger/bookings';
import type { EntryDraft } from '#domain/ledger/ledger-drafts';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { daysAfter } from '#domain/platform/dates';
import { type Currency, toAmount } from '#domain/platform/money';
import { isTestPayment } from '#domain/cards/cards';
import {
  attentionOf,
  awaitedPayoutDay,
  balanceOf,
  isPartlyRefunded,
  type LedgerRecord,
  moneyOf,
  plannedOf,
} from '#domain/ledger/payment-money';
import type { PaymentCard, PaymentPayout } from '#domain/payments/payment-card';
import { expectedDay, type PlannedPayment } from '#domain/payments/plan';
import type { StoredBooking } from './booking.schema.js';

/** The books as an act finds them. */
export interface BooksNow {
  /** YYYY-MM-DD in TIME_ZONE; a later day where that is closed. */
  today: string;
  /** The last day that does not change any more; empty where none is closed, or where it does not matter. */
  closedUntil: string;
}

/** Returns the books on a day. TIME_ZONE may have become one in which the month that was closed is not over yet. */
export const booksOn = (today: string, closedUntil: string): BooksNow => ({
  today: today > closedUntil ? today : daysAfter(closedUntil, 1),
  closedUntil,
});

/** An act on a payment's entries: what it adds, as one step, and the steps that it voids. */
export interface LedgerAct {
  entries?: readonly EntryDraft[];
  /** The step of the new entries; missing for a step of its own. */
  step?: string;
  voids?: readonly string[];
}

/** Returns the day of the books on which what happened on a day stands: today where that day is closed. */
export const openDay = (day: string, { today, closedUntil }: BooksNow): string =>
  day <= closedUntil ? today : day;

/** Returns the entries after an act; new ones are dated by the books. */
export function ledgerAfter(
  ledger: readonly LedgerEntry[],
  { entries = [], step = new Types.ObjectId().toHexString(), voids = [] }: LedgerAct,
  now: BooksNow,
  by: string,
): LedgerEntry[] {
  const at = new Date().toISOString();
  const kept = ledger.map((entry) =>
    voids.includes(entry.step) && !entry.voided
      ? { ...entry, voided: { at, by, bookedOn: openDay(entry.bookedOn, now) } }
      : entry,
  );
  const added = entries.map((draft): LedgerEntry => ({
    _id: new Types.ObjectId().toHexString(),
    step,
    ...draft,
    bookedOn: openDay(draft.day, now),
    at,
    by,
  }));
  return [...kept, ...added];
}

interface FiguredPayment extends LedgerRecord, Partial<Pick<PlannedPayment, 'plan' | 'quoted'>> {
  currency: Currency;
  card?: PaymentCard | undefined;
  payout?: PaymentPayout | undefined;
  transferDate?: Date | null | undefined;
}

/** Returns the stored fields that follow from a payment's entries and its plan; undefined for one that it has not. */
export function figureFields(payment: FiguredPayment) {
  const figures = moneyOf(payment);
  const attention = attentionOf(payment);
  const isTest = isTestPayment(payment);
  const balance = isTest ? 0 : toAmount(balanceOf(figures));
  return {
    status: figures.status,
    balance: balance || undefined,
    partlyRefunded: isPartlyRefunded(payment) || undefined,
    attention: attention.length ? attention : undefined,
    awaitsPayout: awaitedPayoutDay(payment),
    expectedOn: isTest
      ? undefined
      : expectedDay({ ...plannedOf(payment), transferDate: payment.transferDate }),
  };
}

/** The fields of a payment that its bookings are made of. */
export interface BookedPayment {
  _id: Types.ObjectId;
  amount: number;
  currency: Currency;
  ledger?: readonly LedgerEntry[];
  referenceNumber: string;
  customerId: Types.ObjectId;
  country?: string;
  province?: string;
  card?: PaymentCard;
}

/** Returns the bookings that a payment needs beside those that it has. */
export function bookingsFor(
  payment: BookedPayment,
  bookings: readonly StoredBooking[],
  time: Omit<BookingTime, 'newId'>,
  by: string,
): StoredBooking[] {
  const { _id, amount, currency, ledger: entries = [], referenceNumber, customerId } = payment;
  const { country, province } = payment;
  const newId = () => new Types.ObjectId().toHexString();
  return missingBookings({ amount, currency, entries, bookings }, { ...time, newId }).map((booking) => ({
    ...booking,
    paymentId: _id,
    referenceNumber,
    customerId,
    ...(country && { country }),
    ...(province && { province }),
    way: wayOf(
      entries.find((entry) => entry._id === booking.entryId),
      entries,
    ),
    kind: booking.amount > 0 ? 'sale' : 'return',
    at: new Date(),
    by,
  }));
}

/** The way of an entry's money: of a shortfall that of its receipt. */
function wayOf(entry: LedgerEntry | undefined, ledger: readonly LedgerEntry[]): StoredBooking['way'] {
  if (!entry) return 'said';
  const { way, of, step } = entry;
  const named = ledger.find((one) => one._id === of || (one.step === step && one.kind === 'receipt'));
  return way ?? named?.way ?? 'said';
}
