import type { Tone } from '../platform/colors.js';
import type { Pagination } from '../platform/lists.js';
import { absolute, asCents, type Cents, type Currency, formatCents, toCents } from '../platform/money.js';

/** Limits of a payout report: bytes, and lines below its header. */
export const payoutReportLimits = { bytes: 2 * 1024 * 1024, lines: 20_000 } as const;

/** The columns by which a payout report is known. */
const payoutReportColumns = ['automatic_payout_id', 'balance_transaction_id'] as const;

/** Returns whether the cells of a line are the header of a payout report. */
export function isPayoutReportHeader(cells: readonly string[]): boolean {
  const names = cells.map((name) => name.replaceAll('"', '').trim().toLowerCase());
  return payoutReportColumns.every((name) => names.includes(name));
}

/** Returns whether the first line of a file is the header of a payout report. */
export function isPayoutReport(text: string): boolean {
  const [header = ''] = text.replace(/^\uFEFF/, '').split(/[\r\n]/, 1);
  return isPayoutReportHeader(header.split(/[,;\t]/));
}

/** Maximum number of lines of a payout in one response: those without a payment come first. */
export const maximumPayoutLines = 1000;

/** Maximum number of matches of a payout, those that were undone among them. */
export const maximumPayoutMatches = 100;

/** Open: no bank transaction is it yet; none will be of a net of 0. Differs: an admin has matched one of another amount. */
export const payoutStates = ['open', 'matched', 'differs'] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutStateNames: Record<PayoutState, string> = {
  open: 'Open',
  matched: 'Matched',
  differs: 'Differs',
};

export const payoutStateTones: Record<PayoutState, Tone> = {
  open: 'warning',
  matched: 'success',
  differs: 'error',
};

/** The ids of a payout and its lines, in the provider's words. */
export const payoutIdPattern = '^[A-Za-z0-9_-]{1,100}$';
const payoutId = new RegExp(payoutIdPattern);
export const isPayoutId = (value: unknown): value is string =>
  typeof value === 'string' && payoutId.test(value);

/**
 * A payout of the card provider: the net of many charges, refunds and fees, which arrives in a bank account as one
 * transaction. Amounts are decimals of its currency: gross less fee is net, each the sum of its lines, and negative where
 * more went back than came.
 */
export interface CardPayout {
  /** The provider's id: "po_…". */
  _id: string;
  /** YYYY-MM-DD: the day on which the provider says that it arrives. */
  day: string;
  currency: Currency;
  gross: number;
  fee: number;
  net: number;
  state: PayoutState;
  /** The bank transaction that is it, and its amount; missing while it is open. */
  bankTransactionId?: string;
  bankAmount?: number;
  lineCount: number;
  /** Lines that are about a payment which is not known. */
  withoutPayment: number;
  createdAt: string;
}

/** A line of a payout; amounts are decimals of the payout's currency. */
export interface CardPayoutLine {
  /** The provider's id: "txn_…". */
  balanceTransactionId: string;
  /** In the provider's words: "charge", "refund", "dispute", "fee" … */
  category: string;
  gross: number;
  fee: number;
  net: number;
  paymentIntentId?: string;
  /** The payment that it is about, with its present reference; missing where none is known. */
  paymentId?: string;
  referenceNumber?: string;
}

/** The response of GET /card-payouts/{id}: at most `maximumPayoutLines` lines. */
export interface CardPayoutDetails extends CardPayout {
  lines: CardPayoutLine[];
}

/** The response of GET /card-payouts; `counts` has the filters of the list but the state. */
export interface CardPayoutPage {
  cardPayouts: CardPayout[];
  pagination: Pagination;
  counts: Record<PayoutState, number>;
}

/**
 * The response of POST /card-payouts/reports: the payouts of the file, its lines that are stored now and those that were
 * stored already, and how many of both are about a payment that is not known; the first of these are named.
 */
export interface PayoutReportResult {
  payouts: number;
  lines: { new: number; known: number; unknown: number };
  unknownLines: Pick<CardPayoutLine, 'balanceTransactionId' | 'category' | 'paymentIntentId'>[];
}

/** The numbers of GET /counts that payouts add; missing there until a report was imported. */
export interface PayoutCounts {
  /** Payouts with lines of no known payment: /card-payouts?filter[withoutPayment]=true. */
  withoutPayment: number;
  /** Payouts without a bank transaction: /card-payouts?filter[state]=open. */
  open: number;
  /** Payments by card that are in no payout after ten days: /payments?filter[inNoPayout]=true. */
  inNoPayout: number;
}

/** Days after which a card payment should be in a payout. */
export const payoutDays = 10;

/** Days between a payout's day and its bank transaction within which it is proposed. */
export const payoutBankDays = 5;

/** "CA$2.10 less than the payout"; undefined for the same amount. Outgoing amounts are negative. */
export function payoutDifference(bank: Cents, net: Cents, currency: Currency): string | undefined {
  const more = asCents(absolute(bank) - absolute(net));
  if (!more) return undefined;
  return `${formatCents(absolute(more), currency)} ${more > 0 ? 'more' : 'less'} than the payout`;
}

/** The same of a payout that is matched. */
export const payoutDifferenceOf = ({ bankAmount, net, currency }: CardPayout): string | undefined =>
  bankAmount === undefined ? undefined : payoutDifference(toCents(bankAmount), toCents(net), currency);

export const payoutMessages = {
  notFound: 'Payout not found',
  notReport:
    'This is no payout report of Stripe. In its dashboard, download the report "Payout reconciliation", itemised, as CSV.',
  isReport:
    'This is a payout report of Stripe, no statement of a bank. Import it as such: it says what payouts consist of.',
  empty: 'The report has no lines',
  matched: 'This payout is matched to another bank transaction already',
  tooManyMatches: 'This payout was matched and undone 100 times, and takes no further match',
} as const;
