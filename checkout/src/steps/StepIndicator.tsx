import { type StepName, stepNames } from '../progress/progress.js';
import { useTexts } from '../texts/language.js';

/** The visitor's progress through the steps. */
export function StepIndicator({ current }: { current: StepName }) {
  const t = useTexts();
  const reached = stepNames.indexOf(current);
  return (
    <nav className="steps" aria-label={t.steps}>
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
              <span>{t.stepLabels[name]}</span>
              {index < reached && <span className="visually-hidden">{t.completed}</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
