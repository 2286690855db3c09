import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Min } from 'class-validator';
import { type CustomerInput, customerRules } from '#domain/customers/customers';
import { OptionalField } from '../platform/http/optional-field.decorator.js';
import { bodyOf } from '../platform/http/validate-with.decorator.js';

/** The body of POST and PUT /customers: the rules and messages are the domain's. */
export class CustomerDto extends bodyOf<Omit<CustomerInput, 'version'>>(customerRules) {
  /** The version that the change was made on; left out, the change is made on any version. */
  @OptionalField()
  @ApiPropertyOptional({ type: 'integer' })
  @Min(0, { message: 'Version must be a whole number' })
  @IsInt({ message: 'Version must be a whole number' })
  version?: number;
}
