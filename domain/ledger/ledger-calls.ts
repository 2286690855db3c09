import type { LedgerEntry, MoneyWay } from './ledger.js';
import type { Currency } from '../platform/money.js';
import { type Payment, paymentRules } from '../payments/payments.js';
import { type HandWay, handWayNames, statusWordRules } from './ways.js';
import { all, dayRule, oneOf, type RecordVersion, required, type Rules, text } from '../platform/rules.js';

export const moneyWayNames: Record<MoneyWay | 'said', string> = {
  bank: 'Bank',
  card: 'Card',
  ...handWayNames,
  said: 'Not said',
};

export const bookingKindNames = { sale: 'Sale', return: 'Return' } as const;

/** The directions of money that an admin names. */
export const ledgerDirections = ['receipt', 'refund'] as const;
export type LedgerDirection = (typeof ledgerDirections)[number];

/** The body of POST /payments/{id}/ledger: money that came or went back by hand. */
export interface MoneyInput {
  kind: LedgerDirection;
  way: HandWay;
  /** In decimals of the payment's currency. */
  amount: number;
  /** YYYY-MM-DD. */
  day: string;
  note?: string;
  version: RecordVersion;
}

export const ledgerRules = {
  kind: all(
    required('Kind is required'),
    oneOf(ledgerDirections, `Kind must be one of ${ledgerDirections.join(', ')}`),
  ),
  way: all(required('How is required'), statusWordRules.way),
  amount: paymentRules.amount,
  day: dayRule('Day'),
  note: text('Note', 500),
} satisfies Rules<Omit<MoneyInput, 'version'>>;

/** A booking in the response of GET /payments/{id}/ledger. */
interface ShownBooking {
  _id: string;
  entryId: string;
  kind: 'sale' | 'return';
  way: MoneyWay | 'said';
  day: string;
  bookedOn: string;
  amount: number;
  currency: Currency;
  rate: number;
  usd: number;
  takesBack?: string;
  at: string;
  by: string;
}

/** The response of GET /payments/{id}/ledger: entries, voided ones too, and what follows; in decimals. */
export interface PaymentLedger {
  entries: readonly LedgerEntry[];
  received: number;
  refunded: number;
  net: number;
  shortfall: number;
  due: number;
  surplus: number;
  unproven: number;
  sale: number;
  /** The money that counts for what is owed now. */
  kept: number;
  /** The fee of a cancelled payment that stands, else 0. */
  fee: number;
  /** The most that a receipt may bring, and that a refund may give back. */
  receivable: number;
  refundable: number;
  currency: Currency;
  bookings: ShownBooking[];
  version: number;
}

/** The JSON of the answers to the calls about the money of one payment. */
export interface LedgerAnswers {
  'GET /payments/{id}/ledger': PaymentLedger;
  'POST /payments/{id}/ledger': Payment;
  'POST /payments/{id}/ledger/{entry}/void': Payment;
}

/** The bodies of those that the back-office sends with one. */
export interface LedgerBodies {
  'POST /payments/{id}/ledger': MoneyInput;
  'POST /payments/{id}/ledger/{entry}/void': { version: RecordVersion };
}

export const ledgerMessages = {
  entryNotFound: 'Entry not found',
  voidedAlready: 'This was undone already',
  undoAtBank: 'This belongs to a bank transaction: undo it there',
  ofCard: 'This is what the card provider says: it cannot be undone here',
  recordedOtherwise: 'This was recorded already, with other details',
} as const;
