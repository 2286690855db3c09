import type { PaymentMethod } from '../places/payment-methods.js';
import { type Currency, plainAmount } from '../platform/money.js';
import { fill } from '../texts/catalogue.js';

/** The methods that are paid by an operator's instructions, each with the field of a location that holds them. */
export const instructionsOf = {
  bankTransfer: 'transferInstructions',
  interac: 'interacInstructions',
  wireTransfer: 'transferInstructions',
} as const satisfies Record<Exclude<PaymentMethod, 'creditCard'>, string>;

export type InstructionsField = (typeof instructionsOf)[keyof typeof instructionsOf];

/** The placeholders in braces that an operator's payment instructions may contain. */
export const instructionPlaceholders = ['reference', 'amount', 'name'] as const;

/** The values of the placeholders for one payment. */
export interface InstructionValues {
  /** Undefined before the payment is recorded. */
  reference?: string;
  /** The total shown to the payer. */
  amount: { value: number; currency: Currency };
  /** The payer's name as it was typed. */
  name: string;
}

/** The words for what is not known yet, and the line above a text without a reference, which it names. */
export interface InstructionWords {
  yourReference: string;
  yourName: string;
  writeReference: string;
}

const placeholder = new RegExp(`\\{(${instructionPlaceholders.join('|')})\\}`, 'g');

/**
 * Fills in `{reference}`, `{amount}` and `{name}` of the operator's text, for the page, the mail and every copy of it.
 * The amount names its currency ("1997.00 CAD"), as the recorded one may differ. Unknown values are replaced by words.
 * A text without `{reference}` gets a line above it, so that every transfer has a reference.
 */
export function fillInstructions(
  text: string,
  { reference, amount, name }: InstructionValues,
  words: InstructionWords,
): string {
  const values: Record<(typeof instructionPlaceholders)[number], string> = {
    reference: reference ?? words.yourReference,
    amount: `${plainAmount(amount.value)} ${amount.currency}`,
    name: name.trim() || words.yourName,
  };
  // Replaces in one pass, so that a name that looks like a placeholder stays a name.
  const filled = text.replace(placeholder, (_, key: keyof typeof values) => values[key]);
  return text.includes('{reference}')
    ? filled
    : `${fill(words.writeReference, { reference: values.reference })}\n\n${filled}`;
}
