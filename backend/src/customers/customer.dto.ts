import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Min } from 'class-validator';
import { type CustomerInput, customerRules } from '#domain/customers/customers';
import type { Country } from '#domain/places/countries';
import { OptionalField } from '../platform/http/optional-field.decorator.js';
import { ValidateWith } from '../platform/http/validate-with.decorator.js';

/** The body of POST and PUT /customers: the rules and messages are the domain's. */
export class CustomerDto implements CustomerInput {
  @ValidateWith(customerRules.fullName)
  fullName!: string;

  @ValidateWith(customerRules.email)
  email!: string;

  @ValidateWith(customerRules.phone)
  phone!: string;

  @ValidateWith(customerRules.country)
  country!: Country;

  @ValidateWith(customerRules.province)
  province?: string | null;

  @ValidateWith(customerRules.state)
  state?: string | null;

  @ValidateWith(customerRules.address)
  address!: string;

  @ValidateWith(customerRules.city)
  city!: string;

  @ValidateWith(customerRules.postalCode)
  postalCode!: string;

  @ValidateWith(customerRules.referralSource)
  referralSource?: string;

  /** The version that the change was made on; left out, the change is made on any version. */
  @OptionalField()
  @ApiPropertyOptional({ type: 'integer' })
  @Min(0, { message: 'Version must be a whole number' })
  @IsInt({ message: 'Version must be a whole number' })
  version?: number;
}
