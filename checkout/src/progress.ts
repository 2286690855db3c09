import {
  type CheckoutDetails,
  type CheckoutLocation,
  type CheckoutRequest,
  methodsFor,
  type TransferMethod,
} from '../../domain/checkout.js';
import type { PaymentMethod } from '../../domain/payments.js';
import { type KnownLocation, knownLocation } from './offer.js';

export const stepNames = ['location', 'payment', 'details', 'thankYou'] as const;
export type StepName = (typeof stepNames)[number];

/** A recorded payment with everything that the thank-you page shows, independent of later changes. */
export interface Purchase {
  /** The Idempotency-Key it was made under: the same request under it gives the same reference. */
  key: string;
  request: CheckoutRequest;
  referenceNumber: string;
  /** The operator's text, its placeholders not filled in. */
  instructions: string;
  /** True where the instructions are samples that must not be paid by. */
  sample?: boolean;
  /** The path of the payment's own page. */
  orderPath?: string;
  /** True where the instructions are sent by mail. */
  mail?: boolean;
}

/** A submission that no reference has come back for: any of the requests may have become the payment, one at most. */
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
  details: CheckoutDetails;
  attempt?: Attempt;
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

/** The wanted step, or the last one before it that the progress allows. */
export function reachableStep({ location, method, purchases }: Progress, wanted: StepName): Step {
  const purchase = purchases.at(-1);
  if (wanted === 'thankYou' && purchase) return { name: 'thankYou', purchase };
  const known = knownLocation(location);
  if (wanted === 'location' || !known) return { name: 'location' };
  if (
    wanted === 'payment' ||
    method === '' ||
    method === 'creditCard' ||
    !methodsFor(known.country).includes(method)
  )
    return { name: 'payment', location: known };
  return { name: 'details', location: known, method };
}

/** The step that "Back to Payment" of the thank-you page leads to: the details of a transfer, else the methods. */
export const stepBehindThankYou = (state: Progress): StepName => reachableStep(state, 'details').name;

/** True where both would be the same payment. */
export const sameRequest = (a: CheckoutRequest, b: CheckoutRequest): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
