import { Types } from 'mongoose';
import { isEmail } from '#domain/customers/person-fields';
import { buyerLines } from '#domain/documents/document-calls';
import {
  bookedDay,
  type Buyer,
  type Company,
  creditsOf,
  type DueDocument,
  type FormerDocument,
  openInvoice,
} from '#domain/documents/documents';
import { moneyCame, moneyCredited, moneyReturned, moneyUpTo } from '#domain/documents/money-lines';
import { agreedQuote } from '#domain/payments/payments';
import { asCents, sumOfCents, toAmount, toCents } from '#domain/platform/money';
import { moneyOf } from '#domain/ledger/payment-money';
import { texts } from '#domain/texts/texts';
import { type PaymentTax, taxIn } from '#domain/places/taxes';
import type { StoredBooking } from '../ledger/books/booking.schema.js';
import type { Customer } from '../customers/customer.schema.js';
import type { PaymentOptions } from '../payments/options/payment-options.js';
import { documentedPart } from '../payments/payment-papers.js';
import { typedPayer } from '../payments/payer.js';
import type { Payment } from '../payments/payment.schema.js';
import type { StoredDocument } from './document.schema.js';

/** The records that a document is made of, as they are when it is issued. */
export interface DocumentSources {
  payment: Payment;
  /** Null where imported data lacks the customer. */
  customer: Customer | null;
  bookings: readonly StoredBooking[];
  /** The documents of the payment so far, in the order of their issue. */
  former: readonly StoredDocument[];
}

/** Returns the buyer: as a person has corrected it, else as this payer typed it, else the customer. */
export function buyerOf({ payment, customer }: Pick<DocumentSources, 'payment' | 'customer'>): Buyer {
  const typed = typedPayer(payment);
  const details = typed ? (payment.paymentDetails ?? {}) : (customer ?? {});
  const email = typed?.email ?? (isEmail(customer?.email) ? customer.email : '');
  const made: Buyer = {
    name: typed?.name || (customer?.fullName ?? ''),
    address: buyerLines(details, texts[payment.language].offer.countries),
    email,
  };
  return { ...made, ...payment.buyer };
}

/** Returns the tax lines of an invoice: nothing without the setting, or without a place. */
function taxOf(
  total: number,
  { tax }: Payment,
  { tax: options }: PaymentOptions,
): Pick<StoredDocument, 'tax' | 'net'> {
  if (!options || tax?.share === undefined) return { net: total };
  const { label, rate, share } = tax;
  const cents = taxIn(toCents(total), tax);
  const { registration } = options;
  return {
    net: toAmount(asCents(toCents(total) - cents)),
    tax: { label, rate, share, registration, amount: toAmount(cents) },
  };
}

/** Returns the tax lines of a credit note, by its invoice: those of all credit notes together are the tax of their sum. */
function creditedTax(
  total: number,
  invoice: StoredDocument,
  credits: readonly StoredDocument[],
): Pick<StoredDocument, 'tax' | 'net'> {
  if (!invoice.tax) return { net: total };
  const before = sumOfCents(credits.map((credit) => toCents(credit.total)));
  const after = asCents(before + toCents(total));
  const cents = asCents(taxIn(after, invoice.tax) - taxIn(before, invoice.tax));
  return {
    net: toAmount(asCents(toCents(total) - cents)),
    tax: { ...invoice.tax, amount: toAmount(cents) },
  };
}

/** Returns a due document of a day, YYYY-MM-DD in TIME_ZONE, as stored but for its number and the counted day. */
export function composeDocument(
  due: DueDocument,
  sources: DocumentSources,
  { day, company, options }: { day: string; company: Company; options: PaymentOptions },
): Omit<StoredDocument, 'number' | 'numberOrder' | 'searchText' | 'countedOn'> {
  const { payment, bookings, former } = sources;
  const part = documentedPart(payment);
  const { kind, reason, told, isFee } = due;
  const quoted = kind === 'invoice' && !isFee && agreedQuote(payment);
  const total = toAmount(due.total);
  const invoice =
    kind === 'creditNote' ? openInvoice(former as readonly (StoredDocument & FormerDocument)[]) : undefined;
  const bookedOn = bookedDay(due, part, former.at(-1), bookings, day);
  const { shortfall } = moneyOf(payment);
  return {
    _id: new Types.ObjectId(),
    kind,
    day,
    bookedOn,
    paymentId: payment._id,
    referenceNumber: payment.referenceNumber,
    // A credit note is of the customer whose invoice it takes back.
    customerId: invoice?.customerId ?? payment.customerId,
    language: invoice?.language ?? payment.language,
    ...(invoice && { credits: { _id: invoice._id, number: invoice.number, day: invoice.day } }),
    ...(reason && { reason }),
    company,
    buyer: invoice?.buyer ?? buyerOf(sources),
    description: invoice?.description ?? descriptionOf(due, payment),
    ...placeOf(invoice ? invoice.place : part.place),
    currency: invoice?.currency ?? payment.currency,
    ...(invoice ? creditedTax(total, invoice, creditsOf(invoice, former)) : taxOf(total, payment, options)),
    total,
    payments: kind === 'invoice' ? moneyPaid(due, payment) : [],
    ...(quoted && { quoted }),
    returned: returnedBy(due, payment),
    ...(kind === 'invoice' && shortfall > 0 && { shortfall: toAmount(shortfall) }),
    ...(options.sample && { sample: true as const }),
    ...(isFee && { isFee }),
    position: former.length,
    buyerVersion: invoice?.buyerVersion ?? part.buyerVersion,
    told,
    paymentMethod: payment.paymentMethod,
    createdAt: new Date(),
  };
}

/** Returns what an invoice is for, in the payment's language. */
const descriptionOf = ({ isFee }: DueDocument, { language }: Payment): string =>
  isFee ? texts[language].payment.cancellationFee : texts[language].offer.product;

/** Returns the money that a document names as returned. */
function returnedBy({ kind, reason, isFee, from, total }: DueDocument, payment: Payment) {
  if (reason === 'Corrected' || isFee) return [];
  return kind === 'invoice' ? moneyReturned(payment) : moneyCredited(payment, from, total);
}

/** Returns the money that an invoice names: all that came, or what of it the fee is made of. */
const moneyPaid = ({ isFee, total }: DueDocument, payment: Payment) =>
  isFee ? moneyUpTo(moneyCame(payment), total) : moneyCame(payment);

const placeOf = (place: StoredDocument['place']): Pick<StoredDocument, 'place'> => (place ? { place } : {});

/** Returns the tax of a payment with the share of the settings, where it has none yet. */
export const withShare = (tax: PaymentTax, { tax: options }: PaymentOptions): PaymentTax =>
  tax.share === undefined && options ? { ...tax, share: options.share } : tax;
