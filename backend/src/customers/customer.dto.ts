import { type CustomerInput, customerRules } from '#domain/customers/customers';
import { givenVersion } from '#domain/platform/rules';
import { bodyOf, ValidateWith } from '../platform/http/validate-with.decorator.js';

/** The body of POST and PUT /customers: the rules and messages are the domain's. */
export class CustomerDto extends bodyOf<Omit<CustomerInput, 'version'>>(customerRules) {
  /** The version that the change was made on; left out, the change is made on any version. */
  @ValidateWith(givenVersion) version?: number;
}
