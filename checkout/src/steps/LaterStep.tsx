import { type Dispatch, useEffect } from 'react';
import { areOffered } from '#domain/visitor/parts-offer';
import { isCardPurchase } from '../card/cardPurchase.js';
import { OptionsGate } from '../parts/OptionsGate.js';
import type { CheckoutAction, CheckoutState } from '../progress/checkoutState.js';
import { methodsAt, partsAt } from '../methods.js';
import { reachableStep, type StepName } from '../progress/progress.js';
import { useTexts } from '../texts/language.js';
import type { OptionsResult } from '../useOptions.js';
import { usePageReturn } from '../usePageReturn.js';
import { CardThankYou } from './CardThankYou.js';
import { DetailsStep } from './DetailsStep.js';
import { PaymentStep } from './PaymentStep.js';
import { ThankYouStep } from './ThankYouStep.js';

export interface LaterStepProps {
  state: CheckoutState;
  result: OptionsResult;
  reloadOptions: () => void;
  dispatch: Dispatch<CheckoutAction>;
  goBack: (to: StepName) => void;
}

/** The step that is shown, if it is a later one. */
export function LaterStep({ state, result, reloadOptions, dispatch, goBack }: LaterStepProps) {
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
    if (areWithdrawn) dispatch({ type: 'partsWithdrawn', failure: { message: partsChanged, fields: {} } });
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
    return <ThankYouStep purchase={purchase} onBack={onBack} {...shared} />;
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
            onOfferChanged={reloadOptions}
            onBack={() => goBack('payment')}
          />
        )
      }
    </OptionsGate>
  );
}
