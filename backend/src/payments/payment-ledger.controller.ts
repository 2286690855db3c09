import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import type { Types } from 'mongoose';
import { type LedgerDirection, ledgerRules, type MoneyInput } from '#domain/ledger/ledger-calls';
import type { HandWay } from '#domain/ledger/ways';
import { idPattern, requiredVersion } from '#domain/platform/rules';
import { Reads, Writes } from '../platform/http/access.decorators.js';
import { ApiSegment } from '../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../platform/submissions/submissions.service.js';
import { ValidateWith } from '../platform/http/validate-with.decorator.js';
import { PaymentLedgerService } from './payment-ledger.service.js';
import { PaymentId } from './payment-id.decorator.js';

/** The body of POST /payments/{id}/ledger. */
export class MoneyDto implements MoneyInput {
  @ValidateWith(ledgerRules.kind) kind!: LedgerDirection;
  @ValidateWith(ledgerRules.way) way!: HandWay;
  @ValidateWith(ledgerRules.amount) amount!: number;
  @ValidateWith(ledgerRules.day) day!: string;
  @ValidateWith(ledgerRules.note) note?: string;
  @ValidateWith(requiredVersion) version!: number;
}

/** The body of POST /payments/{id}/ledger/{entry}/void. */
export class VoidDto {
  @ValidateWith(requiredVersion) version!: number;
}

@Controller('payments/:id/ledger')
export class PaymentLedgerController {
  constructor(private readonly service: PaymentLedgerService) {}

  /** The entries of a payment, voided ones too, with the figures and the bookings that follow. */
  @Reads('payments')
  @Get()
  find(@PaymentId id: Types.ObjectId) {
    return this.service.find(id);
  }

  /** Records money that came or went back by cash, cheque or otherwise; the same Idempotency-Key records it once. */
  @ApiIdempotencyKey('money')
  @Writes('payments')
  @Post()
  record(
    @PaymentId id: Types.ObjectId,
    @Body() input: MoneyDto,
    @Headers('idempotency-key') key: unknown,
    @FromCaller() caller: Caller,
  ) {
    return this.service.record(id, input, caller, readIdempotencyKey(key));
  }

  /** Voids the whole step of an entry that an admin has recorded. */
  @ApiSegment('entry', 'The id of one of its entries', idPattern)
  @Writes('payments')
  @Post(':entry/void')
  @HttpCode(200)
  voidStep(
    @PaymentId id: Types.ObjectId,
    @Param('entry') entry: string,
    @Body() { version }: VoidDto,
    @FromCaller() caller: Caller,
  ) {
    return this.service.voidStep(id, entry, version, caller);
  }
}
