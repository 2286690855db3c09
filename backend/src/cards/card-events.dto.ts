import { type CardDismissInput, type CardRecordInput, dismissReasonRule } from '#domain/cards/cards';
import { customerRules } from '#domain/customers/customers';
import { type PaymentStatus, statusRule } from '#domain/payments/payments';
import { described, idPattern, isId } from '#domain/platform/rules';
import { OptionalField } from '../platform/http/optional-field.decorator.js';
import { ValidateWith } from '../platform/http/validate-with.decorator.js';

const paymentRule = described(
  (value) => (value === undefined || value === null || isId(value) ? undefined : 'Payment takes its id'),
  { pattern: idPattern },
);

/** The body of POST /card-events/{id}/record. */
export class CardRecordDto implements CardRecordInput {
  /** The payment to apply the event to; none records a new one. */
  @ValidateWith(paymentRule) paymentId?: string;

  /** The payment's status as it was seen: 409 where it is another one. Left out, it may be any. */
  @OptionalField()
  @ValidateWith(statusRule)
  status?: PaymentStatus;

  /** The payer's address, of an event that has none. */
  @OptionalField()
  @ValidateWith(customerRules.email)
  email?: string;
}

/** The body of POST /card-events/{id}/dismiss. */
export class CardDismissDto implements CardDismissInput {
  @ValidateWith(dismissReasonRule) reason!: string;
}
