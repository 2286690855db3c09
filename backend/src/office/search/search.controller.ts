import { Controller, Get, Query } from '@nestjs/common';
import { CommentQueries } from '../../care/comments/comment-queries.service.js';
import { CustomersService } from '../../customers/customers.service.js';
import { Reads } from '../../platform/http/access.decorators.js';
import { ApiText } from '../../platform/http/api-list-query.decorator.js';
import { maximumText, textParameter } from '../../platform/http/list-query.js';
import { PaymentQueries } from '../../payments/lists/payment-queries.js';

@Controller('search')
export class SearchController {
  constructor(
    private readonly customers: CustomersService,
    private readonly payments: PaymentQueries,
    private readonly comments: CommentQueries,
  ) {}

  /** The newest customers and payments that match every word of `q`, and those with such comments, at most eight of each. */
  @ApiText('q', 'Words of names and emails, phone numbers, references, transaction ids, amounts', {
    maxLength: maximumText,
  })
  @Reads('customers', 'payments', 'comments')
  @Get()
  async search(@Query() query: Record<string, unknown>) {
    const text = textParameter(query, 'q');
    const [customers, payments, comments] = await Promise.all([
      this.customers.search(text),
      this.payments.search(text),
      this.comments.search(text),
    ]);
    return { customers, payments, ...(comments.length && { comments }) };
  }
}
