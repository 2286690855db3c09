import { daysAfter, isCalendarDay } from '../platform/dates.js';
import type { MoneyWay } from './ledger.js';
import type { Currency } from '../platform/money.js';
import { all, dayRule, type Rule, type Rules, text } from '../platform/rules.js';

/** The money of one month in one currency; opening + received − refunded + shortfalls − (sales − returns) is closing. */
export interface BooksMonth {
  /** YYYY-MM. */
  month: string;
  currency: Currency;
  opening: number;
  received: number;
  /** The parts of `received`, less what banks took back, by way. */
  ways: Record<MoneyWay, number>;
  refunded: number;
  shortfalls: number;
  sales: number;
  returns: number;
  closing: number;
  /** The card provider's fees, by its payout reports, where there are some; no part of the equation. */
  fees?: number;
  /** The sales less the returns in US dollars, each at the rate of its booking. */
  usd: number;
  /** Payments that began to count less those that ended to. */
  count: number;
  /** The bookings whose own day lies before the month. */
  late: number;
}

/** The parts of a month's equation, in its order; `shortfalls` is one only where something was let go. */
export const booksEquation = (lines: readonly Pick<BooksMonth, 'shortfalls'>[]) =>
  (['opening', 'received', 'refunded', 'shortfalls', 'sales', 'returns', 'closing'] as const).filter(
    (part) => part !== 'shortfalls' || lines.some(({ shortfalls }) => shortfalls !== 0),
  );

/** The parts of `closing` as they are now, payment by payment. */
export interface BooksBalance {
  currency: Currency;
  /** The money of payments that are not settled. */
  deposits: number;
  /** The money beyond the sale of settled payments. */
  surplus: number;
  /** The sales of which no money is known, and what went out beyond what came in. */
  missing: number;
}

/** The response of GET /books and POST /books/close. */
export interface Books {
  /** YYYY-MM-DD: the last day that does not change any more; null where none is closed. */
  closedUntil: string | null;
  closedBy: string | null;
  closedAt: string | null;
  now: BooksBalance[];
  /** Newest first. */
  months: BooksMonth[];
}

/** A booking whose own day lies before the month in which it was booked. */
interface LateBooking {
  _id: string;
  paymentId: string;
  referenceNumber: string;
  /** YYYY-MM-DD: where it would stand if nothing had been closed. */
  day: string;
  bookedOn: string;
  way: MoneyWay | 'said';
  /** Signed. */
  amount: number;
  currency: Currency;
  by: string;
}

/** The response of GET /books/late: oldest first, at most as many as lateBookingsLimit. */
export interface LateBookings {
  bookings: LateBooking[];
  total: number;
}

/** Maximum number of bookings of one answer; the export of the month has them all. */
export const lateBookingsLimit = 200;

/** The body of POST /books/close: the last day of a past month; an earlier one than the present opens months again. */
export interface CloseInput {
  until: string;
  reason?: string;
}

export const booksMessages = {
  until: 'Until must be the last day of a past month (YYYY-MM-DD)',
  reason: 'Reason is required to open a closed month again',
  month: 'month takes a month, such as 2026-11',
} as const;

/** Accepts the last day of a month. */
const monthEnd: Rule = (value) => {
  const day = typeof value === 'string' ? value : '';
  if (!isCalendarDay(day)) return booksMessages.until;
  return daysAfter(day, 1).endsWith('-01') ? undefined : booksMessages.until;
};

export const closeRules = {
  until: all(dayRule('Until'), monthEnd),
  reason: text('Reason', 200),
} satisfies Rules<CloseInput>;
