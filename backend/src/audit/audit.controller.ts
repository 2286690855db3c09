import { Controller, ForbiddenException, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth';
import { messages } from '#domain/messages';
import { can } from '#domain/roles';
import { Reads } from '../http/access.decorators.js';
import { ApiListQuery } from '../http/api-list-query.decorator.js';
import { callerOf } from '../http/caller.decorator.js';
import { auditListSpec, isHistory } from './audit-list.js';
import { AuditService } from './audit.service.js';

type Plain = Record<string, unknown>;
type SignedInRequest = FastifyRequest & { user: CurrentUser };

@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /**
   * Lists audit entries, newest first; filters: resource, id, action, by, at. A role that may not read the whole trail
   * names resource and id of a record that is no account.
   */
  @ApiListQuery(auditListSpec, '-at')
  @Reads('history')
  @Get()
  async list(@Query() query: Plain, @Req() request: SignedInRequest) {
    await this.check(query, request);
    return this.audit.list(query);
  }

  private async check(query: Plain, request: SignedInRequest): Promise<void> {
    const { user } = request;
    if (can(user.role, 'read', 'audit') || isHistory(query)) return;
    await this.audit.noteRefusal(callerOf(request), user, 'GET /api/audit');
    throw new ForbiddenException(messages.forbidden);
  }
}
