import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import { sendFile } from '../../platform/exports/send-file.js';
import { Costly, Reads } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { DisputeFiles } from './dispute-files.service.js';
import { PaymentId } from '../../payments/payment-id.decorator.js';

const zip = 'application/zip';

@Controller('payments')
export class DisputesController {
  constructor(private readonly files: DisputeFiles) {}

  /** A ZIP that speaks for a disputed payment: terms as accepted, invoice, mails, history and the visitor's page. */
  @ApiOkResponse({ content: { [zip]: { schema: { type: 'string', format: 'binary' } } } })
  @Reads('payments', 'mails', 'documents')
  @Costly()
  @Get(':id/dispute-file')
  async file(@PaymentId id: Types.ObjectId, @Res() reply: FastifyReply, @FromCaller() caller: Caller) {
    const file = await this.files.make(id, caller);
    await sendFile(reply, { name: file.name, type: zip }, file.zip);
  }
}
