import type { CardEventType } from '#domain/cards/cards';
import type { Language } from '#domain/platform/languages';
import type { CardProvider as ProviderName } from '#domain/payments/payment-card';

/** The provider's ids that an event names; several events of one payment share them. */
export interface CardIds {
  sessionId?: string;
  /** The card key that came with the link. */
  key?: string;
  /** The version of the terms that came with it. */
  acceptedTerms?: string;
  paymentIntentId?: string;
  chargeId?: string;
  refundId?: string;
  disputeId?: string;
}

/** An amount in minor units of a currency, which is ISO 4217 in upper case. */
interface Money {
  minor: number | null;
  currency: string | null;
}

/** `order` puts facts of one second in their order: a higher one is later. */
interface Ordered {
  order: number;
}

/** The session of a card page. None: no payment was required. */
export interface SessionFact extends Money, Ordered {
  kind: 'session';
  state: 'paid' | 'processing' | 'failed' | 'none';
  /** The language of the card page, where it is one of ours. */
  language?: Language;
}

/** A refund as it stood at the event. */
export interface RefundState extends Ordered {
  id: string;
  minor: number;
  isSucceeded: boolean;
  /** Failed or cancelled: the money stays with the operator, and is in no total of the charge. */
  isFailed: boolean;
  /** The time at which the refund was made; missing where the event does not tell it. */
  createdAt?: Date;
}

/** Refunds of a charge. `total` is what the charge has given back in all, where the event does not list its refunds. */
export interface RefundFact {
  kind: 'refund';
  currency: string | null;
  refunds: RefundState[];
  total?: number;
}

export interface DisputeFact extends Money, Ordered {
  kind: 'dispute';
  minor: number;
  reason: string;
  status: string;
  dueBy: Date | null;
}

/** A signed event of a known type in a shape that nothing can be read from. */
interface UnreadFact extends Money {
  kind: 'unread';
}

/** The part of an event that changes a payment. It names no person. */
export type CardFact = SessionFact | RefundFact | DisputeFact | UnreadFact;

/** The payer as the provider has them; nothing of it is cleaned yet. */
export interface ProviderPayer {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  /** ISO 3166, two letters. */
  country?: string | null;
  region?: string | null;
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  postalCode?: string | null;
}

/** A verified event that changes a payment. */
export interface CardMessage {
  eventId: string;
  type: CardEventType;
  live: boolean;
  occurredAt: Date;
  ids: CardIds;
  fact: CardFact;
  /** Payments only. */
  payer?: ProviderPayer;
  /** The part of the body that is kept for an admin to read. */
  body: Record<string, unknown>;
}

/** A verified event of another type. */
export interface OtherMessage {
  live: boolean;
  fact?: undefined;
}

/** Thrown for a body that the provider has not signed. */
export class InvalidSignatureError extends Error {}

/** A provider of hosted card pages: nothing is asked of it over the network. */
export interface CardEventSource {
  name: ProviderName;
  /** Returns the signed event of a raw body; undefined for one that is no event. Throws an InvalidSignatureError. */
  verify(body: Buffer, signature: string | undefined): CardMessage | OtherMessage | undefined;
}
