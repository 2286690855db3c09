import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { loginRules } from '#domain/auth/auth';
import { customerRules } from '#domain/customers/customers';
import {
  type AcceptInput,
  type ConfirmEmailInput,
  type ForgottenInput,
  type InvitationInput,
  peopleMessages,
  type ReasonInput,
  type ResetInput,
  type RoleInput,
} from '#domain/auth/people';
import { type Role, roles } from '#domain/platform/roles';
import { all, oneOf, required, text } from '#domain/platform/rules';
import {
  accountNameRule,
  maximumAccountName,
  maximumPasswordLength,
  minimumPasswordLength,
} from '../users/credentials.js';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

const roleRule = all(required('Role is required'), oneOf(roles, `Role must be one of ${roles.join(', ')}`));

/** Longer than any token of a link, in characters. */
const maximumTokenLength = 100;

const reasonRule = all(required('Reason is required'), text('Reason', 300));

export class ReasonDto implements ReasonInput {
  @ValidateWith(reasonRule) reason!: string;
}

export class RoleDto implements RoleInput {
  @ValidateWith(roleRule) role!: Role;
}

export class InvitationDto extends RoleDto implements InvitationInput {
  @ValidateWith(customerRules.email) email!: string;
}

export class ForgottenDto implements ForgottenInput {
  @ValidateWith(customerRules.email) email!: string;
}

export class ConfirmEmailDto implements ConfirmEmailInput {
  @MaxLength(maximumTokenLength, { message: peopleMessages.linkEnded })
  @IsString({ message: peopleMessages.linkEnded })
  token!: string;
}

export class ResetDto extends ConfirmEmailDto implements ResetInput {
  @ApiProperty({ minLength: minimumPasswordLength, maxLength: maximumPasswordLength })
  @ValidateWith(loginRules.password, { trim: false })
  password!: string;
}

export class AcceptDto implements AcceptInput {
  @MaxLength(maximumAccountName, { message: `A name takes ${accountNameRule}` })
  @ValidateWith(loginRules.username)
  username!: string;

  @ApiProperty({ minLength: minimumPasswordLength, maxLength: maximumPasswordLength })
  @ValidateWith(loginRules.password, { trim: false })
  password!: string;
}
