import { Types } from 'mongoose';
import { type BookingTime, missingBookings } from '#domain/ledger/bookings';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { Currency } from '#domain/platform/money';
import type { PaymentCard } from '#domain/payments/payment-card';
import type { StoredBooking } from './booking.schema.js';

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
    ...{ paymentId: _id, referenceNumber, customerId },
    ...(country && { country }),
    ...(province && { province }),
    way: wayOf(
      entries.find((entry) => entry._id === booking.entryId),
      entries,
    ),
    kind: booking.amount > 0 ? 'sale' : 'return',
    ...{ at: new Date(), by },
  }));
}

/** The way of an entry's money: of a shortfall that of its receipt. */
function wayOf(entry: LedgerEntry | undefined, ledger: readonly LedgerEntry[]): StoredBooking['way'] {
  if (!entry) return 'said';
  const { way, of, step } = entry;
  const named = ledger.find((one) => one._id === of || (one.step === step && one.kind === 'receipt'));
  return way ?? named?.way ?? 'said';
}
