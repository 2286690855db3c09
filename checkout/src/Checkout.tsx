import { type ComponentType, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { fill } from '#domain/texts/catalogue';
import { locationText } from '#domain/places/location-text';
import { checkoutReducer, type CheckoutState } from './progress/checkoutState.js';
import { FailureBoundary } from './parts/FailureBoundary.js';
import { Footer } from './parts/Footer.js';
import { Header } from './parts/Header.js';
import { RetryAlert } from './parts/RetryAlert.js';
import { Skeletons } from './parts/Skeletons.js';
import { LocationStep } from './steps/LocationStep.js';
import { save } from './progress/storage.js';
import { useLaterSteps } from './useLaterSteps.js';
import { companyNameOf, type OptionsResult, useOptions } from './useOptions.js';
import { useStepHistory } from './progress/useStepHistory.js';
import { useLanguage, useTexts } from './texts/language.js';
import { type Step, type StepName, stepNames } from './progress/progress.js';
import { knownLocation, priceAt } from './offer.js';
import type { TotalProps } from './parts/Total.js';

/** The checkout: one of its four steps is shown. */
export function Checkout({ start }: { start: CheckoutState }) {
  const [state, dispatch] = useReducer(checkoutReducer, start);
  const t = useTexts();
  const { step, location } = state;
  const { result, reload } = useOptions();
  const { LaterSteps, Total, PageFailure, hasFailed } = useLaterSteps(
    // They bring the names of regions, and the total.
    location.country !== '' || !!state.card?.openedAt,
  );
  const goBack = useStepHistory(step.name, dispatch);

  useEffect(() => save({ progress: state, step: step.name }), [state, step.name]);

  function content() {
    if (LaterSteps)
      return (
        <LaterSteps
          state={state}
          result={result}
          reloadOptions={reload}
          dispatch={dispatch}
          goBack={goBack}
        />
      );
    // A browser may cache the failure of a module; a reload requests it again, and keeps the progress.
    if (hasFailed) return <RetryAlert message={t.network} onRetry={() => window.location.reload()} />;
    if (step.name === 'location') return;
    return <Skeletons />;
  }

  return (
    <FailureBoundary fallback={PageFailure && <PageFailure purchases={state.purchases} />}>
      <Header />
      <main className={step.name === 'thankYou' ? 'page' : 'page page-with-summary'} data-step={step.name}>
        {/* New elements for each step: what stays and changes its place or width is a layout shift. */}
        <StepIndicator key={`${step.name} indicator`} current={step.name} />
        {step.name !== 'thankYou' && <OrderSummary state={state} result={result} Total={Total} />}
        <StepAnnouncement name={step.name} />
        <div key={step.name} className="content">
          <StepHeading step={step} />
          {step.name === 'location' && <LocationStep location={location} dispatch={dispatch} />}
          {content()}
        </div>
      </main>
      <Footer companyName={companyNameOf(result)} />
    </FailureBoundary>
  );
}

/** The title of a step; that of the details is the method's. */
function StepHeading({ step }: { step: Step }) {
  const { headings } = useTexts();
  return <h1 tabIndex={-1}>{headings[step.name === 'details' ? step.method : step.name]}</h1>;
}

/** The visitor's progress through the steps. */
function StepIndicator({ current }: { current: StepName }) {
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

/** Titles the page by its step; its heading, which stays in the page, takes the focus and so announces a new one. */
function StepAnnouncement({ name }: { name: StepName }) {
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

interface OrderSummaryProps {
  state: CheckoutState;
  result: OptionsResult;
  /** Undefined until it is loaded. */
  Total: ComponentType<TotalProps> | undefined;
}

/** The product and its total; beside the steps, or on a phone as a bar that stays at the top. */
function OrderSummary({ state, result, Total }: OrderSummaryProps) {
  const t = useTexts();
  const unknown = <span className="muted">{t.notChosen}</span>;
  const location = knownLocation(state.location);
  const options = result.status === 'ready' ? result.options : undefined;
  return (
    <aside className="summary" aria-label={t.orderSummary}>
      <h2>{t.orderSummary}</h2>
      <p className="summary-product">
        {t.product}
        <small>{t.taxIncluded}</small>
      </p>
      <dl>
        <div className="summary-row">
          <dt>{t.location}</dt>
          <dd>{locationText(state.location, t) || unknown}</dd>
        </div>
        <div className="summary-row">
          <dt>{t.paymentMethod}</dt>
          <dd>{state.method ? t.methodCards[state.method] : unknown}</dd>
        </div>
        <div className="summary-row summary-total">
          <dt>{t.total}</dt>
          <dd>
            {location && options && Total ? (
              <Total country={location.country} amount={priceAt(options, location).amount} />
            ) : (
              <span className="muted">{t.dependsOnLocation}</span>
            )}
          </dd>
        </div>
      </dl>
    </aside>
  );
}
