import { fillInstructions, instructionsOf } from '#domain/payments/instructions';
import { type Country, isCountry } from '#domain/places/countries';
import type { Language } from '#domain/platform/languages';
import { askedTotal } from '#domain/payments/payments';
import { partSums, type PlannedPayment } from '#domain/payments/plan';
import { asCents, type Cents, roundToCents, toAmount, toCents } from '#domain/platform/money';
import { texts } from '#domain/texts/texts';
import { fill } from '#domain/texts/catalogue';
import type { Price } from '#domain/places/prices';
import { optionsIn, type PaymentOptions } from './options/payment-options.js';
import type { Payment } from './payment.schema.js';

/** The fields of a payment that mails and the visitor's page show. */
export type ShownPayment = Pick<
  Payment,
  | '_id'
  | 'customerId'
  | 'amount'
  | 'currency'
  | 'paymentMethod'
  | 'status'
  | 'referenceNumber'
  | 'formerReferences'
  | 'transferDate'
  | 'plan'
  | 'plannedOn'
  | 'paymentDetails'
  | 'quoted'
  | 'source'
  | 'country'
  | 'statusHistory'
  | 'createdAt'
  | 'ledger'
  | 'reminders'
  | 'linkVersion'
  | 'erasedAt'
  | 'saidSent'
  | 'card'
  | 'documentsDueAt'
  | 'acceptedTerms'
  | 'language'
>;

/** The total that the visitor is asked for, else the recorded amount. */
export const shownPrice = (payment: Pick<Payment, 'quoted' | 'amount' | 'currency'>): Price => {
  const { amount, currency } = askedTotal(payment) ?? payment;
  return { amount, currency };
};

/** Converts a part of the payment, in its own currency, into the same part of the total shown to the visitor. */
export const shownPart = (payment: ShownPayment, part: number): number =>
  roundToCents((part * shownPrice(payment).amount) / payment.amount);

/**
 * Returns what came of a payment and what is due, in the currency shown to the visitor: of a plan what its open parts are
 * together. Both make up the total, unless something came too much or is let go.
 */
export function shownSums(
  payment: ShownPayment,
  planned: PlannedPayment,
  came: Cents,
): { received: number; due: number } {
  const quoted = partSums(planned).at(-1)?.quoted;
  const due = quoted === undefined ? shownPart(payment, planned.due) : toAmount(quoted);
  const isTotal = came + toCents(planned.due) === toCents(payment.amount);
  const received = isTotal
    ? toAmount(asCents(toCents(shownPrice(payment).amount) - toCents(due)))
    : shownPart(payment, toAmount(came));
  return { received, due };
}

/** The country that the visitor typed, or else the recorded one. */
export const countryOf = ({
  paymentDetails,
  country,
}: Pick<Payment, 'paymentDetails' | 'country'>): Country =>
  isCountry(paymentDetails?.country) ? paymentDetails.country : isCountry(country) ? country : 'other';

/** The day of a stored calendar day, YYYY-MM-DD; undefined for none. */
export const storedDay = (moment: Date | null | undefined): string | undefined =>
  moment?.toISOString().slice(0, 10);

/** The operator's text of a payment's method in a language, and whether it is there in English only. */
function operatorsText(payment: ShownPayment, options: PaymentOptions, language: Language) {
  const { locations } = optionsIn(options, language);
  const own = locations[countryOf(payment)];
  const { paymentMethod } = payment;
  if (paymentMethod === 'creditCard') {
    const text = fill(texts[language].payment.cardInstructions, { link: own.creditCardLink });
    return { text, isInEnglish: false };
  }
  const name = instructionsOf[paymentMethod];
  // An admin may record a method that the country does not offer, such as Interac: another one has its text.
  const told = [own, ...Object.values(locations)].find((location) => location[name] !== undefined) ?? own;
  return {
    text: told[name] ?? own.transferInstructions,
    isInEnglish: told.inEnglish?.includes(name) === true,
  };
}

/**
 * Fills the operator's instructions for a payment with its reference and the amount to send: `value`, in the currency
 * shown to the visitor, else the whole amount. Text and words are in the language, where the operator has both.
 */
export function instructionsFor(
  payment: ShownPayment,
  options: PaymentOptions,
  name: string,
  language: Language,
  value?: number,
): string {
  const { amount, currency } = shownPrice(payment);
  const { text, isInEnglish } = operatorsText(payment, options, language);
  return fillInstructions(
    text,
    { reference: payment.referenceNumber, amount: { value: value ?? amount, currency }, name },
    // An operator's text in English is filled in English.
    texts[isInEnglish ? 'en' : language].payment,
  );
}

/** Returns whether the instructions of a payment are in English although another language is wanted. */
export const areInEnglish = (payment: ShownPayment, options: PaymentOptions, language: Language): boolean =>
  operatorsText(payment, options, language).isInEnglish;
