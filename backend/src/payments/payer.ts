import { emailKey } from '#domain/customers/customers';
import { isEmail } from '#domain/customers/person-fields';
import type { Customer } from '../customers/customer.schema.js';
import type { Payment } from './payment.schema.js';

/** The recipient of a payment's mails. */
export interface Payer {
  name: string;
  email: string;
}

/** The name and email that the visitor typed; undefined where there are none, as for a payment recorded by an admin. */
export function typedPayer({ paymentDetails }: Pick<Payment, 'paymentDetails'>): Payer | undefined {
  const { email, fullName } = paymentDetails ?? {};
  if (!isEmail(email)) return undefined;
  return { name: typeof fullName === 'string' ? fullName.trim() : '', email: email.trim() };
}

/**
 * The payer, as this visitor typed it: never a stored customer that a stranger's submission was attached to. Without
 * typed details it is the customer for whom the payment was recorded.
 */
export function payerOf(
  payment: Pick<Payment, 'paymentDetails'>,
  customer: Pick<Customer, 'fullName' | 'email'> | null | undefined,
): Payer | undefined {
  const typed = typedPayer(payment);
  if (typed) return typed;
  return isEmail(customer?.email) ? { name: customer.fullName, email: customer.email.trim() } : undefined;
}

/** True where the payer has this email, compared by its key. */
export const isUnderEmail = (payer: Payer | undefined, email: string): boolean =>
  payer !== undefined && emailKey(payer.email) === emailKey(email);
