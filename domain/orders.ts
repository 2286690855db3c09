import { calendarDay, dayMs, isCalendarDay } from './dates.js';
import type { Currency } from './money.js';
import { isSettled, type PaymentMethod, type PaymentStatus, type SaidSent } from './payments.js';
import { asText, type Rule } from './rules.js';

/** How a payment stands, in a visitor's words. */
export const orderStatuses = ['waiting', 'partly', 'received', 'refunded', 'cancelled', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What the visitor's page shows: GET /orders/{reference}/{token}. Days are YYYY-MM-DD. */
export interface Order {
  reference: string;
  status: OrderStatus;
  name: string;
  /** Masked: "a…@example.com". */
  email: string;
  /** As the visitor was shown it. */
  amount: { value: number; currency: Currency };
  /** What arrived so far, and what is missing, in the currency of `amount`. */
  received?: number;
  due?: number;
  instructions: string;
  /** True where the instructions are samples that must not be paid by. */
  sample?: true;
  method: PaymentMethod;
  expectedOn?: string;
  saidSent?: SaidSent;
  /** The last day of the newest imported bank statement. */
  bankSeenUntil?: string;
  receipt?: { company: string; paidOn: string; amount: number; currency: Currency };
  company: string;
  /** The address that answers to mails go to; none where no mail server is configured. */
  contact?: string;
}

/** The status that a visitor is shown; `received` is what arrived so far. */
export function orderStatus(status: PaymentStatus, received = 0): OrderStatus {
  if (status === 'pending') return received > 0 ? 'partly' : 'waiting';
  return isSettled(status) ? 'received' : (status as OrderStatus);
}

/** The path of a visitor's page. */
export const orderPath = (reference: string, token: string): string =>
  `/order/${encodeURIComponent(reference)}/${token}`;

/** "ada@example.com" as "a…@example.com": enough to know it again, too little to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '' : `${first}…${email.slice(at)}`;
}

/** How far the day of a transfer may lie back or ahead when the visitor announces it. */
const saidSentDays = { back: 60, ahead: 30 } as const;

/** The first and the last day that may be announced at `now`, YYYY-MM-DD; days are those of Greenwich. */
export function saidSentRange(now: Date): { first: string; last: string } {
  const dayAt = (days: number) => calendarDay(new Date(now.getTime() + days * dayMs), 0);
  return { first: dayAt(-saidSentDays.back), last: dayAt(saidSentDays.ahead) };
}

/** The day that a transfer was or will be sent on, around `now`. */
export const saidSentRule =
  (now: Date): Rule =>
  (value) => {
    const day = asText(value);
    if (day === '') return 'Date is required';
    if (typeof value !== 'string' || !isCalendarDay(day)) return 'Date must be a date (YYYY-MM-DD)';
    const { first, last } = saidSentRange(now);
    if (day < first) return `Date must be at most ${saidSentDays.back} days ago`;
    if (day > last) return `Date must be at most ${saidSentDays.ahead} days ahead`;
    return undefined;
  };

export const orderMessages = {
  notFound: 'We do not know this link',
  linksSent:
    'If there are payments under this address, a mail with links to them is on its way. It can take a few minutes.',
} as const;
