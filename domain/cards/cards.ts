import { type Language, languageFacts } from '../platform/languages.js';
import { refusals } from '../texts/en/refusals.js';
import type { CheckoutCustomer } from '../customers/customers.js';
import { contradictsMoney } from '../ledger/payment-money.js';
import type { Tone } from '../platform/colors.js';
import type { Pagination } from '../platform/lists.js';
import { type Currency, formatNamedMoney } from '../platform/money.js';
import type { CardDispute, CardProvider, PaymentCard } from '../payments/payment-card.js';
import type { PayoutCounts } from '../payouts/payouts.js';
import type { CustomerReference, PaymentStatus } from '../payments/payments.js';
import type { Price } from '../places/prices.js';
import { all, required, text } from '../platform/rules.js';
import { termsVersionPattern } from '../payments/terms.js';

export const cardProviderNames: Record<CardProvider, string> = { stripe: 'Stripe' };

/** The types of events that are stored, in the provider's words; any other one is answered and counted only. */
export const cardEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;
export type CardEventType = (typeof cardEventTypes)[number];

export const cardEventTypeNames: Record<CardEventType, string> = {
  'checkout.session.completed': 'Checkout completed',
  'checkout.session.async_payment_succeeded': 'Payment succeeded',
  'checkout.session.async_payment_failed': 'Payment failed',
  'charge.refunded': 'Refunded in total',
  'refund.created': 'Refund created',
  'refund.updated': 'Refund updated',
  'refund.failed': 'Refund failed',
  'charge.dispute.created': 'Dispute opened',
  'charge.dispute.updated': 'Dispute updated',
  'charge.dispute.closed': 'Dispute closed',
};

/**
 * Applied: counted on its payment. Waiting: a refund or dispute whose payment has not come yet, which it will be applied
 * with. Held: it cannot be recorded as it is; an admin records, assigns or dismisses it. Dismissed: without effect.
 */
export const cardEventStates = ['held', 'waiting', 'applied', 'dismissed'] as const;
export type CardEventState = (typeof cardEventStates)[number];

export const cardEventStateNames: Record<CardEventState, string> = {
  held: 'Held',
  waiting: 'Waiting',
  applied: 'Applied',
  dismissed: 'Dismissed',
};

export const cardEventStateTones: Record<CardEventState, Tone> = {
  held: 'warning',
  waiting: 'info',
  applied: 'success',
  dismissed: 'neutral',
};

/** The reasons to hold an event, and what to do about it; with one of the test mode, where it is not to dismiss it. */
const heldReasonTexts = {
  currency: ['Payments in its currency cannot be recorded.', 'Assign it to the payment that it pays.'],
  otherCurrency: [
    'It is in another currency than its payment, so that it is not counted.',
    'Look it up in Stripe, and record by hand what it says.',
  ],
  amount: ['It has no amount that can be recorded.', 'Assign it to the payment that it pays.'],
  email: [
    'The event has no email address, so its customer is unknown.',
    'Assign it to the payment that it pays, or record it with the address of its payer.',
    'Record it with the address of its payer, or dismiss it.',
  ],
  deleted: ['The payment that it belongs to was deleted.'],
  mode: ['It is of another mode than the payment that it names, test or live, so that it is not counted.'],
  unreadable: [
    'It has another shape than is known, so that nothing is read from it.',
    'Look it up in Stripe, and record by hand what it says.',
  ],
} as const satisfies Record<string, readonly [reason: string, whatToDo?: string, withTest?: string]>;
export type HeldReason = keyof typeof heldReasonTexts;

/** An event in the list. Amounts are in the units of their currency, not in minor units. */
export interface CardEvent {
  _id: string;
  provider: CardProvider;
  /** The provider's id of the event: "evt_…". */
  eventId: string;
  type: CardEventType;
  /** False for an event of the provider's test mode. */
  live: boolean;
  state: CardEventState;
  /** Held events only. */
  heldReason?: HeldReason;
  /** The amount that was paid, refunded or disputed; missing where the event names none. */
  amount?: number;
  /** ISO 4217 in upper case: any currency of the provider. */
  currency?: string;
  /** True for a checkout whose money was not there yet: a bank debit. */
  unpaid?: true;
  /** The payer's name and email as the event has them; missing once its body is deleted, and for refunds and disputes. */
  name?: string;
  email?: string;
  /** The provider's ids: "cs_…", "pi_…", "ch_…", "re_…", "dp_…". */
  sessionId?: string;
  paymentIntentId?: string;
  chargeId?: string;
  refundId?: string;
  disputeId?: string;
  /** The payment that it was applied to, with its reference and customer; no reference where it was deleted since. */
  paymentId?: string;
  referenceNumber?: string;
  customer?: CustomerReference | null;
  /** The provider's time of the event. */
  occurredAt: string;
  /** Time of its arrival. */
  createdAt: string;
  /** An admin's decision on a held event, or the reason for which a dismissed one had no effect (by "card"). */
  decided?: { at: string; by: string; reason?: string };
}

/** The payer as the event has them, by the rules of a visitor's own texts. */
export type CardPayer = CheckoutCustomer;

/** Reasons to propose a payment for a held event, strongest first. */
export const cardCandidateReasonNames = {
  key: 'Same visit',
  email: 'Same email',
  amount: 'Same amount',
} as const;
export type CardCandidateReason = keyof typeof cardCandidateReasonNames;

/** A payment that a held event may belong to. */
export interface CardCandidate {
  paymentId: string;
  referenceNumber: string;
  customer: CustomerReference | null;
  amount: number;
  currency: Currency;
  status: PaymentStatus;
  createdAt: string;
  why: CardCandidateReason[];
}

/** The response of GET /card-events/{id}, and of recording and dismissing one. */
export interface CardEventDetails extends CardEvent {
  /** Payments only, while the body is kept. */
  payer?: CardPayer;
  /** The kept part of the provider's body; deleted after AUDIT_RETENTION_DAYS. */
  body?: Record<string, unknown>;
  /** True where it can be recorded as a new payment: an amount in a recorded currency, and an email. */
  recordable: boolean;
  /** Held events only, best first. */
  candidates: CardCandidate[];
}

/** The response of GET /card-events; `counts` has the filters of the list but the state. */
export interface CardEventPage {
  cardEvents: CardEvent[];
  pagination: Pagination;
  counts: Record<CardEventState, number>;
}

/** Says why an event is held and what to do about it; a test is no money, and belongs to no payment. */
export function heldReasonText(reason: HeldReason, { live }: Pick<CardEvent, 'live'>): string {
  const texts = heldReasonTexts[reason] as readonly [string, string?, string?];
  const [why, whatToDo = '', withTest = 'It is a test: dismiss it.'] = texts;
  return `${why} ${live ? whatToDo : withTest}`.trim();
}

/**
 * The body of POST /card-events/{id}/record: the payment to apply it to; none records a new payment, of an event without
 * an email by the one that is given.
 */
export interface CardRecordInput {
  paymentId?: string;
  /** The payment's status as it was seen: 409 where it is another one. Left out, it may be any. */
  status?: PaymentStatus;
  email?: string;
}

/** The body of POST /card-events/{id}/dismiss. */
export interface CardDismissInput {
  reason: string;
}

export const dismissReasonRule = all(required('Reason is required'), text('Reason', 200));

/** The states of a dispute in which it is not decided. */
export const openDisputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
] as const;

/** True for a state of a dispute in which the provider waits for the office's answer. */
export const wantsAnswer = (status: string): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

export const isOpenDispute = (dispute: CardDispute | undefined): dispute is CardDispute =>
  dispute !== undefined && (openDisputeStatuses as readonly string[]).includes(dispute.status);

/** "Price is CA$2,256.61": the caption of a payment whose amount differs from the price. */
export const priceCaption = ({ amount, currency }: Price): string =>
  `Price is ${formatNamedMoney(amount, currency)}`;

/** Returns what a payment's status leaves out in a list: a refund of a part, or another price by card. */
export function paymentNote({
  card,
  status,
  currency,
  refunded,
}: {
  card?: PaymentCard | undefined;
  status: PaymentStatus;
  currency: Currency;
  refunded: number;
}): string | undefined {
  if (refunded > 0 && status !== 'refunded') return `${formatNamedMoney(refunded, currency)} refunded`;
  return status === 'paid' && card?.price ? priceCaption(card.price) : undefined;
}

/** True where a status is set by hand that the provider says otherwise about: that is asked first. */
export const contradictsCard = (
  { card }: { card?: PaymentCard | undefined },
  status: PaymentStatus,
): boolean => card !== undefined && contradictsMoney(card.state, status, true);

/** True for a payment of the provider's test mode: no money, and counted in no figure. */
export const isTestPayment = ({ card }: { card?: Pick<PaymentCard, 'live'> | undefined }): boolean =>
  card?.live === false;

/** The message of a refusal: real money is named for a payment of the test mode. */
export const testTakesNoMoney = (reference: string): string =>
  `${reference} is a payment in test mode: it takes no real money`;

/** The name of the provider's mode. */
export const cardModeName = ({ live }: Pick<PaymentCard, 'live'>): string => (live ? 'Live' : 'Test');

/** The payment on the provider's own site; undefined where it has no id there. */
export const providerAddress = ({
  paymentIntentId,
  live,
}: Pick<PaymentCard, 'paymentIntentId' | 'live'>): string | undefined =>
  paymentIntentId
    ? `https://dashboard.stripe.com/${live ? '' : 'test/'}payments/${encodeURIComponent(paymentIntentId)}`
    : undefined;

/** The order summary of a card payment, for the visitor's own tab. */
export interface CardSummary
  extends Pick<CardPayer, 'fullName' | 'email' | 'phone' | 'country' | 'province' | 'state'>, Price {
  /** True for a payment of the provider's test mode. */
  test?: true;
}

/** The response of GET /checkout/card/{key}: "none" for an unknown key too. A refunded payment stays "paid". */
export type CardArrival =
  | { state: 'none' }
  /** Once an hour has passed since the payment arrived. */
  | { state: 'paid' | 'processing' | 'failed'; referenceNumber: string; summary?: never }
  | {
      state: 'paid' | 'processing' | 'failed';
      paymentId: string;
      /** The path of the visitor's own page. */
      orderPath: string;
      summary: CardSummary;
      referenceNumber: string;
    };

/** A card key: a random UUID of one visit, in lower case. */
export const cardKeyPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const cardKey = new RegExp(cardKeyPattern);
export const isCardKey = (value: unknown): value is string =>
  typeof value === 'string' && cardKey.test(value);

/** The card key and, behind a line, the version of the accepted terms, as a link carries them. */
const keyWithTerms = new RegExp(`^(${cardKeyPattern.slice(1, -1)})_(${termsVersionPattern.slice(1, -1)})$`);

const cardReference = (key: string, termsVersion?: string): string =>
  termsVersion === undefined ? key : `${key}_${termsVersion}`;

/** Returns the card key and the version of the accepted terms of such a text; any other text is a key. */
export function readCardReference(text: string): { key: string; acceptedTerms?: string } {
  const [, key, acceptedTerms] = keyWithTerms.exec(text) ?? [];
  return key !== undefined && acceptedTerms !== undefined ? { key, acceptedTerms } : { key: text };
}

/** The parameters of Stripe's payment links: a text that comes back in the event, and the language of the page. */
const stripeKeyParameter = 'client_reference_id';
const stripeLanguageParameter = 'locale';
const stripeLinkHost = 'buy.stripe.com';
const keyPlaceholder = '{key}';

/**
 * Returns a card link that carries the key, with the version of the accepted terms: on Stripe's host as its parameter,
 * beside those of the link and the page's language; elsewhere in the place of "{key}". Any other link is returned
 * unchanged.
 */
export function withCardKey(link: string, key: string, language: Language, termsVersion?: string): string {
  const reference = cardReference(key, termsVersion);
  const encoded = encodeURIComponent(reference);
  if (!link.startsWith('https://')) return link;
  if (link.includes(keyPlaceholder)) return link.replaceAll(keyPlaceholder, encoded);
  if (!URL.canParse(link)) return link;
  const url = new URL(link);
  if (url.hostname !== stripeLinkHost) return link;
  url.searchParams.set(stripeKeyParameter, reference);
  url.searchParams.set(stripeLanguageParameter, languageFacts[language].tag);
  return url.href;
}

/** True for a link that carries a card key: its payment comes back by itself. */
export const carriesCardKey = (link: string): boolean => withCardKey(link, 'key', 'en') !== link;

/** The numbers of GET /counts that card payments add; missing there where no card events are configured. */
export interface CardCounts {
  /** Held events: /card-events?filter[state]=held. */
  held: number;
  /** Payments with an open dispute: /payments?filter[disputed]=true. */
  disputed: number;
  /** Paid payments whose amount differs from the price, until confirmed: /payments?filter[priceDiffers]=true. */
  priceDiffers: number;
  /** Paid second payments of one visit, until confirmed: /payments?filter[sameVisit]=true; missing where there is none. */
  sameVisit?: number;
  /** Missing until a payout report was imported. */
  payouts?: PayoutCounts;
}

/** The kind of an incoming bank transaction that is a payout of the card provider, and the reason to ignore it. */
export const cardPayoutReason = 'Card payout';

export const cardMessages = {
  invalidSignature: 'Invalid signature',
  notAnEvent: 'This is no event of the card provider',
  notConfigured: refusals.noCardEvents,
  notFound: 'Card event not found',
  noDispute: 'This payment is not disputed',
  notHeld: 'Only a held event can be recorded or dismissed',
  hasCard: 'This payment has a card payment already',
  testAssigned: 'An event of the test mode cannot be assigned to a payment',
  unreadable: 'Nothing could be read from this event: dismiss it, and record by hand what Stripe says',
  notRecordable: 'This event cannot be recorded as a new payment: assign it to the payment that it pays',
} as const;
