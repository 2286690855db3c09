import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import type { Types } from 'mongoose';
import { peopleMessages } from '#domain/auth/people';
import { Reads, RecentProof, Writes } from '../../platform/http/access.decorators.js';
import { ApiListQuery } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { invitationListSpec, InvitationsService } from './invitations.service.js';
import { InvitationDto } from './people.dto.js';

const InvitationId = idOf(peopleMessages.invitationNotFound);

@Controller('people/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  /** A page of the invitations that were neither accepted nor withdrawn. */
  @ApiListQuery(invitationListSpec)
  @Reads('people')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.invitations.list(query);
  }

  /** Invites a person by mail. This answer alone has the link, where no mail server is configured. */
  @Writes('people')
  @RecentProof()
  @Post()
  invite(@Body() input: InvitationDto, @FromCaller() caller: Caller) {
    return this.invitations.invite(input, caller);
  }

  /** Sends another link, which is answered likewise; the former one ends. */
  @Writes('people')
  @RecentProof()
  @Post(':id/resend')
  @HttpCode(200)
  resend(@InvitationId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.invitations.resend(id, caller);
  }

  /** Withdraws an invitation. */
  @Writes('people')
  @RecentProof()
  @Delete(':id')
  @HttpCode(204)
  withdraw(@InvitationId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.invitations.withdraw(id, caller);
  }
}
