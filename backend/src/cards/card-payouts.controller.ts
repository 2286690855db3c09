import { Controller, Get, Param, Post, Query, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { payoutIdPattern, payoutReportLimits } from '#domain/payouts/payouts';
import { statementTimeoutMs } from '#domain/bank/reconciliation';
import { Costly, Reads, Writes } from '../platform/http/access.decorators.js';
import { ApiListQuery, ApiSegment, ApiText } from '../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import { textParameter } from '../platform/http/list-query.js';
import { readRawBody } from '../platform/http/raw-body.js';
import { RouteSettings } from '../platform/http/route-settings.decorator.js';
import { cleanText } from '#bank-files';
import { CardPayoutReports } from './card-payout-reports.service.js';
import { CardsGuard } from './cards.guard.js';
import { cardPayoutListSpec } from '../payouts/card-payout-list.js';
import { PayoutQueries } from '../payouts/payout-queries.service.js';

@UseGuards(CardsGuard)
@Controller('card-payouts')
export class CardPayoutsController {
  constructor(
    private readonly queries: PayoutQueries,
    private readonly reports: CardPayoutReports,
  ) {}

  /** A page of payouts; filters: state, currency, withoutPayment, day. `counts` leaves out the state. */
  @ApiListQuery(cardPayoutListSpec)
  @Reads('card-payouts')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.queries.list(query);
  }

  /** A payout with its lines, up to 1,000: those that are about no known payment come first. */
  @ApiSegment('id', 'The provider’s id of the payout', payoutIdPattern)
  @Reads('card-payouts')
  @Get(':id')
  get(@Param('id') id: string) {
    return this.queries.get(id);
  }

  /** Imports the provider's report of what its payouts consist of, which is the body. */
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiText('fileName', 'The name under which the audit trail shows the report', { maxLength: 200 })
  @RouteSettings({ rawBody: ['application/octet-stream'], responseTimeoutMs: statementTimeoutMs })
  @Writes('card-payouts')
  @Costly()
  @Post('reports')
  async import(
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @FromCaller() caller: Caller,
  ) {
    const fileName = cleanText(textParameter(query, 'fileName'), 200) || 'report';
    return this.reports.import(await readRawBody(request, payoutReportLimits.bytes), fileName, caller);
  }
}
