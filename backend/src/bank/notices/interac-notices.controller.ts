import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import { noticeMailBytes } from '#domain/bank/notices';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { Costly, Reads, Writes } from '../../platform/http/access.decorators.js';
import { ApiListQuery } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { isRawBody, readRawBody } from '../../platform/http/raw-body.js';
import { RouteSettings } from '../../platform/http/route-settings.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { InteracNoticesService, noticeListSpec } from './interac-notices.service.js';
import { NoticeCorrectionDto, NoticeDto, noticeTextRule } from './interac-notice.dto.js';

const NoticeId = idOf(reconciliationMessages.noticeNotFound);

@Controller('interac-notices')
export class InteracNoticesController {
  constructor(private readonly notices: InteracNoticesService) {}

  /** A page of notices. */
  @ApiListQuery(noticeListSpec)
  @Reads('interac-notices')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.notices.list(query);
  }

  /** Stores an Interac notification, pasted as {text} or as a mail: 201; 200 where it is stored, and maybe corrected. */
  @ApiConsumes('application/json', 'message/rfc822')
  @ApiBody({ type: NoticeDto })
  @RouteSettings({ rawBody: ['message/rfc822'] })
  @ApiCreatedResponse()
  @ApiOkResponse({ description: 'The notice was known' })
  @Writes('interac-notices')
  @Costly()
  @Post()
  async add(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @FromCaller() caller: Caller,
  ) {
    const { notice, isNew } = isRawBody(request.body)
      ? await this.notices.addMail(await readRawBody(request, noticeMailBytes), caller)
      : await this.notices.addText(pastedText(request.body), caller);
    void reply.status(isNew ? 201 : 200);
    return notice;
  }

  /** Corrects the sender or the message of a notice. */
  @Writes('interac-notices')
  @Patch(':id')
  correct(@NoticeId id: Types.ObjectId, @Body() input: NoticeCorrectionDto, @FromCaller() caller: Caller) {
    return this.notices.correct(id, input, caller);
  }

  /** Deletes a notice; what is matched stays. */
  @Writes('interac-notices')
  @Delete(':id')
  @HttpCode(204)
  delete(@NoticeId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.notices.delete(id, caller);
  }
}

/** Returns the text of a JSON body. Throws a 400 under `text`. */
function pastedText(body: unknown): string {
  const { text } = (body ?? {}) as Partial<NoticeDto>;
  const message = noticeTextRule(text, undefined);
  if (message) throw invalidFields({ text: message });
  return text as string;
}
