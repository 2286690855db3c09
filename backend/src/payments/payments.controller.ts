import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Patch,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Types } from 'mongoose';
import { undoTimeoutMs } from '#domain/payments/status-batch';
import { Costly, Reads, Writes } from '../platform/http/access.decorators.js';
import { sendExport } from '../platform/exports/export-file.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import {
  ApiExport,
  ApiFile,
  ApiListQuery,
  ApiMatchingQuery,
} from '../platform/http/api-list-query.decorator.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../platform/submissions/submissions.service.js';
import { RouteSettings } from '../platform/http/route-settings.decorator.js';
import type { RawQuery } from '../platform/http/list-query.js';
import { paymentListSpec } from './lists/payment-list.js';
import { PaymentQueries } from './lists/payment-queries.js';
import { ChosenDto, PaymentDto, StatusBatchDto, StatusDto, UndoBatchDto } from './payment.dto.js';
import { PaymentStatusService } from './status/payment-status.service.js';
import { PaymentCreation } from './payment-creation.service.js';
import { PaymentsService } from './payments.service.js';
import { PaymentId } from './payment-id.decorator.js';

@Controller('payments')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly creation: PaymentCreation,
    private readonly queries: PaymentQueries,
    private readonly statuses: PaymentStatusService,
  ) {}

  /** A page of payments, each with its customer, and the counts of each status; its filters are the parameters below. */
  @ApiListQuery(paymentListSpec)
  @Reads('payments')
  @Get()
  list(@Query() query: RawQuery) {
    return this.queries.list(query);
  }

  /** {payments, total}: every payment that matches the list's filters, in its order, at most a thousand. */
  @ApiMatchingQuery(paymentListSpec)
  @Reads('payments')
  @Get('matching')
  matching(@Query() query: RawQuery) {
    return this.queries.matching(query);
  }

  /** {statuses, totalRevenue, currency}. */
  @Reads('payments')
  @Get('stats')
  stats() {
    return this.queries.readStats();
  }

  /** A file of the payments: format csv or excel, and the list's filters. */
  @ApiExport(paymentListSpec)
  @Reads('payments')
  @Get('export')
  async export(@Query() query: RawQuery, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    await sendExport(reply, await this.queries.export(query, caller));
  }

  /** A file of chosen payments; for those who write, as it follows from a selection, which only they have. */
  @ApiFile()
  @Writes('payments')
  @Post('export')
  @HttpCode(200)
  async exportChosen(
    @Body() { ids }: ChosenDto,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
    @FromCaller() caller: Caller,
  ) {
    await sendExport(reply, await this.queries.exportChosen(ids, query, caller));
  }

  /** A payment with its history; `batch` undoes the last change, where that was a status set by a person. */
  @Reads('payments')
  @Get(':id')
  find(@PaymentId id: Types.ObjectId) {
    return this.statuses.find(id);
  }

  /** Records a payment; the same Idempotency-Key gives the same one. */
  @ApiIdempotencyKey('payment')
  @Writes('payments')
  @Post()
  create(@Body() input: PaymentDto, @Headers('idempotency-key') key: unknown, @FromCaller() caller: Caller) {
    return this.creation.create(input, caller, readIdempotencyKey(key));
  }

  /** Sets the status of several payments, a transaction each: {batch, results: [{id, ok, message?, version?}]}. */
  @Writes('payments')
  @Costly()
  @Post('status')
  @HttpCode(200)
  setStatuses(@Body() input: StatusBatchDto, @FromCaller() caller: Caller) {
    return this.statuses.setStatuses(input, caller);
  }

  /** Takes back the changes of a batch that still stand: {results: [{id, ok, message?, version?}]}. */
  @RouteSettings({ responseTimeoutMs: undoTimeoutMs })
  @Writes('payments')
  @Costly()
  @Post('status/undo')
  @HttpCode(200)
  async undoStatuses(@Body() { batch }: UndoBatchDto, @FromCaller() caller: Caller) {
    return { results: await this.statuses.undo(new Types.ObjectId(batch), caller) };
  }

  /** Replaces the fields of a payment. */
  @Writes('payments')
  @Put(':id')
  update(@PaymentId id: Types.ObjectId, @Body() input: PaymentDto, @FromCaller() caller: Caller) {
    return this.payments.update(id, input, caller);
  }

  /** Sets the status; `batch` of the response undoes it. */
  @Writes('payments')
  @Patch(':id/status')
  setStatus(@PaymentId id: Types.ObjectId, @Body() change: StatusDto, @FromCaller() caller: Caller) {
    return this.statuses.setStatus(id, change, caller);
  }

  /** Deletes a payment without receipts. */
  @Writes('payments')
  @Delete(':id')
  @HttpCode(204)
  delete(@PaymentId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.payments.delete(id, caller);
  }
}
