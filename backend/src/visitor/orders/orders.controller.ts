import { Body, Controller, Get, HttpCode, Param, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import { documentFilePattern } from '#domain/documents/document-calls';
import type { Language } from '#domain/platform/languages';
import { DocumentsGuard } from '../../documents/documents.guard.js';
import { sendPdf } from '../../documents/send-pdf.js';
import { Public, Writes } from '../../platform/http/access.decorators.js';
import { ApiSegment } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { CallLanguage } from '../../platform/http/visitor-language.js';
import { RenewDto, SaidSentDto } from './orders.dto.js';
import { OrdersService } from './orders.service.js';
import { PaymentId } from '../../payments/payment-id.decorator.js';

@Controller()
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  /** The content of the visitor's page. */
  @Public()
  @Get('orders/:reference/:token')
  view(
    @Param('reference') reference: string,
    @Param('token') token: string,
    @CallLanguage() language: Language,
    @FromCaller() caller: Caller,
  ) {
    return this.orders.view(reference, token, language, caller);
  }

  /** A document of the payment, as a PDF. */
  @ApiSegment('file', 'The number of one of its documents, and .pdf', documentFilePattern)
  @ApiOkResponse({ content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
  @UseGuards(DocumentsGuard)
  @Public()
  @Get('orders/:reference/:token/documents/:file')
  async document(
    @Param('reference') reference: string,
    @Param('token') token: string,
    @Param('file') file: string,
    @FromCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ) {
    const { number, pdf } = await this.orders.document(reference, token, file, caller);
    await sendPdf(reply, number, pdf);
  }

  /** The visitor's announcement that the transfer was sent: {date}. A later one replaces it. */
  @Public()
  @Post('orders/:reference/:token/sent')
  @HttpCode(204)
  announce(
    @Param('reference') reference: string,
    @Param('token') token: string,
    @Body() { date }: SaidSentDto,
    @FromCaller() caller: Caller,
  ) {
    return this.orders.recordSentDate(reference, token, date, caller);
  }

  /** {url}: the address of a payment's page. {renew: true} invalidates the previous one. */
  @Writes('payments')
  @Post('payments/:id/link')
  @HttpCode(200)
  getLink(@PaymentId id: Types.ObjectId, @Body() { renew = false }: RenewDto, @FromCaller() caller: Caller) {
    return this.orders.getLink(id, renew, caller);
  }
}
