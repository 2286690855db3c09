import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noticeMailBytes, type InteracNotice } from '#domain/reconciliation';
import { Writes } from '../../http/access.decorators.js';
import { type Caller, FromCaller } from '../../http/caller.decorator.js';
import { isRawBody, readRawBody } from '../../http/raw-body.js';
import { RouteSettings } from '../../http/route-settings.decorator.js';
import { invalidFields } from '../../http/validation.pipe.js';
import { InteracNoticesService } from './interac-notices.service.js';
import { NoticeDto, noticeTextRule } from './interac-notice.dto.js';

/** The JSON of each call's success. @public */
export interface Responses {
  'POST /api/interac-notices': InteracNotice;
}

@Controller('interac-notices')
export class InteracNoticesController {
  constructor(private readonly notices: InteracNoticesService) {}

  /** Stores an Interac notification, pasted as {text} or as a mail: 201, or 200 where it is stored already. */
  @ApiConsumes('application/json', 'message/rfc822')
  @ApiBody({ type: NoticeDto })
  @RouteSettings({ rawBody: ['message/rfc822'] })
  @ApiCreatedResponse()
  @ApiOkResponse({ description: 'The notice was known' })
  @Writes('interac-notices')
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
}

/** Returns the text of a JSON body. Throws a 400 under `text`. */
function pastedText(body: unknown): string {
  const { text } = (body ?? {}) as Partial<NoticeDto>;
  const message = noticeTextRule(text, undefined);
  if (message) throw invalidFields({ text: message });
  return text as string;
}
