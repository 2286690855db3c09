import { IsInt, IsOptional, Min } from 'class-validator';
import { type CustomerInput, customerRules } from '../../../domain/customers.js';
import type { Country } from '../../../domain/locations.js';
import { Obeys } from '../http/obeys.decorator.js';

/** The body of POST and PUT /customers: the rules and messages are the domain's. */
export class CustomerDto implements CustomerInput {
  @Obeys(customerRules.fullName)
  fullName!: string;

  @Obeys(customerRules.email)
  email!: string;

  @Obeys(customerRules.phone)
  phone!: string;

  @Obeys(customerRules.country)
  country!: Country;

  @Obeys(customerRules.province)
  province?: string | null;

  @Obeys(customerRules.state)
  state?: string | null;

  @Obeys(customerRules.address)
  address!: string;

  @Obeys(customerRules.city)
  city!: string;

  @Obeys(customerRules.postalCode)
  postalCode!: string;

  @Obeys(customerRules.referralSource)
  referralSource?: string;

  /** The version that the change was made on; left out, the change is made whatever the version is. */
  @IsOptional()
  @Min(0, { message: 'Version must be a whole number' })
  @IsInt({ message: 'Version must be a whole number' })
  version?: number;
}
