import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { TermEnds } from './term-ends.service.js';

/** Lets the filter of customers whose term ends find those that the dashboard counts. */
@Injectable()
export class TermEndsFilter implements NestInterceptor {
  constructor(private readonly terms: TermEnds) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const { query } = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Querystring: { filter?: { termEnds?: unknown } } }>>();
    if (query.filter?.termEnds === 'true') await this.terms.soon();
    return next.handle();
  }
}
