import type { CountById } from '../platform/lists.js';
import type { Currency } from '../platform/money.js';
import type { AskedNow } from '../payments/plan-parts.js';
import type { CustomerReference } from '../payments/payments.js';

interface CurrencyRevenue {
  currency: Currency;
  amount: number;
  count: number;
}

export interface MonthlyRevenue {
  /** YYYY-MM, by the business time zone. */
  month: string;
  usd: number;
  count: number;
}

/** A pending payment with an overdue part, or without a plan past its transfer date. */
export interface OverduePayment {
  _id: string;
  referenceNumber: string;
  amount: number;
  currency: Currency;
  /** The part of the amount that is still missing. */
  due: number;
  transferDate?: string | null;
  /** Of one with a plan, from the oldest overdue day. */
  askedNow?: AskedNow;
  customerId: CustomerReference | null;
}

/** Money received in a bank account, and the part of it that is allocated to payments. */
export interface Arrival {
  bankAccountId: string;
  bankAccount: string;
  currency: Currency;
  amount: number;
  allocated: number;
  count: number;
}

/**
 * The response of GET /reports/summary for the days from `from` to `to` of the business time zone, both included: counts
 * of the payments created there, and the revenue that is booked there.
 */
export interface ReportSummary {
  from: string | null;
  to: string | null;
  /** From bookings: `count` is the number of payments that began to count less that of those that ended to. */
  revenue: { currencies: CurrencyRevenue[]; usd: number; months: MonthlyRevenue[] };
  statuses: CountById[];
  methods: CountById[];
  countries: CountById[];
  /**
   * Money received on the bank's days in the range, beside the recorded payments: in all, by month (YYYY-MM) and by
   * day, latest first. The days are the latest ones only.
   */
  arrivals: {
    totals: Arrival[];
    months: (Arrival & { month: string })[];
    days: (Arrival & { day: string })[];
  };
  /** Oldest day first, at most 50 of `total`; the range does not apply to them. */
  overdue: { total: number; payments: OverduePayment[] };
}
