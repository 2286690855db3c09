import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Types } from 'mongoose';
import { reconciliationMessages, statementTimeoutMs } from '#domain/bank/reconciliation';
import { Costly, Reads, Writes } from '../../platform/http/access.decorators.js';
import { ApiListQuery } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { RouteSettings } from '../../platform/http/route-settings.decorator.js';
import { ImportDto, MappingDto, plainMapping } from './mapping.dto.js';
import { statementListSpec, StatementsService } from './statements.service.js';

const StatementId = idOf(reconciliationMessages.statementNotFound);

/**
 * The Content-Disposition header with the file's name (RFC 6266): in ASCII for old clients, and in full. The name has no
 * folder, as some clients save a file where its name says.
 */
const attachment = (stored: string): string => {
  const fileName = stored.replace(/[/\\:]/g, '_').replace(/^\.+/, '_');
  return `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
};

@Controller('statements')
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  /** A page of statements; filters: bankAccountId, state. */
  @ApiListQuery(statementListSpec)
  @Reads('statements')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.statements.list(query);
  }

  /** A statement; a draft with its columns, mapping and preview. */
  @RouteSettings({ responseTimeoutMs: statementTimeoutMs })
  @Reads('statements')
  @Get(':id')
  find(@StatementId id: Types.ObjectId) {
    return this.statements.find(id);
  }

  /** The bank's file, unchanged. */
  @ApiOkResponse({
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  })
  @Reads('statements')
  @Get(':id/file')
  async file(@StatementId id: Types.ObjectId, @Res() reply: FastifyReply) {
    const { fileName, bytes } = await this.statements.file(id);
    await reply
      .type('application/octet-stream')
      .header('Content-Disposition', attachment(fileName))
      .header('Cache-Control', 'no-store')
      .send(bytes);
  }

  /** Reads the draft again by this mapping, without the excluded rows and with the included ones. */
  @RouteSettings({ responseTimeoutMs: statementTimeoutMs })
  @Writes('statements')
  @Costly()
  @Put(':id/mapping')
  setMapping(@StatementId id: Types.ObjectId, @Body() input: MappingDto) {
    return this.statements.setMapping(id, { ...input, mapping: plainMapping(input.mapping) });
  }

  /** {imported, known, ready, review}; a repeated call returns the first result. */
  @RouteSettings({ responseTimeoutMs: statementTimeoutMs })
  @Writes('statements')
  @Costly()
  @Post(':id/import')
  @HttpCode(200)
  import(@StatementId id: Types.ObjectId, @Body() { version }: ImportDto, @FromCaller() caller: Caller) {
    return this.statements.import(id, caller, version);
  }

  /** Deletes a draft, or an import of which nothing is matched. */
  @Writes('statements')
  @Costly()
  @Delete(':id')
  @HttpCode(204)
  delete(@StatementId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.statements.delete(id, caller);
  }
}
