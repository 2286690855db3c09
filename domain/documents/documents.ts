import type { Booking } from '../ledger/bookings.js';
import { isTestPayment } from '../cards/cards.js';
import { figuresAfter, figuresOf, statesOf, type LedgerEntry } from '../ledger/ledger.js';
import type { Language } from '../platform/languages.js';
import type { Pagination } from '../platform/lists.js';
import type { Country } from '../places/countries.js';
import { asCents, type Cents, type Currency, sumOfCents, toCents } from '../platform/money.js';
import type { PaymentCard } from '../payments/payment-card.js';
import { payment } from '../texts/en/payment.js';
import { refusals } from '../texts/en/refusals.js';
import type { Price } from '../places/prices.js';
import { samePlace, type TaxPlace } from '../places/taxes.js';
import { type MoneyLine, returnKinds } from './money-lines.js';

export const documentKinds = ['invoice', 'creditNote'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentKindNames: Record<DocumentKind, string> = payment.documentKinds;

/** Reasons of a credit note: money went back; the sale ended without; or a new invoice takes the place of the former. */
export type CreditReason = 'Refund' | 'Cancelled' | 'Corrected';

export const documentMessages = {
  notFound: refusals.documentNotFound,
  notConfigured: refusals.noDocuments,
  nothingToIssue: 'There is nothing to issue for this payment',
  hasDocuments: 'This payment has documents',
  customerHasDocuments: 'This customer has documents and cannot be deleted',
  busy: refusals.documentsBusy,
} as const;

/** The issuer of documents. */
export interface Company {
  legalName: string;
  /** With line breaks. */
  address: string;
  country: Country;
  phone?: string;
  email?: string;
  website?: string;
  registrations?: { label: string; number: string }[];
  /** The texts at the foot, by language. */
  notes?: Partial<Record<Language, string>>;
}

export interface Buyer {
  name: string;
  address: string[];
  email: string;
}

/** An invoice or a credit note as it was issued; it never changes. Amounts are decimals above 0. */
export interface IssuedDocument {
  _id: string;
  number: string;
  kind: DocumentKind;
  /** YYYY-MM-DD in TIME_ZONE: the day of issue, and the one on which its sale or return is booked. */
  day: string;
  bookedOn: string;
  paymentId: string;
  customerId: string;
  referenceNumber: string;
  language: Language;
  /** The invoice that a credit note takes back, whole or in part. */
  credits?: { _id: string; number: string; day: string };
  reason?: CreditReason;
  company: Company;
  buyer: Buyer;
  description: string;
  place?: TaxPlace;
  currency: Currency;
  net: number;
  tax?: { label: string; rate: number; share: number; registration: string; amount: number };
  total: number;
  payments: MoneyLine[];
  returned: MoneyLine[];
  /** The total that the visitor was shown, where it is another one than the sale's. */
  quoted?: Price;
  /** The amount that was written off as bank fees. */
  shortfall?: number;
  /** Made with the settings of the sample: it serves no buyer. */
  sample?: true;
}

export interface DocumentList {
  documents: IssuedDocument[];
  pagination: Pagination;
}

/** The fields of an issued document by which the next ones are decided. */
export type FormerDocument = Pick<IssuedDocument, 'kind' | 'total' | 'currency' | 'reason'> & {
  _id: unknown;
  credits?: { _id: unknown };
  place?: TaxPlace | undefined;
  buyer: Buyer;
  /** Counts the corrections of the buyer before it was issued. */
  buyerVersion: number;
  /** The number of the payment's entries whose returns the documents up to this one have told. */
  told: number;
  /** True for the invoice of a cancellation fee, and its credit notes. */
  isFee?: boolean;
};

/** The payment that documents are made of. */
export interface DocumentedPayment {
  /** In decimals. */
  amount: number;
  currency: Currency;
  ledger?: readonly LedgerEntry[] | undefined;
  card?: PaymentCard | undefined;
  place?: TaxPlace | undefined;
  /** The buyer of the next invoice, where it is known. */
  buyer?: Buyer;
  /** Counts the corrections of the buyer by a person. */
  buyerVersion: number;
}

/** A document that is to be issued. `told` and `from` count entries: see FormerDocument. */
export interface DueDocument {
  kind: DocumentKind;
  total: Cents;
  reason?: CreditReason;
  /** The first entry whose money this document tells. */
  from: number;
  told: number;
  /** True for an invoice of a cancellation fee. */
  isFee?: true;
}

const totalOf = (documents: readonly { total: number }[]): Cents =>
  sumOfCents(documents.map(({ total }) => toCents(total)));

/** The fields of a document by which the credit notes of an invoice are found. */
type Crediting = Pick<IssuedDocument, 'kind' | 'total'> & { _id: unknown; credits?: { _id: unknown } };

/** Returns the credit notes of an invoice. */
export const creditsOf = <Document extends Crediting>(
  invoice: Pick<Crediting, '_id'>,
  documents: readonly Document[],
): Document[] => documents.filter(({ credits }) => credits && String(credits._id) === String(invoice._id));

/** Returns what is left of an invoice after its credit notes, in cents. */
export const leftOf = (invoice: Pick<Crediting, '_id' | 'total'>, documents: readonly Crediting[]): Cents =>
  asCents(toCents(invoice.total) - totalOf(creditsOf(invoice, documents)));

/** Returns the newest invoice that is not credited in full, of documents in the order of their issue. */
export const openInvoice = <Document extends Crediting>(
  documents: readonly Document[],
): Document | undefined => documents.findLast((one) => one.kind === 'invoice' && leftOf(one, documents) > 0);

const isSameBuyer = (one: Buyer, other: Buyer | undefined): boolean =>
  one.name === other?.name &&
  one.email === other.email &&
  one.address.join('\n') === other.address.join('\n');

/** The sale after each entry, in cents. */
function salesOf({ amount, ledger = [] }: Pick<DocumentedPayment, 'amount' | 'ledger'>): Cents[] {
  const cents = toCents(amount);
  return statesOf(cents, ledger).map((state) => figuresOf(cents, state).sale);
}

/** The index of the entry by which the sale that stands began; -1 where there is none. */
export function beginningOfSale(payment: Pick<DocumentedPayment, 'amount' | 'ledger'>): number {
  const sales = salesOf(payment);
  return sales.at(-1) ? sales.findLastIndex((sale, index) => sale > 0 && !sales[index - 1]) : -1;
}

/** Returns whether money went back by the entries from this index on, or a person said so. */
function wentBack(ledger: readonly LedgerEntry[], sales: readonly Cents[], from: number): boolean {
  return ledger.some(({ kind, status, voided }, index) => {
    if (voided || index < from) return false;
    const isLess = sales[index]! < (sales[index - 1] ?? 0);
    return (returnKinds.includes(kind) && isLess) || (kind === 'said' && status === 'refunded');
  });
}

/**
 * Returns whether an invoice is no more of the payment as it is: of another amount, or of a fee where none stands any more.
 * An invoice of a fee is measured by the fee; a smaller fee credits the difference.
 */
function isOfAnother({ total, isFee }: FormerDocument, amount: Cents, fee: Cents): boolean {
  if (!isFee) return toCents(total) !== amount;
  return !fee || toCents(total) < fee;
}

/**
 * Returns the documents that are due, in the order of their issue, so that the open invoice less its credit notes is the
 * sale. `documents` are those of the payment, in that order. An invoice that is made while a fee stands is of the fee.
 */
export function dueDocuments(
  payment: DocumentedPayment,
  documents: readonly FormerDocument[],
): DueDocument[] {
  if (isTestPayment(payment)) return [];
  const { amount, currency, ledger = [], place, buyer, buyerVersion } = payment;
  const [sales, cents] = [salesOf(payment), toCents(amount)];
  const { fee } = figuresAfter(cents, ledger);
  const whole = fee || cents;
  const sale = sales.at(-1) ?? asCents(0);
  const told = ledger.length;
  const credit = (total: number, from: number): DueDocument => ({
    kind: 'creditNote',
    total: asCents(total),
    from,
    told,
    reason: wentBack(ledger, sales, from) ? 'Refund' : 'Cancelled',
  });
  const invoiced = (): DueDocument[] => {
    const from = beginningOfSale(payment);
    const invoice: DueDocument = {
      kind: 'invoice',
      total: whole,
      from,
      ...(fee && { isFee: true as const }),
      told: sale < whole ? from + 1 : told,
    };
    return sale < whole ? [invoice, credit(whole - sale, from + 1)] : [invoice];
  };

  const open = openInvoice(documents);
  if (!open) return sale > 0 ? invoiced() : [];
  const credits = creditsOf(open, documents);
  const left = leftOf(open, documents);
  const isOther =
    isOfAnother(open, cents, fee) ||
    open.currency !== currency ||
    !samePlace(open.place, place) ||
    (open.buyerVersion !== buyerVersion && !isSameBuyer(open.buyer, buyer));
  if (sale > left || (sale > 0 && isOther))
    return [{ kind: 'creditNote', total: left, reason: 'Corrected', from: told, told }, ...invoiced()];
  return sale < left ? [credit(left - sale, [open, ...credits].at(-1)!.told)] : [];
}

/**
 * Returns whether documents follow by themselves: the payment has some, or its sale began by an act at or after the first
 * start that makes documents (ISO 8601).
 */
export function isDocumented(payment: DocumentedPayment, hasDocuments: boolean, since: string): boolean {
  const began = (payment.ledger ?? [])[beginningOfSale(payment)];
  return hasDocuments || (!!began && began.at >= since);
}

/**
 * Returns the day on which the sale of an invoice or the return of a credit note is booked: a corrected one stands on its
 * own day.
 */
export function bookedDay(
  { kind, reason }: Pick<DueDocument, 'kind' | 'reason'>,
  payment: DocumentedPayment,
  former: FormerDocument | undefined,
  bookings: readonly Pick<Booking, 'entryId' | 'amount' | 'bookedOn'>[],
  day: string,
): string {
  const isCorrected = reason === 'Corrected' || (kind === 'invoice' && former?.reason === 'Corrected');
  if (isCorrected) return day;
  const began = (payment.ledger ?? [])[beginningOfSale(payment)];
  const booked = bookings.findLast(({ amount, entryId }) =>
    kind === 'invoice' ? amount > 0 && entryId === began?._id : amount < 0,
  );
  return booked?.bookedOn ?? day;
}

/** A row of the tax report: the documents of a place, a rate and a currency. Amounts are decimals. */
export interface TaxRow {
  country: Country;
  /** Only Canada has one: the slug. */
  province?: string;
  label: string;
  /** A fraction: 0.13. */
  rate: number;
  currency: Currency;
  /** The number of invoices, their amount before tax, and their tax; likewise of credit notes. */
  invoices: number;
  net: number;
  tax: number;
  creditNotes: number;
  creditedNet: number;
  creditedTax: number;
}

/** The response of GET /reports/tax. The lines are those of the GST/HST return, in Canadian dollars. */
export interface TaxReport {
  rows: TaxRow[];
  lines: { '101': number; '103': number; '107': number; difference: number };
  /** Invoices in Canadian dollars without a tax place, and what is left of their totals. */
  withoutPlace: { count: number; total: number };
  otherCurrencies: { currency: Currency; net: number; tax: number }[];
}
