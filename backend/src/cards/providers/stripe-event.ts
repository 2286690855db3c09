import {
  type CardEventType,
  cardEventTypes,
  openDisputeStatuses,
  readCardReference,
} from '#domain/cards/cards';
import { languageOfTag } from '#domain/platform/languages';
import type {
  CardFact,
  CardIds,
  CardMessage,
  OtherMessage,
  ProviderPayer,
  RefundState,
  SessionFact,
} from './card-provider.js';
import {
  dateOf,
  type Fields,
  fieldsOf,
  isId,
  readCurrency,
  readFields,
  readId,
  readOneOf,
  readReference,
  readText,
  readWhole,
  textOf,
  UnreadableError,
} from './signed-fields.js';
import { keptBody } from './stripe-body.js';

type Read = Pick<CardMessage, 'ids' | 'fact' | 'payer'>;

const ids = (all: { [Name in keyof CardIds]: CardIds[Name] | undefined }): CardIds =>
  Object.fromEntries(Object.entries(all).filter(([, id]) => id));

/** The statuses of a refund in the order that it passes through them; a succeeded one can still fail. */
const refundStatuses = ['pending', 'requires_action', 'succeeded', 'canceled', 'failed'] as const;

function refundState(value: unknown): RefundState {
  const { id, amount, status: told, created } = readFields(value, 'refund');
  const createdAt = dateOf(created);
  const status = readOneOf(told ?? 'pending', refundStatuses, 'status');
  return {
    id: readId(id, 'id'),
    minor: readWhole(amount, 'amount'),
    isSucceeded: status === 'succeeded',
    isFailed: status === 'failed' || status === 'canceled',
    order: refundStatuses.indexOf(status),
    ...(createdAt && { createdAt }),
  };
}

const sessionStates = { paid: 'paid', unpaid: 'processing', no_payment_required: 'none' } as const;
const sessionStatuses = ['paid', 'unpaid', 'no_payment_required'] as const;

function sessionState(type: CardEventType, { payment_status }: Fields): SessionFact['state'] {
  const state = sessionStates[readOneOf(payment_status, sessionStatuses, 'payment_status')];
  if (type === 'checkout.session.completed') return state;
  const isSucceeded = type === 'checkout.session.async_payment_succeeded';
  // A type and a status that contradict each other say nothing.
  if ((state === 'paid') !== isSucceeded) throw new UnreadableError('payment_status contradicts the type');
  return isSucceeded ? 'paid' : 'failed';
}

/** Payer of a session: a payment link asks for more or less of these, as its operator has set it. */
function payerOf({ customer_details, customer_email }: Fields): ProviderPayer {
  const details = fieldsOf(customer_details);
  const address = fieldsOf(details.address);
  return {
    name: textOf(details.name) ?? textOf(details.individual_name) ?? textOf(details.business_name),
    email: textOf(details.email) ?? textOf(customer_email),
    phone: textOf(details.phone),
    country: textOf(address.country),
    region: textOf(address.state),
    line1: textOf(address.line1),
    line2: textOf(address.line2),
    city: textOf(address.city),
    postalCode: textOf(address.postal_code),
  };
}

/**
 * Reads what the account gets for a session. Where older versions of the API tell of a conversion, the session's own
 * amount and currency are those that the payer has chosen.
 */
function sessionMoney({
  amount_total,
  currency,
  currency_conversion,
}: Fields): Pick<SessionFact, 'minor' | 'currency'> {
  const isConverted = (currency_conversion ?? null) !== null;
  const told = isConverted ? readFields(currency_conversion, 'currency_conversion') : undefined;
  const [amount, code] = told ? [told.amount_total, told.source_currency] : [amount_total, currency];
  return {
    // Stripe's own description allows for none.
    minor: (amount ?? null) === null ? null : readWhole(amount, 'amount_total'),
    currency: (code ?? null) === null ? null : readCurrency(code),
  };
}

function readSession(type: CardEventType, session: Fields): Read {
  const { id, client_reference_id: reference, payment_intent, locale } = session;
  const language = languageOfTag(textOf(locale) ?? '');
  return {
    ids: ids({
      sessionId: readId(id, 'id'),
      paymentIntentId: readReference(payment_intent, 'payment_intent'),
      ...(isId(reference) && readCardReference(reference)),
    }),
    fact: {
      kind: 'session',
      state: sessionState(type, session),
      ...sessionMoney(session),
      order: type === 'checkout.session.completed' ? 0 : 1,
      ...(language && { language }),
    },
    payer: payerOf(session),
  };
}

function readCharge(charge: Fields): Read {
  const list = (charge.refunds ?? null) === null ? undefined : readFields(charge.refunds, 'refunds');
  const listed = list?.data ?? [];
  if (!Array.isArray(listed)) throw new UnreadableError('refunds is not readable');
  const fact: CardFact = {
    kind: 'refund',
    currency: readCurrency(charge.currency),
    refunds: listed.map(refundState),
    // Newer versions of the API, and a shortened list, do not tell every refund.
    ...((!listed.length || list?.has_more !== false) && {
      total: readWhole(charge.amount_refunded, 'amount_refunded'),
    }),
  };
  const paymentIntentId = readReference(charge.payment_intent, 'payment_intent');
  return { ids: ids({ paymentIntentId, chargeId: readId(charge.id, 'id') }), fact };
}

/** The charge or the payment intent of a refund or dispute: without either, its payment is not known. */
function paymentIds({ payment_intent, charge }: Fields): Pick<CardIds, 'paymentIntentId' | 'chargeId'> {
  const paymentIntentId = readReference(payment_intent, 'payment_intent');
  const chargeId = readReference(charge, 'charge');
  if (!paymentIntentId && !chargeId) throw new UnreadableError('No payment is named');
  return ids({ paymentIntentId, chargeId });
}

function readRefund(refund: Fields): Read {
  const state = refundState(refund);
  return {
    ids: { ...paymentIds(refund), refundId: state.id },
    fact: { kind: 'refund', currency: readCurrency(refund.currency), refunds: [state] },
  };
}

const disputeEvents = ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'];

/** Any other status, as of an appeal, does not say by itself on whose side the money is. */
const disputeStatuses = [...openDisputeStatuses, 'lost', 'won', 'warning_closed', 'prevented'] as const;

function readDispute(type: CardEventType, dispute: Fields): Read {
  return {
    ids: { ...paymentIds(dispute), disputeId: readId(dispute.id, 'id') },
    fact: {
      kind: 'dispute',
      minor: readWhole(dispute.amount, 'amount'),
      currency: readCurrency(dispute.currency),
      reason: readText(dispute.reason, 'reason'),
      status: readOneOf(dispute.status, disputeStatuses, 'status'),
      // Older versions of the API tell no deadline.
      dueBy: dateOf(fieldsOf(dispute.evidence_details).due_by),
      order: disputeEvents.indexOf(type),
    },
  };
}

function readObject(type: CardEventType, object: Fields): Read {
  if (type.startsWith('checkout.session.')) return readSession(type, object);
  if (type === 'charge.refunded') return readCharge(object);
  if (type.startsWith('refund.')) return readRefund(object);
  return readDispute(type, object);
}

/** Reads the facts of an event; nothing of one that has another shape than Stripe describes. */
function read(type: CardEventType, { data, livemode, created }: Fields): Read {
  try {
    if (typeof livemode !== 'boolean') throw new UnreadableError('livemode is not readable');
    if (!dateOf(created)) throw new UnreadableError('created is not readable');
    return readObject(type, readFields(fieldsOf(data).object, 'object'));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { ids: {}, fact: { kind: 'unread', minor: null, currency: null } };
  }
}

/** Turns a signed value into an event of ours, another type without a fact. Undefined for what is no event at all. */
export function readStripeEvent(value: unknown): CardMessage | OtherMessage | undefined {
  const event = fieldsOf(value);
  const { id, type: told, livemode, created } = event;
  if (!isId(id) || typeof told !== 'string') return undefined;
  // An event that does not say its mode may be about money.
  const live = livemode !== false;
  const type = cardEventTypes.find((name) => name === told);
  if (!type) return { live };
  return {
    eventId: id,
    type,
    live,
    occurredAt: dateOf(created) ?? new Date(),
    ...read(type, event),
    body: keptBody(event),
  };
}
