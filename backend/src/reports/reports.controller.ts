import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiQuery } from '@nestjs/swagger';
import { adminRole } from '../../../domain/auth.js';
import { Roles } from '../http/access.decorators.js';
import { ReportsService } from './reports.service.js';

@ApiBearerAuth()
@Roles(adminRole)
@Controller('reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  /** Revenue, payments by status, method and country, and overdue payments. */
  @ApiQuery({ name: 'from', required: false, description: 'First day, YYYY-MM-DD' })
  @ApiQuery({ name: 'to', required: false, description: 'Last day, YYYY-MM-DD' })
  @Get('summary')
  summary(@Query() query: Record<string, unknown>) {
    return this.reports.summary(query);
  }
}
