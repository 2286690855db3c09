import { useLayoutEffect, useRef } from 'react';
import { type Step, type StepName, stepNames } from '../progress.js';
import { stepLabels } from './StepIndicator.js';

function titleOf(step: Step): string {
  switch (step.name) {
    case 'location':
      return 'Where are you located?';
    case 'payment':
      return 'Payment Options';
    case 'details':
      if (step.method === 'interac') return 'Interac E-Transfer';
      return step.method === 'wireTransfer' ? 'International Wire Transfer' : 'Bank Transfer Information';
    case 'thankYou':
      return 'Thank You!';
  }
}

/** The step's heading. */
export const StepHeading = ({ step }: { step: Step }) => <h1 tabIndex={-1}>{titleOf(step)}</h1>;

/**
 * Titles the page by its step, and announces the step to screen readers when it changes: the heading takes the focus.
 * It stays in the page from step to step, as screen readers pass over a new live region.
 */
export function StepAnnouncement({ name }: { name: StepName }) {
  const shown = useRef(name);

  // Before the browser paints: the new step would be seen at the scroll position of the last one for a moment.
  useLayoutEffect(() => {
    document.title = `${stepLabels[name]} – Thailand Real Estate Trip`;
    // Not on the first render: the page opens at its top without a focus.
    if (shown.current === name) return;
    shown.current = name;
    scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [name]);

  return (
    <p className="visually-hidden" role="status">
      Step {stepNames.indexOf(name) + 1} of {stepNames.length}: {stepLabels[name]}
    </p>
  );
}
