import { Body, Controller, Get, Headers, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import type { OutgoingMatchInput, PayoutMatchInput } from '#domain/bank/outgoing';
import type { MatchInput } from '#domain/bank/matches';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { Costly, Reads, Writes } from '../../platform/http/access.decorators.js';
import { sendExport } from '../../platform/exports/export-file.js';
import { ApiExport, ApiListQuery } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import type { RawQuery } from '../../platform/http/list-query.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../../platform/submissions/submissions.service.js';
import { transactionListSpec } from './bank-transaction-list.js';
import { BankTransactionsService } from './bank-transactions.service.js';
import { ConfirmDto, IgnoreDto, MatchDto, UndoDto } from './decisions.dto.js';
import { SettlementService } from './settlement.service.js';

const TransactionId = idOf(reconciliationMessages.transactionNotFound);

/** The body's rules require the fields of one form or the other. */
const isPayoutMatch = (input: MatchDto): input is MatchDto & PayoutMatchInput => input.kind === 'payout';
const isOutgoingMatch = (input: MatchDto): input is MatchDto & OutgoingMatchInput =>
  input.kind !== undefined && input.kind !== 'payout';

@Controller('bank-transactions')
export class BankTransactionsController {
  constructor(
    private readonly transactions: BankTransactionsService,
    private readonly settlement: SettlementService,
  ) {}

  /** A page of bank transactions with counts by state; filters: state, bankAccountId, statementId, search. */
  @ApiListQuery(transactionListSpec)
  @Reads('bank-transactions')
  @Get()
  list(@Query() query: RawQuery) {
    return this.transactions.list(query);
  }

  /** A file of the transactions with their allocations: format csv or excel, and the list's filters. */
  @ApiExport(transactionListSpec)
  @Reads('bank-transactions')
  @Get('export')
  async export(@Query() query: RawQuery, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    await sendExport(reply, await this.transactions.export(query, caller));
  }

  /** A transaction with up-to-date candidates. */
  @Reads('bank-transactions')
  @Get(':id')
  find(@TransactionId id: Types.ObjectId) {
    return this.transactions.find(id);
  }

  /** Confirms ready transactions: {results: [{id, ok, message?}]}; the same Idempotency-Key confirms each once. */
  @ApiIdempotencyKey('results')
  @Writes('bank-transactions')
  @Costly()
  @Post('confirm')
  @HttpCode(200)
  async confirm(
    @Body() input: ConfirmDto,
    @Headers('idempotency-key') key: unknown,
    @FromCaller() caller: Caller,
  ) {
    return { results: await this.settlement.confirm(input, caller, readIdempotencyKey(key)) };
  }

  /** Allocates a transaction to payments, or says what money that went out, or a payout, is; `made` names the parts, for undoing them. */
  @Writes('bank-transactions')
  @Post(':id/match')
  @HttpCode(200)
  async match(@TransactionId id: Types.ObjectId, @Body() input: MatchDto, @FromCaller() caller: Caller) {
    const matched = isPayoutMatch(input)
      ? await this.settlement.matchPayout(id, input, caller)
      : isOutgoingMatch(input)
        ? await this.settlement.matchOutgoing(id, input, caller)
        : await this.settlement.match(id, input as MatchInput, caller);
    return { ...(await this.transactions.show(id)), ...matched };
  }

  /** Ignores a transaction, or its unallocated rest, for a reason. */
  @Writes('bank-transactions')
  @Post(':id/ignore')
  @HttpCode(200)
  async ignore(@TransactionId id: Types.ObjectId, @Body() input: IgnoreDto, @FromCaller() caller: Caller) {
    await this.settlement.ignore(id, input, caller);
    return this.transactions.show(id);
  }

  /** Undoes the parts of `allocationIds`, the ignored rest, or all; `statusKept` where a person has set a payment's status. */
  @Writes('bank-transactions')
  @Post(':id/undo')
  @HttpCode(200)
  async undo(
    @TransactionId id: Types.ObjectId,
    @Body() { allocationId, allocationIds = allocationId ? [allocationId] : undefined, ...input }: UndoDto,
    @FromCaller() caller: Caller,
  ) {
    const parts = { ...input, ...(allocationIds && { allocationIds }) };
    const { statusKept } = await this.settlement.undo(id, parts, caller);
    return { ...(await this.transactions.show(id)), statusKept };
  }
}
