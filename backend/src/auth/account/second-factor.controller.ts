import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  BeforeSecondFactor,
  Costly,
  Reads,
  RecentProof,
  Writes,
} from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { FromOwner, type Owner } from '../sessions/owner.decorator.js';
import { TotpDto } from '../second-factor/second-factor.dto.js';
import { SecondFactorSetupService } from './second-factor-setup.service.js';

@BeforeSecondFactor()
@Controller('account')
export class SecondFactorController {
  constructor(private readonly setup: SecondFactorSetupService) {}

  /** The second factor of the account: {totp, passkeys, recoveryCodes}. */
  @Reads('account')
  @Get('second-factor')
  state(@FromOwner() owner: Owner) {
    return this.setup.stateOf(owner);
  }

  /** Offers a secret to an authenticator app, which a code confirms within half an hour: {secret, uri}. */
  @Writes('account')
  @RecentProof()
  @HttpCode(200)
  @Post('totp')
  offerTotp(@FromOwner() owner: Owner, @FromCaller() caller: Caller) {
    return this.setup.offerTotp(owner, caller);
  }

  /** Confirms the offered secret by a code, which is spent with it: {recoveryCodes}, shown this once. */
  @Writes('account')
  @RecentProof()
  @HttpCode(200)
  @Post('totp/confirm')
  confirmTotp(@FromOwner() owner: Owner, @Body() { code }: TotpDto, @FromCaller() caller: Caller) {
    return this.setup.confirmTotp(owner, code, caller);
  }

  /** Ends the authenticator app, and with the last factor the recovery codes. */
  @Writes('account')
  @RecentProof()
  @HttpCode(204)
  @Delete('totp')
  removeTotp(@FromOwner() owner: Owner, @FromCaller() caller: Caller) {
    return this.setup.removeTotp(owner, caller);
  }

  /** Makes ten new recovery codes, which end the former ones: {recoveryCodes}, shown this once. */
  @Writes('account')
  @RecentProof()
  @HttpCode(200)
  @Costly()
  @Post('recovery-codes')
  renewRecoveryCodes(@FromOwner() owner: Owner, @FromCaller() caller: Caller) {
    return this.setup.renewRecoveryCodes(owner, caller);
  }
}
