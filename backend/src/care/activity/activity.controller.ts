import { Controller, ForbiddenException, Get, Query, Req } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { activityKinds, activityPageSize } from '#domain/care/activity';
import type { CurrentUser } from '#domain/auth/auth';
import { maximumPageSize } from '#domain/platform/lists';
import { messages } from '#domain/platform/messages';
import { can } from '#domain/platform/roles';
import { idPattern } from '#domain/platform/rules';
import { AuditService } from '../../audit/audit.service.js';
import { Reads } from '../../platform/http/access.decorators.js';
import { ApiText } from '../../platform/http/api-list-query.decorator.js';
import { callerOf } from '../../platform/http/caller.decorator.js';
import { cursorPattern, parseActivityQuery } from './activity-query.js';
import { ActivityService } from './activity.service.js';

type SignedInRequest = FastifyRequest & { user: CurrentUser };

const id = { pattern: idPattern };

@Controller('activity')
export class ActivityController {
  constructor(
    private readonly activity: ActivityService,
    private readonly audit: AuditService,
  ) {}

  /** The timeline of a customer with its payments, or of a payment, newest first: comments, changes, mails, money, card events. */
  @ApiText('filter[customerId]', 'The customer whose timeline it is; else a payment is named', id)
  @ApiText('filter[paymentId]', 'The payment whose timeline it is; else a customer is named', id)
  @ApiText('filter[kind]', 'Only items of this kind; changes are for who may read the history of a record', {
    enum: activityKinds,
  })
  @ApiText('after', 'The `next` of another page, which this one follows', { pattern: cursorPattern })
  @ApiQuery({
    name: 'limit',
    required: false,
    schema: { type: 'integer', minimum: 1, default: activityPageSize, maximum: maximumPageSize },
  })
  @Reads('comments', 'customers', 'payments', 'mails', 'card-events')
  @Get()
  async list(@Query() query: Record<string, unknown>, @Req() request: SignedInRequest) {
    const parsed = parseActivityQuery(query);
    const { user } = request;
    if (can(user.role, 'read', 'history')) return this.activity.list(parsed);
    const kinds = parsed.kinds.filter((kind) => kind !== 'change');
    if (kinds.length) return this.activity.list({ ...parsed, kinds });
    await this.audit.noteRefusal(callerOf(request), user, 'GET /api/activity');
    throw new ForbiddenException(messages.forbidden);
  }
}
