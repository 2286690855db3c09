import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth';
import { type Caller, FromCaller } from '../http/caller.decorator.js';
import { RateLimit } from '../rate-limit/rate-limit.guard.js';
import { LoginDto, LogoutDto, ReauthenticateDto, RefreshDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { FromOwner, type Owner } from './owner.decorator.js';
import { ProofsService } from './proofs.service.js';
import { Public, Reads, Writes } from '../http/access.decorators.js';

@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly proofs: ProofsService,
  ) {}

  /** Signs in: {token, refreshToken, device}. */
  @Public()
  @HttpCode(200)
  @Post('login')
  login(@Body() input: LoginDto, @FromCaller() caller: Caller) {
    return this.auth.login(input, caller);
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
  @Post('reauthenticate')
  reauthenticate(
    @FromOwner() owner: Owner,
    @Body() { password }: ReauthenticateDto,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    return this.proofs.reauthenticate(owner, password, caller);
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
