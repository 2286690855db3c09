import { type Step } from '../progress/progress.js';
import { useTexts } from '../texts/language.js';

/** The title of a step; that of the details is the method's. */
export function StepHeading({ step }: { step: Step }) {
  const { headings } = useTexts();
  return <h1 tabIndex={-1}>{headings[step.name === 'details' ? step.method : step.name]}</h1>;
}
