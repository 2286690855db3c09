import { Injectable } from '@nestjs/common';
import { type CardArrival, isCardKey, isTestPayment } from '#domain/cards/cards';
import type { Language } from '#domain/platform/languages';
import type { CardState } from '#domain/payments/payment-card';
import type { Caller } from '../platform/http/caller.decorator.js';
import { clientNetwork } from '../platform/http/client-network.js';
import { OrderLinks } from '../payments/order-links.js';
import { CardPaymentsService } from '../payments/card-payments.service.js';
import { RateLimitService } from '../platform/rate-limit/rate-limit.service.js';
import { CardEventStore } from './events/card-event-store.js';
import { cleanPayer } from './events/card-payment.js';

/** Questions of one network within a minute: those of some ten visitors behind one address. */
const asked = { limit: 90, window: 60 };

const states = {
  paid: 'paid',
  refunded: 'paid',
  processing: 'processing',
  failed: 'failed',
} as const satisfies Record<CardState, string>;

/** Time after its arrival for which a key tells who has paid, in milliseconds: the visitor's tab asks for as long. */
const personalMs = 3_600_000;

/** Tells a visitor's own tab of the card payment that was made under its key. */
@Injectable()
export class CardArrivals {
  constructor(
    private readonly store: CardEventStore,
    private readonly cards: CardPaymentsService,
    private readonly links: OrderLinks,
    private readonly limits: RateLimitService,
  ) {}

  /**
   * Returns the payment of a key; "none" where nothing has arrived under it. It is that of the first payer, as a copied
   * link may bring others, and after an hour its reference and state only. Until then the language of the page that asks is
   * kept for the payment. Throws 429.
   */
  async find(key: string, language: Language, { ip }: Pick<Caller, 'ip'>): Promise<CardArrival> {
    await this.limits.consume(`card:arrival:${clientNetwork(ip)}`, asked.limit, asked.window);
    if (!isCardKey(key)) return { state: 'none' };
    const [event] = await this.store.events
      .find({ key, state: 'applied' })
      .sort({ createdAt: 1, _id: 1 })
      .limit(1)
      .toArray();
    if (!event?.paymentId) {
      await this.store.keepLanguage(key, language);
      return { state: 'none' };
    }
    const payment = (await this.cards.findByIds([event.paymentId])).get(String(event.paymentId));
    if (!payment?.card) return { state: 'none' };
    const { _id, referenceNumber, amount, currency } = payment;
    const state = states[payment.card.state];
    if (Date.now() - event.createdAt.getTime() > personalMs) return { state, referenceNumber };
    const body = await this.store.bodies.findOne({ _id: event._id });
    const { fullName, email, phone, country, province, state: region } = cleanPayer(body?.payer ?? {});
    return {
      state,
      referenceNumber,
      paymentId: String(_id),
      orderPath: this.links.path(payment),
      summary: {
        amount,
        currency,
        fullName,
        email,
        phone,
        country,
        province,
        state: region,
        ...(isTestPayment(payment) && { test: true }),
      },
    };
  }
}
