import { type Dispatch, type ReactNode, useEffect } from 'react';
import { areOffered } from '#domain/visitor/parts-offer';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import { useCardWatch } from '../card/useCardWatch.js';
import { PageFailure } from '../parts/PageFailure.js';
import { Total } from '../parts/Total.js';
import { isCardPurchase } from '../card/cardPurchase.js';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import { howToPay, methodsAt, partsAt } from '../methods.js';
import { reachableStep, type StepName } from '../progress/progress.js';
import { useInLanguage, useTexts } from '../texts/language.js';
import type { OptionsResult } from '../useOptions.js';
import { usePageReturn } from '../usePageReturn.js';
import { CardThankYou, ThankYouStep } from './ThankYouStep.js';
import { DetailsStep } from './DetailsStep.js';
import { PaymentStep } from './PaymentStep.js';
import { RetryAlert } from '../parts/RetryAlert.js';
import { SampleNotice } from '../parts/SampleNotice.js';
import { Skeletons } from '../parts/Skeletons.js';

/** Every step except the first, in a chunk of their own, and at any step what waits for a card payment. */
function LaterSteps(props: LaterStepProps) {
  useCardWatch(props.state, props.dispatch);
  return <LaterStep {...props} />;
}

/** These steps, the total, whose format the first step does not need before a place is chosen, and what tells references. */
export const laterParts = { LaterSteps, Total, PageFailure };

interface LaterStepProps {
  state: CheckoutState;
  result: OptionsResult;
  reloadOptions: () => void;
  dispatch: Dispatch<CheckoutAction>;
  goBack: (to: StepName) => void;
}

/** The step that is shown, if it is a later one. */
function LaterStep({ state, result, reloadOptions, dispatch, goBack }: LaterStepProps) {
  const { step, purchases } = state;
  usePageReturn(() => dispatch({ type: 'returned' }));
  // A refused submission stays, with what the server says of it.
  const isWithdrawn =
    step.name === 'details' &&
    result.status === 'ready' &&
    state.submission.status === 'idle' &&
    !methodsAt(result.options, step.location).methods.includes(step.method);
  useEffect(() => {
    if (isWithdrawn) dispatch({ type: 'methodWithdrawn' });
  }, [isWithdrawn, dispatch]);
  const { partsChanged } = useTexts().rules;
  const areWithdrawn =
    (step.name === 'payment' || step.name === 'details') &&
    result.status === 'ready' &&
    state.submission.status === 'idle' &&
    state.parts !== undefined &&
    !areOffered(state.parts, partsAt(result.options, step.location));
  useEffect(() => {
    if (areWithdrawn)
      dispatch({ type: 'partsWithdrawn', failure: { message: partsChanged, fields: {}, status: 400 } });
  }, [areWithdrawn, partsChanged, dispatch]);
  if (step.name === 'location' || isWithdrawn || areWithdrawn) return;
  if (step.name === 'thankYou') {
    const { purchase } = step;
    const shared = {
      earlier: purchases.filter((one) => one !== purchase),
      onRestart: () => dispatch({ type: 'restarted' }),
    };
    if (isCardPurchase(purchase)) return <CardThankYou purchase={purchase} {...shared} />;
    // The details of a transfer, else the methods.
    const onBack = () => goBack(reachableStep(state, 'details').name);
    const { customer, payment } = purchase.request;
    const present =
      result.status === 'ready' && howToPay(result.options, customer.country, payment.paymentMethod);
    return <ThankYouStep purchase={{ ...purchase, ...present }} onBack={onBack} {...shared} />;
  }
  return (
    <OptionsGate result={result} onRetry={reloadOptions}>
      {(options) =>
        step.name === 'payment' ? (
          <PaymentStep
            location={step.location}
            options={options}
            state={state}
            dispatch={dispatch}
            onBack={() => goBack('location')}
          />
        ) : (
          <DetailsStep
            location={step.location}
            method={step.method}
            state={state}
            options={options}
            dispatch={dispatch}
            reloadOptions={reloadOptions}
            onBack={() => goBack('payment')}
          />
        )
      }
    </OptionsGate>
  );
}

interface OptionsGateProps {
  result: OptionsResult;
  onRetry: () => void;
  children: (options: CheckoutOptions) => ReactNode;
}

/** Renders its children once the payment options are loaded, and says where these could not be loaded anew. */
function OptionsGate({ result, onRetry, children }: OptionsGateProps) {
  const inLanguage = useInLanguage();
  if (result.status === 'loading') return <Skeletons />;
  if (result.status === 'failed')
    return <RetryAlert message={inLanguage(result.message)} onRetry={onRetry} />;
  const { failure } = result;
  return (
    <>
      {failure && <RetryAlert message={inLanguage(failure)} onRetry={onRetry} />}
      {result.options.sample && <SampleNotice />}
      {children(result.options)}
    </>
  );
}
