import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import type { Types } from 'mongoose';
import { peopleMessages } from '#domain/auth/people';
import { Reads, RecentProof, Writes } from '../../platform/http/access.decorators.js';
import { ApiListQuery } from '../../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../../platform/http/caller.decorator.js';
import { idOf } from '../../platform/http/id-of.decorator.js';
import { ReasonDto, RoleDto } from './people.dto.js';
import { peopleListSpec, PeopleService } from './people.service.js';

const PersonId = idOf(peopleMessages.notFound);

@Controller('people')
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  /** A page of accounts. */
  @ApiListQuery(peopleListSpec)
  @Reads('people')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.people.list(query);
  }

  /** The names of the accounts that can sign in, to mention them in a comment. */
  @Reads('comments')
  @Get('names')
  names() {
    return this.people.names();
  }

  /** Gives an account another role; 409 for the last active admin. */
  @Writes('people')
  @RecentProof()
  @Patch(':id')
  setRole(@PersonId id: Types.ObjectId, @Body() { role }: RoleDto, @FromCaller() caller: Caller) {
    return this.people.setRole(id, role, caller);
  }

  /** Disables an account and ends its sessions; 409 for the last active admin. */
  @Writes('people')
  @RecentProof()
  @Post(':id/disable')
  @HttpCode(200)
  disable(@PersonId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.people.setDisabled(id, true, caller);
  }

  /** Enables a disabled account. */
  @Writes('people')
  @RecentProof()
  @Post(':id/enable')
  @HttpCode(200)
  enable(@PersonId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.people.setDisabled(id, false, caller);
  }

  /** Deletes an account; 409 for the last active admin. */
  @Writes('people')
  @RecentProof()
  @Delete(':id')
  @HttpCode(204)
  delete(@PersonId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.people.delete(id, caller);
  }

  /** Ends every session of an account. */
  @Writes('people')
  @RecentProof()
  @Delete(':id/sessions')
  @HttpCode(204)
  endSessions(@PersonId id: Types.ObjectId, @FromCaller() caller: Caller) {
    return this.people.endSessions(id, caller);
  }

  /** Removes the second factor of an account, for a reason that its owner is told. */
  @Writes('people')
  @RecentProof()
  @Delete(':id/second-factor')
  @HttpCode(204)
  resetSecondFactor(
    @PersonId id: Types.ObjectId,
    @Body() { reason }: ReasonDto,
    @FromCaller() caller: Caller,
  ) {
    return this.people.resetSecondFactor(id, reason, caller);
  }
}
