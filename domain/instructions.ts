import type { Currency } from './money.js';

/** The words in braces that an operator's text on how to pay may contain. */
export const instructionPlaceholders = ['reference', 'amount', 'name'] as const;

/** The values that fill in the instructions of one payment. */
export interface InstructionValues {
  /** None before the payment is made. */
  reference?: string;
  /** The total that the payer was shown. */
  amount: { value: number; currency: Currency };
  /** The payer's name as it was typed. */
  name: string;
}

const placeholder = new RegExp(`\\{(${instructionPlaceholders.join('|')})\\}`, 'g');

/** An amount as a bank's form takes it: "2256.61". */
export const plainAmount = (amount: number): string => amount.toFixed(2);

/**
 * The operator's text with `{reference}`, `{amount}` and `{name}` filled in, for the page, the mail and every copy of
 * it. The amount names its currency ("1997.00 CAD"), as the recorded one may be another. What is not known yet stands
 * there in words. A text without `{reference}` gets a line above it, so that no transfer comes without one.
 */
export function fillInstructions(text: string, { reference, amount, name }: InstructionValues): string {
  const values: Record<(typeof instructionPlaceholders)[number], string> = {
    reference: reference ?? 'your reference number',
    amount: `${plainAmount(amount.value)} ${amount.currency}`,
    name: name.trim() || 'your name',
  };
  // Replaces in one pass, so that a name that looks like a placeholder stays a name.
  const filled = text.replace(placeholder, (_, key: keyof typeof values) => values[key]);
  return text.includes('{reference}')
    ? filled
    : `Write ${values.reference} into the message of your transfer\n\n${filled}`;
}
