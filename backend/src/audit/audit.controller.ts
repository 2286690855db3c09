import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../http/access.decorators.js';
import { adminRole } from '../../../domain/auth.js';
import { AuditService } from './audit.service.js';

@Controller('audit')
@Roles(adminRole)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /** Lists audit entries, newest first; filters: resource, resourceId, action, by, at. */
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.audit.list(query);
  }
}
