import { Controller, Get, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Customer } from '#domain/customers';
import type { ListedPayment } from '#domain/payments';
import { CustomersService } from '../customers/customers.service.js';
import { Reads } from '../http/access.decorators.js';
import { maximumText, textParameter } from '../http/list-query.js';
import { PaymentQueries } from '../payments/payment-queries.js';

/** The JSON of each call's success. @public */
export interface Responses {
  'GET /api/search': { customers: Customer[]; payments: ListedPayment[] };
}

@Controller('search')
export class SearchController {
  constructor(
    private readonly customers: CustomersService,
    private readonly payments: PaymentQueries,
  ) {}

  /** The newest customers and payments that match every word of `q`, at most eight of each. */
  @ApiQuery({
    name: 'q',
    required: false,
    description: 'Words of names and emails, phone numbers, references, transaction ids, amounts',
    schema: { type: 'string', maxLength: maximumText },
  })
  @Reads('customers', 'payments')
  @Get()
  async search(@Query() query: Record<string, unknown>) {
    const text = textParameter(query, 'q');
    const [customers, payments] = await Promise.all([
      this.customers.search(text),
      this.payments.search(text),
    ]);
    return { customers, payments };
  }
}
