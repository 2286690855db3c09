import { type CardEvent, cardKeyPattern } from '#domain/cards/cards';
import type { CustomerReference } from '#domain/payments/payments';
import type { Payment } from '../../payments/payment.schema.js';
import type { CardEventBody, StoredCardEvent } from './card-event.schema.js';
import type { CardFact } from '../providers/card-provider.js';
import { fromMinorUnits } from '../providers/minor-units.js';

/** The amount that an event is about, in minor units: of several refunds their sum. */
function minorOf(fact: CardFact): number | null {
  if (fact.kind !== 'refund') return fact.minor;
  return fact.total ?? fact.refunds.reduce((total, { minor }) => total + minor, 0);
}

/** The amount and the currency that an event is about, as far as it tells them. */
export function factMoney(fact: CardFact): Pick<CardEvent, 'amount' | 'currency'> {
  const minor = minorOf(fact);
  const { currency } = fact;
  if (!currency) return {};
  return { currency, ...(minor !== null && { amount: fromMinorUnits(minor, currency) }) };
}

/** The records that an event is shown with, as far as they exist. */
export interface ShownWith {
  body?: CardEventBody | undefined;
  payment?: Payment | undefined;
  customer?: CustomerReference | undefined;
}

/** A decision without the account that made it, which is for the audit trail. */
const decisionOf = ({ at, by, reason }: NonNullable<StoredCardEvent['decided']>) => ({
  at,
  by,
  ...(reason !== undefined && { reason }),
});

/** The card key that a text begins with, before the version of the terms. */
const leadingKey = new RegExp(cardKeyPattern.slice(0, -1));

/** The kept part of what came, with the key of the visit cut short: it opens more than those who read events may see. */
export function shownBody({ body }: Pick<CardEventBody, 'body'>): CardEventBody['body'] {
  const object = body.object as Record<string, unknown> | undefined;
  const reference = object?.client_reference_id;
  if (typeof reference !== 'string') return body;
  const shown = reference.replace(leadingKey, (key) => `${key.slice(0, 8)}…`);
  return { ...body, object: { ...object, client_reference_id: shown } };
}

/** An event as the list shows it. */
export function presentCardEvent(
  { _id, provider, eventId, type, live, state, fact, ...event }: StoredCardEvent,
  { body, payment, customer }: ShownWith,
) {
  const { sessionId, paymentIntentId, chargeId, refundId, disputeId } = event;
  const { heldReason, paymentId, decided, occurredAt, createdAt } = event;
  const { name, email } = body?.payer ?? {};
  const known = {
    heldReason,
    ...factMoney(fact),
    name,
    email,
    unpaid: fact.kind === 'session' && fact.state === 'processing' ? (true as const) : undefined,
    sessionId,
    paymentIntentId,
    chargeId,
    refundId,
    disputeId,
    paymentId,
    referenceNumber: payment?.referenceNumber,
    decided: decided && decisionOf(decided),
    customer: payment && (customer ?? null),
  };
  return {
    _id,
    provider,
    eventId,
    type,
    live,
    state,
    ...(Object.fromEntries(
      Object.entries(known).filter(
        ([name, value]) => value !== undefined && (value !== null || name === 'customer'),
      ),
    ) as Partial<typeof known>),
    occurredAt,
    createdAt,
  };
}
