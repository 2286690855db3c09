import { IsString, MaxLength } from 'class-validator';
import { type Credentials, loginRules } from '../../../domain/auth.js';
import { messages } from '../../../domain/messages.js';
import { ValidateWith } from '../http/validate-with.decorator.js';
import { maximumPasswordLength } from './credentials.js';

export class LoginDto implements Credentials {
  @MaxLength(128, { message: messages.invalidCredentials })
  @ValidateWith(loginRules.username)
  username!: string;

  @MaxLength(maximumPasswordLength, { message: messages.invalidCredentials })
  @ValidateWith(loginRules.password, { trim: false })
  password!: string;
}

export class RefreshDto {
  @MaxLength(200, { message: messages.refresh })
  @IsString({ message: messages.noRefreshToken })
  refreshToken!: string;
}
