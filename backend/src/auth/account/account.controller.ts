import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Types } from 'mongoose';
import { accountMessages } from '#domain/auth/auth';
import { BeforeSecondFactor, Costly, Reads, Writes } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { AccountService } from './account.service.js';
import { AccountDto, PasswordDto } from '../sign-in/auth.dto.js';
import { FromOwner, type Owner } from '../sessions/owner.decorator.js';
import { SignInsService } from '../sign-in/sign-ins.service.js';

const SessionId = idOf(accountMessages.sessionNotFound);

@Controller('account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly signInsOf: SignInsService,
  ) {}

  /** The signed-in admin's account. */
  @Reads('account')
  @BeforeSecondFactor()
  @Get()
  get(@FromOwner() owner: Owner) {
    return this.account.get(owner);
  }

  /** Changes the email address, with the current password; with a mail server, once the link in a mail to it is used. */
  @Writes('account')
  @Costly()
  @Put()
  update(@FromOwner() owner: Owner, @Body() input: AccountDto, @FromCaller() caller: Caller) {
    return this.account.setEmail(owner, input, caller);
  }

  /** Changes the password and ends every other session. */
  @Writes('account')
  @Costly()
  @Post('password')
  @HttpCode(204)
  changePassword(@FromOwner() owner: Owner, @Body() input: PasswordDto, @FromCaller() caller: Caller) {
    return this.account.changePassword(owner, input, caller);
  }

  /** The last sign-ins of the account, newest first: {signIns}. */
  @Reads('account')
  @Get('sign-ins')
  async signIns(@FromOwner() { userId }: Owner) {
    return { signIns: await this.signInsOf.list(new Types.ObjectId(userId)) };
  }

  /** The live sessions: {sessions}. */
  @Reads('account')
  @Get('sessions')
  async sessions(@FromOwner() owner: Owner) {
    return { sessions: await this.account.sessionsOf(owner) };
  }

  /** Ends a session. */
  @Writes('account')
  @Delete('sessions/:id')
  @HttpCode(204)
  endSession(@FromOwner() owner: Owner, @SessionId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.account.endSession(owner, id, caller);
  }
}
