import { saidSentRule } from '#domain/visitor/orders';
import { described, yesOrNo } from '#domain/platform/rules';
import { order } from '#domain/texts/en/order';
import { OptionalField } from '../../platform/http/optional-field.decorator.js';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

// Built for each value, as the allowed days depend on the current time.
const dateRule = described((value, form) => saidSentRule(new Date(), order)(value, form), { format: 'date' });

/** The day on which the transfer was or will be sent. */
export class SaidSentDto {
  @ValidateWith(dateRule) date!: string;
}

export class RenewDto {
  @OptionalField()
  @ValidateWith(yesOrNo('Renew must be true or false'))
  renew?: boolean;
}
