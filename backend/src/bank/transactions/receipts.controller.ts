import { Controller, Get, Param } from '@nestjs/common';
import type { Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import { Reads } from '../../platform/http/access.decorators.js';
import { ObjectIdPipe } from '../../platform/http/object-id.pipe.js';
import { ReceiptsService } from './receipts.service.js';

@Controller('payments')
export class ReceiptsController {
  constructor(private readonly service: ReceiptsService) {}

  /** {receipts}: receipts, refunds, reversals and returns with their transactions. */
  @Reads('payments')
  @Get(':id/receipts')
  receipts(@Param('id', new ObjectIdPipe(messages.paymentNotFound)) id: Types.ObjectId) {
    return this.service.of(id);
  }
}
