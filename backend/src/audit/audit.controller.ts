import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../http/access.decorators.js';
import { adminRole } from '#domain/auth';
import { ApiListQuery } from '../http/api-list-query.decorator.js';
import { auditListSpec, AuditService } from './audit.service.js';

@Controller('audit')
@Roles(adminRole)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /** Lists audit entries, newest first; filters: resource, resourceId, action, by, at. */
  @ApiListQuery(auditListSpec, '-at')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.audit.list(query);
  }
}
