import { mostPartDays } from '#domain/visitor/parts-offer';
import { instructionsOf } from '#domain/payments/instructions';
import { planLength } from '#domain/payments/plan';
import { ApiProperty } from '@nestjs/swagger';
import type { CheckoutDetails, CheckoutRequest } from '#domain/visitor/checkout';
import { detailsRules } from '#domain/visitor/checkout-details';
import type { VisitorField } from '#domain/customers/customers';
import { personLimits } from '#domain/customers/person-fields';
import { languages } from '#domain/platform/languages';
import { countries } from '#domain/places/countries';
import { details } from '#domain/texts/en/details';
import { paymentRules } from '#domain/payments/payments';
import { termsVersionPattern } from '#domain/payments/terms';

const rules = detailsRules('other', 'wireTransfer', details) as Record<
  keyof CheckoutDetails,
  { schema: object }
>;

const region = { nullable: true, type: String, maxLength: personLimits.region };
const amount = paymentRules.amount.schema as object;
const partSchemas: Record<string, object> = {
  share: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  days: { type: 'integer', minimum: 1, maximum: mostPartDays },
  on: { type: 'string', format: 'date' },
};

// Describes the body for OpenAPI only: readCheckoutRequest validates it, as its rules depend on several fields at
// once.

class CheckoutBodyCustomer implements Record<VisitorField, unknown> {
  @ApiProperty(rules.fullName.schema) fullName!: string;
  @ApiProperty(rules.email.schema) email!: string;
  @ApiProperty(rules.phone.schema) phone!: string;
  @ApiProperty({ enum: countries }) country!: string;
  @ApiProperty({ ...region, description: 'Of Canada; ignored elsewhere' }) province!: string | null;
  @ApiProperty({ ...region, description: 'Of the USA; ignored elsewhere' }) state!: string | null;
  @ApiProperty(rules.address.schema) address!: string;
  @ApiProperty(rules.city.schema) city!: string;
  @ApiProperty(rules.postalCode.schema) postalCode!: string;
}

class CheckoutBodyPayment {
  @ApiProperty({ enum: Object.keys(instructionsOf) }) paymentMethod!: string;
  @ApiProperty({ ...amount, example: 2256.61 }) amount!: number;
  @ApiProperty({ enum: ['CAD', 'USD'] }) currency!: string;
  @ApiProperty({ format: 'date' }) transferDate!: string;
  @ApiProperty({ ...rules.transferReference.schema, required: false }) transferReference!: string;
  @ApiProperty({ enum: ['pending'], required: false }) status!: string;
  @ApiProperty({
    type: 'array',
    minItems: planLength.least,
    maxItems: planLength.most,
    items: { type: 'object', required: ['share'], properties: partSchemas },
    nullable: true,
    required: false,
    description: 'The parts as they are offered, for a payment in parts',
  })
  parts!: object[] | null;
}

export class CheckoutBody implements Record<keyof CheckoutRequest, unknown> {
  @ApiProperty() customer!: CheckoutBodyCustomer;
  @ApiProperty() payment!: CheckoutBodyPayment;
  @ApiProperty({ enum: [...languages, null], nullable: true, required: false }) language!: string | null;
  @ApiProperty({
    type: String,
    pattern: termsVersionPattern,
    required: false,
    description: 'The version of the terms; required where the options have terms',
  })
  acceptedTerms!: string;
}
