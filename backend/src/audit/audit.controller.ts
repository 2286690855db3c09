import { Controller, ForbiddenException, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { can } from '#domain/platform/roles';
import { sendExport } from '../platform/exports/export-file.js';
import { Reads } from '../platform/http/access.decorators.js';
import { ApiExport, ApiListQuery } from '../platform/http/api-list-query.decorator.js';
import type { RawQuery } from '../platform/http/list-query.js';
import { type Caller, callerOf, FromCaller } from '../platform/http/caller.decorator.js';
import { auditListSpec } from './audit-list.js';
import { AuditService } from './audit.service.js';

type SignedInRequest = FastifyRequest & { user: CurrentUser };

@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /** Lists audit entries, newest first; a manager names resource and id of a record that is neither an account nor a mail about one. */
  @ApiListQuery(auditListSpec)
  @Reads('history')
  @Get()
  async list(@Query() query: RawQuery, @Req() request: SignedInRequest) {
    await this.check(query, request);
    return this.audit.list(query);
  }

  /** A file of the whole trail: format csv or excel, and the list's filters. */
  @ApiExport(auditListSpec)
  @Reads('audit')
  @Get('export')
  async export(@Query() query: RawQuery, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    await sendExport(reply, await this.audit.export(query, caller));
  }

  private async check(query: RawQuery, request: SignedInRequest): Promise<void> {
    const { user } = request;
    if (can(user.role, 'read', 'audit') || (await this.audit.isHistory(query))) return;
    await this.audit.noteRefusal(callerOf(request), user, 'GET /api/audit');
    throw new ForbiddenException(messages.forbidden);
  }
}
