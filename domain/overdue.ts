import { calendarDay, dayMs } from './dates.js';
import type { Pagination } from './lists.js';
import type { ListedPayment, PaymentStatus } from './payments.js';

/** The latest transfer date, YYYY-MM-DD in UTC, with which a pending payment is overdue at `now`. */
export const lastOverdueDay = (now: Date): string => calendarDay(new Date(now.getTime() - dayMs), 0);

interface ExpectedPayment {
  status: PaymentStatus;
  transferDate?: Date | string | null;
}

/** Days by which a payment is past its transfer date; 0 for one that is not pending, not late, or has no date. */
export function overdueDays({ status, transferDate }: ExpectedPayment, now: Date): number {
  if (status !== 'pending' || !transferDate) return 0;
  const expected = Date.parse(calendarDay(new Date(transferDate), 0));
  return Math.max(0, (Date.parse(calendarDay(now, 0)) - expected) / dayMs);
}

/** An element of GET /reports/overdue: a pending payment past its transfer date. */
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

export interface OverduePage {
  payments: ListedOverduePayment[];
  pagination: Pagination;
  /** The number of those overdue whose customer has said that the transfer was sent. */
  saidSent: number;
}
