import { useLayoutEffect, useRef } from 'react';
import { type StepName, stepNames } from '../progress/progress.js';
import { fill } from '#domain/texts/catalogue';
import { useLanguage, useTexts } from '../texts/language.js';

/**
 * Titles the page by its step, and announces the step to screen readers when it changes: the heading takes the focus.
 * It stays in the page from step to step, as screen readers pass over a new live region.
 */
export function StepAnnouncement({ name }: { name: StepName }) {
  const t = useTexts();
  const language = useLanguage();
  const shown = useRef(name);

  // Before the browser paints: the new step would be seen at the scroll position of the last one for a moment.
  useLayoutEffect(() => {
    document.title = `${t.stepLabels[name]} – ${t.site}`;
    // Not on the first render: the page opens at its top without a focus.
    if (shown.current === name) return;
    shown.current = name;
    scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [name, t]);

  return (
    // Another element for another language: its text is not told again, as the switch itself is.
    <p key={language} className="visually-hidden" role="status">
      {fill(t.stepOf, {
        step: stepNames.indexOf(name) + 1,
        count: stepNames.length,
        label: t.stepLabels[name],
      })}
    </p>
  );
}
