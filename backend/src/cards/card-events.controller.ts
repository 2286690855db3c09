import { Body, Controller, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import type { Types } from 'mongoose';
import { cardMessages } from '#domain/cards/cards';
import { Reads, Writes } from '../platform/http/access.decorators.js';
import { ApiListQuery } from '../platform/http/api-list-query.decorator.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import { idOf } from '../platform/http/id-of.decorator.js';
import { CardDecisions } from './card-decisions.service.js';
import { cardEventListSpec } from './events/card-event-list.js';
import { CardEventQueries } from './events/card-event-queries.js';
import { CardDismissDto, CardRecordDto } from './card-events.dto.js';
import { CardsGuard } from './cards.guard.js';

const EventId = idOf(cardMessages.notFound);

@UseGuards(CardsGuard)
@Controller('card-events')
export class CardEventsController {
  constructor(
    private readonly queries: CardEventQueries,
    private readonly decisions: CardDecisions,
  ) {}

  /** A page of card events; filters: state, type, paymentId, live, search, createdAt. `counts` leaves out the state. */
  @ApiListQuery(cardEventListSpec)
  @Reads('card-events')
  @Get()
  list(@Query() query: Record<string, unknown>) {
    return this.queries.list(query);
  }

  /** An event with what came; a held one with the payments that it may belong to. */
  @Reads('card-events')
  @Get(':id')
  get(@EventId id: Types.ObjectId) {
    return this.queries.get(id);
  }

  /** Applies a held event to a payment, or records a new one. */
  @Writes('card-events')
  @HttpCode(200)
  @Post(':id/record')
  async record(@EventId id: Types.ObjectId, @Body() body: CardRecordDto, @FromCaller() caller: Caller) {
    await this.decisions.record(id, body, caller);
    return this.queries.get(id);
  }

  /** Dismisses a held event. */
  @Writes('card-events')
  @HttpCode(200)
  @Post(':id/dismiss')
  async dismiss(
    @EventId id: Types.ObjectId,
    @Body() { reason }: CardDismissDto,
    @FromCaller() caller: Caller,
  ) {
    await this.decisions.dismiss(id, reason, caller);
    return this.queries.get(id);
  }
}
