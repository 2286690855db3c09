import { type Dispatch, useCallback, useEffect, useRef } from 'react';
import type { CheckoutAction } from './checkoutState.js';
import type { StepName } from './progress.js';
import { isStepName } from './storage.js';

/** The state of a browser history entry; `from` is the step of the entry before it. */
interface Entry {
  step: StepName;
  from?: StepName;
}

function entry(): Entry | undefined {
  const state = history.state as Partial<Entry> | null;
  return isStepName(state?.step) ? (state as Entry) : undefined;
}

/** The step of the current history entry, if it has one. */
export const stepInHistory = (): StepName | undefined => entry()?.step;

/** Moves between the steps by Back and Forward. The page's own buttons, by the function returned, use the history too. */
export function useStepHistory(step: StepName, dispatch: Dispatch<CheckoutAction>): (to: StepName) => void {
  const isMovingInHistory = useRef(false);

  useEffect(() => {
    const before = entry();
    if (before?.step !== step) {
      // The first entry is named; an entry whose step is out of reach is renamed to the step shown instead.
      if (!before || isMovingInHistory.current) history.replaceState({ ...before, step }, '');
      else history.pushState({ step, from: before.step } satisfies Entry, '');
    }
    isMovingInHistory.current = false;
  });

  useEffect(() => {
    const onPopState = () => {
      isMovingInHistory.current = true;
      dispatch({ type: 'wentTo', step: entry()?.step ?? 'location' });
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [dispatch]);

  return useCallback(
    (to) => (entry()?.from === to ? history.back() : dispatch({ type: 'wentTo', step: to })),
    [dispatch],
  );
}
