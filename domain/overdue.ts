import { calendarDay, dayMs } from './dates.js';
import type { Pagination } from './lists.js';
import type { ListedPayment, PaymentStatus } from './payments.js';

/** The last day, YYYY-MM-DD, on which a pending transfer must have been expected to be overdue now; days are UTC's. */
export const lastOverdueDay = (now: Date): string => calendarDay(new Date(now.getTime() - dayMs), 0);

interface ExpectedPayment {
  status: PaymentStatus;
  transferDate?: Date | string | null;
}

/** How many days a payment is past its transfer date; 0 for one that is not pending, not late, or has no date. */
export function overdueDays({ status, transferDate }: ExpectedPayment, now: Date): number {
  if (status !== 'pending' || !transferDate) return 0;
  const expected = Date.parse(calendarDay(new Date(transferDate), 0));
  return Math.max(0, (Date.parse(calendarDay(now, 0)) - expected) / dayMs);
}

/** A pending payment past its transfer date, as GET /reports/overdue lists it. */
export type ListedOverduePayment = ListedPayment & {
  /** When the newest reminder was written that was sent or waits to be. */
  lastReminderAt?: string;
  /**
   * True where an open bank transaction has its reference, or the payer's name and the amount due, or an Interac notice
   * tells of it.
   */
  mayHaveArrived: boolean;
};

export interface OverduePage {
  payments: ListedOverduePayment[];
  pagination: Pagination;
}
