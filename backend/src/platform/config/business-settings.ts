import type { Calendar } from '#domain/platform/calendar';
import type { ExchangeRates } from '#domain/platform/money';

/** The settings that all of the business counts and names itself by; the folder of payments reads them. */
export interface BusinessConfig {
  /** The days and months of reports, exports, overdue payments and reminders. */
  calendar: Calendar;
  exchangeRates: ExchangeRates;
  paymentOptions: { companyName: string };
}
