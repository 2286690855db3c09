import { type Dispatch, useEffect, useRef } from 'react';
import { checkoutRequest } from '#domain/visitor/checkout-details';
import type {
  CheckoutDetails,
  CheckoutOptions,
  CheckoutRequest,
  CheckoutResponse,
} from '#domain/visitor/checkout';
import { newKey } from '#browser/newKey';
import { call, type Failure, failureOf, RequestError } from '../api.js';
import { isCardPurchase } from '../card/cardPurchase.js';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import type { Attempt, TransferPurchase } from '../progress/progress.js';
import { howToPay } from '../methods.js';
import { priceAt } from '../offer.js';
import { current } from '../texts/language.js';

/** True if both requests would make the same payment. */
const sameRequest = (a: CheckoutRequest, b: CheckoutRequest): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Delay of an Interac submission after the details are saved, in milliseconds. */
const interacDelayInMs = 100;

const badRequest = 400;
const conflict = 409;

export interface SubmitInput {
  details: CheckoutDetails;
  /** The content of the honeypot field. */
  website: string;
  /** True once the visitor has confirmed that this is a second payment. */
  isSecondMeant: boolean;
}

async function pay(
  options: CheckoutOptions,
  request: CheckoutRequest,
  key: string,
  website: string,
): Promise<TransferPurchase> {
  const { referenceNumber, orderPath, plan, mail = options.mail } = await postCheckout(request, key, website);
  const { country } = request.customer;
  return {
    key,
    request,
    referenceNumber,
    mail,
    ...howToPay(options, country, request.payment.paymentMethod),
    ...(orderPath && { orderPath }),
    ...(plan && { plan }),
  };
}

/** The attempt with one more request; each once, the latest last, at most ten. */
const joined = (attempt: Attempt | undefined, key: string, request: CheckoutRequest): Attempt => ({
  key,
  sent: [...(attempt?.sent ?? []).filter((sent) => !sameRequest(sent, request)), request].slice(-10),
});

/**
 * Recovers from a conflict: the key already has a payment with other details, so one of the earlier requests was
 * executed although its response was lost. Sent again, that one returns its reference; the others conflict too.
 */
async function recover(
  options: CheckoutOptions,
  { key, sent }: Attempt,
): Promise<TransferPurchase | undefined> {
  for (const request of sent.toReversed()) {
    try {
      return await pay(options, request, key, '');
    } catch (error) {
      const { status } = failureOf(error);
      if (status !== conflict && status !== badRequest) throw error;
    }
  }
  return undefined;
}

async function afterConflict(
  options: CheckoutOptions,
  attempt: Attempt | undefined,
  failure: Failure,
): Promise<CheckoutAction> {
  try {
    const purchase = attempt && (await recover(options, attempt));
    if (purchase) return { type: 'recovered', purchase };
    // Made in another tab, of which this one is a copy.
    const { referenceNumber: reference } = failure.fields as { referenceNumber?: string };
    return reference
      ? { type: 'confirmationAsked', reference }
      : { type: 'failed', failure, isKeySpent: true };
  } catch (error) {
    return { type: 'failed', failure: failureOf(error) };
  }
}

/** Submits the details. One submission is one payment: retries and double clicks reuse its idempotency key. */
export function useSubmission(
  state: CheckoutState,
  dispatch: Dispatch<CheckoutAction>,
  options: CheckoutOptions,
  reloadOptions: () => void,
): (input: SubmitInput) => Promise<void> {
  // The state disables the button with the next paint; this stops a second click before it.
  const isSending = useRef(false);
  // Counts submissions: the failure of one that this page no longer waits for is not shown.
  const round = useRef(0);
  const { step, attempt, submission } = state;

  useEffect(() => {
    if (step.name === 'details' && !attempt) dispatch({ type: 'keyMade', key: newKey() });
  }, [step.name, attempt, dispatch]);

  useEffect(() => {
    if (submission.status === 'sending') return;
    isSending.current = false;
    round.current += 1;
  }, [submission.status]);

  return async ({ details, website, isSecondMeant }) => {
    if (isSending.current || state.submission.status === 'sending' || state.step.name !== 'details') return;
    const { location, method } = state.step;
    const { payment, ...customer } = checkoutRequest(location, method, details, priceAt(options, location));
    const request = {
      ...customer,
      payment: { ...payment, ...(state.parts && { parts: state.parts }) },
      ...(options.terms && { acceptedTerms: options.terms.version }),
    };
    const made = state.purchases.find(
      (purchase) => !isCardPurchase(purchase) && sameRequest(purchase.request, request),
    );
    // The payment of an attempt may be the recorded one; beside a card payment it is a second one.
    const isSecond =
      state.purchases.length > 0 && (!attempt?.sent.length || state.purchases.some(isCardPurchase));
    if (!made && isSecond && !isSecondMeant) {
      dispatch({ type: 'confirmationAsked' });
      return;
    }
    // The key of the step has made the payment of another tab: a second one takes a key of its own.
    const isTaken = submission.status === 'confirming' && submission.reference !== undefined;
    const present = isTaken ? undefined : attempt;
    const key = made?.key ?? present?.key ?? newKey();
    isSending.current = true;
    const mine = round.current;
    dispatch({ type: 'sent', attempt: made ? undefined : joined(present, key, request) });
    try {
      if (method === 'interac') await new Promise((resolve) => setTimeout(resolve, interacDelayInMs));
      dispatch({ type: 'completed', purchase: await pay(options, request, key, website) });
      // The page may have stood open for long: the instructions are to be those of now, as in the mail.
      reloadOptions();
    } catch (error) {
      if (mine !== round.current) return;
      const failure = failureOf(error);
      const areTermsRefused = failure.fields.acceptedTerms !== undefined;
      const isConflict = failure.status === conflict && !made && !areTermsRefused;
      const areParts = 'parts' in failure.fields;
      if (areParts) dispatch({ type: 'partsWithdrawn', failure });
      else
        dispatch(isConflict ? await afterConflict(options, present, failure) : { type: 'failed', failure });
      const isOfferRefused = areParts || 'paymentMethod' in failure.fields || 'amount' in failure.fields;
      if (areTermsRefused || isOfferRefused) reloadOptions();
    } finally {
      if (mine === round.current) isSending.current = false;
    }
  };
}

/** Makes the payment: once for a key, which always gives the same reference. `website` is the honeypot's content. */
export async function postCheckout(
  request: CheckoutRequest,
  key: string,
  website: string,
): Promise<CheckoutResponse> {
  const { cannotProcess } = current().texts;
  const response = (await call('/payments/checkout', cannotProcess, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify({ ...request, language: current().language, website }),
  })) as Partial<CheckoutResponse> | undefined;
  if (typeof response?.referenceNumber !== 'string' || !response.referenceNumber)
    throw new RequestError({ message: cannotProcess, fields: {} });
  return response as CheckoutResponse;
}
