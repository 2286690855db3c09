import { Body, Controller, Delete, Headers, HttpCode, Patch, Post } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { CurrentUser } from '#domain/auth/auth';
import { commentMessages } from '#domain/care/comments';
import { Writes } from '../../platform/http/access.decorators.js';
import { type Caller, FromCaller, FromUser } from '../../platform/http/caller.decorator.js';
import { ApiIdempotencyKey, readIdempotencyKey } from '../../platform/submissions/submissions.service.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { CommentDeletionDto, CommentDto, CommentEditDto } from './comment.dto.js';
import { CommentsService } from './comments.service.js';

const CommentId = idOf(commentMessages.notFound);

@Controller('comments')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  /** Leaves a comment on a customer or a payment; the same Idempotency-Key gives the same one. */
  @ApiIdempotencyKey('comment')
  @Writes('comments')
  @Post()
  create(
    @Body() input: CommentDto,
    @Headers('idempotency-key') key: unknown,
    @FromCaller() caller: Caller,
    @FromUser() user: CurrentUser,
  ) {
    return this.comments.create(input, { caller, user }, readIdempotencyKey(key));
  }

  /** Replaces the text of one's own comment; the audit trail keeps every version. */
  @Writes('comments')
  @Patch(':id')
  edit(
    @CommentId id: Types.ObjectId,
    @Body() input: CommentEditDto,
    @FromCaller() caller: Caller,
    @FromUser() user: CurrentUser,
  ) {
    return this.comments.edit(id, input, { caller, user });
  }

  /** Deletes the text of one's own comment, an admin that of any; by whom and when stays. */
  @Writes('comments')
  @Delete(':id')
  delete(
    @CommentId id: Types.ObjectId,
    @Body() { version }: CommentDeletionDto,
    @FromCaller() caller: Caller,
    @FromUser() user: CurrentUser,
  ) {
    return this.comments.delete(id, version, { caller, user });
  }

  /** Pins a comment to the top of its record's page, in place of another one. */
  @Writes('comments')
  @Post(':id/pin')
  @HttpCode(200)
  pin(@CommentId id: Types.ObjectId, @FromCaller() caller: Caller, @FromUser() user: CurrentUser) {
    return this.comments.pin(id, { caller, user });
  }

  /** Takes a comment from the top of its record's page. */
  @Writes('comments')
  @Post(':id/unpin')
  @HttpCode(200)
  unpin(@CommentId id: Types.ObjectId, @FromCaller() caller: Caller, @FromUser() user: CurrentUser) {
    return this.comments.unpin(id, { caller, user });
  }
}
