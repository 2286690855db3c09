import { emailKey, isEmail } from '../../../domain/customers.js';
import { fillInstructions } from '../../../domain/instructions.js';
import { type Country, isCountry } from '../../../domain/locations.js';
import { roundToCents } from '../../../domain/money.js';
import { isSettled } from '../../../domain/payments.js';
import type { Price } from '../../../domain/prices.js';
import type { PaymentOptions } from '../checkout/payment-options.js';
import type { Customer } from '../customers/customer.schema.js';
import type { Payment } from '../payments/payment.schema.js';
import type { ReceivedFacts } from './templates/render-mail.js';

/** A payment as mails and the visitor's page read it. */
export type MailedPayment = Pick<
  Payment,
  | '_id'
  | 'customerId'
  | 'amount'
  | 'currency'
  | 'paymentMethod'
  | 'status'
  | 'referenceNumber'
  | 'transferDate'
  | 'paymentDetails'
  | 'quoted'
  | 'source'
  | 'country'
  | 'statusHistory'
  | 'createdAt'
  | 'received'
  | 'refunded'
  | 'shortfall'
  | 'linkVersion'
  | 'saidSent'
>;

/** Who is written to, and by which name. */
export interface Payer {
  name: string;
  email: string;
}

/** The name and address that the visitor typed; undefined where a payment has none, as one recorded by an admin. */
export function typedPayer({ paymentDetails }: Pick<Payment, 'paymentDetails'>): Payer | undefined {
  const { email, fullName } = paymentDetails ?? {};
  if (!isEmail(email)) return undefined;
  return { name: typeof fullName === 'string' ? fullName.trim() : '', email: email.trim() };
}

/**
 * Who pays: what this visitor typed, never a stored customer that a stranger's submission was attached to. Only where
 * nothing was typed is it the customer whom the payment was recorded for.
 */
export function payerOf(
  payment: Pick<Payment, 'paymentDetails'>,
  customer: Pick<Customer, 'fullName' | 'email'> | null | undefined,
): Payer | undefined {
  const typed = typedPayer(payment);
  if (typed) return typed;
  return isEmail(customer?.email) ? { name: customer.fullName, email: customer.email.trim() } : undefined;
}

/** True where the payment is under this address, compared without case and outer spaces. */
export const isUnderEmail = (payer: Payer | undefined, email: string): boolean =>
  payer !== undefined && emailKey(payer.email) === emailKey(email);

/** The total as the visitor was shown it. */
export const shownPrice = ({
  quoted,
  amount,
  currency,
}: Pick<Payment, 'quoted' | 'amount' | 'currency'>): Price =>
  quoted ? { amount: quoted.amount, currency: quoted.currency } : { amount, currency };

/** A part of the payment, in its own currency, as a part of the total that was shown: both read one debt. */
export const shownPart = (payment: MailedPayment, part: number): number =>
  roundToCents((part * shownPrice(payment).amount) / payment.amount);

/** What had arrived of a payment, for a mail that would not be true any more once more has. */
export const receivedFacts = (payment: MailedPayment): ReceivedFacts =>
  payment.received ? { received: shownPart(payment, payment.received) } : {};

/** Where the visitor lives, as it was typed, or else as it was recorded. */
export const countryOf = ({
  paymentDetails,
  country,
}: Pick<Payment, 'paymentDetails' | 'country'>): Country =>
  isCountry(paymentDetails?.country) ? paymentDetails.country : isCountry(country) ? country : 'other';

/** A calendar day of a stored moment, YYYY-MM-DD; undefined for none. */
export const dayOf = (moment: Date | null | undefined): string | undefined =>
  moment?.toISOString().slice(0, 10);

/**
 * The operator's instructions for a payment, with its reference filled in, and what is to be sent: `value`, in the
 * currency that the visitor was shown, else the whole amount.
 */
export function instructionsFor(
  payment: MailedPayment,
  { locations }: PaymentOptions,
  name: string,
  value?: number,
): string {
  const country = countryOf(payment);
  const { creditCardLink, transferInstructions } = locations[country];
  const { interacInstructions = transferInstructions } = locations.canada;
  const { amount, currency } = shownPrice(payment);
  const text = {
    creditCard: `Pay by card: ${creditCardLink}\nReference: {reference}`,
    interac: interacInstructions,
    bankTransfer: transferInstructions,
    wireTransfer: transferInstructions,
  }[payment.paymentMethod];
  return fillInstructions(text, {
    reference: payment.referenceNumber,
    amount: { value: value ?? amount, currency },
    name,
  });
}

/** The day on which the payment was settled: that of the change which made it so. */
export function settledOn({ statusHistory }: Pick<Payment, 'statusHistory'>): string | undefined {
  let settledAt: Date | undefined;
  for (const { status, date } of statusHistory)
    settledAt = isSettled(status) ? (settledAt ?? date) : undefined;
  return dayOf(settledAt);
}
