import type { Language } from '#domain/platform/languages';
import { Injectable } from '@nestjs/common';
import type mongoose from 'mongoose';
import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import { InjectCollection } from '../../platform/database/collections.js';
import { createBatchLoader } from '../../platform/database/batches/batch-loader.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { CardEventBody, CardLink, StoredCardEvent } from './card-event.schema.js';
import type { CardIds, CardMessage, ProviderPayer } from '../providers/card-provider.js';

type Collection<Record extends { _id: unknown }> = mongoose.mongo.Collection<Record>;

/** Runs a transaction again where a concurrent one has just written a record with the same id. */
const rerunOf = (unit: UnitOfWork) => (error: unknown) => {
  if (isDuplicateKey(error)) unit.rerun(error);
  throw error;
};

/** Time for which the language of a visit is kept: a bank debit may take some weeks. */
const keptLanguageMs = 60 * 24 * 3_600_000;

/** Reads and writes card events in the transactions of those who apply them. */
@Injectable()
export class CardEventStore {
  constructor(
    @InjectCollection(StoredCardEvent) readonly events: Collection<StoredCardEvent>,
    @InjectCollection(CardEventBody) readonly bodies: Collection<CardEventBody>,
    @InjectCollection(CardLink) private readonly links: Collection<CardLink>,
  ) {}

  /** Returns whether an event has taken one of the ids of a session. */
  isLinked({ sessionId, paymentIntentId }: CardIds): Promise<boolean> {
    return this.findLinks([sessionId, paymentIntentId].flatMap((id) => id ?? []));
  }

  private readonly findLinks = createBatchLoader(async (asked: readonly string[][]) => {
    const found = await this.links
      .find({ _id: { $in: asked.flat() } }, { projection: { _id: 1 }, ...queryTimeoutOptions() })
      .toArray();
    const known = new Set(found.map(({ _id }) => _id));
    return asked.map((ids) => ids.some((id) => known.has(id)));
  });

  /**
   * Takes the ids of a payment for the event with this id, as the last step of the transaction: of two transactions that
   * take the same id at once, the later one is run again. Returns the payment intent, which the event itself or another one
   * of the same charge names. A shared transaction is refused where an id is taken already.
   */
  async take(event: Types.ObjectId, ids: CardIds, unit: UnitOfWork): Promise<string | undefined> {
    const { sessionId, chargeId } = ids;
    const paymentIntentId = ids.paymentIntentId ?? (chargeId && (await this.intentOf(chargeId, unit)));
    const onTaken = rerunOf(unit);
    const touch = (_id: string, fields: Partial<CardLink> = {}) =>
      unit.isShared
        ? unit.deferInsert(this.links, [{ _id, event, ...fields }], onTaken)
        : unit.deferUpsert(this.links, _id, { event, ...fields }, onTaken);
    if (chargeId) touch(chargeId, paymentIntentId ? { paymentIntentId } : {});
    if (paymentIntentId) touch(paymentIntentId);
    if (sessionId) touch(sessionId);
    return paymentIntentId;
  }

  /**
   * Takes payment intents whose payments a payout report does not find, as the last step of its transaction: of a report
   * and an event that name the same one at once, the later one is run again, and sees what the other has stored.
   */
  awaitPayments(paymentIntentIds: readonly string[], unit: UnitOfWork): void {
    const report = new Types.ObjectId();
    for (const id of paymentIntentIds) unit.deferUpsert(this.links, id, { report });
  }

  /** Keeps the language of the page that holds a card key, for an event that has none. */
  async keepLanguage(key: string, language: Language): Promise<void> {
    const kept = await this.links.findOne({ _id: key });
    if (kept?.language === language) return;
    const until = new Date(Date.now() + keptLanguageMs);
    await this.links.updateOne({ _id: key }, { $set: { language, until } }, { upsert: true });
  }

  /** Returns the language of the page that holds a card key; undefined where it is not known. */
  readonly languageOf = createBatchLoader(async (asked: readonly string[]) => {
    const found = await this.links.find({ _id: { $in: [...asked] } }, queryTimeoutOptions()).toArray();
    const languages = new Map(found.map(({ _id, language }) => [_id, language]));
    return asked.map((key) => languages.get(key));
  });

  private async intentOf(chargeId: string, { session }: UnitOfWork): Promise<string | undefined> {
    return (await this.links.findOne({ _id: chargeId }, { session }))?.paymentIntentId;
  }

  /**
   * Returns the stored events of the payment of an event, in the order in which they happened, and that event itself where
   * it is stored. The payment's intent is known where an event names it. A shared transaction, which only takes ids that no event has, has no others.
   */
  async group(
    { eventId, sessionId, chargeId }: CardIds & { eventId: string },
    paymentIntentId: string | undefined,
    unit: UnitOfWork,
  ): Promise<StoredCardEvent[]> {
    if (unit.isShared) return [];
    const { session } = unit;
    const find = (conditions: object[]) =>
      this.events.find({ $or: conditions }, { session }).sort({ occurredAt: 1, eventId: 1 }).toArray();
    const own = [
      { eventId },
      ...(sessionId ? [{ sessionId }] : []),
      ...(paymentIntentId ? [{ paymentIntentId }] : []),
      ...(chargeId ? [{ chargeId }] : []),
    ];
    const found = await find(own);
    // Some refunds and disputes name the charge only, which another event connects with the payment.
    const charges = new Set(found.flatMap((event) => event.chargeId ?? []));
    if (chargeId) charges.delete(chargeId);
    return charges.size ? find([...own, { chargeId: { $in: [...charges] } }]) : found;
  }

  /** Returns all events of the live disputes of known payments whose time to answer ends between two times. */
  async ofDisputesDue(from: Date, to: Date): Promise<StoredCardEvent[]> {
    const conditions = { 'fact.dueBy': { $gt: from, $lte: to }, live: true, paymentId: { $exists: true } };
    const disputes = await this.events.distinct('disputeId', conditions, queryTimeoutOptions());
    if (!disputes.length) return [];
    return this.events
      .find({ disputeId: { $in: disputes } }, queryTimeoutOptions())
      .sort({ createdAt: 1, _id: 1 })
      .toArray();
  }

  /** Returns whether an event has come with the key of a visit. */
  readonly isKeyKnown = createBatchLoader(async (asked: readonly string[]) => {
    const found: unknown[] = await this.events.distinct('key', { key: { $in: [...asked] } });
    const known = new Set(found);
    return asked.map((key) => known.has(key));
  });

  /** Returns the payment of the oldest event of a visit's key, if one was made. */
  async paymentOfKey(key: string, { session }: UnitOfWork): Promise<Types.ObjectId | undefined> {
    const [event] = await this.events
      .find({ key, paymentId: { $exists: true } }, { session })
      .sort({ createdAt: 1, _id: 1 })
      .limit(1)
      .toArray();
    return event?.paymentId;
  }

  /** Inserts an event as its transaction has decided on it, with its body. */
  insert(message: CardMessage, event: StoredCardEvent, unit: UnitOfWork): void {
    const { payer, body } = message;
    unit.deferInsert(this.events, [event], rerunOf(unit));
    const stored: CardEventBody = {
      _id: event._id,
      ...(payer && { payer, searchText: searchTextOf(payer) }),
      body,
      ...(isSettled(event) && { settledAt: new Date() }),
    };
    unit.deferInsert(this.bodies, [stored]);
  }

  /** Stores a changed state of earlier events, and begins the retention of their bodies. */
  async update(events: readonly StoredCardEvent[], unit: UnitOfWork): Promise<void> {
    if (!events.length) return;
    const { session } = unit;
    for (const { _id, state, heldReason, paymentId, decided } of events)
      await this.events.updateOne(
        { _id },
        {
          $set: {
            state,
            ...(paymentId && { paymentId }),
            ...(decided && { decided }),
            ...(heldReason && { heldReason }),
          },
          ...(!heldReason && { $unset: { heldReason: '' } }),
        },
        { session },
      );
    const settled = events.filter(isSettled).map(({ _id }) => _id);
    if (settled.length)
      await this.bodies.updateMany(
        { _id: { $in: settled } },
        { $set: { settledAt: new Date() } },
        { session },
      );
  }

  /** Returns the payer of an event, as long as its body is kept. */
  async payerOf(_id: Types.ObjectId, { session }: UnitOfWork): Promise<ProviderPayer | undefined> {
    return (await this.bodies.findOne({ _id }, { session }))?.payer;
  }
}

const isSettled = ({ state }: StoredCardEvent): boolean => state === 'applied' || state === 'dismissed';

const searchTextOf = ({ name, email }: ProviderPayer): string =>
  [name, email].filter(Boolean).join(' ').toLowerCase().slice(0, 500);
