import { IsBoolean, IsOptional } from 'class-validator';
import { emailFormat, personLimits } from '#domain/customers';
import { saidSentRule } from '#domain/orders';
import { all, described, required, text } from '#domain/rules';
import { ValidateWith } from '../http/validate-with.decorator.js';

const emailRule = all(
  required('Email is required'),
  text('Email', personLimits.email),
  emailFormat('Invalid email format'),
);
// Built for each value, as the allowed days depend on the current time.
const dateRule = described((value, form) => saidSentRule(new Date())(value, form), { format: 'date' });

export class LinksDto {
  @ValidateWith(emailRule)
  email!: string;
}

/** The day on which the transfer was or will be sent. */
export class SaidSentDto {
  @ValidateWith(dateRule)
  date!: string;
}

export class RenewDto {
  @IsOptional()
  @IsBoolean({ message: 'Renew must be true or false' })
  renew?: boolean;
}
