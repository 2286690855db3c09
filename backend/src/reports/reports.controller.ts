import { Controller, Get, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { adminRole } from '#domain/auth';
import { Roles } from '../http/access.decorators.js';
import { ApiListQuery } from '../http/api-list-query.decorator.js';
import { OverdueService, overdueListSpec } from './overdue.service.js';
import { ReportsService } from './reports.service.js';

const day = { type: 'string', format: 'date' } as const;

@Roles(adminRole)
@Controller('reports')
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly overduePayments: OverdueService,
  ) {}

  /** Revenue, payments by status, method and country, and overdue payments. */
  @ApiQuery({ name: 'from', required: false, description: 'First day', schema: day })
  @ApiQuery({ name: 'to', required: false, description: 'Last day', schema: day })
  @Get('summary')
  summary(@Query() query: Record<string, unknown>) {
    return this.reports.summary(query);
  }

  /**
   * A page of pending payments past their transfer date, each with its last reminder and whether its money may have
   * arrived.
   */
  @ApiListQuery(overdueListSpec, 'transferDate')
  @Get('overdue')
  overdue(@Query() query: Record<string, unknown>) {
    return this.overduePayments.list(query);
  }
}
