import { isTestPayment } from '#domain/cards/cards';
import { figuresOf, statesOf } from '#domain/ledger/ledger';
import { asCents, toAmount, toCents } from '#domain/platform/money';
import type { StoredBooking } from '../books/booking.schema.js';
import { figureFields } from '../books/ledger-act.js';
import type { CheckedPayment } from './ledger-batches.js';

/** Writes cents as a decimal amount. */
export const money = (cents: number): string => toAmount(asCents(cents)).toFixed(2);

/** Returns the stored fields that follow from a payment's entries and bookings; undefined for one that it has not. */
export function derivedFields(payment: CheckedPayment, bookings: readonly StoredBooking[]) {
  const days = [...new Set(bookings.map(({ bookedOn }) => bookedOn))];
  return { ...figureFields(payment), bookedOn: days.length ? days : undefined };
}

/** Writes a stored value so that it can be compared: the order of lists does not matter. */
export const written = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? [...(value as string[])].sort() : (value ?? null));

/** Returns the names of the derived fields that are stored otherwise. */
export function wrongFields(payment: CheckedPayment, derived: ReturnType<typeof derivedFields>) {
  const names = Object.keys(derived) as (keyof typeof derived)[];
  return names.filter((name) => written(payment[name]) !== written(derived[name]));
}

/** Returns a line for each sum of bookings that differs from what its entry changes of the sale. */
export function bookingLines(payment: CheckedPayment, bookings: readonly StoredBooking[]): string[] {
  const { ledger = [], amount, currency } = payment;
  const cents = toCents(amount);
  const sales = statesOf(cents, ledger).map((state) => figuresOf(cents, state).sale);
  const isCounted = !isTestPayment(payment);
  const sums = new Map<string, number>();
  const booked = (entryId: string, of: string) => `${entryId} ${of}`;
  ledger.forEach(({ _id }, index) => {
    const wanted = isCounted ? sales[index]! - (sales[index - 1] ?? 0) : 0;
    sums.set(booked(_id, currency), -wanted);
  });
  for (const { entryId, currency: of, amount: part } of bookings)
    sums.set(booked(entryId, of), (sums.get(booked(entryId, of)) ?? 0) + toCents(part));
  return [...sums]
    .filter(([, difference]) => difference !== 0)
    .map(([key, difference]) => `bookings of entry ${key} are ${money(difference)} off`);
}
