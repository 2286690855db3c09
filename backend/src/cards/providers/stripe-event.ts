import type Stripe from 'stripe';
import { type CardEventType, cardEventTypes } from '#domain/cards';
import type {
  CardFact,
  CardIds,
  CardMessage,
  ProviderPayer,
  RefundState,
  SessionFact,
} from './card-provider.js';
import { keptBody } from './stripe-body.js';

type Session = Stripe.Checkout.Session;

/** The id of an object that Stripe gives as an id, or whole where it was asked to. */
const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  (typeof value === 'object' ? value?.id : value) ?? undefined;

const currencyOf = (currency: string | null): string | null => currency?.toUpperCase() ?? null;

const ids = (all: { [Name in keyof CardIds]: CardIds[Name] | undefined }): CardIds =>
  Object.fromEntries(Object.entries(all).filter(([, id]) => id));

/** The statuses of a refund in the order that it passes through them; a succeeded one can still fail. */
const refundStatuses = ['pending', 'requires_action', 'succeeded', 'canceled', 'failed'];

const refundState = ({ id, amount, status }: Stripe.Refund): RefundState => ({
  id,
  minor: amount,
  isSucceeded: status === 'succeeded',
  isFailed: status === 'failed' || status === 'canceled',
  order: refundStatuses.indexOf(status ?? 'pending'),
});

function sessionState(type: CardEventType, { payment_status }: Session): SessionFact['state'] {
  if (type === 'checkout.session.async_payment_failed') return 'failed';
  if (type === 'checkout.session.async_payment_succeeded' || payment_status === 'paid') return 'paid';
  return payment_status === 'no_payment_required' ? 'none' : 'processing';
}

/** Payer of a session: a payment link asks for more or less of these, as its operator has set it. */
function payerOf({ customer_details: details, customer_email }: Session): ProviderPayer {
  const { address } = details ?? {};
  return {
    name: details?.name ?? details?.individual_name ?? details?.business_name ?? null,
    email: details?.email ?? customer_email,
    phone: details?.phone ?? null,
    country: address?.country ?? null,
    region: address?.state ?? null,
    line1: address?.line1 ?? null,
    line2: address?.line2 ?? null,
    city: address?.city ?? null,
    postalCode: address?.postal_code ?? null,
  };
}

function readSession(type: CardEventType, session: Session): Pick<CardMessage, 'ids' | 'fact' | 'payer'> {
  return {
    ids: ids({
      sessionId: session.id,
      key: session.client_reference_id ?? undefined,
      paymentIntentId: idOf(session.payment_intent),
    }),
    fact: {
      kind: 'session',
      state: sessionState(type, session),
      minor: session.amount_total,
      currency: currencyOf(session.currency),
      order: type === 'checkout.session.completed' ? 0 : 1,
    },
    payer: payerOf(session),
  };
}

function readCharge(charge: Stripe.Charge): Pick<CardMessage, 'ids' | 'fact'> {
  const listed = charge.refunds?.data ?? [];
  const fact: CardFact = {
    kind: 'refund',
    currency: currencyOf(charge.currency),
    refunds: listed.map(refundState),
    // Newer versions of the API, and a shortened list, do not tell every refund.
    ...((!listed.length || charge.refunds?.has_more) && { total: charge.amount_refunded }),
  };
  return { ids: ids({ paymentIntentId: idOf(charge.payment_intent), chargeId: charge.id }), fact };
}

function readRefund(refund: Stripe.Refund): Pick<CardMessage, 'ids' | 'fact'> {
  return {
    ids: ids({
      paymentIntentId: idOf(refund.payment_intent),
      chargeId: idOf(refund.charge),
      refundId: refund.id,
    }),
    fact: { kind: 'refund', currency: currencyOf(refund.currency), refunds: [refundState(refund)] },
  };
}

const disputeEvents = ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'];

function readDispute(type: CardEventType, dispute: Stripe.Dispute): Pick<CardMessage, 'ids' | 'fact'> {
  // Older versions of the API tell no deadline.
  const dueBy = (dispute.evidence_details as typeof dispute.evidence_details | undefined)?.due_by ?? null;
  return {
    ids: ids({
      paymentIntentId: idOf(dispute.payment_intent),
      chargeId: idOf(dispute.charge),
      disputeId: dispute.id,
    }),
    fact: {
      kind: 'dispute',
      minor: dispute.amount,
      currency: currencyOf(dispute.currency),
      reason: dispute.reason,
      status: dispute.status,
      dueBy: dueBy === null ? null : new Date(dueBy * 1000),
      order: disputeEvents.indexOf(type),
    },
  };
}

function read(type: CardEventType, object: unknown): Pick<CardMessage, 'ids' | 'fact' | 'payer'> {
  if (type.startsWith('checkout.session.')) return readSession(type, object as Session);
  if (type === 'charge.refunded') return readCharge(object as Stripe.Charge);
  if (type.startsWith('refund.')) return readRefund(object as Stripe.Refund);
  return readDispute(type, object as Stripe.Dispute);
}

/** Turns a verified event of Stripe into ours; one of another type has no fact. */
export function readStripeEvent(event: Stripe.Event): CardMessage | { live: boolean } {
  const type = cardEventTypes.find((name) => name === event.type);
  if (!type) return { live: event.livemode };
  return {
    eventId: event.id,
    type,
    live: event.livemode,
    occurredAt: new Date(event.created * 1000),
    ...read(type, event.data.object),
    body: keptBody(event),
  };
}
