import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { Public } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { EntranceService } from './entrance.service.js';
import { AcceptDto, ConfirmEmailDto, ForgottenDto, ResetDto } from './people.dto.js';

@Controller('auth')
export class EntranceController {
  constructor(private readonly entrance: EntranceService) {}

  /** The ways to sign in that depend on the server's settings: {forgottenPassword}. */
  @Public()
  @Get('options')
  options() {
    return this.entrance.options();
  }

  /** Mails a link to set a new password, if the address is that of an account. */
  @Public()
  @HttpCode(202)
  @Post('password/forgotten')
  forgotten(@Body() { email }: ForgottenDto, @FromCaller() caller: Caller) {
    return this.entrance.forgotten(email, caller);
  }

  /** Sets a new password by the token of a mail's link, and ends every session of the account. */
  @Public()
  @HttpCode(204)
  @Post('password/reset')
  reset(@Body() input: ResetDto, @FromCaller() caller: Caller) {
    return this.entrance.reset(input, caller);
  }

  /** Gives an account the email address that the token of a mail's link confirms. */
  @Public()
  @HttpCode(204)
  @Post('email/confirm')
  confirmEmail(@Body() { token }: ConfirmEmailDto, @FromCaller() caller: Caller) {
    return this.entrance.confirmEmail(token, caller);
  }

  /** Address and role that an invitation offers. */
  @Public()
  @Get('invitations/:token')
  offered(@Param('token') token: string, @FromCaller() caller: Caller) {
    return this.entrance.offered(token, caller);
  }

  /** Accepts an invitation: the account that it makes. */
  @Public()
  @Post('invitations/:token')
  accept(@Param('token') token: string, @Body() input: AcceptDto, @FromCaller() caller: Caller) {
    return this.entrance.accept(token, input, caller);
  }
}
