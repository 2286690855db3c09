import { Controller, Get } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Reads } from '../../platform/http/access.decorators.js';
import { ReceiptsService } from './receipts.service.js';
import { PaymentId } from '../../payments/payment-id.decorator.js';

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
