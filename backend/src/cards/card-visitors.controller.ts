import { Controller, Get, Header, Headers, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Language } from '#domain/platform/languages';
import { CallLanguage } from '../platform/http/visitor-language.js';
import { Public } from '../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import { BodyMemory } from '../platform/http/raw-body.js';
import { RouteSettings } from '../platform/http/route-settings.decorator.js';
import { CardArrivals } from './card-arrivals.service.js';
import { CardEventsService } from './card-events.service.js';
import { CardsGuard } from './cards.guard.js';

/** Largest body of an event, in bytes. */
const maximumEventBytes = 1024 * 1024;

/** Most bytes of events that wait to be applied, in all and of one network. Stripe's are of a few thousand each. */
const waitingBytes = { bytes: 64 * 1024 * 1024, perNetwork: 48 * 1024 * 1024 };

/**
 * Events that are answered at once. The provider sends bursts from a few addresses, which are one where a proxy is not
 * trusted, and must wait for no other caller.
 */
const eventLoad = { maxConcurrentRequests: 2000, maxPerNetwork: 1500 };

@Public()
@UseGuards(CardsGuard)
@Controller()
export class CardVisitorsController {
  private readonly bodies = new BodyMemory(waitingBytes);

  constructor(
    private readonly events: CardEventsService,
    private readonly arrivals: CardArrivals,
  ) {}

  /** Takes a signed event of Stripe: {received: true} once it is stored and applied. */
  @ApiHeader({
    name: 'Stripe-Signature',
    required: true,
    description: 'The time of the signature, and the signatures of the body',
    schema: { type: 'string', maxLength: 4096 },
  })
  @ApiBody({ description: 'An event of Stripe', schema: { type: 'object' } })
  @RouteSettings({ rawBody: ['application/json'], ownLoad: eventLoad })
  @HttpCode(200)
  @Post('card-events/stripe')
  receive(
    @Req() request: FastifyRequest,
    @Headers('stripe-signature') signature: string | undefined,
    @FromCaller() caller: Caller,
  ) {
    return this.bodies.keep(request, maximumEventBytes, (body) =>
      this.events.receive(body, signature, caller),
    );
  }

  /** The card payment of a visit: {state: "none"} until it has arrived, and for unknown keys. */
  @Header('Cache-Control', 'no-store')
  @Get('checkout/card/:key')
  arrival(@Param('key') key: string, @CallLanguage() language: Language, @FromCaller() caller: Caller) {
    return this.arrivals.find(key, language, caller);
  }
}
