import { offers, regionFieldOf } from '#domain/places/countries';
import { type CheckoutDetails, type CheckoutLocation } from '#domain/visitor/checkout';
import type { PartTerms } from '#domain/visitor/parts-offer';
import type { PaymentMethod } from '#domain/places/payment-methods';
import type { Failure } from '../api.js';
import {
  type Attempt,
  emptyProgress,
  type Progress,
  reachableStep,
  type Purchase,
  type Step,
  type StepName,
} from './progress.js';

type Submission =
  | { status: 'idle' }
  /** The visitor is asked whether they want a second payment; `reference` is that of another tab, under the same key. */
  | { status: 'confirming'; reference?: string }
  | { status: 'sending' }
  | { status: 'failed'; failure: Failure };

export interface CheckoutState extends Progress {
  step: Step;
  submission: Submission;
}

export type CheckoutAction =
  | { type: 'locationChanged'; change: Partial<CheckoutLocation> }
  | { type: 'methodChosen'; method: PaymentMethod }
  /** The chosen method is not offered at the place, as the options say. */
  | { type: 'methodWithdrawn' }
  /** None: the visitor pays at once. */
  | { type: 'partsChosen'; parts: readonly PartTerms[] | undefined }
  /** The chosen parts are not offered at the place, as the failure says. */
  | { type: 'partsWithdrawn'; failure: Failure }
  | { type: 'detailsChanged'; change: Partial<CheckoutDetails> }
  /** None: the visitor has taken it back. */
  | { type: 'termsAccepted'; version: string | undefined }
  | { type: 'wentTo'; step: StepName }
  /** The key of the submission is made with the step, and travels with a copy of the tab. */
  | { type: 'keyMade'; key: string }
  | { type: 'confirmationAsked'; reference?: string }
  | { type: 'confirmationDeclined' }
  | { type: 'sent'; attempt?: Attempt }
  /** A key is spent if the server has used it for a payment whose request this tab does not know. */
  | { type: 'failed'; failure: Failure; isKeySpent?: boolean }
  | { type: 'cardChanged'; change: Partial<Pick<Progress, 'card' | 'purchases'>> }
  /** An earlier submission without a response did make a payment. */
  | { type: 'recovered'; purchase: Purchase }
  | { type: 'completed'; purchase: Purchase }
  /** The browser has brought back a page that it had kept: no answer comes to it any more. */
  | { type: 'returned' }
  | { type: 'restarted' };

const idle: Submission = { status: 'idle' };

/** The state in which a checkout starts or resumes. */
export const stateAt = (progress: Progress, wanted: StepName): CheckoutState => ({
  ...progress,
  step: reachableStep(progress, wanted),
  submission: idle,
});

function changeLocation(state: CheckoutState, change: Partial<CheckoutLocation>): CheckoutState {
  const location = { ...state.location, ...change };
  const { country } = location;
  for (const field of ['province', 'state'] as const)
    if (field !== regionFieldOf(country)) location[field] = '';
  const isOffered = country !== '' && state.method !== '' && offers[country].methods.includes(state.method);
  // Parts are those of a country.
  const parts = country === state.location.country ? state.parts : undefined;
  return { ...state, location, method: isOffered ? state.method : '', parts };
}

/** Takes the server's messages away from fields that are edited. */
function edited(state: CheckoutState, names: readonly string[]): CheckoutState {
  if (state.submission.status !== 'failed') return state;
  const { failure } = state.submission;
  const kept = Object.entries(failure.fields).filter(([field]) => !names.includes(field));
  return {
    ...state,
    submission: { status: 'failed', failure: { ...failure, fields: Object.fromEntries(kept) } },
  };
}

const withPurchase = ({ purchases }: Progress, purchase: Purchase): Purchase[] => [
  ...purchases.filter(({ key }) => key !== purchase.key),
  purchase,
];

function goTo(state: CheckoutState, wanted: StepName): CheckoutState {
  // Keep the request in flight; its result is shown on whichever step is active.
  const submission = state.submission.status === 'sending' ? state.submission : idle;
  return { ...state, step: reachableStep(state, wanted), submission };
}

export function checkoutReducer(state: CheckoutState, action: CheckoutAction): CheckoutState {
  switch (action.type) {
    case 'locationChanged':
      return changeLocation(state, action.change);
    case 'methodChosen': {
      const chosen = { ...state, method: action.method };
      return action.method === 'creditCard' ? chosen : goTo(chosen, 'details');
    }
    case 'methodWithdrawn':
      return goTo({ ...state, method: '' }, 'payment');
    case 'partsChosen':
      return { ...state, parts: action.parts, submission: idle };
    case 'partsWithdrawn':
      return {
        ...goTo({ ...state, parts: undefined }, 'payment'),
        submission: { status: 'failed', failure: action.failure },
      };
    case 'detailsChanged':
      return edited(
        { ...state, details: { ...state.details, ...action.change } },
        Object.keys(action.change),
      );
    case 'termsAccepted':
      return edited({ ...state, acceptedTerms: action.version }, ['acceptedTerms']);
    case 'wentTo':
      return goTo(state, action.step);
    case 'keyMade':
      return state.attempt ? state : { ...state, attempt: { key: action.key, sent: [] } };
    case 'confirmationAsked': {
      const { reference } = action;
      return { ...state, submission: { status: 'confirming', ...(reference && { reference }) } };
    }
    case 'returned':
      return state.submission.status === 'sending' ? { ...state, submission: idle } : state;
    case 'confirmationDeclined':
      return { ...state, submission: idle };
    case 'cardChanged':
      return { ...state, ...action.change };
    case 'sent':
      return { ...state, attempt: action.attempt ?? state.attempt, submission: { status: 'sending' } };
    case 'failed':
      return {
        ...state,
        attempt: action.isKeySpent ? undefined : state.attempt,
        submission: { status: 'failed', failure: action.failure },
      };
    case 'recovered':
      return {
        ...state,
        attempt: undefined,
        purchases: withPurchase(state, action.purchase),
        submission: { status: 'confirming' },
      };
    case 'completed': {
      const purchases = withPurchase(state, action.purchase);
      const attempt = state.attempt?.key === action.purchase.key ? undefined : state.attempt;
      return goTo({ ...state, purchases, attempt, submission: idle }, 'thankYou');
    }
    case 'restarted':
      return stateAt(emptyProgress, 'location');
  }
}
