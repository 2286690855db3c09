import { Controller, Get, Param } from '@nestjs/common';
import type { Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import { Reads } from '../../platform/http/access.decorators.js';
import { ObjectIdPipe } from '../../platform/http/object-id.pipe.js';
import { WaitingMoneyService } from './waiting-money.service.js';

@Controller('customers')
export class WaitingMoneyController {
  constructor(private readonly service: WaitingMoneyService) {}

  /** {transactions}: the incoming bank transactions that may be the customer's and wait for an admin. */
  @Reads('bank-transactions')
  @Get(':id/waiting-money')
  waiting(@Param('id', new ObjectIdPipe(messages.customerNotFound)) id: Types.ObjectId) {
    return this.service.of(id);
  }
}
