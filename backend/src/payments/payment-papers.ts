import { isTestPayment } from '#domain/cards/cards';
import type { DocumentedPayment } from '#domain/documents/documents';
import { moneyOf } from '#domain/ledger/payment-money';
import { type PaymentTax, samePlace, type TaxPlace, taxOn, taxPlaceOf } from '#domain/places/taxes';
import type { Customer } from '../customers/customer.schema.js';
import type { MailConfig } from '../mail/mail-settings.js';
import type { Change } from '../platform/changes/change.js';
import { typedPayer } from './payer.js';
import type { PaymentConfig } from './options/payment-settings.js';
import type { Payment } from './payment.schema.js';

/**
 * Returns the place by which a payment's price was made: what this payer typed, or the card payer's billing address, else
 * the customer's. Undefined where it cannot be told, as of a card payer whose country the provider does not name.
 */
export function priceMadeAt(
  { paymentDetails = {}, isPlaceUnknown }: Pick<Payment, 'paymentDetails' | 'isPlaceUnknown'>,
  customer: { country?: string | undefined; province?: string | null | undefined },
): TaxPlace | undefined {
  if (isPlaceUnknown) return undefined;
  const { country, province } = paymentDetails;
  return country === undefined
    ? taxPlaceOf(customer.country, customer.province)
    : taxPlaceOf(country, province);
}

/** Returns the tax of a payment at a place, at the rate of the day of its creation and the share of the settings. */
export function taxAt(
  place: TaxPlace,
  createdAt: Date,
  { calendar, paymentOptions: { tax } }: Pick<PaymentConfig, 'paymentOptions' | 'calendar'>,
): PaymentTax {
  return { ...place, ...taxOn(place, calendar.dayOf(createdAt)), ...(tax && { share: tax.share }) };
}

/** Returns the tax that a new payment keeps; nothing without the settings, or where its place is not known. */
export function newTax(payment: Payment, customer: Customer, settings: PaymentConfig): Pick<Payment, 'tax'> {
  const { tax, company } = settings.paymentOptions;
  const place = tax || company ? priceMadeAt(payment, customer) : undefined;
  return place ? { tax: taxAt(place, payment.createdAt, settings) } : {};
}

/** Returns the part of a payment that its documents follow from. */
export function documentedPart(payment: Payment): DocumentedPayment {
  const { amount, currency, ledger, card, tax, buyerVersion = 0 } = payment;
  const place = tax && { country: tax.country, ...(tax.province && { province: tax.province }) };
  return { amount, currency, ledger, card, place, buyerVersion };
}

/** Returns the time from which the documents of a changed payment are issued; nothing where the change needs none. */
export function dueFields(
  before: Payment | undefined,
  after: Payment,
  { paymentOptions, mail }: MailConfig & PaymentConfig,
): Pick<Payment, 'documentsDueAt'> {
  if (!paymentOptions.company || isTestPayment(after)) return {};
  const { sale, fee } = moneyOf(after);
  const isSame = before
    ? moneyOf(before).sale === sale &&
      moneyOf(before).fee === fee &&
      before.amount === after.amount &&
      before.currency === after.currency &&
      samePlace(before.tax, after.tax) &&
      (before.buyerVersion ?? 0) === (after.buyerVersion ?? 0)
    : sale === 0;
  return isSame ? {} : { documentsDueAt: new Date(Date.now() + mail.delaySeconds * 1000) };
}

/** Returns whether a change leaves documents of a payment to be issued now. */
export const arePapersDue = ({ after }: Change<'payments'>): boolean =>
  !!after?.documentsDueAt && after.documentsDueAt <= new Date();

/**
 * Returns the count of corrections where a person records a payment for another customer and its buyer is the customer;
 * nothing else makes another buyer of it.
 */
export const movedBuyer = (before: Payment): Pick<Payment, 'buyerVersion'> =>
  before.buyer || typedPayer(before) ? {} : { buyerVersion: (before.buyerVersion ?? 0) + 1 };
