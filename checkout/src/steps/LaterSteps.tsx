import type { Dispatch } from 'react';
import { useCardWatch } from '../card/useCardWatch.js';
import type { CheckoutAction, CheckoutState } from '../checkoutState.js';
import type { StepName } from '../progress.js';
import type { OptionsResult } from '../useOptions.js';
import { LaterStep } from './LaterStep.js';

export interface LaterStepsProps {
  state: CheckoutState;
  result: OptionsResult;
  reloadOptions: () => void;
  dispatch: Dispatch<CheckoutAction>;
  goBack: (to: StepName) => void;
}

/**
 * Every step except the first, in a chunk of their own, so that the first one shows sooner; at any step what waits for a
 * card payment.
 */
export function LaterSteps(props: LaterStepsProps) {
  useCardWatch(props.state, props.dispatch);
  return <LaterStep {...props} />;
}
