import { BadRequestException, Inject, Injectable, Logger, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { cardMessages } from '#domain/cards/cards';
import { VisitorCustomers } from '../customers/visitor-customers.service.js';
import type { CardConfig } from '../payments/options/card-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { clientNetwork } from '../platform/http/client-network.js';
import { MailLimits } from '../mail/mail-limits.js';
import { RateLimitService } from '../platform/rate-limit/rate-limit.service.js';
import { CardEventCounter } from './events/card-event-counter.js';
import { CardEventStore } from './events/card-event-store.js';
import type { StoredCardEvent } from './events/card-event.schema.js';
import { factMoney } from './events/card-event-view.js';
import { cleanPayer } from './events/card-payment.js';
import { CardSettlement } from './card-settlement.service.js';
import { type CardEventSource, type CardMessage, InvalidSignatureError } from './providers/card-provider.js';
import { createStripeSource } from './providers/stripe.js';
import { Turns } from '../platform/work/turns.js';

/** Refused signatures of one address within `window` seconds: as many as wrong passwords of a sign-in. */
const refusals = { limit: 10, window: 900 };

/**
 * Events that are applied at once; those of a burst wait. Half of them share a transaction while the others' is stored.
 * backend/bench/README.md tells how long a burst takes, and other calls meanwhile.
 */
const atOnce = 8;
/** Those of them that need a transaction of their own, which takes the database three times as long. */
const aloneAtOnce = 4;

/**
 * Longest time that an event waits to be applied, in milliseconds: its sender gives up after 10 s, and sends it again
 * later. To apply it nevertheless would make those wait that come meanwhile.
 */
const waitTimeoutMs = 9000;

/** Receives the provider's events: each is stored and applied once, in one transaction. */
@Injectable()
export class CardEventsService {
  private readonly logger = new Logger('Cards');
  private source: Promise<CardEventSource> | undefined;
  private readonly turns = new Turns(atOnce, waitTimeoutMs);
  private readonly turnsAlone = new Turns(aloneAtOnce, waitTimeoutMs);

  constructor(
    @Inject(CONFIG) private readonly config: CardConfig,
    private readonly store: CardEventStore,
    private readonly settlement: CardSettlement,
    private readonly customers: VisitorCustomers,
    private readonly unitOfWork: TransactionsService,
    private readonly limits: RateLimitService,
    private readonly mailLimits: MailLimits,
    private readonly counter: CardEventCounter,
  ) {}

  /**
   * Stores and applies a signed event; a repeated one has no effect. Throws 400 for an invalid signature and for what is no
   * event, 429 for too many refused signatures from one address, 503 where too many come at once, and 404 where no events
   * are configured.
   */
  async receive(body: Buffer, signature: string | undefined, caller: Caller): Promise<{ received: true }> {
    const message = await this.verify(body, signature, caller);
    if (!message) throw new BadRequestException(cardMessages.notAnEvent);
    if (!message.fact) this.counter.count('other-type');
    else if (!message.live && this.config.cards.testEvents === 'ignore') this.counter.count('test-ignored');
    else
      await this.turns.take(() =>
        this.accept(message, { ...caller, by: 'card', actor: { kind: 'program' } }),
      );
    return { received: true };
  }

  /** A valid signature is never limited: the provider must not wait because another one in its network guesses. */
  private async verify(body: Buffer, signature: string | undefined, { ip }: Caller) {
    const { secrets } = this.config.cards;
    if (!secrets.length) throw new NotFoundException(cardMessages.notConfigured);
    const source = await this.load(secrets);
    try {
      return source.verify(body, signature);
    } catch (error) {
      if (!(error instanceof InvalidSignatureError)) throw error;
      this.counter.count('refused');
      await this.limits.consume(`card-events:address:${clientNetwork(ip)}`, refusals.limit, refusals.window);
      throw new BadRequestException(cardMessages.invalidSignature, { cause: error });
    }
  }

  private load(secrets: readonly string[]): Promise<CardEventSource> {
    return (this.source ??= createStripeSource(secrets).catch((error: unknown) => {
      // A file that cannot be read now, as too many are open: the next event loads it again.
      this.source = undefined;
      throw error;
    }));
  }

  /** Stores and applies a verified event, unless it is stored already. */
  async accept(message: CardMessage, caller: Caller): Promise<void> {
    const isAlerted = message.fact.kind === 'session' && (await this.mailLimits.mayAlert());
    const apply = (unit: UnitOfWork) => this.apply(message, isAlerted, caller, unit);
    const event = (await this.isFirst(message))
      ? await this.unitOfWork.runShared(apply)
      : await this.turnsAlone.take(() => this.unitOfWork.run(apply));
    this.counter.count(event ? 'stored' : 'repeated');
    if (!event) return;
    const { eventId, type, state, paymentId } = event;
    this.logger.log({
      message: 'A card event was stored',
      eventId,
      type,
      state,
      paymentId: paymentId && String(paymentId),
    });
  }

  /** Returns whether an event begins the payment of an unknown visitor, which only inserts records. */
  private async isFirst({ fact, ids, payer }: CardMessage): Promise<boolean> {
    if (fact.kind !== 'session' || ids.chargeId) return false;
    const { email } = cleanPayer(payer ?? {});
    const [isLinked, isSameVisit, isKnown] = await Promise.all([
      this.store.isLinked(ids),
      ids.key ? this.store.isKeyKnown(ids.key) : false,
      email ? this.customers.isKnown({ email }) : false,
    ]);
    return !isLinked && !isSameVisit && !isKnown;
  }

  /** Stores an event and applies it with all others of its payment. Returns undefined where it is stored already. */
  private async apply(message: CardMessage, isAlerted: boolean, caller: Caller, unit: UnitOfWork) {
    const { payer } = message;
    const event = eventOf(message);
    const paymentIntentId = await this.store.take(event._id, message.ids, unit);
    const earlier = await this.store.group(event, paymentIntentId, unit);
    if (earlier.some(({ eventId }) => eventId === event.eventId)) return undefined;
    if (message.fact.kind === 'unread') {
      Object.assign(event, { state: 'held', heldReason: 'unreadable' });
      this.store.insert(message, event, unit);
      return event;
    }
    const before = earlier.map((one) => JSON.stringify(one));
    const events = [...earlier, event];
    const session = events.findLast(({ fact }) => fact.kind === 'session');
    await this.settlement.settle({
      events,
      cause: event,
      caller,
      unit,
      isAlerted,
      payer: async () => payer ?? (session && this.store.payerOf(session._id, unit)),
    });
    this.store.insert(message, event, unit);
    await this.store.update(
      earlier.filter((one, index) => JSON.stringify(one) !== before[index]),
      unit,
    );
    return event;
  }
}

function eventOf({ eventId, type, live, fact, ids, occurredAt }: CardMessage): StoredCardEvent {
  const { amount } = factMoney(fact);
  return {
    _id: new Types.ObjectId(),
    provider: 'stripe',
    eventId,
    type,
    live,
    fact,
    ...(amount !== undefined && { amount }),
    state: 'waiting' as const,
    ...ids,
    occurredAt,
    createdAt: new Date(),
  };
}
