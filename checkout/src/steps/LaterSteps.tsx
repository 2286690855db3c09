import { useCardWatch } from '../card/useCardWatch.js';
import { LaterStep, type LaterStepProps } from './LaterStep.js';

/**
 * Every step except the first, in a chunk of their own, so that the first one shows sooner; at any step what waits for a
 * card payment.
 */
export function LaterSteps(props: LaterStepProps) {
  useCardWatch(props.state, props.dispatch);
  return <LaterStep {...props} />;
}
