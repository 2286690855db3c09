import { statementLimits } from '#bank-files/contract';
import { Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import { reconciliationMessages, statementTimeoutMs } from '#domain/bank/reconciliation';
import { Costly, Reads, Writes } from '../../platform/http/access.decorators.js';
import { ApiText } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { textParameter } from '../../platform/http/list-query.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { readRawBody } from '../../platform/http/raw-body.js';
import { RouteSettings } from '../../platform/http/route-settings.decorator.js';
import { cleanText } from '#bank-files';
import { StatementsService } from './statements.service.js';

const AccountId = idOf(reconciliationMessages.bankAccountNotFound);

@Controller('bank-accounts')
export class StatementUploadsController {
  constructor(private readonly statements: StatementsService) {}

  /** A bank account, with the days that none of its statements holds. */
  @Reads('bank-accounts')
  @Get(':id')
  find(@AccountId id: Types.ObjectId) {
    return this.statements.accountWithGaps(id);
  }

  /** Reads a bank's file, which is the body, as a draft: only the draft is stored. */
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiText('fileName', 'The name under which the file is listed and given back', { maxLength: 200 })
  @RouteSettings({ rawBody: ['application/octet-stream'], responseTimeoutMs: statementTimeoutMs })
  @Writes('statements')
  @Costly()
  @Post(':id/statements')
  async upload(
    @AccountId id: Types.ObjectId,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @FromCaller() caller: Caller,
  ) {
    const fileName = cleanText(textParameter(query, 'fileName'), 200) || 'statement';
    const bytes = await readRawBody(request, statementLimits.bytes);
    return this.statements.upload(id, bytes, fileName, caller);
  }
}
