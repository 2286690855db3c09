import type { Dispatch } from 'react';
import { type CheckoutAction, type CheckoutState } from '../checkoutState.js';
import { type StepName, stepBehindThankYou } from '../progress.js';
import { OptionsGate } from '../parts/OptionsGate.js';
import type { OptionsResult } from '../useOptions.js';
import { DetailsStep } from './DetailsStep.js';
import { PaymentStep } from './PaymentStep.js';
import { ThankYouStep } from './ThankYouStep.js';

export interface LaterStepsProps {
  state: CheckoutState;
  result: OptionsResult;
  reloadOptions: () => void;
  dispatch: Dispatch<CheckoutAction>;
  goBack: (to: StepName) => void;
}

/** Every step except the first, in a chunk of their own, so that the first one shows sooner. */
export function LaterSteps({ state, result, reloadOptions, dispatch, goBack }: LaterStepsProps) {
  const { step, purchases } = state;
  if (step.name === 'thankYou')
    return (
      <ThankYouStep
        purchase={step.purchase}
        earlier={purchases.slice(0, -1).map(({ referenceNumber }) => referenceNumber)}
        onBack={purchases.length ? () => goBack(stepBehindThankYou(state)) : undefined}
        onRestart={() => dispatch({ type: 'restarted' })}
      />
    );
  return (
    <OptionsGate result={result} onRetry={reloadOptions}>
      {(options) => {
        if (step.name === 'payment')
          return (
            <PaymentStep
              location={step.location}
              options={options}
              dispatch={dispatch}
              onBack={() => goBack('location')}
            />
          );
        if (step.name === 'details')
          return (
            <DetailsStep
              location={step.location}
              method={step.method}
              state={state}
              options={options}
              dispatch={dispatch}
              onPriceRefused={reloadOptions}
              onBack={() => goBack('payment')}
            />
          );
      }}
    </OptionsGate>
  );
}
