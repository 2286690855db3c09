import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';
import { FromOrigin } from '../../platform/http/origin.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { RateLimit } from '../../platform/rate-limit/rate-limit.guard.js';
import { LoginDto, LogoutDto, RefreshDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { FromOwner, type Owner } from '../sessions/owner.decorator.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import {
  PasskeyRequestDto,
  PasskeySignInDto,
  ReauthenticateDto,
  SecondFactorDto,
} from '../second-factor/second-factor.dto.js';
import { SecondStepService } from './second-step.service.js';
import { ProofsService } from './proofs.service.js';
import { BeforeSecondFactor, Costly, Public, Reads, Writes } from '../../platform/http/access.decorators.js';

@BeforeSecondFactor()
@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly proofs: ProofsService,
    private readonly secondStep: SecondStepService,
    private readonly passkeys: PasskeySignInService,
  ) {}

  /** Signs in: {token, refreshToken, device}, or {secondFactor: {ticket, methods}} where a second factor is set up. */
  @Public()
  @HttpCode(200)
  @Post('login')
  login(@Body() input: LoginDto, @FromCaller() caller: Caller) {
    return this.auth.login(input, caller);
  }

  /** Completes a sign-in by a code, a recovery code or a passkey: {token, refreshToken, device}. */
  @Public()
  @HttpCode(200)
  @Post('second-factor')
  answerSecondStep(
    @Body() input: SecondFactorDto,
    @FromOrigin() origin: string,
    @FromCaller() caller: Caller,
  ) {
    return this.secondStep.answer(input, origin, caller);
  }

  /** A challenge for a passkey: of the second step of a ticket, or of any account's passkey. */
  @ApiBody({ type: PasskeyRequestDto, required: false })
  @Public()
  @HttpCode(200)
  @Post('passkey/options')
  requestPasskey(
    @Body() { ticket }: PasskeyRequestDto,
    @FromOrigin() origin: string,
    @FromCaller() caller: Caller,
  ) {
    return this.passkeys.request(ticket, origin, caller);
  }

  /** Signs in by a passkey alone, which counts as both factors: {token, refreshToken, device}. */
  @Public()
  @HttpCode(200)
  @Post('passkey')
  signInByPasskey(
    @Body() input: PasskeySignInDto,
    @FromOrigin() origin: string,
    @FromCaller() caller: Caller,
  ) {
    return this.passkeys.signIn(input, origin, caller);
  }

  /** Exchanges a refresh token, which becomes invalid, for new tokens. */
  @Public()
  @RateLimit('refresh')
  @HttpCode(200)
  @Post('refresh')
  refresh(@Body() { refreshToken }: RefreshDto, @FromCaller() caller: Caller) {
    return this.auth.refresh(refreshToken, caller);
  }

  /** The signed-in user: {user}. */
  @Reads('account')
  @Get('verify')
  verify(@Req() { user: { id, username, email, role } }: FastifyRequest & { user: CurrentUser }) {
    return { user: { id, username, email, role } };
  }

  /** Proves again who the signed-in person is, for what asks for it after 15 minutes. */
  @Writes('account')
  @HttpCode(204)
  @Costly()
  @Post('reauthenticate')
  reauthenticate(
    @FromOwner() owner: Owner,
    @Body() input: ReauthenticateDto,
    @FromOrigin() origin: string,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    return this.proofs.reauthenticate(owner, input, origin, caller);
  }

  /** Revokes the session of a refresh token. Responds 204 for any token. */
  @ApiBody({ type: LogoutDto, required: false })
  @Public()
  @HttpCode(204)
  @Post('logout')
  async logout(@Body() { refreshToken }: LogoutDto, @FromCaller() caller: Caller): Promise<void> {
    if (refreshToken) await this.auth.logout(refreshToken, caller);
  }
}
