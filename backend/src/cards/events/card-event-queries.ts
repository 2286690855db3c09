import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';
import {
  type CardCandidateReason,
  type CardCounts,
  cardEventStates,
  type CardEventState,
  cardMessages,
} from '#domain/cards/cards';
import { emailKey } from '#domain/customers/customers';
import type { Pagination } from '#domain/platform/lists';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { countUpTo } from '../../platform/database/count-up-to.js';
import { stoppedWithCall } from '../../platform/database/stopped-reads.js';
import { type NewestQuery, readNewest } from '../../platform/database/read-newest.js';
import { partsOf, readByState } from '../../platform/database/read-page.js';
import { containing, parseListQuery } from '../../platform/http/list-query.js';
import { CardPaymentsService } from '../../payments/card-payments.service.js';
import { typedPayer } from '../../payments/payer.js';
import { PaymentQueries } from '../../payments/lists/payment-queries.js';
import type { Payment } from '../../payments/payment.schema.js';
import { cardEventListSpec, searchCondition } from './card-event-list.js';
import { searchedAmount } from '../../platform/search-index/search-words.js';
import { CardEventStore } from './card-event-store.js';
import type { StoredCardEvent } from './card-event.schema.js';
import { presentCardEvent, shownBody } from './card-event-view.js';
import { cleanPayer, heldReasonOf, paidPrice } from './card-payment.js';
import type { ProviderPayer } from '../providers/card-provider.js';

type Conditions = Record<string, unknown>;

/** Most payments whose events a search finds. */
const maximumPayments = 500;

/** Most bodies in which a search finds a name or an email, and most candidates of each reason. */
const maximumFound = 1000;
const maximumCandidates = 5;

/** 1 for a payment whose money has not come, which is proposed first, else 0. */
const waits = ({ status }: Pick<Payment, 'status'>): number => (status === 'pending' ? 1 : 0);

/** Reads card events for admins. */
@Injectable()
export class CardEventQueries {
  constructor(
    private readonly store: CardEventStore,
    private readonly queries: PaymentQueries,
    private readonly cards: CardPaymentsService,
    private readonly customers: CustomerLookups,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  async list(query: Conditions): Promise<{
    cardEvents: unknown[];
    pagination: Pagination;
    counts: Record<CardEventState, number>;
  }> {
    const list = parseListQuery(query, cardEventListSpec, this.config.calendar);
    const parts: Conditions[] = [];
    for (const part of partsOf(list.conditions))
      parts.push(searchCondition in part ? await this.found(String(part[searchCondition])) : part);
    const conditions = parts.length ? { $and: parts } : {};
    const { found, ...page } = await readByState(this.store.events, { ...list, conditions }, cardEventStates);
    return { cardEvents: await this.present(found), ...page };
  }

  /** The condition of a search: an id of the provider, an amount, a name or email that came, or words of the payment. */
  private async found(text: string): Promise<Conditions> {
    const ids = ['eventId', 'sessionId', 'paymentIntentId', 'chargeId', 'refundId', 'disputeId'];
    const [bodies, payments] = await Promise.all([
      this.store.bodies
        .find(containing('searchText', text.toLowerCase()) as object, {
          projection: { _id: 1 },
          ...stoppedWithCall(),
        })
        .sort({ _id: -1 })
        .limit(maximumFound)
        .toArray(),
      this.queries.findIds(text, maximumPayments),
    ]);
    const amount = searchedAmount(text);
    return {
      $or: [
        ...(amount === undefined ? [] : [{ amount }]),
        ...ids.map((field) => ({ [field]: text })),
        { _id: { $in: bodies.map(({ _id }) => _id) } },
        { paymentId: { $in: payments } },
      ],
    };
  }

  private async present(events: readonly StoredCardEvent[]) {
    const ids = events.map(({ _id }) => _id);
    const [bodies, payments] = await Promise.all([
      this.store.bodies.find({ _id: { $in: ids } }, { projection: { body: 0 } }).toArray(),
      this.cards.findByIds(events.flatMap(({ paymentId }) => paymentId ?? [])),
    ]);
    const customers = await this.customerOf([...payments.values()]);
    const bodyOf = new Map(bodies.map((body) => [String(body._id), body]));
    return events.map((event) => {
      const payment = payments.get(String(event.paymentId));
      const customer = payment && customers(payment);
      return presentCardEvent(event, { body: bodyOf.get(String(event._id)), payment, customer });
    });
  }

  private async customerOf(payments: readonly Payment[]) {
    const summaries = await this.customers.summaries(payments.map(({ customerId }) => customerId));
    return ({ customerId }: Payment) => {
      const found = summaries.get(String(customerId));
      return found && { ...found, _id: String(found._id) };
    };
  }

  /** The newest events of payments after a place. */
  async newestOf(paymentIds: readonly Types.ObjectId[], page: Pick<NewestQuery, 'place' | 'limit'>) {
    const [paymentId, ...others] = paymentIds;
    const conditions = { paymentId: others.length ? { $in: paymentIds } : paymentId };
    const query = { conditions, time: 'createdAt', isMany: others.length > 0, ...page };
    return (await readNewest(this.store.events, query)).map((event) => presentCardEvent(event, {}));
  }

  /** Returns an event with what came, and for a held one the payments that it may belong to. Throws 404. */
  async get(_id: Types.ObjectId) {
    const event = await this.store.events.findOne({ _id });
    if (!event) throw new NotFoundException(cardMessages.notFound);
    const [[shown], body] = await Promise.all([this.present([event]), this.store.bodies.findOne({ _id })]);
    const { fact, state } = event;
    const payer = body?.payer && cleanPayer(body.payer);
    return {
      ...shown!,
      ...(payer && { payer }),
      ...(body && { body: shownBody(body) }),
      recordable: state === 'held' && fact.kind === 'session' && !!payer && !heldReasonOf(fact, payer),
      candidates: state === 'held' ? await this.candidates(event, body?.payer) : [],
    };
  }

  private async candidates(event: StoredCardEvent, payer: ProviderPayer | undefined) {
    const { fact, key, live } = event;
    // Only a payment that was made on the card page can be assigned, and a test is no payment.
    if (fact.kind !== 'session' || !live) return [];
    const email = payer ? cleanPayer(payer).email : '';
    const paid = paidPrice(fact);
    const ofVisit = key
      ? await this.store.events.distinct('paymentId', { key, paymentId: { $exists: true } })
      : [];
    const [visited, others] = await Promise.all([
      this.cards.findByIds(ofVisit as Types.ObjectId[]),
      this.cards.findCandidates({ ...(email && { email }), ...(paid && { paid }) }, maximumCandidates),
    ]);
    const all = new Map([...visited, ...others.map((one): [string, Payment] => [String(one._id), one])]);
    const customers = await this.customerOf([...all.values()]);
    const rank = (payment: Payment): CardCandidateReason[] => {
      const known = [typedPayer(payment)?.email, customers(payment)?.email].flatMap((one) => one ?? []);
      return [
        ...(visited.has(String(payment._id)) ? (['key'] as const) : []),
        ...(email && known.some((one) => emailKey(one) === emailKey(email)) ? (['email'] as const) : []),
        ...(paid && paid.amount === payment.amount && paid.currency === payment.currency
          ? (['amount'] as const)
          : []),
      ];
    };
    return [...all.values()]
      .map((payment) => {
        const { _id, referenceNumber, amount, currency, status, createdAt } = payment;
        const customer = customers(payment) ?? null;
        const facts = { referenceNumber, customer, amount, currency, status, createdAt };
        return { paymentId: _id, ...facts, why: rank(payment) };
      })
      .sort((one, other) => other.why.length - one.why.length || waits(other) - waits(one))
      .slice(0, maximumCandidates);
  }

  /** The numbers of what needs an admin. */
  async counts(): Promise<CardCounts> {
    const [held, disputed, priceDiffers, sameVisit] = await Promise.all([
      countUpTo(this.store.events, { state: 'held' }),
      this.queries.count({ disputed: 'true' }),
      this.queries.count({ priceDiffers: 'true' }),
      this.queries.count({ sameVisit: 'true' }),
    ]);
    return { held, disputed, priceDiffers, ...(sameVisit && { sameVisit }) };
  }
}
