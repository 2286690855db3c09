import { Body, Controller, Get, Headers, Post, Put, Query } from '@nestjs/common';
import type { Types } from 'mongoose';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { Reads, Writes } from '../../platform/http/access.decorators.js';
import { ApiListQuery } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../../platform/submissions/submissions.service.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { bankAccountListSpec, BankAccountsService } from './bank-accounts.service.js';
import { BankAccountDto } from './bank-account.dto.js';

const AccountId = idOf(reconciliationMessages.bankAccountNotFound);

@Controller('bank-accounts')
export class BankAccountsController {
  constructor(private readonly accounts: BankAccountsService) {}

  /** A page of bank accounts. */
  @ApiListQuery(bankAccountListSpec)
  @Reads('bank-accounts')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.accounts.list(query);
  }

  /** Adds a bank account; the same Idempotency-Key gives the same one. */
  @ApiIdempotencyKey('bank account')
  @Writes('bank-accounts')
  @Post()
  create(
    @Body() input: BankAccountDto,
    @Headers('idempotency-key') key: unknown,
    @FromCaller() caller: Caller,
  ) {
    return this.accounts.create(input, caller, readIdempotencyKey(key));
  }

  /** Replaces the fields of a bank account. */
  @Writes('bank-accounts')
  @Put(':id')
  update(@AccountId id: Types.ObjectId, @Body() input: BankAccountDto, @FromCaller() caller: Caller) {
    return this.accounts.update(id, input, caller);
  }
}
