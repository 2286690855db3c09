import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Types } from 'mongoose';
import { type Mail, mailMessages, type MailPage, type MailStatus } from '#domain/mail';
import { Reads, Writes } from '../http/access.decorators.js';
import { ApiListQuery } from '../http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../http/caller.decorator.js';
import { ObjectIdPipe } from '../http/object-id.pipe.js';
import { mailListSpec } from './mail-list.js';
import { MailService } from './mail.service.js';

const mailId = new ObjectIdPipe(mailMessages.notFound);

/** The JSON of each call's success. @public */
export interface Responses {
  'GET /api/mails': MailPage;
  'GET /api/mails/status': MailStatus;
  'GET /api/mails/{id}': Mail;
  'POST /api/mails/{id}/cancel': Mail;
  'POST /api/mails/{id}/dismiss': Mail;
}

@Controller()
export class MailController {
  constructor(private readonly mails: MailService) {}

  /** A page of mails without their texts; filters: state, dismissed, kind, paymentId, customerId, search, createdAt. */
  @ApiListQuery(mailListSpec)
  @Reads('mails')
  @Get('mails')
  list(@Query() query: Record<string, unknown>) {
    return this.mails.list(query);
  }

  /** {configured, stopped?, held, queued, failed}. */
  @Reads('mails')
  @Get('mails/status')
  status() {
    return this.mails.status();
  }

  /** A mail with its text and html. */
  @Reads('mails')
  @Get('mails/:id')
  get(@Param('id', mailId) id: Types.ObjectId) {
    return this.mails.get(id);
  }

  /** Cancels a mail that is held, queued or waits for its next attempt. */
  @Writes('mails')
  @Post('mails/:id/cancel')
  @HttpCode(200)
  cancel(@Param('id', mailId) id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.mails.cancel(id, caller);
  }

  /** Marks a failed mail as handled: GET /mails/status does not count it any more. */
  @Writes('mails')
  @Post('mails/:id/dismiss')
  @HttpCode(200)
  dismiss(@Param('id', mailId) id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.mails.dismiss(id, caller);
  }
}
