import { offers } from '#domain/places/countries';
import {
  type CheckoutDetails,
  type CheckoutLocation,
  type CheckoutRequest,
  type TransferMethod,
} from '#domain/visitor/checkout';
import type { PartTerms } from '#domain/visitor/parts-offer';
import type { PlanPart } from '#domain/payments/plan-parts';
import type { CardSummary } from '#domain/cards/cards';
import type { PaymentMethod } from '#domain/places/payment-methods';
import { type KnownLocation, knownLocation } from '../offer.js';

export const stepNames = ['location', 'payment', 'details', 'thankYou'] as const;
export type StepName = (typeof stepNames)[number];

/** A recorded transfer with all data of the thank-you page, independent of later changes. */
export interface TransferPurchase {
  /** The Idempotency-Key that it was made under: the same request under it returns the same reference. */
  key: string;
  request: CheckoutRequest;
  referenceNumber: string;
  /** The operator's instructions with unfilled placeholders. */
  instructions: string;
  /** True for instructions in English on a page in another language. */
  isInEnglish?: boolean;
  /** True for sample instructions that visitors must not follow. */
  sample?: boolean;
  /** The path of the payment's own page. */
  orderPath?: string;
  /** The parts of a payment that is paid in them. */
  plan?: PlanPart[];
  /** True if the instructions are also sent by mail. */
  mail?: boolean;
}

/** A card payment that has arrived by itself, with all data of the thank-you page. */
export interface CardPurchase {
  /** The card key. */
  key: string;
  /** A bank debit is processing for some days. */
  state: 'paid' | 'processing';
  referenceNumber: string;
  orderPath: string;
  summary: CardSummary;
}

export type Purchase = TransferPurchase | CardPurchase;

/** The hosted card page of this visit, where its payments arrive by themselves. */
export interface CardVisit {
  /** Travels with the link and comes back with the payment. */
  key: string;
  /** Time of its last opening in milliseconds. */
  openedAt?: number;
  /** The server could not be asked several times in a row, or for an hour nothing has arrived. */
  trouble?: CardTrouble;
  /** The reference of the visit's last card payment, which did not go through. */
  failedReference?: string;
}

export type CardTrouble = 'unreachable' | 'late';

/** A submission without a returned reference: at most one of its requests has made the payment. */
export interface Attempt {
  key: string;
  sent: CheckoutRequest[];
}

export type Step =
  | { name: 'location' }
  | { name: 'payment'; location: KnownLocation }
  | { name: 'details'; location: KnownLocation; method: TransferMethod }
  | { name: 'thankYou'; purchase: Purchase };

/** The state that survives a reload. */
export interface Progress {
  location: CheckoutLocation;
  method: PaymentMethod | '';
  /** The parts in which the visitor wants to pay, as they were offered; missing to pay at once. */
  parts?: readonly PartTerms[];
  details: CheckoutDetails;
  attempt?: Attempt;
  card?: CardVisit;
  /** The version of the terms that the visitor has accepted. */
  acceptedTerms?: string;
  /** Oldest first; the thank-you page shows the last. */
  purchases: Purchase[];
}

export const emptyProgress: Progress = {
  location: { country: '', province: '', state: '' },
  method: '',
  details: {
    fullName: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    postalCode: '',
    transferDate: '',
    transferReference: '',
  },
  purchases: [],
};

/** Returns the wanted step, or the last one before it that the progress allows. */
export function reachableStep({ location, method, purchases }: Progress, wanted: StepName): Step {
  const purchase = purchases.at(-1);
  if (wanted === 'thankYou' && purchase) return { name: 'thankYou', purchase };
  const known = knownLocation(location);
  if (wanted === 'location' || !known) return { name: 'location' };
  if (
    wanted === 'payment' ||
    method === '' ||
    method === 'creditCard' ||
    !offers[known.country].methods.includes(method)
  )
    return { name: 'payment', location: known };
  return { name: 'details', location: known, method };
}
