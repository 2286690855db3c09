import { Controller, Get } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Reads } from '../../platform/http/access.decorators.js';
import { WaitingMoneyService } from './waiting-money.service.js';
import { CustomerId } from '../../customers/customer-id.decorator.js';

@Controller('customers')
export class WaitingMoneyController {
  constructor(private readonly service: WaitingMoneyService) {}

  /** {transactions}: the incoming bank transactions that may be the customer's and wait for an admin. */
  @Reads('bank-transactions')
  @Get(':id/waiting-money')
  waiting(@CustomerId id: Types.ObjectId) {
    return this.service.of(id);
  }
}
