import { IsBoolean } from 'class-validator';
import { customerRules } from '#domain/customers/customers';
import { emailFormat, personLimits } from '#domain/customers/person-fields';
import { mailMessages, manualMailKinds, type ManualMailKind } from '#domain/mail/mail';
import { all, givenVersion, oneOf, required, requiredVersion, text } from '#domain/platform/rules';
import { OptionalField } from '../platform/http/optional-field.decorator.js';
import { ValidateWith } from '../platform/http/validate-with.decorator.js';

/** The body of POST /mails/{id}/resend. */
export class ResendDto {
  /** Another address than the mail's own. */
  @OptionalField()
  @ValidateWith(customerRules.email)
  to?: string;

  /** The version of the mail as it was seen; 0 of one without a version. */
  @ValidateWith(givenVersion) version?: number;
}

/** The body of POST /payments/{id}/mails. */
export class ManualMailDto {
  @ValidateWith(all(required(mailMessages.kind), oneOf(manualMailKinds, mailMessages.kind)))
  kind!: ManualMailKind;

  /** True to return the mail without sending it. */
  @OptionalField()
  @IsBoolean({ message: 'Preview must be true or false' })
  preview?: boolean;
}

/** The body of POST /payments/{id}/address. */
export class AddressDto {
  @ValidateWith(customerRules.email) email!: string;
  /** The version of the payment that the correction is made on. */
  @ValidateWith(requiredVersion) version!: number;
}

/** The body of POST /orders/links. */
export class LinksDto {
  @ValidateWith(
    all(
      required('Email is required'),
      text('Email', personLimits.email),
      emailFormat('Invalid email format'),
    ),
  )
  email!: string;
}
