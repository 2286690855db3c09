import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import { Costly, Reads, RecentProof, Writes } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { sendFile } from '../../platform/exports/send-file.js';
import { Erasures } from './erasures.service.js';
import { PersonalDataFiles } from './personal-data-files.service.js';
import { ErasureDto } from './personal-data.dto.js';
import { CustomerId } from '../../customers/customer-id.decorator.js';

@Controller('customers')
export class PersonalDataController {
  constructor(
    private readonly erasures: Erasures,
    private readonly files: PersonalDataFiles,
  ) {}

  /** A ZIP of all that is stored about the customer: data.json, and a page to read. */
  @ApiOkResponse({ content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } })
  @Reads('personal-data')
  @RecentProof()
  @Costly()
  @Get(':id/personal-data')
  async file(@CustomerId id: Types.ObjectId, @FromCaller() caller: Caller, @Res() reply: FastifyReply) {
    const { name, zip } = await this.files.make(id, caller);
    await sendFile(reply, { name, type: 'application/zip' }, zip);
  }

  /** The plan of an erasure of the customer: what it changes, what stays until when, and what stands in its way. */
  @Reads('personal-data')
  @Costly()
  @Get(':id/erasure')
  plan(@CustomerId id: Types.ObjectId) {
    return this.erasures.plan(id);
  }

  /** Erases the customer's words everywhere but in papers and files of the bank; 409 names what stands in its way. */
  @Writes('personal-data')
  @RecentProof()
  @Costly()
  @Post(':id/erasure')
  @HttpCode(200)
  erase(@CustomerId id: Types.ObjectId, @Body() input: ErasureDto, @FromCaller() caller: Caller) {
    return this.erasures.erase(id, input, caller);
  }
}
