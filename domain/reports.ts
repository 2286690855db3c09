import type { CountById } from './lists.js';
import type { Currency } from './money.js';
import type { CustomerReference } from './payments.js';

interface CurrencyRevenue {
  currency: Currency;
  amount: number;
  count: number;
}

export interface MonthlyRevenue {
  /** YYYY-MM, in UTC. */
  month: string;
  usd: number;
  count: number;
}

/** A pending payment whose transfer date has passed. */
export interface OverduePayment {
  _id: string;
  referenceNumber: string;
  amount: number;
  currency: Currency;
  transferDate: string;
  customerId: CustomerReference | null;
}

/** The sum that a bank account received, and how much of it is allocated to payments. */
export interface Arrival {
  bankAccountId: string;
  bankAccount: string;
  currency: Currency;
  amount: number;
  allocated: number;
  count: number;
}

/** The response of GET /reports/summary for payments created from `from` to `to` (days, both included, UTC). */
export interface ReportSummary {
  from: string | null;
  to: string | null;
  /** Settled payments only. */
  revenue: { currencies: CurrencyRevenue[]; usd: number; months: MonthlyRevenue[] };
  statuses: CountById[];
  methods: CountById[];
  countries: CountById[];
  /** What arrived by the bank's days in the range, beside what is recorded; the latest of the days first. */
  arrivals: { totals: Arrival[]; days: (Arrival & { day: string })[] };
  /** Oldest transfer date first, at most 50 of `total`; the range does not narrow them. */
  overdue: { total: number; payments: OverduePayment[] };
}
