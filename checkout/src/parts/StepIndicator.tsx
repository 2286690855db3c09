import { type StepName, stepNames } from '../progress.js';

export const stepLabels: Record<StepName, string> = {
  location: 'Location',
  payment: 'Payment',
  details: 'Details',
  thankYou: 'Confirmation',
};

/** The visitor's progress through the steps. */
export function StepIndicator({ current }: { current: StepName }) {
  const reached = stepNames.indexOf(current);
  return (
    <nav className="steps" aria-label="Checkout steps">
      <ol>
        {stepNames.map((name, index) => (
          <li
            key={name}
            className={index < reached ? 'step step-done' : 'step'}
            aria-current={index === reached ? 'step' : undefined}
          >
            <span className="step-mark" aria-hidden="true">
              {index < reached ? '✓' : index + 1}
            </span>
            <span className="step-label">
              {stepLabels[name]}
              {index < reached && <span className="visually-hidden"> (completed)</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
