import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import {
  accountMessages,
  type Credentials,
  type EmailInput,
  loginRules,
  type PasswordInput,
  passwordRules,
} from '#domain/auth/auth';
import { customerRules } from '#domain/customers/customers';
import { messages } from '#domain/platform/messages';
import { described } from '#domain/platform/rules';
import { OptionalField } from '../../platform/http/optional-field.decorator.js';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';
import { maximumPasswordLength, minimumPasswordLength } from '../users/credentials.js';

/** Longer than any refresh token, in characters. */
const maximumTokenLength = 200;

export class LoginDto implements Credentials {
  @MaxLength(128, { message: messages.invalidCredentials })
  @ValidateWith(loginRules.username)
  username!: string;

  @MaxLength(maximumPasswordLength, { message: messages.invalidCredentials })
  @ValidateWith(loginRules.password, { trim: false })
  password!: string;

  /** The token of a device from which the account has signed in before; any other text counts as none. */
  @OptionalField()
  @IsString({ message: 'Device must be text' })
  device?: string;
}

export class RefreshDto {
  @MaxLength(maximumTokenLength, { message: messages.refresh })
  @IsString({ message: messages.noRefreshToken })
  refreshToken!: string;
}

const logoutRule = described(
  (value) =>
    value === undefined || (typeof value === 'string' && value.length <= maximumTokenLength)
      ? undefined
      : messages.refresh,
  { maxLength: maximumTokenLength },
);

/** Any token, or none: the response does not tell whether there was a session. */
export class LogoutDto {
  @ValidateWith(logoutRule, { trim: false }) refreshToken?: string;
}

export class AccountDto implements EmailInput {
  @MaxLength(maximumPasswordLength, { message: accountMessages.wrongPassword })
  @ValidateWith(passwordRules.currentPassword, { trim: false })
  currentPassword!: string;

  @ValidateWith(customerRules.email) email!: string;
}

export class PasswordDto implements PasswordInput {
  @MaxLength(maximumPasswordLength, { message: accountMessages.wrongPassword })
  @ValidateWith(passwordRules.currentPassword, { trim: false })
  currentPassword!: string;

  @ApiProperty({ minLength: minimumPasswordLength, maxLength: maximumPasswordLength })
  @ValidateWith(passwordRules.newPassword, { trim: false })
  newPassword!: string;
}
