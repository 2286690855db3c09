import { useEffect, useRef } from 'react';
import { type Step, stepNames } from '../progress.js';
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

/** The step's heading. When the step changes, it takes the focus and screen readers announce the step. */
export function StepHeading({ step }: { step: Step }) {
  const { name } = step;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);

  useEffect(() => {
    document.title = `${stepLabels[name]} – Thailand Real Estate Trip`;
    // Not on the first render: the page opens at its top without a focus.
    if (shown.current === name) return;
    shown.current = name;
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [name]);

  return (
    <>
      <p className="visually-hidden" role="status">
        Step {stepNames.indexOf(name) + 1} of {stepNames.length}: {stepLabels[name]}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {titleOf(step)}
      </h1>
    </>
  );
}
