import { IsString, MaxLength } from 'class-validator';
import {
  type PasskeyInput,
  type PasskeyNameInput,
  type PasskeyRegistration,
  type PasskeyRequestInput,
  type PasskeySignature,
  type PasskeySignInInput,
  type ReauthenticateInput,
  type SecondFactorInput,
  secondFactorMessages,
  secondFactorRules,
  type TotpInput,
} from '#domain/auth/second-factor';
import { accountMessages, loginRules } from '#domain/auth/auth';
import { described } from '#domain/platform/rules';
import { OptionalField } from '../../platform/http/optional-field.decorator.js';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';
import { maximumPasswordLength } from '../users/credentials.js';

/** Longer than any ticket, in characters. */
const maximumTicketLength = 100;

/** A browser's answer to a challenge. Its texts are checked here, and what they say by their verification. */
const Credential = (): PropertyDecorator =>
  ValidateWith(
    described((value) => (isCredential(value) ? undefined : secondFactorMessages.passkeyRefused), {
      type: 'object',
    }),
  );

function isCredential(value: unknown): boolean {
  const { id, response } = (value ?? {}) as Partial<PasskeySignature>;
  if (typeof id !== 'string' || typeof response !== 'object' || response === null) return false;
  const { transports = [] } = response as { transports?: unknown };
  return Array.isArray(transports) && transports.every((one) => typeof one === 'string');
}

export class TotpDto implements TotpInput {
  @ValidateWith(secondFactorRules.code) code!: string;
}

export class SecondFactorDto implements SecondFactorInput {
  @MaxLength(maximumTicketLength, { message: secondFactorMessages.ticketEnded })
  @IsString({ message: secondFactorMessages.ticketEnded })
  ticket!: string;

  @OptionalField()
  @ValidateWith(secondFactorRules.code)
  code?: string;

  @OptionalField()
  @ValidateWith(secondFactorRules.recoveryCode)
  recoveryCode?: string;

  @OptionalField()
  @Credential()
  credential?: PasskeySignature;
}

export class PasskeyRequestDto implements PasskeyRequestInput {
  @OptionalField()
  @MaxLength(maximumTicketLength, { message: secondFactorMessages.ticketEnded })
  @IsString({ message: secondFactorMessages.ticketEnded })
  ticket?: string;
}

export class PasskeySignInDto implements PasskeySignInInput {
  @Credential() credential!: PasskeySignature;

  /** The token of a device from which the account has signed in before; any other text counts as none. */
  @OptionalField()
  @IsString({ message: 'Device must be text' })
  device?: string;
}

export class PasskeyDto implements PasskeyInput {
  @ValidateWith(secondFactorRules.passkeyName) name!: string;
  @Credential() credential!: PasskeyRegistration;
}

export class PasskeyNameDto implements PasskeyNameInput {
  @ValidateWith(secondFactorRules.passkeyName) name!: string;
}

export class ReauthenticateDto implements ReauthenticateInput {
  @OptionalField()
  @MaxLength(maximumPasswordLength, { message: accountMessages.wrongPassword })
  @ValidateWith(loginRules.password, { trim: false })
  password?: string;

  @OptionalField()
  @ValidateWith(secondFactorRules.code)
  code?: string;

  @OptionalField()
  @Credential()
  credential?: PasskeySignature;
}
