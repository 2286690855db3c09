import type { Currency } from '../platform/money.js';

/** Money that is to come: its sum, and the number of parts. */
export interface ExpectedSum {
  amount: number;
  count: number;
}

/** The money that is to come in a currency, by the days of its parts. */
export interface ExpectedCurrency {
  currency: Currency;
  overdue: ExpectedSum;
  /** From this month on, YYYY-MM, those with a part; oldest first. */
  months: (ExpectedSum & { month: string })[];
  /** Of payments without a plan and a transfer date. */
  undated: ExpectedSum;
}

/** The response of GET /reports/expected: together the due of all live pending payments. */
export interface ExpectedMoney {
  currencies: ExpectedCurrency[];
}
