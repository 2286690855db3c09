import { useLayoutEffect, useRef } from 'react';
import { type StepName, stepNames } from '../progress.js';
import { stepLabels } from './StepIndicator.js';

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
