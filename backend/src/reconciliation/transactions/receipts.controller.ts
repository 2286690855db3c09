import { Controller, Get, Param } from '@nestjs/common';
import type { Types } from 'mongoose';
import { adminRole } from '#domain/auth';
import { messages } from '#domain/messages';
import { Roles } from '../../http/access.decorators.js';
import { ObjectIdPipe } from '../../http/object-id.pipe.js';
import { ReceiptsService } from './receipts.service.js';

@Roles(adminRole)
@Controller('payments')
export class ReceiptsController {
  constructor(private readonly service: ReceiptsService) {}

  /** {receipts}: receipts, refunds, reversals and returns with their transactions. */
  @Get(':id/receipts')
  receipts(@Param('id', new ObjectIdPipe(messages.paymentNotFound)) id: Types.ObjectId) {
    return this.service.of(id);
  }
}
