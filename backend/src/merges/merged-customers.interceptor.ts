import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Types } from 'mongoose';
import { isId } from '#domain/rules';
import { CustomerMerges } from '../customers/customer-merges.service.js';
import { Duplicates } from '../customers/duplicates.service.js';
import { SharedPayers } from '../reconciliation/transactions/shared-payers.service.js';

type Filter = Record<string, unknown>;

/**
 * Lets every list that is filtered by a customer follow one that was merged into another, and the filter of possible
 * duplicates find those of customers that were just added.
 */
@Injectable()
export class MergedCustomers implements NestInterceptor {
  constructor(
    private readonly merges: CustomerMerges,
    private readonly duplicates: Duplicates,
    private readonly payers: SharedPayers,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const { query } = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Querystring: { filter?: unknown } }>>();
    const { filter } = query;
    if (typeof filter === 'object' && filter !== null) await this.follow(filter as Filter);
    return next.handle();
  }

  private async follow(filter: Filter): Promise<void> {
    if (isId(filter.customerId)) {
      const standsFor = await this.merges.standsFor(new Types.ObjectId(filter.customerId));
      if (standsFor) filter.customerId = String(standsFor);
    }
    if (filter.duplicates === 'true') await this.duplicates.settle((id) => this.payers.of(id));
  }
}
