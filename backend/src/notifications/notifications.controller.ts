import { Body, Controller, Headers, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { Language } from '#domain/platform/languages';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import { mailMessages } from '#domain/mail/mail';
import { Public, Writes } from '../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import { CallLanguage } from '../platform/http/visitor-language.js';
import { idOf } from '../platform/http/id-of.decorator.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../platform/submissions/submissions.service.js';
import { MailAccessGuard } from '../mail/mail-access.js';
import { LinkMails } from './link-mails.js';
import { MailsByHand } from './mails-by-hand.js';
import { AddressDto, LinksDto, ManualMailDto, ResendDto } from './notifications.dto.js';
import { PayerAddresses } from './payer-addresses.service.js';
import { PaymentId } from '../payments/payment-id.decorator.js';

const MailId = idOf(mailMessages.notFound);

@Controller()
export class NotificationsController {
  constructor(
    private readonly mails: MailsByHand,
    private readonly links: LinkMails,
    private readonly addresses: PayerAddresses,
  ) {}

  /** Sends a mail again, to its own address or another: a new mail, which names this one in `resendOf`. */
  @UseGuards(MailAccessGuard)
  @Writes('mails')
  @Post('mails/:id/resend')
  resend(@MailId id: Types.ObjectId, @Body() input: ResendDto, @FromCaller() caller: Caller) {
    return this.mails.resend(id, input, caller);
  }

  /** Queues instructions or a reminder, once per key: 201 with the mail; with `preview` 200 and what would be sent. */
  @ApiIdempotencyKey('mail')
  @ApiOkResponse({ description: 'With preview: the mail that would be queued' })
  @ApiCreatedResponse({ description: 'The mail that was queued' })
  @Writes('mails')
  @Post('payments/:id/mails')
  async send(
    @PaymentId id: Types.ObjectId,
    @Body() { kind, preview }: ManualMailDto,
    @Headers('idempotency-key') key: unknown,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (!preview) return this.mails.send(id, kind, caller, readIdempotencyKey(key));
    void reply.status(200);
    return this.mails.preview(id, kind);
  }

  /** Corrects a mistyped address: of the payer, and of the customer where it is the same. Waiting mails go to the new one. */
  @Writes('payments')
  @Post('payments/:id/address')
  @HttpCode(200)
  correctAddress(@PaymentId id: Types.ObjectId, @Body() input: AddressDto, @FromCaller() caller: Caller) {
    return this.addresses.correct(id, input, caller);
  }

  /** {email}: sends a mail with the links to all payments under it. The response is the same where there are none. */
  @Public()
  @Post('orders/links')
  @HttpCode(202)
  requestLinks(
    @Body() { email }: LinksDto,
    @CallLanguage() language: Language,
    @FromCaller() caller: Caller,
  ) {
    return this.links.request(email, language, caller);
  }
}
