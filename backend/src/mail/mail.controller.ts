import { Controller, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { CurrentUser } from '#domain/auth/auth';
import { mailMessages } from '#domain/mail/mail';
import { Reads, Writes } from '../platform/http/access.decorators.js';
import { ApiListQuery } from '../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller, FromUser } from '../platform/http/caller.decorator.js';
import { idOf } from '../platform/http/id-of.decorator.js';
import { MailAccessGuard, shownTo } from './mail-access.js';
import { mailListSpec } from './mail-list.js';
import { MailService } from './mail.service.js';

const MailId = idOf(mailMessages.notFound);

@UseGuards(MailAccessGuard)
@Controller()
export class MailController {
  constructor(private readonly mails: MailService) {}

  /** A page of mails without their texts, those about accounts for admins only; filters: state, dismissed, kind, paymentId, customerId, search, createdAt. */
  @ApiListQuery(mailListSpec)
  @Reads('mails')
  @Get('mails')
  list(@Query() query: Record<string, unknown>, @FromUser() user: CurrentUser) {
    return this.mails.list(query, user);
  }

  /** {configured, stopped?, held, queued, failed}. */
  @Reads('mails')
  @Get('mails/status')
  status(@FromUser() user: CurrentUser) {
    return this.mails.status(user);
  }

  /** A mail with its text and html, where links of visitors are masked for those who may not copy them. */
  @Reads('mails')
  @Get('mails/:id')
  async get(@MailId id: Types.ObjectId, @FromUser() user: CurrentUser) {
    return shownTo(user, await this.mails.get(id));
  }

  /** Cancels a mail that is held, queued or waits for its next attempt. */
  @Writes('mails')
  @Post('mails/:id/cancel')
  @HttpCode(200)
  cancel(@MailId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.mails.cancel(id, caller);
  }

  /** Marks a failed mail as handled: GET /mails/status does not count it any more. */
  @Writes('mails')
  @Post('mails/:id/dismiss')
  @HttpCode(200)
  dismiss(@MailId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.mails.dismiss(id, caller);
  }
}
