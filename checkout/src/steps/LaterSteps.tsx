import { useCardWatch } from '../card/useCardWatch.js';
import { PageFailure } from '../parts/PageFailure.js';
import { Total } from '../parts/Total.js';
import { LaterStep, type LaterStepProps } from './LaterStep.js';

/**
 * Every step except the first, in a chunk of their own, so that the first one shows sooner; at any step what waits for a
 * card payment.
 */
function LaterSteps(props: LaterStepProps) {
  useCardWatch(props.state, props.dispatch);
  return <LaterStep {...props} />;
}

/** These steps, the total, whose format the first step does not need before a place is chosen, and what tells references. */
export const laterParts = { LaterSteps, Total, PageFailure };
