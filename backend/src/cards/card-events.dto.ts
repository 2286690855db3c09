import { type CardDismissInput, type CardRecordInput, dismissReasonRule } from '#domain/cards';
import { described, idPattern, isId } from '#domain/rules';
import { ValidateWith } from '../http/validate-with.decorator.js';

const paymentRule = described(
  (value) => (value === undefined || value === null || isId(value) ? undefined : 'Payment takes its id'),
  { pattern: idPattern },
);

/** The body of POST /card-events/{id}/record. */
export class CardRecordDto implements CardRecordInput {
  /** The payment to apply the event to; none records a new one. */
  @ValidateWith(paymentRule)
  paymentId?: string;
}

/** The body of POST /card-events/{id}/dismiss. */
export class CardDismissDto implements CardDismissInput {
  @ValidateWith(dismissReasonRule)
  reason!: string;
}
