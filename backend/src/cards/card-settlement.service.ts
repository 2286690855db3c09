import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { CardPayer } from '#domain/cards/cards';
import { defaultLanguage, type Language } from '#domain/platform/languages';
import type { PaymentCard } from '#domain/payments/payment-card';
import { moneyWith } from '#domain/ledger/ledger-drafts';
import type { AcceptedTerms } from '#domain/payments/terms';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { VisitorCustomers } from '../customers/visitor-customers.service.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { CustomerLookups } from '../customers/customer-lookups.js';
import { CardPaymentsService } from '../payments/card-payments.service.js';
import { isUnderEmail, payerOf } from '../payments/payer.js';
import type { Payment } from '../payments/payment.schema.js';
import { PaymentsService } from '../payments/payments.service.js';
import { TermsTextsService } from '../payments/terms/terms-texts.service.js';
import { CardEventStore } from './events/card-event-store.js';
import type { StoredCardEvent } from './events/card-event.schema.js';
import {
  cleanPayer,
  cardChange,
  cardOf,
  differingPrice,
  heldReasonOf,
  type KnownMoney,
  paidPrice,
} from './events/card-payment.js';
import { PayoutStore } from '../payouts/payout-store.js';
import { type CardMoney, foldCard, isSameCurrency } from './events/card-state.js';
import { DisputeAlerts } from './disputes/dispute-alerts.service.js';
import type { ProviderPayer } from './providers/card-provider.js';

/** The events of one card payment, and the transaction that settles them. */
export interface Settling {
  events: StoredCardEvent[];
  /** The event whose arrival or decision is the reason. */
  cause: StoredCardEvent;
  caller: Caller;
  unit: UnitOfWork;
  /** Reads the payer of the session. */
  payer: () => Promise<ProviderPayer | undefined>;
  /** True where the operator is told of a new payment by a mail. */
  isAlerted?: boolean;
  /** An admin's decision: the payment that the events are applied to, or a new one. */
  decision?: { payment?: Payment };
}

/** The decision on an event, by the program itself. */
const byProgram = (reason: string) => ({
  at: new Date(),
  by: 'card',
  actor: { kind: 'program' as const },
  reason,
});

/** Returns whether the program has decided. An earlier version stored its name only, which no new account has. */
const isByProgram = ({ by, actor }: NonNullable<StoredCardEvent['decided']>): boolean =>
  actor ? actor.kind === 'program' : by === 'card';

/** Brings a payment and the states of its events to what the events say. */
@Injectable()
export class CardSettlement {
  constructor(
    @Inject(CONFIG) private readonly config: BusinessConfig,
    private readonly customers: VisitorCustomers,
    private readonly payments: PaymentsService,
    private readonly cards: CardPaymentsService,
    private readonly store: CardEventStore,
    private readonly lookups: CustomerLookups,
    private readonly payouts: PayoutStore,
    private readonly terms: TermsTextsService,
    private readonly disputes: DisputeAlerts,
  ) {}

  /** Sets the state of each event, and records or changes their payment. The caller stores the events. */
  async settle(all: Settling): Promise<void> {
    const settling = { ...all, events: holdOtherMode(all.events) };
    const { events, unit, decision } = settling;
    const money = foldCard(events);
    if (!isKnown(money)) return setWaiting(events);
    const earlier = events.filter(({ paymentId }) => paymentId);
    const known = earlier.length ? await this.cards.findBySession(money.session.sessionId, unit) : undefined;
    const assigned = known ?? decision?.payment;
    if (assigned) {
      await this.apply(money, assigned, settling);
      setApplied(events, money, assigned._id);
      return this.disputes.tell(earlier, events, assigned, unit);
    }
    const told = (await settling.payer()) ?? {};
    const payer = cleanPayer(told);
    if (!this.hold(money, payer, settling)) return;
    const created = await this.record(money, payer, !told.country, settling);
    setApplied(events, money, created._id);
    await this.disputes.tell(earlier, events, created, unit);
  }

  /** Sets the states of events that make no payment; returns whether they make one. */
  private hold({ session }: KnownMoney, payer: CardPayer, { events, cause, decision }: Settling): boolean {
    const { state } = session;
    const sessions = events.filter(({ fact }) => fact.kind === 'session');
    if (state === 'none' || session.minor === 0) {
      for (const event of events)
        Object.assign(event, { state: 'dismissed', decided: byProgram('No payment was required') });
      return false;
    }
    if (decision) return true;
    const reason = heldReasonOf(session, payer);
    if (!reason && !sessions.some(({ paymentId }) => paymentId)) return true;
    const isDismissed = sessions.every((event) => event.state === 'dismissed');
    if (isDismissed && cause.fact.kind !== 'session')
      Object.assign(cause, { state: 'dismissed', decided: byProgram('Its payment was dismissed') });
    else if (sessions.some(({ paymentId }) => paymentId))
      Object.assign(cause, { state: 'held', heldReason: 'deleted' });
    else
      for (const event of events)
        if (event.state !== 'dismissed')
          Object.assign(
            event,
            event.fact.kind === 'session' ? { state: 'held', heldReason: reason } : { state: 'waiting' },
          );
    return false;
  }

  private async apply(
    money: KnownMoney,
    before: Payment,
    { caller, unit, cause, events, decision, payer }: Settling,
  ): Promise<void> {
    const card = cardOf(cause.provider, money, isLive(events), before);
    const { notes, ...change } = cardChange(before, money, card, this.config.calendar);
    const intent = before.payout || !card.live ? undefined : card.paymentIntentId;
    const payout = await this.payoutOf(intent, unit);
    if (intent) await this.payouts.tie(intent, before._id, unit);
    const isSame = JSON.stringify(card) === JSON.stringify(before.card);
    // A refund that becomes known takes the place of the charge's total, and changes no sum.
    const acceptedTerms = before.source === 'card' ? await this.acceptedBefore(events) : undefined;
    const isAcceptedEarlier = acceptedTerms !== undefined && acceptedTerms.at !== before.acceptedTerms?.at;
    if (isSame && !change.entries?.length && !change.voids?.length && !payout && !isAcceptedEarlier) return;
    const other = decision?.payment && (await this.otherPayer(before, await payer()));
    await this.cards.change(
      before,
      { ...change, payout, acceptedTerms, notes: [...notes, ...(other ? [other] : [])] },
      caller,
      unit,
    );
  }

  /**
   * Returns the terms that the payer accepted before the card page opened, at the time of the earliest event that says so.
   * A version that no server has started with is left out.
   */
  private async acceptedBefore(events: readonly StoredCardEvent[]): Promise<AcceptedTerms | undefined> {
    const [first] = events
      .filter(({ acceptedTerms }) => acceptedTerms)
      .toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
    const version = first?.acceptedTerms;
    if (!version || !(await this.terms.find(version))) return undefined;
    const { fact, occurredAt } = first;
    const language = await this.languageOf(events, fact.kind === 'session' ? fact.language : undefined);
    return { version, at: occurredAt.toISOString(), language };
  }

  /** Returns the language of the card page, else that of the visitor's page whose key came with it, else English. */
  private async languageOf(events: readonly StoredCardEvent[], language: Language | undefined) {
    const { key } = events.find((event) => event.key) ?? {};
    return language ?? (key ? await this.store.languageOf(key) : undefined) ?? defaultLanguage;
  }

  /** Names the payer for the history, where an admin assigns the events to the payment of another customer. */
  private async otherPayer(payment: Payment, payer: ProviderPayer = {}): Promise<string | undefined> {
    const { fullName, email } = cleanPayer(payer);
    const known = payerOf(payment, await this.lookups.summary(payment.customerId));
    return email && !isUnderEmail(known, email) ? `Card payment of ${fullName}, ${email}` : undefined;
  }

  /** Returns the payment that was made under the visit's key before. */
  private async earlierOfVisit(
    events: readonly StoredCardEvent[],
    unit: UnitOfWork,
  ): Promise<PaymentCard['sameVisit']> {
    // A shared transaction has the first events of visits only (CardEventsService.isFirst).
    const key = unit.isShared ? undefined : events.find((event) => event.key)?.key;
    const id = key === undefined ? undefined : await this.store.paymentOfKey(key, unit);
    const earlier = id && (await this.cards.findByIds([id], unit)).get(String(id));
    return earlier && { paymentId: String(id), referenceNumber: earlier.referenceNumber };
  }

  /**
   * Returns the payout of a charge whose report came before its payment. A shared transaction takes ids only that no report
   * has named.
   */
  private async payoutOf(intent: string | null | undefined, unit: UnitOfWork) {
    return intent && !unit.isShared ? this.payouts.payoutOf(intent, unit) : undefined;
  }

  private async record(
    money: KnownMoney,
    payer: CardPayer,
    isPlaceUnknown: boolean,
    { caller, unit, cause, events, isAlerted = false }: Settling,
  ): Promise<Payment> {
    const { provider, live } = cause;
    const paid = paidPrice(money.session)!;
    const price = differingPrice(paid, payer);
    const sameVisit = await this.earlierOfVisit(events, unit);
    const card = {
      ...cardOf(provider, money, live, paid),
      ...(price && { price }),
      ...(sameVisit && { sameVisit }),
    };
    const { entries = [], notes } = cardChange(paid, money, card, this.config.calendar);
    const visit = sameVisit && `Second card payment of one visit, after ${sameVisit.referenceNumber}`;
    const { status } = moneyWith(paid, entries);
    const customer = await this.customers.forPayment(payer, caller, unit, { isTest: !live });
    const intent = live ? card.paymentIntentId : undefined;
    const payout = await this.payoutOf(intent, unit);
    const language = await this.languageOf(events, money.session.language);
    const acceptedTerms = await this.acceptedBefore(events);
    const payment = await this.payments.insert(
      {
        customerId: String(customer._id),
        paymentMethod: 'creditCard',
        language,
        ...paid,
        status,
        ...(card.paymentIntentId && { transactionId: card.paymentIntentId.slice(0, 128) }),
        // As at the checkout, the payment keeps what came, which may differ from a known customer's record.
        paymentDetails: { ...payer },
      },
      customer,
      {
        source: 'card',
        card,
        ...(payout && { payout }),
        ...(acceptedTerms && { acceptedTerms }),
        ...(isPlaceUnknown && { isPlaceUnknown }),
        entries,
        history: [...notes, ...(visit ? [visit] : [])].map((note, index) => ({
          status: index || status !== 'refunded' ? status : 'paid',
          note,
        })),
        facts: { mails: { isAlerted } },
      },
      caller,
      unit,
    );
    if (intent && !unit.isShared) await this.payouts.tie(intent, payment._id, unit);
    return payment;
  }
}

const isKnown = (money: CardMoney): money is KnownMoney => money.session !== undefined;

/** True where the events are of the provider's live mode, which all events of a payment share. */
const isLive = (events: readonly StoredCardEvent[]): boolean => events.every(({ live }) => live);

/** Holds the events of another mode than their session's, as a test is no money. Returns the others. */
function holdOtherMode(events: StoredCardEvent[]): StoredCardEvent[] {
  const session = events.find(({ fact }) => fact.kind === 'session');
  if (!session) return events;
  for (const event of events)
    if (event.live !== session.live && event.state !== 'dismissed')
      Object.assign(event, { state: 'held', heldReason: 'mode' });
  return events.filter(({ live }) => live === session.live);
}

function setWaiting(events: readonly StoredCardEvent[]): void {
  for (const event of events) if (event.state !== 'dismissed') event.state = 'waiting';
}

/** An amount in another currency than the session's is not added to it: an admin is asked. */
function setApplied(events: readonly StoredCardEvent[], { session }: KnownMoney, paymentId: Types.ObjectId) {
  for (const event of events) {
    if (event.state === 'dismissed' && !(event.decided && isByProgram(event.decided))) continue;
    const isCounted = isSameCurrency(event, session.currency);
    event.state = isCounted ? 'applied' : 'held';
    event.paymentId = paymentId;
    if (isCounted) delete event.heldReason;
    else event.heldReason = 'otherCurrency';
  }
}
