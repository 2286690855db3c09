import { type Calendar, utcCalendar } from '../platform/calendar.js';
import { dayMs } from '../platform/dates.js';
import type { Pagination } from '../platform/lists.js';
import type { ListedPayment } from './payments.js';
import { expectedDay, type ExpectedPayment } from './plan.js';

/** The beginning of today as days are stored, at midnight UTC, in milliseconds. */
const todayAt = (now: Date, { dayOf }: Calendar): number => utcCalendar.startOf(dayOf(now)).getTime();

/** The day so many days before today, YYYY-MM-DD. */
export const daysAgo = (days: number, now: Date, calendar: Calendar): string =>
  utcCalendar.dayOf(new Date(todayAt(now, calendar) - days * dayMs));

/** The latest day, YYYY-MM-DD, with which a pending payment is overdue at `now`. */
export const lastOverdueDay = (now: Date, calendar: Calendar): string => daysAgo(1, now, calendar);

/**
 * Days by which the first open part of a payment is past, or of one without a plan its transfer date; 0 for one of which
 * nothing is due, that is not pending, not late, or has no date.
 */
export function overdueDays(payment: ExpectedPayment, now: Date, calendar: Calendar): number {
  const expected = expectedDay(payment);
  if (!expected) return 0;
  return Math.max(0, (todayAt(now, calendar) - utcCalendar.startOf(expected).getTime()) / dayMs);
}

/** An element of GET /reports/overdue: a pending payment past the day of a part, or past its transfer date. */
export type ListedOverduePayment = ListedPayment & {
  /** Creation time of the newest reminder that was sent or is to be sent. */
  lastReminderAt?: string;
  /** True where the mail of that reminder is held, as no mail server is configured. */
  isReminderHeld?: true;
  /**
   * True where an open bank transaction has its reference, or the payer's name and the amount due, or where an Interac
   * notice names it.
   */
  mayHaveArrived: boolean;
};

/** The reasons for which a reminder to many leaves a payment out: its money may be there, or it had one today. */
export type ReminderDoubt = 'mayHaveArrived' | 'reminded';

/** Returns why a reminder to many leaves a payment out; undefined where it does not. */
export function reminderDoubt(
  {
    mayHaveArrived,
    lastReminderAt,
  }: Partial<Pick<ListedOverduePayment, 'mayHaveArrived' | 'lastReminderAt'>>,
  now: Date,
  { dayOf }: Calendar,
): ReminderDoubt | undefined {
  if (mayHaveArrived) return 'mayHaveArrived';
  return lastReminderAt && dayOf(new Date(lastReminderAt)) === dayOf(now) ? 'reminded' : undefined;
}

/** All overdue payments that match, as `MatchingPayments`. */
export interface MatchingOverdue {
  payments: ListedOverduePayment[];
  total: number;
}

export interface OverduePage {
  payments: ListedOverduePayment[];
  pagination: Pagination;
  /** The number of those overdue whose customer has said that the transfer was sent. */
  saidSent: number;
}
