import type { Language } from '#domain/platform/languages';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Actor } from '#domain/audit/audit';
import type { CardEventState, CardEventType, HeldReason } from '#domain/cards/cards';
import type { CardProvider } from '#domain/payments/payment-card';
import type { CardFact, ProviderPayer } from '../providers/card-provider.js';

/**
 * An event of a card provider: stored once by its id, and never deleted, as the state of its payment is folded from all
 * of them. It names no person; the payer stands in its body, which expires. Written by the driver.
 */
@Schema({ collection: 'cardevents', versionKey: false })
export class StoredCardEvent {
  _id!: Types.ObjectId;
  @Prop({ type: String }) provider!: CardProvider;
  @Prop() eventId!: string;
  @Prop({ type: String }) type!: CardEventType;
  @Prop() live!: boolean;
  @Prop({ type: MongooseSchema.Types.Mixed }) fact!: CardFact;
  /** The amount that the fact is about, for searches. */
  @Prop() amount?: number;
  @Prop({ type: String }) state!: CardEventState;
  @Prop({ type: String }) heldReason?: HeldReason;
  @Prop() sessionId?: string;
  @Prop() key?: string;
  /** The version of the terms that came with the key. */
  @Prop() acceptedTerms?: string;
  @Prop() paymentIntentId?: string;
  @Prop() chargeId?: string;
  @Prop() refundId?: string;
  @Prop() disputeId?: string;
  /** The payment that it was applied to. */
  @Prop({ type: Types.ObjectId }) paymentId?: Types.ObjectId;

  /** The decision on an event that was held or that has no effect. */
  @Prop({ type: MongooseSchema.Types.Mixed })
  decided?: { at: Date; by: string; actor?: Actor; reason?: string };

  /** The provider's time. */
  @Prop() occurredAt!: Date;
  @Prop() createdAt!: Date;
}

export const StoredCardEventSchema = SchemaFactory.createForClass(StoredCardEvent);
StoredCardEventSchema.index({ eventId: 1 }, { unique: true });
StoredCardEventSchema.index({ sessionId: 1 }, { sparse: true });
StoredCardEventSchema.index({ paymentIntentId: 1 }, { sparse: true });
StoredCardEventSchema.index({ chargeId: 1 }, { sparse: true });
StoredCardEventSchema.index({ refundId: 1 }, { sparse: true });
StoredCardEventSchema.index({ disputeId: 1 }, { sparse: true });
StoredCardEventSchema.index({ key: 1 }, { sparse: true });
StoredCardEventSchema.index({ amount: 1 }, { sparse: true });
StoredCardEventSchema.index({ 'fact.dueBy': 1 }, { sparse: true });
StoredCardEventSchema.index({ paymentId: 1, createdAt: 1, _id: 1 }, { sparse: true });
StoredCardEventSchema.index({ state: 1, createdAt: 1, _id: 1 });
StoredCardEventSchema.index({ type: 1, createdAt: 1, _id: 1 });
StoredCardEventSchema.index({ live: 1, createdAt: 1, _id: 1 });
StoredCardEventSchema.index({ createdAt: 1, _id: 1 });
StoredCardEventSchema.index({ occurredAt: 1, createdAt: 1, _id: 1 });

/** The kept part of an event's body, and its payer; its id is that of the event. Written by the driver. */
@Schema({ collection: 'cardeventbodies', versionKey: false })
export class CardEventBody {
  _id!: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.Mixed }) payer?: ProviderPayer;
  /** Name and email in lower case, for searches. */
  @Prop() searchText?: string;
  @Prop({ type: MongooseSchema.Types.Mixed }) body!: Record<string, unknown>;
  /** Time since which it is not needed any more; missing while its event is held or waits. */
  @Prop() settledAt?: Date;
}

/** @public The spec on persistence loads every schema file. */
export const CardEventBodySchema = SchemaFactory.createForClass(CardEventBody);

/** Returns the schema whose TTL index deletes bodies after the retention period of the audit trail. */
export const expiringBodySchema = (retentionDays: number) =>
  CardEventBodySchema.clone().index({ settledAt: 1 }, { expireAfterSeconds: retentionDays * 24 * 3600 });

/**
 * An id of the provider that several events share. Each event writes those that it names, so that two events of one
 * payment conflict, and the later transaction sees the event of the earlier one; so does a payout report that names a
 * payment which is not known. Written by the driver.
 */
@Schema({ collection: 'cardlinks', versionKey: false })
export class CardLink {
  @Prop() _id!: string;
  /** Of a charge: its payment intent, which some refunds and disputes do not name. */
  @Prop() paymentIntentId?: string;
  /** The event that has taken it last; missing where only a payout report has. */
  @Prop({ type: Types.ObjectId }) event?: Types.ObjectId;
  /** The payout report that has named it last before its payment came. */
  @Prop({ type: Types.ObjectId }) report?: Types.ObjectId;
  /** Of a card key: the language of its visitor's page, and the time at which that is forgotten. */
  @Prop({ type: String }) language?: Language;
  @Prop() until?: Date;
}

export const CardLinkSchema = SchemaFactory.createForClass(CardLink);
CardLinkSchema.index({ until: 1 }, { expireAfterSeconds: 0 });

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    'card-events': StoredCardEvent;
  }
}
