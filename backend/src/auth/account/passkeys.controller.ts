import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import type { Types } from 'mongoose';
import { secondFactorMessages } from '#domain/auth/second-factor';
import { BeforeSecondFactor, Reads, RecentProof, Writes } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { FromOrigin } from '../../platform/http/origin.decorator.js';
import { FromOwner, type Owner } from '../sessions/owner.decorator.js';
import { PasskeysSetupService } from './passkeys-setup.service.js';
import { PasskeyDto, PasskeyNameDto } from '../second-factor/second-factor.dto.js';

const PasskeyId = idOf(secondFactorMessages.passkeyNotFound);

@BeforeSecondFactor()
@Controller('account/passkeys')
export class PasskeysController {
  constructor(private readonly setup: PasskeysSetupService) {}

  /** The passkeys of the account: {passkeys}. */
  @Reads('account')
  @Get()
  async list(@FromOwner() owner: Owner) {
    return { passkeys: await this.setup.list(owner) };
  }

  /** A challenge to add a passkey. */
  @Writes('account')
  @RecentProof()
  @HttpCode(200)
  @Post('options')
  creation(@FromOwner() owner: Owner, @FromOrigin() origin: string, @FromCaller() caller: Caller) {
    return this.setup.creation(owner, origin, caller);
  }

  /** Adds a passkey by the answer to a challenge. */
  @Writes('account')
  @RecentProof()
  @Post()
  add(
    @FromOwner() owner: Owner,
    @Body() input: PasskeyDto,
    @FromOrigin() origin: string,
    @FromCaller() caller: Caller,
  ) {
    return this.setup.add(owner, input, origin, caller);
  }

  /** Renames a passkey. */
  @Writes('account')
  @RecentProof()
  @Patch(':id')
  rename(
    @FromOwner() owner: Owner,
    @PasskeyId id: Types.ObjectId,
    @Body() { name }: PasskeyNameDto,
    @FromCaller() caller: Caller,
  ) {
    return this.setup.rename(owner, id, name, caller);
  }

  /** Removes a passkey, and with the last factor the recovery codes. */
  @Writes('account')
  @RecentProof()
  @HttpCode(204)
  @Delete(':id')
  remove(@FromOwner() owner: Owner, @PasskeyId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.setup.remove(owner, id, caller);
  }
}
