import {
  calendarDay,
  farthestExpected,
  firstTypedDay,
  formatDay,
  isCalendarDay,
  yearsAfter,
} from '../platform/dates.js';
import type { Tone } from '../platform/colors.js';
import { type Language, languages } from '../platform/languages.js';
import type { CountById, Pagination } from '../platform/lists.js';
import { type Currency, currencies, isWholeCents } from '../platform/money.js';
import type { CancellationWords } from './cancellation.js';
import type { PaymentCard, PaymentPayout } from './payment-card.js';
import type { AskedNow, PlanPart } from './plan-parts.js';
import { type PaymentMethod, paymentMethods } from '../places/payment-methods.js';
import type { Price } from '../places/prices.js';
import type { PaymentTax } from '../places/taxes.js';
import type { AcceptedTerms } from './terms.js';
import { payment as paymentTexts } from '../texts/en/payment.js';
import { refusals } from '../texts/en/refusals.js';
import { type Attention, statusWordRules, type StatusWords } from '../ledger/ways.js';
import {
  all,
  asText,
  described,
  matching,
  oneOf,
  orEmpty,
  recordId,
  required,
  type Rules,
  text,
} from '../platform/rules.js';

export const paymentMethodNames: Record<PaymentMethod, string> = paymentTexts.methods;

/** Shorter labels of the methods, for small screens. */
export const shortMethodNames: Partial<Record<PaymentMethod, string>> = {
  interac: 'Interac',
  wireTransfer: 'Wire',
};

/** The method's label; an unknown value is shown unchanged, none as "N/A". */
export const paymentMethodName = (method: string | null | undefined): string =>
  paymentMethodNames[method as PaymentMethod] ?? (method || 'N/A');

export const paymentStatuses = ['pending', 'paid', 'confirmed', 'failed', 'refunded', 'cancelled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const statusNames: Record<PaymentStatus, string> = {
  pending: 'Pending',
  paid: 'Paid',
  confirmed: 'Confirmed',
  failed: 'Failed',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
};

export const statusTones: Record<PaymentStatus, Tone> = {
  pending: 'warning',
  paid: 'success',
  confirmed: 'success',
  failed: 'error',
  refunded: 'info',
  cancelled: 'neutral',
};

/** The statuses in which the money has arrived and counts as revenue. */
export const settledStatuses = ['paid', 'confirmed'] as const satisfies readonly PaymentStatus[];

/** The value of the list's filter by status that stands for both of them. */
export const settledFilter = 'settled';

export const isSettled = (status: string): boolean => (settledStatuses as readonly string[]).includes(status);

/** The statuses of the list's filter and menu and of the status dialog. */
export const listStatuses = [
  'pending',
  'paid',
  'failed',
  'refunded',
] as const satisfies readonly PaymentStatus[];

/** The statuses of the payment form; a record's own status is added where it is another one. */
export const formStatuses = ['pending', 'confirmed', 'cancelled'] as const satisfies readonly PaymentStatus[];

interface StatusChange {
  date: string;
  status: PaymentStatus;
  note?: string;
  /** The actor: a username, or "checkout" for a visitor's submission. */
  by: string;
}

/** The origin of a payment: a visitor's submission, an admin, or an event of the card provider. */
export type PaymentSource = 'checkout' | 'admin' | 'card';

export const paymentSourceNames: Record<PaymentSource, string> = {
  checkout: 'Checkout',
  admin: 'Admin',
  card: 'Card',
};

/** The customer of a payment in a list. */
export interface CustomerReference {
  _id: string;
  fullName: string;
  email: string;
}

/** The visitor's announcement that the transfer was sent. */
export interface SaidSent {
  /** The day of the transfer, YYYY-MM-DD. */
  date: string;
  /** Time of the announcement. */
  at: string;
}

/** A reminder or the notice of a part that was written to the payer; its mail may be deleted since. */
interface PaymentReminder {
  at: string;
  mailId: string;
  /** Automatic reminders only: the number of the one of REMINDER_DAYS, from 1. */
  number?: number;
  /** Of a part in a plan: its day, YYYY-MM-DD. */
  due?: string;
  /** True for the notice of a part, before its day. */
  isNotice?: true;
}

/** A payment in the responses of the API; a list contains the customer in place of the plain `customerId`. */
export interface Payment<CustomerId = string> {
  _id: string;
  customerId: CustomerId;
  amount: number;
  currency: Currency;
  paymentMethod: PaymentMethod;
  paymentType: string;
  status: PaymentStatus;
  referenceNumber: string;
  /** Generated references that an admin has replaced; the visitor may still use them. */
  formerReferences?: string[];
  transactionId?: string;
  /** A calendar day as midnight UTC. */
  transferDate?: string | null;
  /** The parts in which it is to be paid; their days count in place of the transfer date. */
  plan?: PlanPart[];
  /** The amount that is asked next of a pending payment with a plan. */
  askedNow?: AskedNow;
  transferReference?: string;
  notes?: string;
  paymentDetails?: Record<string, unknown>;
  /** The total shown to the visitor; checkout payments only. */
  quoted?: Price;
  /** The sum of its receipts, the refunded amount, and the amount still due, in its currency: see ledger.ts. */
  received: number;
  refunded: number;
  due: number;
  /** The accepted shortfall, and the fee that a person's word keeps of a cancelled payment. */
  shortfall?: number;
  fee?: number;
  /** The money that is kept beyond the sale; and what a person says came, of which no receipt is known. */
  surplus: number;
  unproven: number;
  /** The amount that it counts in the figures, where that is neither nothing nor all of a settled one: see saleOfPayment. */
  sale?: number;
  /** The reasons for which its money needs an admin. */
  attention?: Attention[];
  /** Reminders that were written, oldest first. */
  reminders?: PaymentReminder[];
  /** The terms that the visitor has accepted. */
  acceptedTerms?: AcceptedTerms;
  /** Time from which the words of its customer are erased. */
  erasedAt?: string;
  /** The visitor's announcement of the transfer. */
  saidSent?: SaidSent;
  /** Number of renewals of the link to the visitor's page. */
  linkVersion?: number;
  statusHistory: StatusChange[];
  source: PaymentSource;
  /** The visitor's language: that of mails, page and papers. */
  language: Language;
  /** Payments by card whose events have arrived: see paymentCard.ts. */
  card?: PaymentCard;
  /** The payout of the card provider that its charge is in, and the fee that was taken. */
  payout?: PaymentPayout;
  /** The tax in its price; missing where the place is not known. */
  tax?: PaymentTax;
  /** The buyer on its documents, where a person has corrected it; true where its open invoice lacks letters of the buyer. */
  buyer?: { name: string; address: string[] };
  lettersMissing?: true;
  createdBy: string;
  /** The customer's country when the payment was recorded. */
  country?: string;
  /** Counts the writes of this record; a change sends it back, so that the server detects a concurrent change. */
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** The total shown to the visitor, where it differs from the recorded one. */
export const differingQuote = ({
  amount,
  currency,
  quoted,
}: Pick<Payment, 'amount' | 'currency' | 'quoted'>) =>
  quoted && (quoted.amount !== amount || quoted.currency !== currency) ? quoted : undefined;

/** The total shown to the visitor, where it is in another currency than the recorded one: what was agreed. */
export const agreedQuote = ({ currency, quoted }: Pick<Payment, 'currency' | 'quoted'>) =>
  quoted?.currency === currency ? undefined : quoted;

/** The total that the visitor is asked for: as it was shown, or what the office has set since in its currency. */
export const askedTotal = ({ amount, currency, quoted }: Pick<Payment, 'amount' | 'currency' | 'quoted'>) =>
  quoted && (quoted.currency === currency ? { amount, currency } : quoted);

/** In a list, without the history; null where the customer does not exist any more. */
export type ListedPayment = Omit<Payment<CustomerReference | null>, 'statusHistory'>;

/** The number of payments in each status. */
export type StatusCounts = Record<PaymentStatus, number>;

/** A page of the payments list; `counts` has the filters of the list but the status. */
export interface PaymentPage {
  payments: ListedPayment[];
  pagination: Pagination;
  counts: StatusCounts;
}

/** All payments that match a list's filters, at most `maximumSelected`; `total` match. */
export interface MatchingPayments {
  payments: ListedPayment[];
  total: number;
}

export interface PaymentStats {
  statuses: CountById[];
  totalRevenue: number;
  currency: 'USD';
}

/** The body that the payment form sends. */
export interface PaymentInput extends StatusWords, CancellationWords {
  customerId: string;
  paymentMethod: PaymentMethod;
  amount: number;
  currency: Currency;
  status: PaymentStatus;
  transferDate?: string | null;
  referenceNumber?: string;
  transferReference?: string;
  notes?: string;
  paymentType?: string;
  transactionId?: string | null;
  paymentDetails?: Record<string, unknown>;
  /** English for a new payment, and the one that it has for another, where it is left out. */
  language?: Language;
  version?: number;
}

/** The body of PATCH …/status. */
export interface StatusInput extends StatusWords, CancellationWords {
  status: PaymentStatus;
  note?: string;
  /** The version that the change is made on; left out, the change is made on any version. */
  version?: number;
}

/** The response of PATCH …/status: `batch` names the change for POST /payments/status/undo. */
export type PaymentWithBatch = Payment & { batch: string };

/** The response of GET …/{id}: `batch` names its last change, where a person set the status. */
export type PaymentWithLastBatch = Payment & Partial<Pick<PaymentWithBatch, 'batch'>>;

/** The note of the history entry of an undone change of status. */
export const undoneNote = (status: PaymentStatus): string => `Change to ${statusNames[status]} undone`;

/** The message of a refused change of status: the payment has changed since it was shown. */
export const changedMeanwhile = (status: PaymentStatus): string =>
  `This payment was changed meanwhile. It is ${statusNames[status]} now.`;

/** The message of a refused second submission of a payment whose details were changed after the first. */
export const recordedAlready = (reference: string): string =>
  `This payment was recorded already, as ${reference}, with other details. Open that one to change it.`;

/** The largest amount that can be recorded: beyond it, cents in a sum of a million payments are not exact. */
export const maximumAmount = 10_000_000;

const isAmount = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return 'Amount is required';
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
    return 'Amount must be a positive number';
  if (value > maximumAmount) return 'Amount must be at most 10,000,000';
  return isWholeCents(value) ? undefined : 'Amount can have at most two decimals';
};

const amountRule = described(isAmount, { type: 'number', exclusiveMinimum: 0, maximum: maximumAmount });

const transferDatePattern = '^\\d{4}-\\d{2}-\\d{2}(?:T[\\d:.]+Z)?$';
const writtenTransferDate = new RegExp(transferDatePattern);

/** A calendar day, alone or as the API's ISO time. */
const transferDateRule = described(
  (value) => {
    const day = asText(value);
    const isText = value === undefined || value === null || typeof value === 'string';
    if (isText && day === '') return undefined;
    const written = day.slice(0, 10);
    if (!isCalendarDay(written) || !writtenTransferDate.test(day))
      return 'Transfer date must be a date (YYYY-MM-DD)';
    if (written < firstTypedDay) return `Transfer date must not be before ${formatDay(firstTypedDay)}`;
    const last = yearsAfter(calendarDay(new Date(), 0), farthestExpected);
    return written > last ? 'Transfer date must be within ten years' : undefined;
  },
  { pattern: orEmpty(transferDatePattern) },
);

export const noteRule = text('Note', 1000, { multiline: true });

export const statusRule = all(
  required('Status is required'),
  oneOf(paymentStatuses, `Status must be one of ${paymentStatuses.join(', ')}`),
);

export const paymentRules = {
  customerId: recordId('Customer is required'),
  paymentMethod: all(
    required('Payment method is required'),
    oneOf(paymentMethods, `Payment method must be one of ${paymentMethods.join(', ')}`),
  ),
  amount: amountRule,
  currency: all(
    required('Currency is required'),
    oneOf(currencies, `Currency must be one of ${currencies.join(', ')}`),
  ),
  status: statusRule,
  transferDate: transferDateRule,
  referenceNumber: all(
    text('Reference number', 64),
    // Invisible ones would make another reference of the same signs.
    matching(/^\P{DI}*$/u, 'Reference number contains characters that cannot be used'),
    matching(/[\p{L}\p{N}]/u, 'Reference number must contain a letter or a digit'),
  ),
  transferReference: text('Customer reference', 500, { multiline: true }),
  notes: text('Notes', 2000, { multiline: true }),
  paymentType: text('Payment type', 64),
  transactionId: text('Transaction ID', 128),
  language: oneOf(languages, refusals.language),
  ...statusWordRules,
} satisfies Rules<PaymentInput>;

export const referencePrefix = 'CRTS-OTN';

/**
 * Generates the reference of a new payment: the prefix, characters 18 to 24 of the customer's id (six random hex digits
 * without one), and the last six digits of the time in milliseconds. "CRTS-OTN-9F3A2C-482913".
 */
export function paymentReference(customerId: string | undefined, milliseconds: number): string {
  const random = () =>
    Math.floor(Math.random() * 0x1000000)
      .toString(16)
      .padStart(6, '0');
  const segment = customerId?.slice(18, 24) || random();
  return `${referencePrefix}-${segment}-${String(milliseconds).slice(-6)}`.toUpperCase();
}

/**
 * Normalises a reference for comparison: without case, spaces and hyphens. "crts otn 9f3a2c-482913" matches the one
 * above.
 */
export const referenceKey = (reference: string): string =>
  reference.toUpperCase().replace(/[\s\p{Pd}]/gu, '');

const generatedKey = new RegExp(`^${referenceKey(referencePrefix)}[\\dA-F]{6}\\d{6}$`);

/** True for the key of a reference generated by the server. */
export const isGenerated = (key: string): boolean => generatedKey.test(key);
