import { calendarDay, dayMs, isCalendarDay } from '../platform/dates.js';
import type { IssuedDocument } from '../documents/documents.js';
import type { MoneyLine } from '../documents/money-lines.js';
import type { Price } from '../places/prices.js';
import type { Currency } from '../platform/money.js';
import type { PaymentCard } from '../payments/payment-card.js';
import type { VisitorPart } from '../payments/plan.js';
import type { AskedNow } from '../payments/plan-parts.js';
import type { PaymentMethod } from '../places/payment-methods.js';
import { isSettled, type PaymentStatus, type SaidSent } from '../payments/payments.js';
import { asText, type Rule } from '../platform/rules.js';
import { fill } from '../texts/catalogue.js';
import type { order } from '../texts/en/order.js';

/** At the end of the address of a visitor's page: its receipt is printed once it is shown. */
export const printFragment = '#print';

/** The status of a payment in the visitor's terms. */
export const orderStatuses = [
  'waiting',
  'partly',
  'processing',
  'received',
  'refunded',
  'cancelled',
  'failed',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** A document on the visitor's page; `total` is above 0 in its currency. */
export type OrderDocument = Pick<IssuedDocument, 'number' | 'kind' | 'day' | 'total' | 'currency'>;

/** The content of the visitor's page: GET /orders/{reference}/{token}. Days are YYYY-MM-DD. */
export interface Order {
  reference: string;
  status: OrderStatus;
  name: string;
  /** Masked: "a…@example.com". */
  email: string;
  /** The total as shown to the visitor. */
  amount: { value: number; currency: Currency };
  /** The amount received so far and the amount still due, in the currency of `amount`. */
  received?: number;
  due?: number;
  /** The part that is kept of a payment cancelled for a fee, in the same currency. */
  fee?: number;
  /** The parts of a payment with a plan, and what is asked next of a pending one, in the same currency. */
  plan?: VisitorPart[];
  askedNow?: Pick<AskedNow, 'amount' | 'due'>;
  /** The money that came, until all of a payment with a plan is there, in the same currency. */
  receipts?: { day: string; amount: number }[];
  /** Asks for `askedNow`, else for `due`, else for the whole. */
  instructions: string;
  /** True where the instructions are there in English only, in another language. */
  instructionsInEnglish?: true;
  /** True where the instructions are samples, which must not be used for a payment. */
  sample?: true;
  method: PaymentMethod;
  /** The day of `askedNow`, else the expected transfer date. */
  expectedOn?: string;
  saidSent?: SaidSent;
  /** The last day of the newest imported bank statement. */
  bankSeenUntil?: string;
  /** The money that came, in the currency that was paid, with what went back of it; `paidOn` is the day it came. */
  receipt?: { company: string; paidOn: string; amount: number; currency: Currency; refunded?: number };
  company: string;
  /** The money that came and went back, in the payment's currency, and the total shown where another one is recorded. */
  money?: { currency: Currency; payments: MoneyLine[]; returned: MoneyLine[]; agreed?: Price };
  /** True for a visitor outside Canada, who was also shown the approximate amount in US dollars. */
  abroad?: true;
  /** The invoices and credit notes, in the order of their issue; missing where none are made. */
  documents?: OrderDocument[];
  /** True for a payment of the card provider's test mode. */
  test?: true;
  /** The address for replies to mails; undefined where no mail server is configured. */
  contact?: string;
}

/**
 * The status shown to a visitor; `received` is the amount received so far, and `isDue` says whether more is awaited. A
 * payment that the office has opened with all its money there is received for its payer.
 */
export function orderStatus(
  { status, card }: { status: PaymentStatus; card?: Pick<PaymentCard, 'state'> | undefined },
  received = 0,
  isDue = true,
): OrderStatus {
  // A bank debit on the card page: its payer is not asked for a transfer.
  if (status === 'pending' && card?.state === 'processing') return 'processing';
  if (status === 'pending') return received <= 0 ? 'waiting' : isDue ? 'partly' : 'received';
  return isSettled(status) ? 'received' : (status as OrderStatus);
}

/** The path of a visitor's page. */
export const orderPath = (reference: string, token: string): string =>
  `/order/${encodeURIComponent(reference)}/${token}`;

/** The token in the path of a visitor's page: at least 128 bits in base64url. */
const orderToken = /(\/order\/[^\s/"<>]+\/)[\w-]{20,}/g;

/** Takes the tokens out of the addresses of visitors' pages in a text or in HTML. */
export const hideOrderTokens = (text: string): string => text.replace(orderToken, '$1…');

/** Masks "ada@example.com" as "a…@example.com": its owner recognises it, a stranger cannot write to it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '' : `${first}…${email.slice(at)}`;
}

/** Days by which an announced transfer date may lie back or ahead. */
const saidSentDays = { back: 60, ahead: 30 } as const;

/** The first and the last day that may be announced at `now`, YYYY-MM-DD in UTC. */
export function saidSentRange(now: Date): { first: string; last: string } {
  const dayAt = (days: number) => calendarDay(new Date(now.getTime() + days * dayMs), 0);
  return { first: dayAt(-saidSentDays.back), last: dayAt(saidSentDays.ahead) };
}

/** Accepts a transfer date that may be announced at `now`, with messages in a language. */
export const saidSentRule =
  (now: Date, messages: typeof order): Rule =>
  (value) => {
    const day = asText(value);
    if (day === '') return messages.dateRequired;
    if (typeof value !== 'string' || !isCalendarDay(day)) return messages.dateInvalid;
    const { first, last } = saidSentRange(now);
    if (day < first) return fill(messages.dateTooEarly, { days: saidSentDays.back });
    if (day > last) return fill(messages.dateTooLate, { days: saidSentDays.ahead });
    return undefined;
  };
