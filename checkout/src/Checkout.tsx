import { useEffect, useReducer } from 'react';
import { checkoutReducer, type CheckoutState } from './progress/checkoutState.js';
import { FailureBoundary } from './parts/FailureBoundary.js';
import { Footer } from './parts/Footer.js';
import { Header } from './parts/Header.js';
import { OrderSummary } from './steps/OrderSummary.js';
import { RetryAlert } from './parts/RetryAlert.js';
import { Skeletons } from './parts/Skeletons.js';
import { StepHeading } from './steps/StepHeading.js';
import { StepAnnouncement } from './steps/StepAnnouncement.js';
import { StepIndicator } from './steps/StepIndicator.js';
import { LocationStep } from './steps/LocationStep.js';
import { save } from './progress/storage.js';
import { useLaterSteps } from './useLaterSteps.js';
import { companyNameOf, useOptions } from './useOptions.js';
import { useStepHistory } from './progress/useStepHistory.js';
import { useTexts } from './texts/language.js';

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
