import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { dayPattern } from '#domain/platform/dates';
import { DocumentsGuard } from '../../documents/documents.guard.js';
import { TaxReports } from '../../documents/tax-reports.service.js';
import { sendExport } from '../../platform/exports/export-file.js';
import { Costly, Reads } from '../../platform/http/access.decorators.js';
import type { RawQuery } from '../../platform/http/list-query.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import {
  ApiFile,
  ApiListQuery,
  ApiMatchingQuery,
  ApiText,
} from '../../platform/http/api-list-query.decorator.js';
import { ExpectedService } from './expected.service.js';
import { OverdueService, overdueListSpec } from './overdue.service.js';
import { rangeOf, ReportsService } from './reports.service.js';

const day = { pattern: dayPattern };

@Controller('reports')
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly overduePayments: OverdueService,
    private readonly taxes: TaxReports,
    private readonly expectedMoney: ExpectedService,
  ) {}

  /** Revenue, payments by status, method and country, and overdue payments. */
  @ApiText('from', 'First day; without it, from the first payment on', day)
  @ApiText('to', 'Last day; without it, until today', day)
  @Reads('reports')
  @Get('summary')
  summary(@Query() query: RawQuery) {
    return this.reports.summary(query);
  }

  /** The tax in what documents have charged and credited, by place and rate, and for the lines of the GST/HST return. */
  @ApiText('from', 'First day', day)
  @ApiText('to', 'Last day', day)
  @UseGuards(DocumentsGuard)
  @Reads('reports')
  @Costly()
  @Get('tax')
  tax(@Query() query: RawQuery) {
    return this.taxes.between(rangeOf(query));
  }

  /** The open parts of live pending payments by currency: what is overdue, each month, and what has no day. */
  @Reads('reports')
  @Costly()
  @Get('expected')
  expected() {
    return this.expectedMoney.find();
  }

  /** A file of these parts, a line each: format csv or excel. */
  @ApiFile()
  @Reads('reports')
  @Get('expected/export')
  async exportExpected(@Query() query: RawQuery, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    await sendExport(reply, await this.expectedMoney.export(query, caller));
  }

  /** A page of pending payments past the day of a part, or past their transfer date, with the last reminder and signs that money has arrived. */
  @ApiListQuery(overdueListSpec)
  @Reads('reports')
  @Get('overdue')
  overdue(@Query() query: RawQuery) {
    return this.overduePayments.list(query);
  }

  /** {payments, total}: every overdue payment that matches the search, in the list's order, at most a thousand. */
  @ApiMatchingQuery(overdueListSpec)
  @Reads('reports')
  @Get('overdue/matching')
  overdueMatching(@Query() query: RawQuery) {
    return this.overduePayments.matching(query);
  }
}
