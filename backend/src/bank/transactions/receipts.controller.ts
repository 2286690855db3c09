import { Controller, Get } from '@nestjs/common';
import type { Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import { Reads } from '../../platform/http/access.decorators.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { ReceiptsService } from './receipts.service.js';

const PaymentId = idOf(messages.paymentNotFound);

@Controller('payments')
export class ReceiptsController {
  constructor(private readonly service: ReceiptsService) {}

  /** {receipts}: receipts, refunds, reversals and returns with their transactions. */
  @Reads('payments')
  @Get(':id/receipts')
  receipts(@PaymentId id: Types.ObjectId) {
    return this.service.of(id);
  }
}
